#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_BINARY_KERNEL(Name, ...)                                        \
  template <typename T, typename Context>                                  \
  void Name##Kernel(const Context&, const DenseTensor& x,                  \
                    const DenseTensor& y, DenseTensor* out) {              \
    Binary<T>(x, y, out, scalar::Name());                                  \
  }

PD_BINARY_KERNEL(Add)
PD_BINARY_KERNEL(Subtract)
PD_BINARY_KERNEL(Multiply)
PD_BINARY_KERNEL(Divide)

#define PD_NUMBER_TYPES                                                    \
  uint8_t, int8_t, int16_t, int32_t, int64_t, float16, bfloat16, float,    \
      double, complex64, complex128

PD_REGISTER_KERNEL(add, CPU, ALL_LAYOUT, AddKernel, bool, PD_NUMBER_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(subtract, CPU, ALL_LAYOUT, SubtractKernel,
                   PD_NUMBER_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(multiply, CPU, ALL_LAYOUT, MultiplyKernel, bool,
                   PD_NUMBER_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(divide, CPU, ALL_LAYOUT, DivideKernel, float16, bfloat16,
                   float, double, complex64, complex128) {
  options.strided = true;
}

template <typename T, typename Context>
void ScaleKernel(const Context&, const DenseTensor& x, Scalar scale,
                 Scalar bias, bool bias_after_scale, DenseTensor* out) {
  using C = ComputeType<T>;
  const C s = scale.To<C>(), b = bias.To<C>();
  if (bias_after_scale) {
    Unary<T>(x, out, [=](C v) {
      return scalar::Add()(scalar::Multiply()(v, s), b);
    });
  } else {
    Unary<T>(x, out, [=](C v) {
      return scalar::Multiply()(scalar::Add()(v, b), s);
    });
  }
}
PD_REGISTER_KERNEL(scale, CPU, ALL_LAYOUT, ScaleKernel, PD_NUMBER_TYPES) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
