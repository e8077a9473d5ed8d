// log(sum(exp(x))) of rows, short ones side by side.
#pragma once
#include <algorithm>
#include <cmath>

#include "phi/kernels/cpu/exp_rows.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/short_rows.h"

namespace paddle::phi::PD_CPU_ISA {

// log(sum(exp(x))) of each of the rows, which lie side by side.
template <typename C>
void LogSumExpOfRows(const C* x, int64_t rows, int64_t n, C* out) {
  using P = Pack<C>;
  const bool few = n > 0 && n <= ShortRows<C>::kLongest;
  // Not used for others, whose offsets might not fit into an int32_t.
  const ShortRows<C> side_by_side(few ? n : 1);
  for (int64_t r = 0; r < rows; r += P::kLanes, x += P::kLanes * n) {
    const int64_t m = std::min(rows - r, P::kLanes);
    P high(C(0)), sum(C(1));
    if (few && m == P::kLanes) {
      side_by_side.MaxAndSum(x, &high, &sum);
    } else {
      C highs[P::kLanes] = {}, sums[P::kLanes] = {};
      for (int64_t k = 0; k < m; ++k) {
        highs[k] = MaxOfRow(x + k * n, n);
        sums[k] = C(ExpSumOfRow<false, C>(x + k * n, n, highs[k], nullptr));
      }
      high = P::Load(highs);
      sum = P::Load(sums);
    }
    (high + scalar::LogOf(sum)).StoreUpTo(out + r, m);
    if (PD_LIKELY(!(AbsOf(high) == P(scalar::kInf<C>)).Any())) continue;
    // Infinite terms decide; but a NaN, which `high` may not show, does before.
    for (int64_t k = 0; k < m; ++k) {
      if (std::isinf(MaxOfRow(x + k * n, n))) {
        out[r + k] = FoldRow<Max<C>>(x + k * n, n, Max<C>::Init());
      }
    }
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
