#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "phi/kernel_registry.h"
#include "phi/kernels/gpu/elementwise.cuh"

namespace paddle::phi::gpu {

#define PD_BINARY_KERNEL(Name)                                 \
  template <typename T, typename Context>                      \
  void Name##Kernel(const Context& ctx, const DenseTensor& x,  \
                    const DenseTensor& y, DenseTensor* out) {  \
    Binary<T>(ctx, x, y, out, scalar::Name<ComputeType<T>>()); \
  }
PD_BINARY_KERNEL(Add)
PD_BINARY_KERNEL(Subtract)
PD_BINARY_KERNEL(Multiply)
PD_BINARY_KERNEL(Divide)

PD_REGISTER_KERNEL(add, GPU, ALL_LAYOUT, AddKernel, int32_t, int64_t, float16,
                   bfloat16, float, double) {
  options.strided = true;
}
PD_REGISTER_KERNEL(subtract, GPU, ALL_LAYOUT, SubtractKernel, int32_t, int64_t,
                   float16, bfloat16, float, double) {
  options.strided = true;
}
PD_REGISTER_KERNEL(multiply, GPU, ALL_LAYOUT, MultiplyKernel, int32_t, int64_t,
                   float16, bfloat16, float, double) {
  options.strided = true;
}
PD_REGISTER_KERNEL(divide, GPU, ALL_LAYOUT, DivideKernel, float16, bfloat16,
                   float, double) {
  options.strided = true;
}

template <typename T, typename Context>
void AssignKernel(const Context& ctx, const DenseTensor& x, DenseTensor* out) {
  Unary<T>(ctx, x, out, [] __device__(ComputeType<T> v) { return v; });
}
PD_REGISTER_KERNEL(assign, GPU, ALL_LAYOUT, AssignKernel, bool, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {
  options.strided = true;
}

template <typename T, typename Context>
void FullKernel(const Context& ctx, IntArray, Scalar value, DataType,
                DenseTensor* out) {
  const auto v = value.To<ComputeType<T>>();
  Unary<T>(ctx, *out, out, [v] __device__(ComputeType<T>) { return v; });
}
PD_REGISTER_KERNEL(full, GPU, ALL_LAYOUT, FullKernel, bool, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {}

}  // namespace paddle::phi::gpu
