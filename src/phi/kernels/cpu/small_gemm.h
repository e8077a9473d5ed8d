// Matrix products too small to pay for a library call: C = A B (+ a row of
// biases). A has any strides; the rows of B and C are runs of memory.
#pragma once
#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "common/macros.h"

namespace paddle::phi::PD_CPU_ISA {

#if PD_CPU_ISA_LEVEL >= 4
struct FloatLanes {
  using T = float;
  using V = __m512;
  using Mask = __mmask16;
  static constexpr int kWidth = 16;
  static Mask First(int64_t n) { return static_cast<Mask>((1u << n) - 1); }
  static V Zero() { return _mm512_setzero_ps(); }
  static V Set(float v) { return _mm512_set1_ps(v); }
  static V Load(const float* p) { return _mm512_loadu_ps(p); }
  static V Load(const float* p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
  static void Store(float* p, V v) { _mm512_storeu_ps(p, v); }
  static void Store(float* p, V v, Mask m) { _mm512_mask_storeu_ps(p, m, v); }
  static V Fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
};
struct DoubleLanes {
  using T = double;
  using V = __m512d;
  using Mask = __mmask8;
  static constexpr int kWidth = 8;
  static Mask First(int64_t n) { return static_cast<Mask>((1u << n) - 1); }
  static V Zero() { return _mm512_setzero_pd(); }
  static V Set(double v) { return _mm512_set1_pd(v); }
  static V Load(const double* p) { return _mm512_loadu_pd(p); }
  static V Load(const double* p, Mask m) { return _mm512_maskz_loadu_pd(m, p); }
  static void Store(double* p, V v) { _mm512_storeu_pd(p, v); }
  static void Store(double* p, V v, Mask m) { _mm512_mask_storeu_pd(p, m, v); }
  static V Fma(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
};
#else
struct FloatLanes {
  using T = float;
  using V = __m256;
  using Mask = __m256i;
  static constexpr int kWidth = 8;
  static Mask First(int64_t n) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(n)), lane);
  }
  static V Zero() { return _mm256_setzero_ps(); }
  static V Set(float v) { return _mm256_set1_ps(v); }
  static V Load(const float* p) { return _mm256_loadu_ps(p); }
  static V Load(const float* p, Mask m) { return _mm256_maskload_ps(p, m); }
  static void Store(float* p, V v) { _mm256_storeu_ps(p, v); }
  static void Store(float* p, V v, Mask m) { _mm256_maskstore_ps(p, m, v); }
  static V Fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
};
struct DoubleLanes {
  using T = double;
  using V = __m256d;
  using Mask = __m256i;
  static constexpr int kWidth = 4;
  static Mask First(int64_t n) {
    const __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), lane);
  }
  static V Zero() { return _mm256_setzero_pd(); }
  static V Set(double v) { return _mm256_set1_pd(v); }
  static V Load(const double* p) { return _mm256_loadu_pd(p); }
  static V Load(const double* p, Mask m) { return _mm256_maskload_pd(p, m); }
  static void Store(double* p, V v) { _mm256_storeu_pd(p, v); }
  static void Store(double* p, V v, Mask m) { _mm256_maskstore_pd(p, m, v); }
  static V Fma(V a, V b, V c) { return _mm256_fmadd_pd(a, b, c); }
};
#endif

// R rows by C vectors of the result stay in registers over the whole of k; of
// the last vector only the lanes of `last` exist. Row r starts from what lies
// at bias + r * bias_step.
template <typename L, int R, int C>
inline void GemmTile(int64_t k, const typename L::T* a, int64_t rs, int64_t cs,
                     const typename L::T* b, int64_t ldb,
                     const typename L::T* bias, typename L::T* c, int64_t ldc,
                     typename L::Mask last, int64_t bias_step = 0) {
  typename L::V acc[R][C], row[C];
  const auto load = [&](const typename L::T* p) {
    for (int v = 0; v + 1 < C; ++v) row[v] = L::Load(p + v * L::kWidth);
    row[C - 1] = L::Load(p + (C - 1) * L::kWidth, last);
  };
  for (int v = 0; v < C; ++v) row[v] = L::Zero();
  if (bias) load(bias);
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) {
    if (bias_step) load(bias + r * bias_step);
#pragma GCC unroll 2
    for (int v = 0; v < C; ++v) acc[r][v] = row[v];
  }
  for (int64_t p = 0; p < k; ++p) {
    load(b + p * ldb);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      const typename L::V left = L::Set(a[r * rs + p * cs]);
#pragma GCC unroll 2
      for (int v = 0; v < C; ++v) acc[r][v] = L::Fma(left, row[v], acc[r][v]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) {
    for (int v = 0; v + 1 < C; ++v)
      L::Store(c + r * ldc + v * L::kWidth, acc[r][v]);
    L::Store(c + r * ldc + (C - 1) * L::kWidth, acc[r][C - 1], last);
  }
}

template <typename L, int C>
inline void GemmColumns(int64_t m, int64_t k, const typename L::T* a,
                        int64_t rs, int64_t cs, const typename L::T* b,
                        int64_t ldb, const typename L::T* bias,
                        typename L::T* c, int64_t ldc, typename L::Mask last) {
  int64_t i = 0;
  for (; i + 6 <= m; i += 6) {
    GemmTile<L, 6, C>(k, a + i * rs, rs, cs, b, ldb, bias, c + i * ldc, ldc,
                      last);
  }
  for (; i + 2 <= m; i += 2) {
    GemmTile<L, 2, C>(k, a + i * rs, rs, cs, b, ldb, bias, c + i * ldc, ldc,
                      last);
  }
  if (i < m) {
    GemmTile<L, 1, C>(k, a + i * rs, rs, cs, b, ldb, bias, c + i * ldc, ldc,
                      last);
  }
}

template <typename L>
PD_NOINLINE void SmallGemm(int64_t m, int64_t n, int64_t k,
                           const typename L::T* a, int64_t rs, int64_t cs,
                           const typename L::T* b, int64_t ldb,
                           const typename L::T* bias, typename L::T* c,
                           int64_t ldc) {
  constexpr int64_t kWidth = L::kWidth;
  for (int64_t j = 0; j < n; j += 2 * kWidth) {
    const int64_t width = std::min(n - j, 2 * kWidth);
    const auto* of_bias = bias ? bias + j : nullptr;
    if (width > kWidth) {
      GemmColumns<L, 2>(m, k, a, rs, cs, b + j, ldb, of_bias, c + j, ldc,
                        L::First(width - kWidth));
    } else {
      GemmColumns<L, 1>(m, k, a, rs, cs, b + j, ldb, of_bias, c + j, ldc,
                        L::First(width));
    }
  }
}

// For integers: they wrap around as numpy's do.
template <typename T>
void LoopGemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t rs,
              int64_t cs, const T* b, int64_t ldb, T* c, int64_t ldc) {
  using W = std::conditional_t<(sizeof(T) <= 4), uint32_t, uint64_t>;
  constexpr int kRows = 4, kColumns = 64;
  for (int64_t j = 0; j < n; j += kColumns) {
    const int64_t width = std::min<int64_t>(kColumns, n - j);
    for (int64_t i = 0; i < m; i += kRows) {
      const int64_t rows = std::min<int64_t>(kRows, m - i);
      T acc[kRows][kColumns] = {};
      for (int64_t p = 0; p < k; ++p) {
        const T* row = b + p * ldb + j;
        for (int64_t r = 0; r < rows; ++r) {
          const W left = static_cast<W>(a[(i + r) * rs + p * cs]);
          if (width == kColumns) {
            for (int v = 0; v < kColumns; ++v) {
              acc[r][v] =
                  static_cast<T>(acc[r][v] + left * static_cast<W>(row[v]));
            }
          } else {
            for (int64_t v = 0; v < width; ++v) {
              acc[r][v] =
                  static_cast<T>(acc[r][v] + left * static_cast<W>(row[v]));
            }
          }
        }
      }
      for (int64_t r = 0; r < rows; ++r) {
        std::copy(acc[r], acc[r] + width, c + (i + r) * ldc + j);
      }
    }
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
