// Gradients of which only the run of a program knows whether they are there.
#pragma once
#include "eager/grad_node.h"

namespace paddle {

// Zero where it is not there: what came of zeros by way of an infinite factor
// may be NaN.
Var Masked(Var g, const Presence& presence);
bool AreSame(const Presence& a, const Presence& b);
// Whether a gradient is there after all.
bool IsThere(const Presence& presence);

}  // namespace paddle
