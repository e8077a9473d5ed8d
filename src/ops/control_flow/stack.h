// Stacks of tensors, that loops leave for their gradients.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Whether the kernel of `op` brings the memory of its results.
PADDLE_API bool BringsMemory(const OpDef& op);

}  // namespace paddle
