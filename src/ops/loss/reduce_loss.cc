#include "ops/loss/reduce_loss.h"

namespace paddle {

Var ReduceLoss(const Var& loss, std::string_view reduction, const char* op) {
  if (reduction == "mean") return ops::Mean(loss);
  if (reduction == "sum") return ops::Sum(loss);
  PADDLE_ENFORCE(reduction == "none",
                 errors::InvalidArgument("%s: unknown `reduction`.", op)
                     .Expected("mean, sum or none")
                     .Received(std::string(reduction)));
  return loss;
}

}  // namespace paddle
