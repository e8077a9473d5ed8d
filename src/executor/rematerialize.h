// Elementwise results that wait long for their last use are computed again
// there, where that makes the peak of memory smaller. The bits are the same:
// the same kernel reads the same values.
#pragma once
#include <vector>

#include "executor/plan.h"

namespace paddle::executor {

// `kept`: tensors that are given back. `written`: inputs that the program
// writes. Adds steps, tensors and memory.
void Rematerialize(std::vector<Step>& steps, std::vector<PlanTensor>& tensors,
                   std::vector<PlanMemory>& memories,
                   const std::vector<int>& kept,
                   const std::vector<bool>& input_written);

// Copies of what is made from nothing (zeros to be written into) are made anew.
// `kept` as above.
void MakeAnew(std::vector<Step>& steps, const std::vector<PlanTensor>& tensors,
              const std::vector<int>& kept);

}  // namespace paddle::executor
