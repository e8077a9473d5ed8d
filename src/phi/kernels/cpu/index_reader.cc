#include "phi/kernels/cpu/index_reader.h"

#include <algorithm>

namespace paddle::phi::PD_CPU_ISA {
namespace {

// The step between neighbours where `t`, read in row-major order, has one.
bool SingleStep(const DenseTensor& t, int64_t* step) {
  int64_t next = 0;
  *step = 0;
  bool first = true;
  for (int a = t.rank() - 1; a >= 0; --a) {
    if (t.dims[a] == 1) continue;
    if (first) {
      *step = t.strides[a];
      first = false;
    } else if (t.strides[a] != next) {
      return false;
    }
    next = t.strides[a] * t.dims[a];
  }
  return true;
}

template <typename I>
void CopyBroadcast(const DenseTensor& t, const DDim& shape, int64_t* to) {
  const int lead = shape.rank() - t.rank();
  int64_t at[kMaxRank] = {}, n = Product(shape), offset = 0;
  int64_t stride[kMaxRank];
  for (int a = 0; a < shape.rank(); ++a) {
    stride[a] = a < lead || t.dims[a - lead] == 1 ? 0 : t.strides[a - lead];
  }
  for (int64_t i = 0; i < n; ++i) {
    to[i] = static_cast<int64_t>(t.Data<I>()[offset]);
    for (int a = shape.rank() - 1; a >= 0; --a) {
      offset += stride[a];
      if (++at[a] < shape[a]) break;
      at[a] = 0;
      offset -= stride[a] * shape[a];
    }
  }
}

}  // namespace

IndexReader::IndexReader(const char* op, const DenseTensor& index,
                         const DDim& shape, int axis, int64_t size,
                         int64_t stride)
    : op_(op),
      axis_(axis),
      size_(size),
      stride_(stride),
      type_(index.dtype),
      data_(index.data),
      step_(0) {
  const bool simple = type_ == DataType::kInt64 || type_ == DataType::kInt32;
  if (simple && index.numel == 1) return;
  if (simple && index.dims == shape && SingleStep(index, &step_)) return;
  copy_.resize(Product(shape));
  VisitDataType(type_, [&]<typename I>(I) {
    if constexpr (std::is_integral_v<I>) {
      CopyBroadcast<I>(index, shape, copy_.data());
    }
  });
  type_ = DataType::kInt64;
  data_ = copy_.data();
  step_ = 1;
}

void IndexReader::ThrowBad(int64_t value) const {
  PADDLE_THROW(errors::OutOfRange("%s: an index is out of range.", op_)
                   .Expected("an index in [" + std::to_string(-size_) + ", " +
                             std::to_string(size_) + ") for axis " +
                             std::to_string(axis_) + " of size " +
                             std::to_string(size_))
                   .Received(std::to_string(value)));
}

template <typename I>
void IndexReader::Add(const I* index, int64_t begin, int64_t n,
                      int64_t* offsets) const {
  const int64_t size = size_, step = step_;
  const auto stride = static_cast<uint64_t>(stride_);
  index += begin * step;
  bool bad = false;
  for (int64_t i = 0; i < n; ++i) {
    int64_t v = static_cast<int64_t>(index[i * step]);
    v += v < 0 ? size : 0;
    bad |= static_cast<uint64_t>(v) >= static_cast<uint64_t>(size);
    // Of bad ones anything: unsigned numbers wrap around.
    offsets[i] += static_cast<int64_t>(static_cast<uint64_t>(v) * stride);
  }
  if (PD_LIKELY(!bad)) return;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t v = static_cast<int64_t>(index[i * step]);
    if (v < -size || v >= size) ThrowBad(v);
  }
}

void IndexReader::AddOffsets(int64_t begin, int64_t n, int64_t* offsets) const {
  if (type_ == DataType::kInt64) {
    Add(static_cast<const int64_t*>(data_), begin, n, offsets);
  } else {
    Add(static_cast<const int32_t*>(data_), begin, n, offsets);
  }
}

IndexSet::IndexSet(const char* op, const DenseTensor& target,
                   TensorList indices, IntArray axes) {
  for (const DenseTensor* t : indices) {
    shape_ = BroadcastDims(shape_, t->dims, op);
  }
  count_ = Product(shape_);
  readers_.reserve(indices.count);
  for (int k = 0; k < indices.size(); ++k) {
    const int axis = static_cast<int>(axes[k]);
    readers_.emplace_back(op, *indices[k], shape_, axis, target.dims[axis],
                          target.strides[axis]);
  }
}

OffsetsOver::OffsetsOver(const DenseTensor& t, const int* axes, int n) {
  // Axes that one step walks through are joined; the last comes first.
  for (int a = n - 1; a >= 0; --a) {
    const int64_t size = t.dims[axes[a]], stride = t.strides[axes[a]];
    count_ *= size;
    if (size == 1) continue;
    if (rank_ > 0 && stride == stride_[rank_ - 1] * size_[rank_ - 1]) {
      size_[rank_ - 1] *= size;
      continue;
    }
    size_[rank_] = size;
    stride_[rank_++] = stride;
  }
  std::reverse(size_, size_ + rank_);
  std::reverse(stride_, stride_ + rank_);
  single_ = rank_ == 1;
}

std::vector<int64_t> ListOf(const OffsetsOver& offsets) {
  std::vector<int64_t> list(offsets.count());
  for (int64_t i = 0; i < offsets.count(); ++i) list[i] = offsets[i];
  return list;
}

IndexLayout::IndexLayout(const DenseTensor& target, IntArray axes) {
  uint32_t indexed = 0;
  bool adjacent = true;
  for (int k = 0; k < axes.size(); ++k) {
    indexed |= 1u << axes[k];
    adjacent &= axes[k] == axes[0] + k;
  }
  int front[kMaxRank] = {}, back[kMaxRank] = {}, num_front = 0, num_back = 0;
  for (int a = 0; a < target.rank(); ++a) {
    if (target.strides[a] == 0 && target.dims[a] > 1) overlaps = true;
    if (indexed >> a & 1) continue;
    if (adjacent && a < axes[0]) {
      front[num_front++] = a;
    } else {
      back[num_back++] = a;
    }
  }
  before = OffsetsOver(target, front, num_front);
  bool block = true;
  for (int a = num_back - 1; a >= 0; --a) {
    const int64_t size = target.dims[back[a]];
    block &= size == 1 || target.strides[back[a]] == after_count;
    after_count *= size;
  }
  if (!block) after = ListOf(OffsetsOver(target, back, num_back));
}

}  // namespace paddle::phi::PD_CPU_ISA
