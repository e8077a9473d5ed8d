// Kernels that come after those of the library were bound: those of users.
#pragma once
#include "ops/op_def.h"

namespace paddle::phi {

// From any thread. Among equals of priority the last to come goes first.
PADDLE_API void AddLateKernel(OpDef& op, DeviceType device, DataType dtype,
                              const KernelEntry& entry);

}  // namespace paddle::phi
