// The typed loops under phi::Reduce. An Op has types C (of elements) and A (of
// accumulators), Init() and
//   Fold(a, b)   two elements, or vectors of them, inside a short block
//   Merge(a, b)  two accumulators
#pragma once
#include <algorithm>
#include <cstring>

#include "phi/kernels/cpu/vector.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename Op>
inline typename Op::A FoldRow(const typename Op::C* x, int64_t n,
                              typename Op::A acc) {
  using C = typename Op::C;
  using A = typename Op::A;
  if constexpr (std::is_arithmetic_v<C>) {
    using V = Vec<C>;
    constexpr int64_t kLanes = kVecLanes<C>, kStep = 4 * kLanes;
    constexpr int64_t kBlock = 16 * kStep;  // adds per lane before a merge
    while (n >= kStep) {
      const int64_t m = std::min(n, kBlock) / kStep * kStep;
      V a = LoadVec(x), b = LoadVec(x + kLanes), c = LoadVec(x + 2 * kLanes),
        d = LoadVec(x + 3 * kLanes);
      for (int64_t i = kStep; i < m; i += kStep) {
        a = Op::Fold(a, LoadVec(x + i));
        b = Op::Fold(b, LoadVec(x + i + kLanes));
        c = Op::Fold(c, LoadVec(x + i + 2 * kLanes));
        d = Op::Fold(d, LoadVec(x + i + 3 * kLanes));
      }
      const V v = Op::Fold(Op::Fold(a, b), Op::Fold(c, d));
      acc = Op::Merge(acc, A(FoldLanes<Op>(v)));
      x += m;
      n -= m;
    }
    if (n >= kLanes) {
      V v = LoadVec(x);
      int64_t i = kLanes;
      for (; i + kLanes <= n; i += kLanes) v = Op::Fold(v, LoadVec(x + i));
      acc = Op::Merge(acc, A(FoldLanes<Op>(v)));
      x += i;
      n -= i;
    }
  }
  for (int64_t i = 0; i < n; ++i) acc = Op::Merge(acc, A(x[i]));
  return acc;
}

// Rows too short for a vector: side by side, one element of each at a time.
template <typename Op>
inline void FoldShortRows(const typename Op::C* x, int64_t rows,
                          int64_t row_stride, int64_t n, typename Op::A* acc) {
  using C = typename Op::C;
  constexpr int64_t kRows = 64;
  C folded[kRows];
  for (int64_t r = 0; r < rows; r += kRows, x += kRows * row_stride) {
    const int64_t m = std::min(kRows, rows - r);
    for (int64_t k = 0; k < m; ++k) folded[k] = x[k * row_stride];
    for (int64_t i = 1; i < n; ++i) {
      for (int64_t k = 0; k < m; ++k) {
        folded[k] = Op::Fold(folded[k], x[k * row_stride + i]);
      }
    }
    for (int64_t k = 0; k < m; ++k) {
      acc[r + k] = Op::Merge(acc[r + k], typename Op::A(folded[k]));
    }
  }
}

template <typename Op>
struct Loops {
  using C = typename Op::C;
  using A = typename Op::A;

  static void Init(void* acc, int64_t n) {
    std::fill_n(static_cast<A*>(acc), n, Op::Init());
  }
  static void Rows(const void* x, int64_t rows, int64_t row_stride, int64_t n,
                   void* acc) {
    const C* row = static_cast<const C*>(x);
    A* a = static_cast<A*>(acc);
    if (n < 16 && rows > 1) {
      return FoldShortRows<Op>(row, rows, row_stride, n, a);
    }
    for (int64_t r = 0; r < rows; ++r, row += row_stride) {
      a[r] = FoldRow<Op>(row, n, a[r]);
    }
  }
  static void Columns(const void* x, int64_t rows, int64_t stride, int64_t n,
                      void* acc) {
    const C* p = static_cast<const C*>(x);
    A* __restrict a = static_cast<A*>(acc);
    for (; rows >= 8; rows -= 8, p += 8 * stride) {
      const C* q = p + 4 * stride;
      for (int64_t c = 0; c < n; ++c) {
        const C s = Op::Fold(Op::Fold(p[c], p[c + stride]),
                             Op::Fold(p[c + 2 * stride], p[c + 3 * stride]));
        const C t = Op::Fold(Op::Fold(q[c], q[c + stride]),
                             Op::Fold(q[c + 2 * stride], q[c + 3 * stride]));
        a[c] = Op::Merge(a[c], A(Op::Fold(s, t)));
      }
    }
    for (; rows > 0; --rows, p += stride) {
      for (int64_t c = 0; c < n; ++c) a[c] = Op::Merge(a[c], A(p[c]));
    }
  }
  static void MergeMany(const void* from, int64_t n, void* acc) {
    const A* f = static_cast<const A*>(from);
    A* a = static_cast<A*>(acc);
    for (int64_t i = 0; i < n; ++i) a[i] = Op::Merge(a[i], f[i]);
  }
  static constexpr ReduceLoops kLoops{sizeof(C), sizeof(A), Init,
                                      Rows,      Columns,   MergeMany};
};

// Elements as they are, from any stride.
template <typename C>
void GatherElements(const void* x, int64_t stride, void* to, int64_t n) {
  const C* from = static_cast<const C*>(x);
  C* t = static_cast<C*>(to);
  for (int64_t i = 0; i < n; ++i) t[i] = from[i * stride];
}
// Elements of T converted to C, from any stride.
template <typename T, typename C>
void ConvertElements(const void* x, int64_t stride, void* to, int64_t n) {
  LoadAs(static_cast<const T*>(x), stride, static_cast<C*>(to), n);
}

}  // namespace paddle::phi::PD_CPU_ISA
