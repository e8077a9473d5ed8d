#pragma once

#include "ops/op_def.h"

namespace paddle {

// sum^(1 / p), with gradient 0 where the sum is 0: the root has none there.
Var SafeRoot(const Var& sum, double p);

}  // namespace paddle
