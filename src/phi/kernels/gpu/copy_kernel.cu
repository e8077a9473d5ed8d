// Copies: assign, full, cast, and copy_into, whose target has strides too.
#include "phi/kernel_registry.h"
#include "phi/kernels/gpu/elementwise.cuh"

namespace paddle::phi::gpu {
namespace {

// Elements as plain bits.
template <int kBytes>
struct alignas(kBytes) Bits {
  uint8_t byte[kBytes];
};

template <typename T>
__global__ void __launch_bounds__(kBlockThreads)
    CopyLoop(T* to, const T* from, uint32_t n, Geometry<2> shape) {
  const uint32_t step = gridDim.x * blockDim.x;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    int64_t at[2];
    shape.Offsets(i, at);
    to[at[0]] = from[at[1]];
  }
}

template <int kBytes>
void CopyBits(const DeviceContext& ctx, const DenseTensor& from,
              const DenseTensor& to) {
  using T = Bits<kBytes>;
  ForEachPart<2>(to.dims, {&to, &from},
                 [&](int64_t, const int64_t(&at)[2], const auto& shape) {
                   CopyLoop<<<LoopBlocks(ctx, shape.numel), kBlockThreads, 0,
                              Stream(ctx)>>>(
                       to.Data<T>() + at[0], from.Data<T>() + at[1],
                       static_cast<uint32_t>(shape.numel), shape);
                   PD_CUDA_CHECK(cudaGetLastError());
                 });
}

void Copy(const DeviceContext& ctx, const DenseTensor& from,
          const DenseTensor& to) {
  if (to.numel == 0) return;
  if (from.contiguous() && to.contiguous() && from.dims == to.dims) {
    PD_CUDA_CHECK(cudaMemcpyAsync(to.data, from.data, to.bytes(),
                                  cudaMemcpyDeviceToDevice, Stream(ctx)));
    return;
  }
  switch (SizeOf(to.dtype)) {
    case 1: return CopyBits<1>(ctx, from, to);
    case 2: return CopyBits<2>(ctx, from, to);
    case 4: return CopyBits<4>(ctx, from, to);
    case 8: return CopyBits<8>(ctx, from, to);
    default: return CopyBits<16>(ctx, from, to);
  }
}

void AssignKernel(const DeviceContext& ctx, const DenseTensor& x,
                  DenseTensor* out) {
  Copy(ctx, x, *out);
}
PD_REGISTER_ANY_TYPE_KERNEL(assign, GPU, AssignKernel) {
  options.strided = true;
}

void CopyIntoKernel(const DeviceContext& ctx, const DenseTensor& to,
                    const DenseTensor& value, DenseTensor*) {
  if (value.storage != to.storage) return Copy(ctx, value, to);
  // The value may lie where it is written to: a copy goes between.
  const Var apart = EmptyTensor(value.dims, value.dtype, ctx.place());
  Copy(ctx, value, *apart);
  Copy(ctx, *apart, to);
}
PD_REGISTER_ANY_TYPE_KERNEL(copy_into, GPU, CopyIntoKernel) {
  options.strided = true;
}

template <typename R>
struct Convert {
  template <typename T>
  __device__ __forceinline__ R operator()(T v) const {
    return static_cast<R>(v);
  }
};

}  // namespace

template <typename T, typename Context>
void FullKernel(const Context& ctx, IntArray, Scalar value, DataType,
                DenseTensor* out) {
  const auto v = value.To<ComputeType<T>>();
  Fill<T>(ctx, out, [v] __device__() { return v; });
}
PD_REGISTER_KERNEL(full, GPU, ALL_LAYOUT, FullKernel, bool, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {}

template <typename T, typename Context>
void CastKernel(const Context& ctx, const DenseTensor& x, DataType,
                DenseTensor* out) {
  const auto to = [&]<typename R>(R) {
    Unary<T, R>(ctx, x, out, Convert<ComputeType<R>>());
  };
  switch (out->dtype) {
    case DataType::kBool: return to(bool{});
    case DataType::kInt32: return to(int32_t{});
    case DataType::kInt64: return to(int64_t{});
    case DataType::kFloat16: return to(float16{});
    case DataType::kBFloat16: return to(bfloat16{});
    case DataType::kFloat32: return to(float{});
    case DataType::kFloat64: return to(double{});
    default:
      PADDLE_THROW(errors::Unimplemented("cast: this dtype on GPU.")
                       .Received(Name(out->dtype)));
  }
}
PD_REGISTER_KERNEL(cast, GPU, ALL_LAYOUT, CastKernel, bool, int32_t, int64_t,
                   float16, bfloat16, float, double) {
  options.strided = true;
}

}  // namespace paddle::phi::gpu
