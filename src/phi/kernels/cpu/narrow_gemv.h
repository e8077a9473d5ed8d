// A few rows times a matrix of narrow floats: bound by reading the matrix, so
// it is converted block by block and never stored as float.
#pragma once
#include <algorithm>

#include "core/thread_pool.h"
#include "phi/kernels/cpu/convert.h"

namespace paddle::phi::PD_CPU_ISA {

// bfloat16 widens by a shift, which the compiler vectorises inside the sums.
inline void AddRows(int64_t width, const float* a, const bfloat16* b,
                    int64_t ldb, int64_t rows, float* c) {
  if (rows == 4) {
    const bfloat16 *b1 = b + ldb, *b2 = b1 + ldb, *b3 = b2 + ldb;
    for (int64_t i = 0; i < width; ++i) {
      c[i] += a[0] * float(b[i]) + a[1] * float(b1[i]) + a[2] * float(b2[i]) +
              a[3] * float(b3[i]);
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; ++i) c[i] += a[r] * float(b[r * ldb + i]);
  }
}
inline void AddRows(int64_t width, const float* a, const float16* b,
                    int64_t ldb, int64_t rows, float* c) {
  float row[kBlock];
  for (int64_t r = 0; r < rows; ++r) {
    LoadBlock(b + r * ldb, 1, row, width);
    for (int64_t i = 0; i < width; ++i) c[i] += a[r] * row[i];
  }
}

// c[n] = a[k] B; the rows of B [k, n] are runs, `ldb` apart.
template <typename T>
void RowTimesRows(int64_t n, int64_t k, const float* a, const T* b, int64_t ldb,
                  float* c) {
  std::fill_n(c, n, 0.0f);
  ParallelFor((n + kBlock - 1) / kBlock, 1, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin * kBlock; j < std::min(end * kBlock, n);
         j += kBlock) {
      const int64_t width = std::min<int64_t>(kBlock, n - j);
      for (int64_t p = 0; p < k; p += 4) {
        AddRows(width, a + p, b + p * ldb + j, ldb, std::min<int64_t>(4, k - p),
                c + j);
      }
    }
  });
}

// c[n] = a[k] B; the columns of B [k, n] are runs, `ldb` apart.
template <typename T>
void RowTimesColumns(int64_t n, int64_t k, const float* a, const T* b,
                     int64_t ldb, float* c) {
  constexpr int kLanes = 32;
  ParallelFor(n, std::max<int64_t>(1, 65536 / (k + 1)),
              [&](int64_t begin, int64_t end) {
                float column[kBlock];
                for (int64_t j = begin; j < end; ++j) {
                  float acc[kLanes] = {};
                  for (int64_t p = 0; p < k; p += kBlock) {
                    const int64_t count = std::min<int64_t>(kBlock, k - p);
                    LoadBlock(b + j * ldb + p, 1, column, count);
                    int64_t i = 0;
                    for (; i + kLanes <= count; i += kLanes) {
                      for (int l = 0; l < kLanes; ++l) {
                        acc[l] += a[p + i + l] * column[i + l];
                      }
                    }
                    for (; i < count; ++i) acc[0] += a[p + i] * column[i];
                  }
                  float sum = 0;
                  for (float v : acc) sum += v;
                  c[j] = sum;
                }
              });
}

}  // namespace paddle::phi::PD_CPU_ISA
