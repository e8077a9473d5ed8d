// What a Fourier transform of a length needs to know: the radices of its
// stages and tables of roots of unity, the same for every instruction set.
// Plans are made once and kept, the recently used ones.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "common/macros.h"

namespace paddle::phi {

constexpr int kLargestRadix = 61;  // beyond, Bluestein's algorithm costs less

// Complex numbers lie in tables as pairs of T.
template <typename T>
struct FftPlan {
  int64_t n;
  // Stages in place, on x[done][radix][inner]. The roots of one, with `count` =
  // radix * inner, are exp(-2 pi i j k / count), j = 1 .. radix - 1 for each k
  // < inner.
  struct Stage {
    int radix;
    int64_t done, inner;  // product of the radices before, and after
    std::vector<T> roots;
    std::vector<T> circle;  // exp(-2 pi i j / radix), radices without own code
  };
  std::vector<Stage> stages;
  std::vector<int32_t> order;  // where each frequency lies after the stages

  // Bluestein's algorithm, for lengths with a large prime factor: a convolution
  // of length `convolution->n` with a chirp. No stages then.
  std::shared_ptr<const FftPlan> convolution;
  std::vector<T> chirp;           // exp(-pi i k^2 / n)
  std::vector<T> chirp_spectrum;  // of its conjugate, divided by the length
};

// A length as a matrix of rows x columns: transforms of the columns, a product
// with `roots` = exp(-2 pi i row column / n), transforms of the rows.
template <typename T>
struct FftSplit {
  int64_t rows, columns;
  std::shared_ptr<const FftPlan<T>> row_plan, column_plan;
  std::vector<T> roots;  // [rows, columns]
};

// exp(-2 pi i k / n) for k < count.
template <typename T>
struct FftRoots {
  std::vector<T> values;
};

template <typename T>
PADDLE_API std::shared_ptr<const FftPlan<T>> GetFftPlan(int64_t n);
// Null where n has no two factors of at least 8 near its root.
template <typename T>
PADDLE_API std::shared_ptr<const FftSplit<T>> GetFftSplit(int64_t n);
template <typename T>
PADDLE_API std::shared_ptr<const FftRoots<T>> GetFftRoots(int64_t n,
                                                          int64_t count);

}  // namespace paddle::phi
