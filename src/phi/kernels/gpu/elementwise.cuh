// The loops of elementwise kernels on a GPU: one grid-stride loop over a
// contiguous output; inputs are read by stride (0 where broadcast).
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "backends/gpu/check.h"
#include "core/dense_tensor.h"
#include "core/device_context.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::gpu {

constexpr int kBlockThreads = 256;

inline int GridBlocks(int64_t n) {
  constexpr int64_t kMaxBlocks = 132 * 16;
  const int64_t blocks = (n + kBlockThreads - 1) / kBlockThreads;
  return static_cast<int>(blocks < kMaxBlocks ? blocks : kMaxBlocks);
}

template <typename T>
__device__ __forceinline__ ComputeType<T> Load(const T* p) {
  if constexpr (std::is_same_v<T, float16>) {
    return __half2float(*reinterpret_cast<const __half*>(p));
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return __bfloat162float(*reinterpret_cast<const __nv_bfloat16*>(p));
  } else {
    return *p;
  }
}
template <typename T, typename V>
__device__ __forceinline__ void Store(T* p, V v) {
  if constexpr (std::is_same_v<T, float16>) {
    *reinterpret_cast<__half*>(p) = __float2half_rn(v);
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    *reinterpret_cast<__nv_bfloat16*>(p) = __float2bfloat16_rn(v);
  } else {
    *p = static_cast<T>(v);
  }
}

// Position in an input of the i-th element of the output.
struct Indexer {
  int rank;
  int64_t sizes[kMaxRank];
  int64_t strides[kMaxRank];

  Indexer(const DenseTensor& t, const DDim& out) : rank(out.rank()) {
    const int lead = rank - t.rank();
    for (int a = 0; a < rank; ++a) {
      const bool fixed = a < lead || (t.dims[a - lead] == 1 && out[a] != 1);
      sizes[a] = out[a];
      strides[a] = fixed ? 0 : t.strides[a - lead];
    }
  }
  __device__ __forceinline__ int64_t operator()(int64_t i) const {
    int64_t at = 0;
    for (int a = rank - 1; a >= 0; --a) {
      at += i % sizes[a] * strides[a];
      i /= sizes[a];
    }
    return at;
  }
};
struct Identity {
  __device__ __forceinline__ int64_t operator()(int64_t i) const { return i; }
};

template <typename T, typename R, typename X, typename F>
__global__ void __launch_bounds__(kBlockThreads)
    UnaryLoop(const T* x, X at_x, R* out, int64_t n, F f) {
  const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
       i < n; i += step) {
    Store(out + i, f(Load(x + at_x(i))));
  }
}
template <typename T, typename R, typename X, typename Y, typename F>
__global__ void __launch_bounds__(kBlockThreads)
    BinaryLoop(const T* x, X at_x, const T* y, Y at_y, R* out, int64_t n, F f) {
  const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
       i < n; i += step) {
    Store(out + i, f(Load(x + at_x(i)), Load(y + at_y(i))));
  }
}

template <typename T, typename R = T, typename F>
void Unary(const DeviceContext& ctx, const DenseTensor& x, DenseTensor* out,
           F f) {
  const int64_t n = out->numel;
  if (n == 0) return;
  auto stream = static_cast<cudaStream_t>(ctx.stream());
  if (x.contiguous() && x.dims == out->dims) {
    UnaryLoop<<<GridBlocks(n), kBlockThreads, 0, stream>>>(
        x.Data<T>(), Identity(), out->Data<R>(), n, f);
  } else {
    UnaryLoop<<<GridBlocks(n), kBlockThreads, 0, stream>>>(
        x.Data<T>(), Indexer(x, out->dims), out->Data<R>(), n, f);
  }
  PD_CUDA_CHECK(cudaGetLastError());
}

template <typename T, typename R = T, typename F>
void Binary(const DeviceContext& ctx, const DenseTensor& x,
            const DenseTensor& y, DenseTensor* out, F f) {
  const int64_t n = out->numel;
  if (n == 0) return;
  auto stream = static_cast<cudaStream_t>(ctx.stream());
  const bool plain = x.contiguous() && y.contiguous() && x.dims == out->dims &&
                     y.dims == out->dims;
  if (plain) {
    BinaryLoop<<<GridBlocks(n), kBlockThreads, 0, stream>>>(
        x.Data<T>(), Identity(), y.Data<T>(), Identity(), out->Data<R>(), n, f);
  } else {
    BinaryLoop<<<GridBlocks(n), kBlockThreads, 0, stream>>>(
        x.Data<T>(), Indexer(x, out->dims), y.Data<T>(), Indexer(y, out->dims),
        out->Data<R>(), n, f);
  }
  PD_CUDA_CHECK(cudaGetLastError());
}

}  // namespace paddle::phi::gpu
