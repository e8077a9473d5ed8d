// Arithmetic on std::complex without the checks that keep it from vectors.
#pragma once
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

template <typename T>
PD_HOST_DEVICE T ComplexMultiply(T a, T b) {
  return T(a.real() * b.real() - a.imag() * b.imag(),
           a.real() * b.imag() + a.imag() * b.real());
}

// Smith's division, without branches: scaled by the larger part of `b`.
template <typename T>
PD_HOST_DEVICE T ComplexDivide(T a, T b) {
  using R = typename T::value_type;
  const R re = b.real(), im = b.imag();
  const bool wide = (re < 0 ? -re : re) >= (im < 0 ? -im : im);
  const R large = wide ? re : im, small = wide ? im : re;
  // 0 / 0 would make NaN of a division by zero, which is to be infinite.
  const R ratio = large == 0 ? R(0) : small / large;
  const R whole = large + small * ratio;
  const R x = wide ? a.real() : a.imag(), y = wide ? a.imag() : a.real();
  const R even = (x + y * ratio) / whole, odd = (y - x * ratio) / whole;
  return T(even, wide ? odd : -odd);
}

}  // namespace paddle::phi::scalar
