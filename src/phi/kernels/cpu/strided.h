// Iteration over tensors of one shape and any strides (0 where broadcast).
// Axes are merged where every operand allows it; what is left is one inner run
// over the last axis and a counter over the others.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi::PD_CPU_ISA {

template <int N>  // operands, the output first
struct StridedRange {
  int rank = 0;  // of the outer axes
  int64_t inner = 1, outer = 1;
  int64_t inner_stride[N];
  int64_t sizes[kMaxRank];
  int64_t strides[N][kMaxRank];

  // `strides_of[k]` are the strides of operand k over `dims`.
  StridedRange(const DDim& dims, const int64_t (&strides_of)[N][kMaxRank]) {
    int64_t size[kMaxRank], stride[N][kMaxRank];
    int r = 0;
    for (int a = 0; a < dims.rank(); ++a) {  // merge from the left
      if (dims[a] == 1) continue;
      bool merges = r > 0;
      for (int k = 0; k < N && merges; ++k) {
        merges = stride[k][r - 1] == strides_of[k][a] * dims[a];
      }
      if (!merges) size[r++] = 1;
      size[r - 1] *= dims[a];
      for (int k = 0; k < N; ++k) stride[k][r - 1] = strides_of[k][a];
    }
    for (int k = 0; k < N; ++k) inner_stride[k] = 0;
    if (r > 0) {
      inner = size[r - 1];
      for (int k = 0; k < N; ++k) inner_stride[k] = stride[k][r - 1];
      rank = r - 1;
    }
    for (int a = 0; a < rank; ++a) {
      sizes[a] = size[a];
      outer *= size[a];
      for (int k = 0; k < N; ++k) strides[k][a] = stride[k][a];
    }
  }

  // Calls f(offsets) for outer runs [begin, end); offsets count elements.
  template <typename F>
  void ForEach(int64_t begin, int64_t end, F&& f) const {
    int64_t index[kMaxRank] = {}, offset[N] = {};
    int64_t rest = begin;
    for (int a = rank - 1; a >= 0; --a) {
      index[a] = rest % sizes[a];
      rest /= sizes[a];
      for (int k = 0; k < N; ++k) offset[k] += index[a] * strides[k][a];
    }
    for (int64_t i = begin; i < end; ++i) {
      f(offset);
      for (int a = rank - 1; a >= 0; --a) {
        for (int k = 0; k < N; ++k) offset[k] += strides[k][a];
        if (++index[a] < sizes[a]) break;
        index[a] = 0;
        for (int k = 0; k < N; ++k) offset[k] -= strides[k][a] * sizes[a];
      }
    }
  }
};

// The strides of `t` read as a tensor of shape `dims` (broadcast axes get 0).
inline void BroadcastStrides(const DenseTensor& t, const DDim& dims,
                             int64_t (&out)[kMaxRank]) {
  const int lead = dims.rank() - t.rank();
  for (int a = 0; a < dims.rank(); ++a) {
    const bool fixed = a < lead || (t.dims[a - lead] == 1 && dims[a] != 1);
    out[a] = fixed ? 0 : t.strides[a - lead];
  }
}

// One tensor read in the order of a shape it is broadcast to, element after
// element, from any place. Compiled once (strided.cc).
class StridedWalk {
 public:
  StridedWalk() = default;
  // `strides` are those of the tensor over `dims`, 0 where it is broadcast.
  StridedWalk(const DDim& dims, const int64_t* strides);

  // The elements lie one after another.
  bool dense() const { return rank_ == 1 && strides_[0] == 1; }
  // After so many elements the same ones come again.
  int64_t period() const { return period_; }
  // Copies elements [at, at + n) of `size` bytes each to `to`.
  void Read(const char* data, int size, int64_t at, int64_t n, void* to) const;

 private:
  template <typename T>
  void ReadAs(const T* data, int64_t at, int64_t n, T* to) const;

  int rank_ = 0;  // at least 1 once made
  int64_t period_ = 1;
  int64_t sizes_[kMaxRank], strides_[kMaxRank];
};

}  // namespace paddle::phi::PD_CPU_ISA
