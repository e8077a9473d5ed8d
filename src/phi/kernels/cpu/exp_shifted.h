// exp of what a maximum was taken from, the heart of softmax.
#pragma once
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::PD_CPU_ISA {

// e^x for x that is not far above 0. Cheaper than scalar::ExpOf: results below
// the normal numbers become 0, which no sum with a 1 in it notices.
template <typename C>
inline __attribute__((always_inline)) C ExpShifted(C x) {
  constexpr C kLeast = sizeof(C) == 4 ? C(-87.33) : C(-708.39);
  const scalar::ExpParts<C> e(x);
  const C y = (C(1) + scalar::ExpTail(e.r)) * scalar::PowerOfTwo(e.n);
  return x < kLeast ? C(0) : y;
}

}  // namespace paddle::phi::PD_CPU_ISA
