// out[c][r] = in[r][c] in vector registers and cache-sized tiles.
#pragma once
#include <immintrin.h>

#include <algorithm>
#include <cstdint>

#include "phi/kernels/cpu/stream.h"

namespace paddle::phi::PD_CPU_ISA {

// Square tiles; strides count elements.
inline void TransposeTile(const uint32_t* x, int64_t sx, uint32_t* y,
                          int64_t sy) {  // 8 x 8
  __m256 r[8], t[8];
  for (int i = 0; i < 8; ++i) {
    r[i] = _mm256_loadu_ps(reinterpret_cast<const float*>(x + i * sx));
  }
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    r[i] = _mm256_shuffle_ps(t[i], t[i + 2], 0x44);
    r[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], 0xee);
    r[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0x44);
    r[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0xee);
  }
  for (int i = 0; i < 4; ++i) {
    float* lo = reinterpret_cast<float*>(y + i * sy);
    float* hi = reinterpret_cast<float*>(y + (i + 4) * sy);
    _mm256_storeu_ps(lo, _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
    _mm256_storeu_ps(hi, _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
  }
}
inline void TransposeTile(const uint64_t* x, int64_t sx, uint64_t* y,
                          int64_t sy) {  // 4 x 4
  __m256d r[4], t[4];
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm256_loadu_pd(reinterpret_cast<const double*>(x + i * sx));
  }
  for (int i = 0; i < 4; i += 2) {
    t[i] = _mm256_unpacklo_pd(r[i], r[i + 1]);
    t[i + 1] = _mm256_unpackhi_pd(r[i], r[i + 1]);
  }
  for (int i = 0; i < 2; ++i) {
    double* lo = reinterpret_cast<double*>(y + i * sy);
    double* hi = reinterpret_cast<double*>(y + (i + 2) * sy);
    _mm256_storeu_pd(lo, _mm256_permute2f128_pd(t[i], t[i + 2], 0x20));
    _mm256_storeu_pd(hi, _mm256_permute2f128_pd(t[i], t[i + 2], 0x31));
  }
}
inline void TransposeTile(const uint16_t* x, int64_t sx, uint16_t* y,
                          int64_t sy) {  // 8 x 8
  __m128i r[8], t[8];
  for (int i = 0; i < 8; ++i) {
    r[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i * sx));
  }
  for (int i = 0; i < 4; ++i) {
    t[2 * i] = _mm_unpacklo_epi16(r[i], r[i + 4]);
    t[2 * i + 1] = _mm_unpackhi_epi16(r[i], r[i + 4]);
  }
  for (int i = 0; i < 4; ++i) {
    r[2 * i] = _mm_unpacklo_epi16(t[i], t[i + 4]);
    r[2 * i + 1] = _mm_unpackhi_epi16(t[i], t[i + 4]);
  }
  for (int i = 0; i < 4; ++i) {
    t[2 * i] = _mm_unpacklo_epi16(r[i], r[i + 4]);
    t[2 * i + 1] = _mm_unpackhi_epi16(r[i], r[i + 4]);
  }
  for (int i = 0; i < 8; ++i) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i * sy), t[i]);
  }
}
inline void TransposeTile(const uint8_t* x, int64_t sx, uint8_t* y,
                          int64_t sy) {  // 16 x 16: four perfect shuffles
  __m128i r[16], t[16];
  for (int i = 0; i < 16; ++i) {
    r[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i * sx));
  }
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 8; ++i) {
      t[2 * i] = _mm_unpacklo_epi8(r[i], r[i + 8]);
      t[2 * i + 1] = _mm_unpackhi_epi8(r[i], r[i + 8]);
    }
    for (int i = 0; i < 8; ++i) {
      r[2 * i] = _mm_unpacklo_epi8(t[i], t[i + 8]);
      r[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + 8]);
    }
  }
  for (int i = 0; i < 16; ++i) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i * sy), r[i]);
  }
}

template <typename T>
constexpr int kTile = sizeof(T) == 1   ? 16
                      : sizeof(T) == 8 ? 4
                                       : 8;

// A block with sides of one cache line.
template <typename T>
constexpr int64_t kLineBlock = sizeof(T) >= 16 ? 8 : 64 / sizeof(T);
template <typename T>
inline void TransposeBlock(const T* x, int64_t sx, T* y, int64_t sy) {
  for (int64_t i = 0; i < kLineBlock<T>; i += kTile<T>) {
    for (int64_t j = 0; j < kLineBlock<T>; j += kTile<T>) {
      TransposeTile(x + j * sx + i, sx, y + i * sy + j, sy);
    }
  }
}
template <typename T>
inline void TransposeOneByOne(const T* x, int64_t sx, T* y, int64_t sy,
                              int64_t rows, int64_t columns) {
  for (int64_t c = 0; c < columns; ++c) {
    for (int64_t r = 0; r < rows; ++r) y[c * sy + r] = x[r * sx + c];
  }
}

// x: `rows` rows of `columns` elements; y: `columns` rows of `rows` elements.
// Whole cache lines of both are in hand at a time: x is read in blocks of
// a line's width, so that each line of either side is touched once.
template <typename T>
inline void Transpose(const T* x, int64_t sx, T* y, int64_t sy, int64_t rows,
                      int64_t columns) {
  constexpr int64_t kSide = kLineBlock<T>;
  for (int64_t c0 = 0; c0 < columns; c0 += kSide) {
    const int64_t nc = std::min(kSide, columns - c0);
    for (int64_t r0 = 0; r0 < rows; r0 += kSide) {
      const int64_t nr = std::min(kSide, rows - r0);
      const T* a = x + r0 * sx + c0;
      T* b = y + c0 * sy + r0;
      if constexpr (sizeof(T) < 16) {
        if (nc == kSide && nr == kSide) {
          TransposeBlock(a, sx, b, sy);
          continue;
        }
      }
      TransposeOneByOne(a, sx, b, sy, nr, nc);
    }
  }
}

// The same for a y far larger than the caches whose rows begin at cache lines:
// x is read along its rows, y written past the caches line by line.
template <typename T>
inline void TransposeStreamed(const T* x, int64_t sx, T* y, int64_t sy,
                              int64_t rows, int64_t columns) {
  constexpr int64_t kSide = kLineBlock<T>;
  alignas(64) T block[kSide * kSide];
  for (int64_t r0 = 0; r0 < rows; r0 += kSide) {
    const int64_t nr = std::min(kSide, rows - r0);
    for (int64_t c0 = 0; c0 < columns; c0 += kSide) {
      const int64_t nc = std::min(kSide, columns - c0);
      const T* a = x + r0 * sx + c0;
      T* b = y + c0 * sy + r0;
      if (nc < kSide || nr < kSide) {
        TransposeOneByOne(a, sx, b, sy, nr, nc);
        continue;
      }
      TransposeBlock(a, sx, block, kSide);
      for (int64_t i = 0; i < kSide; ++i) {
        StreamCopy(block + i * kSide, b + i * sy, 64);
      }
    }
  }
  FinishStream();
}

}  // namespace paddle::phi::PD_CPU_ISA
