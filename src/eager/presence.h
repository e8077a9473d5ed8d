// Gradients of which only the run of a program knows whether they are there.
#pragma once
#include "eager/grad_node.h"

namespace paddle {

// Whether it is there, as a tensor; null: always.
PADDLE_API Var FlagOf(const Presence& presence);
// Zero where it is not there: what came of zeros by way of an infinite factor
// may be NaN.
PADDLE_API Var Masked(Var g, const Presence& presence);
bool AreSame(const Presence& a, const Presence& b);
// Whether a gradient is there after all.
bool IsThere(const Presence& presence);

}  // namespace paddle
