// Arithmetic, roots, exponentials and the commonest activations.
#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "phi/kernel_registry.h"
#include "phi/kernels/funcs/scalar/activation.h"
#include "phi/kernels/funcs/scalar/exponential.h"
#include "phi/kernels/funcs/scalar/rounding.h"
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

#define PD_UNARY_KERNEL(Name)                                 \
  template <typename T, typename Context>                     \
  void Name##Kernel(const Context& ctx, const DenseTensor& x, \
                    DenseTensor* out) {                       \
    Unary<T>(ctx, x, out, scalar::Name<ComputeType<T>>());    \
  }
#define PD_REGISTER_UNARY(op, Name)                                        \
  PD_UNARY_KERNEL(Name)                                                    \
  PD_REGISTER_KERNEL(op, GPU, ALL_LAYOUT, Name##Kernel, float16, bfloat16, \
                     float, double) {                                      \
    options.strided = true;                                                \
  }
PD_REGISTER_UNARY(neg, Neg)
PD_REGISTER_UNARY(abs, Abs)
PD_REGISTER_UNARY(square, Square)
PD_REGISTER_UNARY(sqrt, Sqrt)
PD_REGISTER_UNARY(rsqrt, Rsqrt)
PD_REGISTER_UNARY(reciprocal, Reciprocal)
PD_REGISTER_UNARY(exp, Exp)
PD_REGISTER_UNARY(log, Log)
PD_REGISTER_UNARY(tanh, Tanh)
PD_REGISTER_UNARY(sigmoid, Sigmoid)
PD_REGISTER_UNARY(relu, Relu)

#define PD_REGISTER_BINARY_GRAD(op, Name)                                  \
  PD_BINARY_KERNEL(Name)                                                   \
  PD_REGISTER_KERNEL(op, GPU, ALL_LAYOUT, Name##Kernel, float16, bfloat16, \
                     float, double) {                                      \
    options.strided = true;                                                \
  }
PD_REGISTER_BINARY_GRAD(tanh_grad, TanhGrad)
PD_REGISTER_BINARY_GRAD(sigmoid_grad, SigmoidGrad)
PD_REGISTER_BINARY_GRAD(relu_grad, ReluGrad)

}  // namespace paddle::phi::gpu
