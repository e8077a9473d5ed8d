// How a kernel walks operands of any strides: axes are merged where memory
// allows, and positions are found with 32-bit multiplications, no division.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi::gpu {

// Division by a number known on the host: q = (high32(i * magic) + i) >> shift
// for i < 2^31 (Granlund and Montgomery, "Division by Invariant Integers using
// Multiplication", 1994).
struct FastDivisor {
  uint32_t divisor = 1, magic = 1, shift = 0;

  FastDivisor() = default;
  explicit FastDivisor(uint32_t d) : divisor(d) {
    while (shift < 32 && (uint64_t{1} << shift) < d) ++shift;
    const uint64_t excess = (uint64_t{1} << shift) - d;
    magic = static_cast<uint32_t>((excess << 32) / d + 1);
  }
  __device__ __forceinline__ uint32_t operator()(uint32_t i) const {
    return (__umulhi(i, magic) + i) >> shift;
  }
};

// N operands over one shape; strides count elements. The innermost axis comes
// last.
template <int N>
struct Geometry {
  int rank = 0;
  int64_t numel = 1;
  int64_t sizes[kMaxRank];
  FastDivisor divisors[kMaxRank];
  int64_t strides[kMaxRank][N];

  // Called for axes from the outermost to the innermost.
  void Add(int64_t size, const int64_t (&stride)[N]) {
    numel *= size;
    if (size == 1) return;
    if (rank > 0 && Continues(size, stride)) {
      sizes[rank - 1] *= size;
    } else {
      sizes[rank++] = size;
    }
    for (int k = 0; k < N; ++k) strides[rank - 1][k] = stride[k];
  }
  // After the last Add: `numel` must be below 2^31.
  void Finish() {
    for (int a = 0; a < rank; ++a) {
      divisors[a] = FastDivisor(static_cast<uint32_t>(sizes[a]));
    }
  }
  bool Fits() const { return numel < (int64_t{1} << 31); }

  __device__ __forceinline__ void Offsets(uint32_t i, int64_t (&at)[N]) const {
#pragma unroll
    for (int k = 0; k < N; ++k) at[k] = 0;
#pragma unroll
    for (int step = 0; step < kMaxRank; ++step) {
      const int a = rank - 1 - step;
      if (a < 0) break;
      const uint32_t rest = divisors[a](i);
      const uint32_t index = i - rest * divisors[a].divisor;
#pragma unroll
      for (int k = 0; k < N; ++k) at[k] += index * strides[a][k];
      i = rest;
    }
  }

 private:
  bool Continues(int64_t size, const int64_t (&stride)[N]) const {
    for (int k = 0; k < N; ++k) {
      if (strides[rank - 1][k] != stride[k] * size) return false;
    }
    return true;
  }
};

// The stride of `t` along axis `a` of a shape of `rank` axes that it is
// broadcast to.
inline int64_t BroadcastStride(const DenseTensor& t, int a, int rank) {
  const int own = a - (rank - t.rank());
  return own < 0 || t.dims[own] == 1 ? 0 : t.strides[own];
}

}  // namespace paddle::phi::gpu
