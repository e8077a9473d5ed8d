// What losses share: the last step, `reduction`.
#pragma once
#include "ops/rules.h"

namespace paddle {

// The loss itself ("none"), its mean or its sum; raises InvalidArgument naming
// `op` for any other word.
Var ReduceLoss(const Var& loss, std::string_view reduction, const char* op);

}  // namespace paddle
