// Steps of a plan that CINN computes together, in one kernel.
#pragma once
#include <vector>

#include "executor/memory_plan.h"

namespace paddle::executor {

// With FLAGS_use_cinn replaces steps by fused ones. `kept`: tensors that are
// needed after the last step.
Plan::Fusion FuseSteps(std::vector<Step>& steps,
                       const std::vector<PlanTensor>& tensors,
                       const std::vector<PlanMemory>& memories,
                       const std::vector<Var>& constants,
                       const std::vector<int>& kept);

}  // namespace paddle::executor
