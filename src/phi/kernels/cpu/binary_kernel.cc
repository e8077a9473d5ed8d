// Elementwise functions of two or three tensors, and bounds.
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/scalar/arithmetic.h"
#include "phi/kernels/funcs/scalar/trigonometric.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_REAL_TYPES PD_INT_TYPES, PD_FLOAT_TYPES
PD_REGISTER_ELEMENTWISE(maximum, "TTO", scalar::Maximum, bool, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(minimum, "TTO", scalar::Minimum, bool, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(fmax, "TTO", scalar::Fmax, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(fmin, "TTO", scalar::Fmin, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(copysign, "TTO", scalar::Copysign, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(heaviside, "TTO", scalar::Heaviside, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(gcd, "TTO", scalar::Gcd, PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(clip, "TSSO", scalar::Clip, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(atan2, "TTO", scalar::Atan2, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(hypot, "TTO", scalar::Hypot, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(nextafter, "TTO", scalar::Nextafter, float, double);
PD_REGISTER_ELEMENTWISE(logaddexp, "TTO", scalar::Logaddexp, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(lerp, "TTTO", scalar::Lerp, PD_FLOAT_TYPES);

namespace {

// Integers between bounds that are not become floats.
template <typename C>
void ClipIntegers(const DeviceContext& context, const Args& args, Outs& outs) {
  const DataType type = outs[0]->dtype;
  if (type == args.slot[0].tensor->dtype) {
    return ElementwiseKernel<scalar::Clip, C, C>::Run(context, args, outs);
  }
  if (type == DataType::kFloat64) {
    return ElementwiseKernel<scalar::Clip, double, double>::Run(context, args,
                                                                outs);
  }
  ElementwiseKernel<scalar::Clip, float, float>::Run(context, args, outs);
}
template <typename... C>
constexpr std::array<KernelKey, sizeof...(C)> ClipKeys() {
  return {KernelKey{DataTypeOf<C>(), &ClipIntegers<C>, "TSSO"}...};
}
PD_REGISTER_KEYS_AS(clip_integers, clip, ClipKeys<PD_INT_TYPES>());

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
