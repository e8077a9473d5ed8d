// Rows of few elements, done side by side: as many as a register has lanes, one
// element of each at a time.
#pragma once
#include <algorithm>

#include "phi/kernels/cpu/exp_rows.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
class ShortRows {
 public:
  using P = Pack<C>;
  static constexpr int64_t kRows = P::kLanes;  // done at a time
  // Elements of each: longer rows fill registers by themselves, which spares
  // the gathers, a load per element.
  static constexpr int64_t kLongest = 32;

  explicit ShortRows(int64_t n) : n_(n) {
    for (int r = 0; r < kRows; ++r) begin_[r] = r * static_cast<int>(n);
  }

  // The maximum of each row of x and sum(exp(x - maximum)).
  void MaxAndSum(const C* x, P* high, P* sum) const {
    P column[kLongest];
    P h = column[0] = Column(x, 0);
    for (int64_t i = 1; i < n_; ++i) {
      column[i] = Column(x, i);
      h = MaxOf(h, column[i]);
    }
    P s(C(0));
    for (int64_t i = 0; i < n_; ++i) s = s + ExpShifted(column[i] - h);
    *high = h;
    *sum = s;
  }

 private:
  P Column(const C* x, int64_t i) const {
    C lanes[P::kLanes];
    GatherVec(x + i, begin_, lanes);
    return P::Load(lanes);
  }

  int64_t n_;
  alignas(64) int32_t begin_[kRows];
};

// What belongs to a row goes to the elements of the row.
template <typename C>
class RowsToElements {
 public:
  using P = Pack<C>;
  explicit RowsToElements(int64_t n) : n_(n) {
    for (int r = 0; r < P::kLanes; ++r) std::fill_n(row_of_ + r * n, n, r);
  }
  // out[i] = f(pack of x, and of a and b what belongs to its elements' rows)
  template <typename F>
  void Map(const C* x, P a, P b, C* out, F&& f) const {
    for (int64_t i = 0; i < n_ * P::kLanes; i += P::kLanes) {
      const auto rows = LoadVec(row_of_ + i);
      f(P::Load(x + i), P(__builtin_shuffle(a.v, rows)),
        P(__builtin_shuffle(b.v, rows)))
          .Store(out + i);
    }
  }

 private:
  int64_t n_;
  alignas(64) IndexOf<C> row_of_[P::kLanes * ShortRows<C>::kLongest];
};

}  // namespace paddle::phi::PD_CPU_ISA
