// A matrix that many others are multiplied with, as the recurrent weights of a
// layer are at every step: packed once into panels of two registers, so that a
// product reads it front to back.
#pragma once
#include <type_traits>

#include "core/dense_tensor.h"
#include "phi/kernels/cpu/small_gemm.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename T>
class PackedMatrix {
 public:
  // k x n; element (i, j) lies at from[i * rs + j * cs].
  PackedMatrix(int64_t k, int64_t n, const T* from, int64_t rs, int64_t cs)
      : k_(k), n_(n) {
    const int64_t panels = (n + kPanel - 1) / kPanel;
    kept_ = EmptyTensor({panels * kPanel * k}, DataTypeOf<T>());
    T* to = kept_->template Data<T>();
    for (int64_t j = 0; j < n; j += kPanel) {
      const int64_t width = std::min(kPanel, n - j);
      for (int64_t i = 0; i < k; ++i, to += kPanel) {
        const T* row = from + i * rs + j * cs;
        for (int64_t v = 0; v < width; ++v) to[v] = row[v * cs];
        for (int64_t v = width; v < kPanel; ++v) to[v] = 0;
      }
    }
  }

  // c[m, n] = a[m, count] times the rows from `first` on, plus what c holds if
  // `add`. Each row of c is the same whichever others it is computed with.
  void Multiply(int64_t m, const T* a, int64_t lda, int64_t first,
                int64_t count, T* c, int64_t ldc, bool add) const {
    const T* panel = kept_->template Data<T>() + first * kPanel;
    for (int64_t j = 0; j < n_; j += kPanel, panel += k_ * kPanel) {
      const int64_t width = std::min(kPanel, n_ - j);
      const bool two = width > L::kWidth;
      const auto last = L::First(two ? width - L::kWidth : width);
      for (int64_t p = 0; p == 0 || p < count; p += kDepth) {
        const int64_t depth = std::min(kDepth, count - p);
        (two ? &Rows<2> : &Rows<1>)(m, depth, a + p, lda, panel + p * kPanel,
                                    c + j, ldc, add || p > 0, last);
      }
    }
  }
  void Multiply(int64_t m, const T* a, int64_t lda, T* c, int64_t ldc,
                bool add) const {
    Multiply(m, a, lda, 0, k_, c, ldc, add);
  }

 private:
  using L =
      std::conditional_t<std::is_same_v<T, float>, FloatLanes, DoubleLanes>;
  static constexpr int64_t kPanel = 2 * L::kWidth;
  static constexpr int64_t kDepth = 192;  // rows that stay in the first cache
  // As many as the registers of the machine hold sums of.
  static constexpr int kRows = PD_CPU_ISA_LEVEL >= 4 ? 8 : 6;

  template <int C>
  static PD_NOINLINE void Rows(int64_t m, int64_t k, const T* a, int64_t lda,
                               const T* panel, T* c, int64_t ldc, bool add,
                               typename L::Mask last) {
    const auto tile = [&]<int R>(std::integral_constant<int, R>, int64_t i) {
      GemmTile<L, R, C>(k, a + i * lda, lda, 1, panel, kPanel,
                        add ? c + i * ldc : nullptr, c + i * ldc, ldc, last,
                        add ? ldc : 0);
    };
    int64_t i = 0;
    for (; i + kRows <= m; i += kRows) {
      tile(std::integral_constant<int, kRows>(), i);
    }
    for (; i + 2 <= m; i += 2) tile(std::integral_constant<int, 2>(), i);
    if (i < m) tile(std::integral_constant<int, 1>(), i);
  }

  int64_t k_, n_;
  Var kept_;
};

}  // namespace paddle::phi::PD_CPU_ISA
