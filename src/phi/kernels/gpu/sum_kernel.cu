// sum over any axes: one block per output element, a shuffle tree inside.
#include "phi/kernel_registry.h"
#include "phi/kernels/gpu/elementwise.cuh"

namespace paddle::phi::gpu {
namespace {

template <typename A>
__device__ __forceinline__ A WarpSum(A v) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) {
    v += __shfl_down_sync(0xffffffffu, v, offset);
  }
  return v;
}
template <typename A>
__device__ __forceinline__ A BlockSum(A v) {  // valid in thread 0
  __shared__ A partial[kBlockThreads / 32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = WarpSum(v);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < kBlockThreads / 32 ? partial[lane] : A(0);
  return warp == 0 ? WarpSum(v) : v;
}

// `kept` and `reduced` step over the axes of x; strides count elements.
template <typename T, typename R, typename A>
__global__ void __launch_bounds__(kBlockThreads)
    SumLoop(const T* x, Indexer kept, Indexer reduced, int64_t num_reduced,
            R* out) {
  const T* row = x + kept(blockIdx.x);
  A sum = 0;
  for (int64_t i = threadIdx.x; i < num_reduced; i += kBlockThreads) {
    sum += static_cast<A>(Load(row + reduced(i)));
  }
  sum = BlockSum(sum);
  if (threadIdx.x == 0) {
    Store(out + blockIdx.x, static_cast<ComputeType<R>>(sum));
  }
}

// Takes over the axes of x whose bit in `mask` equals `wanted`.
void Select(const DenseTensor& x, uint32_t mask, bool wanted,
            DenseTensor* part) {
  for (int a = 0; a < x.rank(); ++a) {
    if ((mask >> a & 1) != wanted) continue;
    part->strides[part->rank()] = x.strides[a];
    part->dims.push_back(x.dims[a]);
  }
}

}  // namespace

template <typename T, typename Context>
void SumKernel(const Context& ctx, const DenseTensor& x, IntArray axis,
               DataType, bool, DenseTensor* out) {
  if (out->numel == 0) return;
  const uint32_t mask = AxisMask(axis, x.rank(), "sum");
  DenseTensor kept, reduced;
  Select(x, mask, false, &kept);
  Select(x, mask, true, &reduced);
  PADDLE_ENFORCE(out->numel <= INT32_MAX,
                 errors::Unimplemented("sum: more than 2^31 results on GPU."));
  auto run = [&]<typename R>(R) {
    using A = std::conditional_t<
        std::is_integral_v<R>, int64_t,
        std::conditional_t<std::is_same_v<R, double>, double, float>>;
    SumLoop<T, R, A><<<static_cast<int>(out->numel), kBlockThreads, 0,
                       static_cast<cudaStream_t>(ctx.stream())>>>(
        x.Data<T>(), Indexer(kept, kept.dims), Indexer(reduced, reduced.dims),
        Product(reduced.dims), out->Data<R>());
    PD_CUDA_CHECK(cudaGetLastError());
  };
  if (out->dtype == DataType::kInt64) return run(int64_t{});
  PADDLE_ENFORCE(out->dtype == x.dtype,
                 errors::Unimplemented("sum: this dtype on GPU.")
                     .Received(Name(out->dtype)));
  run(T{});
}
PD_REGISTER_KERNEL(sum, GPU, ALL_LAYOUT, SumKernel, int32_t, int64_t, float16,
                   bfloat16, float, double) {
  options.strided = true;
}

}  // namespace paddle::phi::gpu
