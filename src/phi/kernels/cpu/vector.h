// Vectors of one register (AVX-512 or AVX2) in the compiler's own notation.
#pragma once
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // undefined registers
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/float_types.h"

// Such vectors never cross a call: everything that takes one is inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace paddle::phi::PD_CPU_ISA {

constexpr int kVecBytes = PD_CPU_ISA_LEVEL >= 4 ? 64 : 32;
template <typename C>
constexpr int64_t kVecLanes = kVecBytes / sizeof(C);

template <typename C>
struct VecType {
  typedef C type __attribute__((vector_size(kVecBytes)));
};
template <typename C>
using Vec = typename VecType<C>::type;

// An index of a lane in shuffles: an integer as wide as C.
template <typename C>
using IndexOf = std::conditional_t<
    sizeof(C) == 8, int64_t,
    std::conditional_t<sizeof(C) == 4, int32_t,
                       std::conditional_t<sizeof(C) == 2, int16_t, int8_t>>>;

#define PD_INLINE inline __attribute__((always_inline))

template <typename C>
PD_INLINE Vec<C> LoadVec(const C* p) {
  Vec<C> v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
template <typename C>
PD_INLINE void StoreVec(const Vec<C>& v, C* p) {
  std::memcpy(p, &v, sizeof(v));
}

// A register of elements of 4 or 8 bytes: to[i] = from[offsets[i]].
template <typename B>
PD_INLINE void GatherVec(const B* from, const int32_t* offsets, B* to) {
#if PD_CPU_ISA_LEVEL >= 4
  if constexpr (sizeof(B) == 4) {
    const __m512i at = _mm512_loadu_si512(offsets);
    _mm512_storeu_si512(to, _mm512_i32gather_epi32(at, from, 4));
  } else {
    const __m256i at =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets));
    _mm512_storeu_si512(to, _mm512_i32gather_epi64(at, from, 8));
  }
#else
  __m256i lanes;
  if constexpr (sizeof(B) == 4) {
    const __m256i at =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets));
    lanes = _mm256_i32gather_epi32(reinterpret_cast<const int*>(from), at, 4);
  } else {
    const __m128i at =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(offsets));
    lanes =
        _mm256_i32gather_epi64(reinterpret_cast<const long long*>(from), at, 8);
  }
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), lanes);
#endif
}

// Lane i of the result is lane i ^ kDistance.
template <int kDistance, typename V, size_t... I>
PD_INLINE V SwapLanes(const V& v, std::index_sequence<I...>) {
  using C = std::remove_cvref_t<decltype(v[0])>;
  using Index = IndexOf<C>;
  return __builtin_shuffle(v, Vec<Index>{Index(I ^ kDistance)...});
}

// All lanes folded into one by Op::Fold: halves, quarters, ...
template <typename Op, int kDistance = 0, typename V>
PD_INLINE auto FoldLanes(const V& v) {
  constexpr size_t kLanes = kVecLanes<std::remove_cvref_t<decltype(v[0])>>;
  constexpr int kNext = kDistance == 0 ? kLanes / 2 : kDistance / 2;
  if constexpr (kDistance == 1) {
    return v[0];
  } else {
    return FoldLanes<Op, kNext>(
        Op::Fold(v, SwapLanes<kNext>(v, std::make_index_sequence<kLanes>())));
  }
}

// n elements, `stride` apart, as C side by side.
template <typename T, typename C>
PD_INLINE void LoadAs(const T* x, int64_t stride, C* to, int64_t n) {
  int64_t i = 0;
  if constexpr (std::is_same_v<T, float16>) {
    if constexpr (std::is_same_v<C, float>) {
      for (; stride == 1 && i + 8 <= n; i += 8) {
        const __m128i bits =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(bits));
      }
    }
    for (; i < n; ++i) to[i] = _cvtsh_ss(x[i * stride].bits);
  } else if (stride == 1) {
    for (; i < n; ++i) to[i] = static_cast<C>(x[i]);
  } else {
    for (; i < n; ++i) to[i] = static_cast<C>(x[i * stride]);
  }
}

// The reverse, side by side on both sides.
template <typename C, typename T>
PD_INLINE void StoreAs(const C* from, T* out, int64_t n) {
  int64_t i = 0;
  if constexpr (std::is_same_v<T, float16>) {
    for (; i + 8 <= n; i += 8) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                       _mm256_cvtps_ph(_mm256_loadu_ps(from + i),
                                       _MM_FROUND_TO_NEAREST_INT));
    }
    for (; i < n; ++i) {
      out[i].bits = static_cast<uint16_t>(
          _cvtss_sh(static_cast<float>(from[i]), _MM_FROUND_TO_NEAREST_INT));
    }
  } else {
    for (; i < n; ++i) out[i] = static_cast<T>(from[i]);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
