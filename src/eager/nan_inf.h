// FLAGS_check_nan_inf.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Raises PreconditionNotMet naming the operator, the output, the first bad
// index and how many NaN and infinite values there are.
void CheckNanInf(const OpDef& op, const Outs& outs);

}  // namespace paddle
