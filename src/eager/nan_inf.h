// FLAGS_check_nan_inf.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Raises PreconditionNotMet naming the operator, the output, the first bad
// index and how many NaN and infinite values there are.
void CheckNanInf(const OpDef& op, const Outs& outs);

// What runs meanwhile is the gradient of this operator, for the message.
class GradientOf {
 public:
  explicit GradientOf(const OpDef* op);
  ~GradientOf();
  GradientOf(const GradientOf&) = delete;

 private:
  const OpDef* before_;
};

}  // namespace paddle
