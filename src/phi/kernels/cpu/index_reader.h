// Index tensors as kernels read them: bounds are checked, negative indices
// count from the end, and each becomes an offset into memory.
#pragma once
#include <vector>

#include "ops/schema.h"

namespace paddle::phi::PD_CPU_ISA {

// Offsets computed at a time.
constexpr int64_t kIndexBlock = 512;

// One index tensor, broadcast to the shape of all index tensors of a call.
class IndexReader {
 public:
  // `stride`: from one value of the index to the next in the target memory.
  IndexReader(const char* op, const DenseTensor& index, const DDim& shape,
              int axis, int64_t size, int64_t stride);

  // offsets[i] += stride * index[begin + i]. Raises OutOfRange.
  void AddOffsets(int64_t begin, int64_t n, int64_t* offsets) const;

 private:
  [[noreturn]] void ThrowBad(int64_t value) const;
  template <typename I>
  void Add(const I* index, int64_t begin, int64_t n, int64_t* offsets) const;

  const char* op_;
  int axis_;
  int64_t size_, stride_;
  DataType type_;
  const void* data_;
  int64_t step_;  // from element to element; 0 where there is only one
  std::vector<int64_t> copy_;  // of an index whose layout has no single step
};

// All index tensors of a call: `axes[k]` of `target` is read by `indices[k]`.
class IndexSet {
 public:
  IndexSet(const char* op, const DenseTensor& target, TensorList indices,
           IntArray axes);
  const DDim& shape() const { return shape_; }
  int64_t count() const { return count_; }
  void Offsets(int64_t begin, int64_t n, int64_t* offsets) const {
    for (int64_t i = 0; i < n; ++i) offsets[i] = 0;
    for (const IndexReader& r : readers_) r.AddOffsets(begin, n, offsets);
  }

 private:
  DDim shape_;
  int64_t count_;
  std::vector<IndexReader> readers_;
};

// Offsets of all elements over some axes of a tensor, in row-major order,
// computed: a list would be as long as the axes are large.
class OffsetsOver {
 public:
  OffsetsOver() = default;
  OffsetsOver(const DenseTensor& t, const int* axes, int n);
  int64_t count() const { return count_; }
  int64_t operator[](int64_t i) const {
    if (single_) return i * stride_[0];
    int64_t offset = 0;
    for (int a = rank_ - 1; a >= 0; --a) {
      offset += i % size_[a] * stride_[a];
      i /= size_[a];
    }
    return offset;
  }

 private:
  int64_t count_ = 1;
  int rank_ = 0;
  bool single_ = false;  // one step leads from each to the next
  int64_t size_[kMaxRank], stride_[kMaxRank];
};

// The same as a list, for what is read again and again.
std::vector<int64_t> ListOf(const OffsetsOver& offsets);

// How the elements of `target` that are not indexed lie around those that are:
// [before..., index shape..., after...].
struct IndexLayout {
  IndexLayout(const DenseTensor& target, IntArray axes);
  OffsetsOver before;
  std::vector<int64_t> after;  // offsets; empty where they are one block
  int64_t after_count = 1;
  bool overlaps = false;  // one element stands for several (a stride of 0)
};

}  // namespace paddle::phi::PD_CPU_ISA
