// Exponentials over rows, which softmax and its kin share.
#pragma once
#include "phi/kernels/cpu/pack_rows.h"
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::PD_CPU_ISA {

// A NaN may be passed over.
template <typename C>
PD_INLINE C MaxOfLanes(Pack<C> a) {
  struct Larger {
    static PD_INLINE Vec<C> Fold(const Vec<C>& a, const Vec<C>& b) {
      return MaxOf(Pack<C>(a), Pack<C>(b)).v;
    }
  };
  return FoldLanes<Larger>(a.v);
}

// The largest of n elements. A NaN may be passed over: sums see it.
template <typename C>
PD_INLINE C MaxOfRow(const C* x, int64_t n) {
  using P = Pack<C>;
  constexpr int64_t kLanes = P::kLanes;
  const C least = Max<C>::Init();
  if (n < kLanes) return MaxOfLanes(P::LoadPart(x, n, least));
  P a = P::Load(x), b = a, c = a, d = a;
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) {
    a = MaxOf(a, P::Load(x + i));
    b = MaxOf(b, P::Load(x + i + kLanes));
    c = MaxOf(c, P::Load(x + i + 2 * kLanes));
    d = MaxOf(d, P::Load(x + i + 3 * kLanes));
  }
  a = MaxOf(MaxOf(a, b), MaxOf(c, d));
  for (; i + kLanes <= n; i += kLanes) a = MaxOf(a, P::Load(x + i));
  return MaxOfLanes(MaxOf(a, P::Load(x + n - kLanes)));
}

// e^x for x that is not far above 0, with 0 for results below the normal
// numbers, at which the processor would stumble; no sum with a 1 in it notices.
template <typename C>
PD_INLINE Pack<C> ExpShifted(Pack<C> x) {
  const Pack<C> least(sizeof(C) == 4 ? C(-87.33) : C(-708.39));
  return Select(x < least, Pack<C>(C(0)), scalar::ExpWithinRange(x));
}

// sum(exp(x - shift)); with `to`, the terms are kept there.
template <bool kKeep, typename C>
PD_INLINE double ExpSumOfRow(const C* x, int64_t n, C shift, C* to) {
  using P = Pack<C>;
  const P s(shift);
  return SumOfRow(x, n, -scalar::kInf<C>, [&](P p, int64_t i, int64_t m) {
    __builtin_prefetch(x + n + i);  // the next row
    const P e = ExpShifted(p - s);
    if constexpr (kKeep) e.StoreUpTo(to + i, m);
    return e;
  });
}

}  // namespace paddle::phi::PD_CPU_ISA
