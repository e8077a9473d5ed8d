// The stages of a Fourier transform over registers: each lane is a line of its
// own, so that no element ever changes its lane. They work in place; who reads
// the result finds frequency k at plan.order[k].
#pragma once
#include <algorithm>

#include "phi/kernels/cpu/vector.h"
#include "phi/kernels/funcs/fft_plan.h"

namespace paddle::phi::PD_CPU_ISA {

// One complex number in each lane.
template <typename T>
struct ComplexVec {
  Vec<T> r, i;
  friend PD_INLINE ComplexVec operator+(ComplexVec a, ComplexVec b) {
    return {a.r + b.r, a.i + b.i};
  }
  friend PD_INLINE ComplexVec operator-(ComplexVec a, ComplexVec b) {
    return {a.r - b.r, a.i - b.i};
  }
  // By a number that all lanes share.
  PD_INLINE ComplexVec Times(T c, T s) const {
    return {r * c - i * s, r * s + i * c};
  }
  PD_INLINE ComplexVec Times(const T* root) const {
    return Times(root[0], root[1]);
  }
  PD_INLINE ComplexVec TimesMinusI() const { return {i, -r}; }
  PD_INLINE ComplexVec Conj() const { return {r, -i}; }
};

template <typename T>
PD_INLINE void Butterfly2(ComplexVec<T>& a, ComplexVec<T>& b) {
  const ComplexVec<T> t = a - b;
  a = a + b;
  b = t;
}

// The transforms of v[0 .. kRadix) in place.
template <typename T>
PD_INLINE void Butterfly4(ComplexVec<T>* v) {
  Butterfly2(v[0], v[2]);
  Butterfly2(v[1], v[3]);
  v[3] = v[3].TimesMinusI();
  Butterfly2(v[0], v[1]);
  Butterfly2(v[2], v[3]);
  std::swap(v[1], v[2]);
}

template <typename T>
PD_INLINE void Butterfly8(ComplexVec<T>* v) {
  constexpr T kHalf = T(0.70710678118654752440);
  ComplexVec<T> even[4] = {v[0], v[2], v[4], v[6]};
  ComplexVec<T> odd[4] = {v[1], v[3], v[5], v[7]};
  Butterfly4(even);
  Butterfly4(odd);
  odd[1] = {(odd[1].r + odd[1].i) * kHalf, (odd[1].i - odd[1].r) * kHalf};
  odd[2] = odd[2].TimesMinusI();
  odd[3] = {(odd[3].i - odd[3].r) * kHalf, (odd[3].r + odd[3].i) * -kHalf};
  for (int k = 0; k < 4; ++k) {
    v[k] = even[k] + odd[k];
    v[k + 4] = even[k] - odd[k];
  }
}

// An odd radix, from sums and differences of opposite elements; `circle` are
// the roots of unity of the radix.
template <int kRadix, typename T>
PD_INLINE void ButterflyOdd(ComplexVec<T>* v, const T* circle) {
  constexpr int kHalf = kRadix / 2;
  ComplexVec<T> sum[kHalf], difference[kHalf], first = v[0];
#pragma GCC unroll 8
  for (int j = 0; j < kHalf; ++j) {
    sum[j] = v[j + 1] + v[kRadix - 1 - j];
    difference[j] = v[j + 1] - v[kRadix - 1 - j];
    v[0] = v[0] + sum[j];
  }
#pragma GCC unroll 8
  for (int k = 1; k <= kHalf; ++k) {
    ComplexVec<T> even = first, odd{};
#pragma GCC unroll 8
    for (int j = 0; j < kHalf; ++j) {
      const T* root = circle + 2 * (k * (j + 1) % kRadix);
      even.r += sum[j].r * root[0];
      even.i += sum[j].i * root[0];
      odd.r -= difference[j].i * root[1];
      odd.i += difference[j].r * root[1];
    }
    v[k] = even + odd;
    v[kRadix - k] = even - odd;
  }
}

template <int kRadix, typename T>
PD_INLINE void Butterfly(ComplexVec<T>* v, const T* circle) {
  if constexpr (kRadix == 2) {
    Butterfly2(v[0], v[1]);
  } else if constexpr (kRadix == 4) {
    Butterfly4(v);
  } else if constexpr (kRadix == 8) {
    Butterfly8(v);
  } else {
    ButterflyOdd<kRadix>(v, circle);
  }
}

template <int kRadix, typename T>
void RunStage(const typename FftPlan<T>::Stage& stage, ComplexVec<T>* x) {
  const int64_t inner = stage.inner, done = stage.done;
  const T* circle = stage.circle.data();
  for (int64_t d = 0; d < done; ++d, x += kRadix * inner) {
    const T* roots = stage.roots.data();
    for (int64_t k = 0; k < inner; ++k, roots += 2 * (kRadix - 1)) {
      ComplexVec<T> v[kRadix];
#pragma GCC unroll 16
      for (int j = 0; j < kRadix; ++j) v[j] = x[k + j * inner];
      Butterfly<kRadix>(v, circle);
      x[k] = v[0];
#pragma GCC unroll 16
      for (int j = 1; j < kRadix; ++j) {
        x[k + j * inner] = v[j].Times(roots + 2 * (j - 1));
      }
    }
  }
}

// The last stage multiplies by 1 only.
template <int kRadix, typename T>
void RunLastStage(const typename FftPlan<T>::Stage& stage, ComplexVec<T>* x) {
  const T* circle = stage.circle.data();
  for (int64_t d = 0; d < stage.done; ++d, x += kRadix) {
    ComplexVec<T> v[kRadix];
#pragma GCC unroll 16
    for (int j = 0; j < kRadix; ++j) v[j] = x[j];
    Butterfly<kRadix>(v, circle);
#pragma GCC unroll 16
    for (int j = 0; j < kRadix; ++j) x[j] = v[j];
  }
}

// A radix that is only known at run time.
template <typename T>
void RunAnyStage(const typename FftPlan<T>::Stage& stage, ComplexVec<T>* x) {
  const int radix = stage.radix;
  const int64_t inner = stage.inner;
  ComplexVec<T> v[kLargestRadix];
  for (int64_t at = 0; at < stage.done * inner; ++at) {
    const int64_t k = at % inner;
    ComplexVec<T>* to = x + at / inner * radix * inner + k;
    const T* roots = stage.roots.data() + 2 * (radix - 1) * k;
    for (int j = 0; j < radix; ++j) v[j] = to[j * inner];
    for (int m = 0; m <= radix / 2; ++m) {
      ComplexVec<T> even = v[0], odd{};
      for (int j = 1, i = m; j <= radix / 2; ++j, i = (i + m) % radix) {
        const T* root = stage.circle.data() + 2 * i;
        const ComplexVec<T> a = v[j], b = v[radix - j];
        even.r += (a.r + b.r) * root[0];
        even.i += (a.i + b.i) * root[0];
        odd.r -= (a.i - b.i) * root[1];
        odd.i += (a.r - b.r) * root[1];
      }
      if (m == 0) {
        to[0] = even;
        continue;
      }
      const int other = radix - m;
      to[m * inner] = (even + odd).Times(roots + 2 * (m - 1));
      to[other * inner] = (even - odd).Times(roots + 2 * (other - 1));
    }
  }
}

template <typename T>
void RunStageOf(const typename FftPlan<T>::Stage& stage, ComplexVec<T>* x) {
#define PD_RADIX(r)                                 \
  case r:                                           \
    stage.inner == 1 ? RunLastStage<r, T>(stage, x) \
                     : RunStage<r, T>(stage, x);    \
    break
  switch (stage.radix) {
    PD_RADIX(2);
    PD_RADIX(3);
    PD_RADIX(4);
    PD_RADIX(5);
    PD_RADIX(7);
    PD_RADIX(8);
    default: RunAnyStage<T>(stage, x);
  }
#undef PD_RADIX
}

// How many numbers each of the two buffers of RunPlan must hold.
template <typename T>
int64_t BufferSize(const FftPlan<T>& plan) {
  return plan.convolution ? plan.convolution->n : plan.n;
}

// The transforms of x[0 .. n), in plan.order. `y` is scratch memory.
template <typename T>
void RunPlan(const FftPlan<T>& plan, ComplexVec<T>* x, ComplexVec<T>* y) {
  for (const auto& stage : plan.stages) RunStageOf<T>(stage, x);
  if (!plan.convolution) return;
  const FftPlan<T>& convolution = *plan.convolution;
  const int32_t* order = convolution.order.data();
  const int64_t n = plan.n, size = convolution.n;
  const T* chirp = plan.chirp.data();
  for (int64_t k = 0; k < n; ++k) x[k] = x[k].Times(chirp + 2 * k);
  std::fill(x + n, x + size, ComplexVec<T>{});
  RunPlan(convolution, x, y);
  // With real and imaginary parts exchanged it is the way back.
  for (int64_t k = 0; k < size; ++k) {
    const ComplexVec<T> v =
        x[order[k]].Times(plan.chirp_spectrum.data() + 2 * k);
    y[k] = {v.i, v.r};
  }
  RunPlan(convolution, y, x);
  for (int64_t k = 0; k < n; ++k) {
    const ComplexVec<T>& v = y[order[k]];
    x[k] = ComplexVec<T>{v.i, v.r}.Times(chirp + 2 * k);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
