// Blocks of any element type to and from the type arithmetic is done in.
#pragma once
#include <immintrin.h>

#include "core/float_types.h"

namespace paddle::phi::PD_CPU_ISA {

inline float16 ToHalf(float f) {
  float16 h;
  h.bits = static_cast<uint16_t>(_cvtss_sh(f, _MM_FROUND_TO_NEAREST_INT));
  return h;
}
inline float FromHalf(float16 h) { return _cvtsh_ss(h.bits); }

template <typename T, typename C>
inline void LoadBlock(const T* x, int64_t stride, C* to, int64_t n) {
  if constexpr (std::is_same_v<T, float16>) {
    int64_t i = 0;
    if (stride == 1) {
      for (; i + 8 <= n; i += 8) {
        const __m128i bits =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(bits));
      }
    }
    for (; i < n; ++i) to[i] = FromHalf(x[i * stride]);
  } else if (stride == 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<C>(x[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<C>(x[i * stride]);
  }
}

template <typename C, typename T>
inline void StoreBlock(const C* from, T* x, int64_t stride, int64_t n) {
  if constexpr (std::is_same_v<T, float16>) {
    int64_t i = 0;
    if (stride == 1) {
      for (; i + 8 <= n; i += 8) {
        const __m128i bits = _mm256_cvtps_ph(_mm256_loadu_ps(from + i),
                                             _MM_FROUND_TO_NEAREST_INT);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(x + i), bits);
      }
    }
    for (; i < n; ++i) x[i * stride] = ToHalf(static_cast<float>(from[i]));
  } else if (stride == 1) {
    for (int64_t i = 0; i < n; ++i) x[i] = static_cast<T>(from[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) x[i * stride] = static_cast<T>(from[i]);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
