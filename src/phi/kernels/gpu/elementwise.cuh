// The loops of elementwise kernels on a GPU. Contiguous operands of one shape
// move in packs of 16 bytes; others are read by stride (0 where broadcast).
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "phi/kernels/funcs/scalar/common.h"
#include "phi/kernels/gpu/geometry.cuh"
#include "phi/kernels/gpu/launch.cuh"

namespace paddle::phi::gpu {

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

template <typename T, int kCount>
struct alignas(sizeof(T) * kCount) Pack {
  T value[kCount];
};

// out[i] = f(in[0][i], in[1][i], ...), packs first, then the rest one by one.
template <int kCount, typename T, typename R, typename F, typename... In>
__global__ void __launch_bounds__(kBlockThreads)
    PackedLoop(R* out, int64_t n, F f, const In*... in) {
  const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  const int64_t first =
      blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  const int64_t packs = n / kCount;
  for (int64_t i = first; i < packs; i += step) {
    Pack<R, kCount> to;
    const auto apply = [&](const auto&... from) {
#pragma unroll
      for (int j = 0; j < kCount; ++j) {
        Store(&to.value[j], f(Load(&from.value[j])...));
      }
    };
    apply(Pack<T, kCount>(reinterpret_cast<const Pack<T, kCount>*>(in)[i])...);
    reinterpret_cast<Pack<R, kCount>*>(out)[i] = to;
  }
  for (int64_t i = packs * kCount + first; i < n; i += step) {
    Store(out + i, f(Load(in + i)...));
  }
}

// `out` is contiguous, so its position is the linear index. `first` begins a
// part of a shape too large for 32-bit indices.
template <typename R, typename T, typename F>
__global__ void __launch_bounds__(kBlockThreads)
    StridedLoop(R* out, uint32_t n, F f, const T* x, Geometry<1> shape) {
  const uint32_t step = gridDim.x * blockDim.x;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    int64_t at[1];
    shape.Offsets(i, at);
    Store(out + i, f(Load(x + at[0])));
  }
}
template <typename R, typename T, typename F>
__global__ void __launch_bounds__(kBlockThreads)
    StridedLoop(R* out, uint32_t n, F f, const T* x, const T* y,
                Geometry<2> shape) {
  const uint32_t step = gridDim.x * blockDim.x;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    int64_t at[2];
    shape.Offsets(i, at);
    Store(out + i, f(Load(x + at[0]), Load(y + at[1])));
  }
}

// Calls run(out_offset, offsets, shape) for parts of the output that 32-bit
// indices reach: all of it, or slices along the outermost axes.
template <int N, typename Run>
void ForEachPart(const DDim& dims, const DenseTensor* const (&in)[N],
                 Run&& run) {
  const int rank = dims.rank();
  int axis = 0;  // axes before it are walked here
  int64_t part = Product(dims);
  while (part >= int64_t{1} << 31) part /= dims[axis++];
  const int64_t parts = Product(dims) / part;
  Geometry<N> shape;
  for (int a = axis; a < rank; ++a) {
    int64_t stride[N];
    for (int k = 0; k < N; ++k) stride[k] = BroadcastStride(*in[k], a, rank);
    shape.Add(dims[a], stride);
  }
  shape.Finish();
  for (int64_t p = 0; p < parts; ++p) {
    int64_t at[N] = {}, rest = p;
    for (int a = axis - 1; a >= 0; --a) {
      const int64_t index = rest % dims[a];
      rest /= dims[a];
      for (int k = 0; k < N; ++k) {
        at[k] += index * BroadcastStride(*in[k], a, rank);
      }
    }
    run(p * part, at, shape);
  }
}

inline bool IsAligned(const void* p) {
  return reinterpret_cast<uintptr_t>(p) % 16 == 0;
}

template <typename T, typename R>
constexpr int kPackSize = 16 / std::max(sizeof(T), sizeof(R));

template <typename T, typename R = T, typename F>
void Unary(const DeviceContext& ctx, const DenseTensor& x, DenseTensor* out,
           F f) {
  const int64_t n = out->numel;
  if (n == 0) return;
  if (x.contiguous() && x.dims == out->dims && IsAligned(x.data) &&
      IsAligned(out->data)) {
    constexpr int kCount = kPackSize<T, R>;
    PackedLoop<kCount, T>
        <<<LoopBlocks(ctx, n / kCount), kBlockThreads, 0, Stream(ctx)>>>(
            out->Data<R>(), n, f, x.Data<T>());
    PD_CUDA_CHECK(cudaGetLastError());
    return;
  }
  ForEachPart<1>(out->dims, {&x},
                 [&](int64_t to, const int64_t(&at)[1], const auto& shape) {
                   StridedLoop<<<LoopBlocks(ctx, shape.numel), kBlockThreads, 0,
                                 Stream(ctx)>>>(
                       out->Data<R>() + to, static_cast<uint32_t>(shape.numel),
                       f, x.Data<T>() + at[0], shape);
                   PD_CUDA_CHECK(cudaGetLastError());
                 });
}

// The value of a number on CPU.
template <typename T>
ComputeType<T> HostNumber(const DenseTensor& t) {
  if (t.flags & kWideNumber) return static_cast<ComputeType<T>>(*WideValue(t));
  return static_cast<ComputeType<T>>(*t.Data<T>());
}

template <typename T, typename R = T, typename F>
void Binary(const DeviceContext& ctx, const DenseTensor& x,
            const DenseTensor& y, DenseTensor* out, F f) {
  using C = ComputeType<T>;
  const int64_t n = out->numel;
  if (n == 0) return;
  if (y.place == CPUPlace()) {
    const C b = HostNumber<T>(y);
    return Unary<T, R>(ctx, x, out, [f, b] __device__(C a) { return f(a, b); });
  }
  if (x.place == CPUPlace()) {
    const C a = HostNumber<T>(x);
    return Unary<T, R>(ctx, y, out, [f, a] __device__(C b) { return f(a, b); });
  }
  if (x.contiguous() && y.contiguous() && x.dims == out->dims &&
      y.dims == out->dims && IsAligned(x.data) && IsAligned(y.data) &&
      IsAligned(out->data)) {
    constexpr int kCount = kPackSize<T, R>;
    PackedLoop<kCount, T>
        <<<LoopBlocks(ctx, n / kCount), kBlockThreads, 0, Stream(ctx)>>>(
            out->Data<R>(), n, f, x.Data<T>(), y.Data<T>());
    PD_CUDA_CHECK(cudaGetLastError());
    return;
  }
  ForEachPart<2>(out->dims, {&x, &y},
                 [&](int64_t to, const int64_t(&at)[2], const auto& shape) {
                   StridedLoop<<<LoopBlocks(ctx, shape.numel), kBlockThreads, 0,
                                 Stream(ctx)>>>(
                       out->Data<R>() + to, static_cast<uint32_t>(shape.numel),
                       f, x.Data<T>() + at[0], y.Data<T>() + at[1], shape);
                   PD_CUDA_CHECK(cudaGetLastError());
                 });
}

// Every element of `out` from nothing.
template <typename T, typename F>
void Fill(const DeviceContext& ctx, DenseTensor* out, F f) {
  const int64_t n = out->numel;
  if (n == 0) return;
  constexpr int kCount = kPackSize<T, T>;
  PackedLoop<kCount, T>
      <<<LoopBlocks(ctx, n / kCount), kBlockThreads, 0, Stream(ctx)>>>(
          out->Data<T>(), n, f);
  PD_CUDA_CHECK(cudaGetLastError());
}

}  // namespace paddle::phi::gpu
