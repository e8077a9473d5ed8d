// What follows from weights alone is computed once, and again when they change.
#pragma once
#include <vector>

#include "executor/plan.h"

namespace paddle::executor {

// Moves steps that read nothing but `constant` inputs, and the preparation of
// such operands for kernels, from `steps` to `once`; their results become
// cached memory.
void TakeConstants(const std::vector<bool>& constant, std::vector<Step>& steps,
                   std::vector<PlanTensor>& tensors,
                   std::vector<PlanMemory>& memories, std::vector<Step>& once,
                   const std::vector<Var>& constants);

}  // namespace paddle::executor
