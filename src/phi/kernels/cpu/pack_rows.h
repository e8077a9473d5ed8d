// Loops over rows of numbers by packs.
#pragma once
#include <algorithm>

#include "phi/kernels/cpu/pack.h"
#include "phi/kernels/cpu/reduce_ops.h"
#include "phi/kernels/cpu/stream.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
PD_INLINE Pack<C> LoadUpTo(const C* p, int64_t n) {
  return n == Pack<C>::kLanes ? Pack<C>::Load(p) : Pack<C>::LoadPart(p, n);
}

// f(i, m) for packs of n elements: m lanes from element i on.
template <typename C, typename F>
PD_INLINE void ForPacks(int64_t n, F&& f) {
  constexpr int64_t kLanes = Pack<C>::kLanes;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) f(i, kLanes);
  if (i < n) f(i, n - i);
}

template <typename C>
PD_INLINE C SumOfLanes(Pack<C> a) {
  return FoldLanes<Sum<C, C>>(a.v);
}

// The sum of what f(pack of x, first element) gives; lanes beyond the end hold
// `beyond`, for which it has to give 0. f(p, i, n) sees the n first lanes.
template <typename C, typename F>
PD_INLINE double SumOfRow(const C* x, int64_t n, C beyond, F&& f) {
  using P = Pack<C>;
  constexpr int64_t kLanes = P::kLanes, kBlock = 64 * kLanes;
  double sum = 0;
  int64_t i = 0;
  while (i + kLanes <= n) {  // few are added in C
    const int64_t end = std::min(n, i + kBlock) - kLanes;
    P a(C(0)), b(C(0));
    for (; i + kLanes <= end; i += 2 * kLanes) {
      a = a + f(P::Load(x + i), i, kLanes);
      b = b + f(P::Load(x + i + kLanes), i + kLanes, kLanes);
    }
    for (; i <= end; i += kLanes) a = a + f(P::Load(x + i), i, kLanes);
    sum += SumOfLanes(a + b);
  }
  if (i < n) {
    sum += SumOfLanes(f(P::LoadPart(x + i, n - i, beyond), i, n - i));
  }
  return sum;
}

// out[i] = f(pack of x, i)
template <typename C, typename F>
PD_INLINE void MapRow(const C* x, int64_t n, C* out, F&& f) {
  using P = Pack<C>;
  int64_t i = 0;
  for (; i + P::kLanes <= n; i += P::kLanes)
    f(P::Load(x + i), i).Store(out + i);
  if (i < n) f(P::LoadPart(x + i, n - i), i).StorePart(out + i, n - i);
}

// The same past the caches: see stream.h.
template <typename C, typename F>
PD_INLINE void StreamRow(const C* x, int64_t n, C* out, F&& f) {
  using P = Pack<C>;
  const int64_t head = (-reinterpret_cast<intptr_t>(out) & (kVecBytes - 1)) /
                       static_cast<int64_t>(sizeof(C));
  int64_t i = std::min(n, head);
  if (i > 0) f(P::LoadPart(x, i), 0).StorePart(out, i);
  for (; i + P::kLanes <= n; i += P::kLanes)
    StreamVec(f(P::Load(x + i), i).v, out + i);
  if (i < n) f(P::LoadPart(x + i, n - i), i).StorePart(out + i, n - i);
}

}  // namespace paddle::phi::PD_CPU_ISA
