// Neighbours along an axis, for the rules of running sums and products.
#pragma once
#include "ops/rules.h"

namespace paddle {

// x moved by one along the axis, away from its start (its end if `back`); the
// free place is filled with `fill`.
Var ShiftAlong(const Var& x, int64_t axis, bool back, double fill);

}  // namespace paddle
