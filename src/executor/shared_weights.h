// What follows from weights is one for all plans that make it in the same way:
// those for other sizes, and those of other programs with the same weights.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "executor/plan.h"

namespace paddle::executor {

struct SharedValue {
  Var value;
  // Held: a name says where they are.
  std::shared_ptr<const std::vector<Var>> weights;
};

// How `once` makes each memory of the inputs as they are now; empty where that
// is not to be shared.
std::vector<std::string> NamesOf(const std::vector<Step>& once,
                                 const std::vector<PlanTensor>& tensors,
                                 const std::vector<PlanMemory>& memories,
                                 const std::vector<Var>& constants,
                                 const std::vector<Var>& inputs);

Shared FindShared(const std::string& name);  // null: none is alive
void Share(const std::string& name, const Shared& value);

}  // namespace paddle::executor
