#include "phi/kernels/funcs/scalar/gamma.h"

#include <cmath>

#include "phi/kernels/cpu/in_double.h"

namespace paddle::phi::PD_CPU_ISA {

PD_REGISTER_IN_DOUBLE(bessel_i, "TiO", scalar::BesselI);
PD_REGISTER_IN_DOUBLE(bessel_ie, "TiO", scalar::BesselIe);
PD_REGISTER_ELEMENTWISE(gammainc, "TTO", scalar::Gammainc, PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(gammaincc, "TTO", scalar::Gammaincc, PD_FLOAT_TYPES);

namespace {

template <typename T, typename Context>
void FrexpKernel(const Context&, const DenseTensor& x, DenseTensor* mantissa,
                 DenseTensor* exponent) {
  using C = ComputeType<T>;
  const T* from = x.Data<T>();
  T *m = mantissa->Data<T>(), *e = exponent->Data<T>();
  ParallelFor(x.numel, 16384, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const C v = static_cast<C>(from[i]);
      int power = 0;
      m[i] = T(std::isfinite(v) ? std::frexp(v, &power) : v);
      e[i] = T(static_cast<C>(power));
    }
  });
}
PD_REGISTER_KERNEL(frexp, CPU, ALL_LAYOUT, FrexpKernel, PD_FLOAT_TYPES) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
