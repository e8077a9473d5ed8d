// Arithmetic, roots, exponentials and the commonest activations.
#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "phi/kernel_registry.h"
#include "phi/kernels/funcs/scalar/activation.h"
#include "phi/kernels/funcs/scalar/exponential.h"
#include "phi/kernels/funcs/scalar/rounding.h"
#include "phi/kernels/gpu/elementwise.cuh"

namespace paddle::phi::gpu {

// The kernel of `op` for the given types, from the scalar function `Name`.
#define PD_REGISTER_STRIDED(op, Name, ...)                             \
  PD_REGISTER_KERNEL(op, GPU, ALL_LAYOUT, Name##Kernel, __VA_ARGS__) { \
    options.strided = true;                                            \
  }
#define PD_REGISTER_BINARY(op, Name, ...)                      \
  template <typename T, typename Context>                      \
  void Name##Kernel(const Context& ctx, const DenseTensor& x,  \
                    const DenseTensor& y, DenseTensor* out) {  \
    Binary<T>(ctx, x, y, out, scalar::Name<ComputeType<T>>()); \
  }                                                            \
  PD_REGISTER_STRIDED(op, Name, __VA_ARGS__)
#define PD_REGISTER_UNARY(op, Name, ...)                      \
  template <typename T, typename Context>                     \
  void Name##Kernel(const Context& ctx, const DenseTensor& x, \
                    DenseTensor* out) {                       \
    Unary<T>(ctx, x, out, scalar::Name<ComputeType<T>>());    \
  }                                                           \
  PD_REGISTER_STRIDED(op, Name, __VA_ARGS__)
#define PD_FLOATS float16, bfloat16, float, double

PD_REGISTER_BINARY(add, Add, int32_t, int64_t, PD_FLOATS)
PD_REGISTER_BINARY(subtract, Subtract, int32_t, int64_t, PD_FLOATS)
PD_REGISTER_BINARY(multiply, Multiply, int32_t, int64_t, PD_FLOATS)
PD_REGISTER_BINARY(divide, Divide, PD_FLOATS)
PD_REGISTER_BINARY(tanh_grad, TanhGrad, PD_FLOATS)
PD_REGISTER_BINARY(sigmoid_grad, SigmoidGrad, PD_FLOATS)
PD_REGISTER_BINARY(relu_grad, ReluGrad, PD_FLOATS)

PD_REGISTER_UNARY(neg, Neg, PD_FLOATS)
PD_REGISTER_UNARY(abs, Abs, PD_FLOATS)
PD_REGISTER_UNARY(square, Square, PD_FLOATS)
PD_REGISTER_UNARY(sqrt, Sqrt, PD_FLOATS)
PD_REGISTER_UNARY(rsqrt, Rsqrt, PD_FLOATS)
PD_REGISTER_UNARY(reciprocal, Reciprocal, PD_FLOATS)
PD_REGISTER_UNARY(exp, Exp, PD_FLOATS)
PD_REGISTER_UNARY(log, Log, PD_FLOATS)
PD_REGISTER_UNARY(tanh, Tanh, PD_FLOATS)
PD_REGISTER_UNARY(sigmoid, Sigmoid, PD_FLOATS)
PD_REGISTER_UNARY(relu, Relu, PD_FLOATS)

}  // namespace paddle::phi::gpu
