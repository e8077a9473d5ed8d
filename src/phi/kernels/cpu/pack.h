// One register of floats or doubles that behaves as a number does: where the
// scalar functions of phi/kernels/funcs/scalar/ are given a Pack, they work on
// all its lanes. The primitives below are the ones that scalar/common.h gives
// plain numbers; here they are instructions of AVX-512 or AVX2.
#pragma once
#include "phi/kernels/cpu/vector.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
struct Pack {
  static constexpr int64_t kLanes = kVecLanes<C>;
  Vec<C> v;
  Pack() = default;
  PD_INLINE Pack(const Vec<C>& vec) : v(vec) {}
  PD_INLINE explicit Pack(C x) : v(x - Vec<C>{}) {}  // keeps -0
  static PD_INLINE Pack Load(const C* p) { return LoadVec(p); }
  PD_INLINE void Store(C* p) const { StoreVec(v, p); }
  // The first n <= kLanes lanes; the others are `rest`.
  static PD_INLINE Pack LoadPart(const C* p, int64_t n, C rest = 0);
  PD_INLINE void StorePart(C* p, int64_t n) const;
  PD_INLINE void StoreUpTo(C* p, int64_t n) const {
    if (n == kLanes)
      Store(p);
    else
      StorePart(p, n);
  }

  friend PD_INLINE Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  friend PD_INLINE Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  friend PD_INLINE Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  friend PD_INLINE Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  friend PD_INLINE Pack operator-(Pack a) { return -a.v; }
};

#if PD_CPU_ISA_LEVEL >= 4
#define PD_MM(name) _mm512_##name
#else
#define PD_MM(name) _mm256_##name
#endif
// An intrinsic of floats or of doubles, as C asks for.
#define PD_SIMD(name, ...) \
  PD_SIMD_AS(PD_MM(name##_ps), PD_MM(name##_pd), __VA_ARGS__)
#define PD_SIMD_AS(ps, pd, ...) \
  if constexpr (sizeof(C) == 4) \
    return {ps(__VA_ARGS__)};   \
  else                          \
    return { pd(__VA_ARGS__) }
#define PD_PACK         \
  template <typename C> \
  PD_INLINE

PD_PACK Pack<C> MulAdd(Pack<C> a, Pack<C> b, Pack<C> c) {
  PD_SIMD(fmadd, a.v, b.v, c.v);
}
PD_PACK Pack<C> MinusMulAdd(Pack<C> a, Pack<C> b, Pack<C> c) {
  PD_SIMD(fnmadd, a.v, b.v, c.v);
}
PD_PACK Pack<C> MinOf(Pack<C> a, Pack<C> b) { PD_SIMD(min, a.v, b.v); }
PD_PACK Pack<C> MaxOf(Pack<C> a, Pack<C> b) { PD_SIMD(max, a.v, b.v); }
PD_PACK Pack<C> SqrtOf(Pack<C> a) { PD_SIMD(sqrt, a.v); }
PD_PACK Pack<C> AbsOf(Pack<C> a) { PD_SIMD(andnot, Pack<C>(C(-0.0)).v, a.v); }

#if PD_CPU_ISA_LEVEL >= 4

template <typename C>
struct PackMask {
  std::conditional_t<sizeof(C) == 4, __mmask16, __mmask8> m;
  using M = decltype(m);
  friend PD_INLINE PackMask operator&(PackMask a, PackMask b) {
    return {static_cast<M>(a.m & b.m)};
  }
  friend PD_INLINE PackMask operator|(PackMask a, PackMask b) {
    return {static_cast<M>(a.m | b.m)};
  }
  friend PD_INLINE PackMask operator!(PackMask a) {
    return {static_cast<M>(~a.m)};
  }
  PD_INLINE bool Any() const { return m != 0; }
};
#define PD_COMPARISON(op, name)                                         \
  PD_PACK PackMask<C> operator op(Pack<C> a, Pack<C> b) {               \
    PD_SIMD_AS(_mm512_cmp_ps_mask, _mm512_cmp_pd_mask, a.v, b.v, name); \
  }
PD_PACK Pack<C> Select(PackMask<C> mask, Pack<C> a, Pack<C> b) {
  PD_SIMD(mask_blend, mask.m, b.v, a.v);
}
PD_PACK Pack<C> CopySign(Pack<C> a, Pack<C> sign) {
  constexpr int kBitSelect = 0xca;  // first ? second : third
  const Pack<C> bit(C(-0.0));
  if constexpr (sizeof(C) == 4) {
    return Vec<C>(_mm512_ternarylogic_epi32((__m512i)bit.v, (__m512i)sign.v,
                                            (__m512i)a.v, kBitSelect));
  } else {
    return Vec<C>(_mm512_ternarylogic_epi64((__m512i)bit.v, (__m512i)sign.v,
                                            (__m512i)a.v, kBitSelect));
  }
}
PD_PACK Pack<C> RoundOf(Pack<C> a) {
  PD_SIMD(roundscale, a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
PD_PACK Pack<C> TruncOf(Pack<C> a) {
  PD_SIMD(roundscale, a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
template <int kBit, typename C>
PD_INLINE PackMask<C> HasBit(Pack<C> a) {
  if constexpr (sizeof(C) == 4)
    return {_mm512_test_epi32_mask((__m512i)a.v, _mm512_set1_epi32(1 << kBit))};
  else
    return {
        _mm512_test_epi64_mask((__m512i)a.v, _mm512_set1_epi64(1ll << kBit))};
}
PD_PACK Pack<C> ScaleByPowerOfTwo(Pack<C> p, Pack<C> n) {
  PD_SIMD(scalef, p.v, n.v);
}
PD_PACK Pack<C> ScaleWithinRange(Pack<C> p, Pack<C> n) {
  return ScaleByPowerOfTwo(p, n);
}
// Division is slow where registers are this wide: Newton's steps instead.
PD_PACK Pack<C> RoughReciprocal(Pack<C> a) { PD_SIMD(rcp14, a.v); }
PD_PACK Pack<C> Quotient(Pack<C> a, Pack<C> b) {
  Pack<C> r = RoughReciprocal(b);
  if constexpr (sizeof(C) == 8)
    r = MulAdd(r, MinusMulAdd(b, r, Pack<C>(1.0)), r);
  const Pack<C> q = a * r;
  return MulAdd(MinusMulAdd(b, q, a), r, q);
}
PD_PACK Pack<C> ExponentOf(Pack<C> x) { PD_SIMD(getexp, x.v); }
PD_PACK Pack<C> MantissaOf(Pack<C> x) {
  PD_SIMD(getmant, x.v, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
}
PD_PACK void SplitForLog(Pack<C> x, Pack<C>* k, Pack<C>* f) {
  const Pack<C> m = MantissaOf(x);
  *k = ExponentOf(x) - ExponentOf(m);
  *f = m - Pack<C>(C(1));
  // Of -0: what the quotient in LogOnePlus bears.
  if constexpr (sizeof(C) == 8) *f = MaxOf(Pack<C>(-0.5), *f);
}
PD_PACK Pack<C> LogEdges(Pack<C>, Pack<C> y) { return y; }  // in k and f

#else

// A lane is chosen where its sign bit is set.
template <typename C>
struct PackMask {
  Vec<C> m;
  friend PD_INLINE PackMask operator&(PackMask a, PackMask b) {
    PD_SIMD_AS(_mm256_and_ps, _mm256_and_pd, a.m, b.m);
  }
  friend PD_INLINE PackMask operator|(PackMask a, PackMask b) {
    PD_SIMD_AS(_mm256_or_ps, _mm256_or_pd, a.m, b.m);
  }
  friend PD_INLINE PackMask operator!(PackMask a) { return {-a.m}; }
  PD_INLINE bool Any() const {
    if constexpr (sizeof(C) == 4)
      return _mm256_movemask_ps(m);
    else
      return _mm256_movemask_pd(m);
  }
};
#define PD_COMPARISON(op, name)                           \
  PD_PACK PackMask<C> operator op(Pack<C> a, Pack<C> b) { \
    PD_SIMD(cmp, a.v, b.v, name);                         \
  }
PD_PACK Pack<C> Select(PackMask<C> mask, Pack<C> a, Pack<C> b) {
  PD_SIMD(blendv, b.v, a.v, mask.m);
}
PD_PACK Pack<C> CopySign(Pack<C> a, Pack<C> sign) {
  const Pack<C> bit(C(-0.0)), size = AbsOf(a);
  PD_SIMD(or, size.v, PackMask<C>(PackMask<C>{bit.v} & PackMask<C>{sign.v}).m);
}
PD_PACK Pack<C> RoundOf(Pack<C> a) {
  PD_SIMD(round, a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
PD_PACK Pack<C> TruncOf(Pack<C> a) {
  PD_SIMD(round, a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
template <int kBit, typename C>
PD_INLINE PackMask<C> HasBit(Pack<C> a) {
  if constexpr (sizeof(C) == 4)
    return {(Vec<C>)_mm256_slli_epi32((__m256i)a.v, 31 - kBit)};
  else
    return {(Vec<C>)_mm256_slli_epi64((__m256i)a.v, 63 - kBit)};
}
PD_PACK Pack<C> Quotient(Pack<C> a, Pack<C> b) { return a / b; }
// The mask of the first n lanes.
PD_PACK __m256i FirstLanes(int64_t n) {
  if constexpr (sizeof(C) == 4)
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  else
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n),
                              _mm256_setr_epi64x(0, 1, 2, 3));
}
#endif

template <typename C>
PD_INLINE Pack<C> Pack<C>::LoadPart(const C* p, int64_t n, C rest) {
#if PD_CPU_ISA_LEVEL >= 4
  PD_SIMD(mask_loadu, Pack(rest).v, (1u << n) - 1, p);
#else
  const auto mask = FirstLanes<C>(n);
  if constexpr (sizeof(C) == 4)
    return Select(PackMask<C>{(Vec<C>)mask}, Pack(_mm256_maskload_ps(p, mask)),
                  Pack(rest));
  else
    return Select(PackMask<C>{(Vec<C>)mask}, Pack(_mm256_maskload_pd(p, mask)),
                  Pack(rest));
#endif
}
template <typename C>
PD_INLINE void Pack<C>::StorePart(C* p, int64_t n) const {
#if PD_CPU_ISA_LEVEL >= 4
  if constexpr (sizeof(C) == 4)
    _mm512_mask_storeu_ps(p, (1u << n) - 1, v);
  else
    _mm512_mask_storeu_pd(p, (1u << n) - 1, v);
#else
  if constexpr (sizeof(C) == 4)
    _mm256_maskstore_ps(p, FirstLanes<C>(n), v);
  else
    _mm256_maskstore_pd(p, FirstLanes<C>(n), v);
#endif
}

PD_COMPARISON(<, _CMP_LT_OQ)
PD_COMPARISON(<=, _CMP_LE_OQ)
PD_COMPARISON(>, _CMP_GT_OQ)
PD_COMPARISON(>=, _CMP_GE_OQ)
PD_COMPARISON(==, _CMP_EQ_OQ)
PD_COMPARISON(!=, _CMP_NEQ_UQ)
// Whether one of the two is NaN.
PD_PACK PackMask<C> Unordered(Pack<C> a, Pack<C> b) {
#if PD_CPU_ISA_LEVEL >= 4
  PD_SIMD_AS(_mm512_cmp_ps_mask, _mm512_cmp_pd_mask, a.v, b.v, _CMP_UNORD_Q);
#else
  PD_SIMD(cmp, a.v, b.v, _CMP_UNORD_Q);
#endif
}

}  // namespace paddle::phi::PD_CPU_ISA

namespace paddle::phi::scalar {

template <typename C>
struct NumberTraits<PD_CPU_ISA::Pack<C>> {
  using Element = C;
  using Bits = PD_CPU_ISA::Vec<typename NumberTraits<C>::Bits>;
};

}  // namespace paddle::phi::scalar
