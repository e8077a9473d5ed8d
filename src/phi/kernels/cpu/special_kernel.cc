#include "phi/kernels/funcs/scalar/special.h"

#include "phi/kernels/cpu/in_double.h"
#include "phi/kernels/funcs/scalar/rounding.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Cube {
  T operator()(T x) const { return x * x * x; }
};

template <template <typename> class F, typename C>
void RunUnary(const DenseTensor* x, DenseTensor* out) {
  const F<C> f;
  RunElementwise(LoopOf<F<C>, C, C>::kLoop, &x, out, &f);
}

// A single exponent is usually a small number with a road of its own.
template <typename C>
void FloatPow(const DeviceContext& context, const Args& args, Outs& outs) {
  const DenseTensor* x = args.slot[0].tensor;
  const DenseTensor* y = args.slot[1].tensor;
  if (y->numel == 1 && x->numel == outs[0]->numel) {
    double exponent;
    ConversionOf(y->dtype, DataType::kFloat64).Run(y->data, &exponent, 1);
    if (y->dtype == DataType::kFloat64) exponent = *y->Data<double>();
    if (exponent == 2) return RunUnary<scalar::Square, C>(x, outs[0]);
    if (exponent == 3) return RunUnary<Cube, C>(x, outs[0]);
    if (exponent == -1) return RunUnary<scalar::Reciprocal, C>(x, outs[0]);
  }
  ElementwiseKernel<scalar::Pow, C, C, C>::Run(context, args, outs);
}

constexpr KernelKey kFloatPow[] = {
    {DataType::kFloat16, &FloatPow<float>, "TTO"},
    {DataType::kBFloat16, &FloatPow<float>, "TTO"},
    {DataType::kFloat32, &FloatPow<float>, "TTO"},
    {DataType::kFloat64, &FloatPow<double>, "TTO"}};
PD_REGISTER_KEYS_AS(pow_float, pow, std::to_array(kFloatPow));

}  // namespace

PD_REGISTER_ELEMENTWISE(pow, "TTO", scalar::Pow, PD_INT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(erf, "TO", scalar::Erf, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(erfinv, "TO", scalar::Erfinv, PD_FLOAT_TYPES);
PD_REGISTER_IN_DOUBLE(digamma, "TO", scalar::Digamma);
PD_REGISTER_IN_DOUBLE(polygamma, "TiO", scalar::Polygamma);
PD_REGISTER_IN_DOUBLE_AS(lgamma_float, lgamma, "TO", scalar::FloatLgamma,
                         float16, bfloat16, float);
PD_REGISTER_ELEMENTWISE(lgamma, "TO", scalar::Lgamma, double);

}  // namespace paddle::phi::PD_CPU_ISA
