// FLAGS_cinn_check: fused kernels run beside the steps that they stand for.
#pragma once
#include "ops/op_def.h"

namespace paddle::executor {

// A step that runs the kernel of its second argument into memory of its own and
// compares it with what the group's steps have made: its first argument lists
// what the kernel reads and writes. Raises where a result is another one by
// more than roundings.
void RunFusionCheck(const DeviceContext&, const Args& args, Outs& outs);

}  // namespace paddle::executor
