// Kernels that run faster on an operand brought into a layout of their own,
// which pays where that operand stays the same: weights in inference.
#pragma once
#include <string>

#include "ops/op_def.h"

namespace paddle::phi {

struct PreparedLayout {
  size_t bytes = 0;  // 0: nothing to gain
  std::string name;  // equal ones are one layout; empty: it has none
};

struct PreparedKernel {
  KernelFn of;  // the kernel in whose place it is
  int operand;  // slot
  // Of the prepared operand.
  PreparedLayout (*layout)(const Args& args, const Outs& outs);
  // The arguments of the call; the result is the prepared operand. Reads only
  // the sizes of the other tensors.
  KernelFn prepare;
  // The call, with the memory of `operand` prepared, its dims as before.
  KernelFn run;
};

PADDLE_API void RegisterPrepared(const PreparedKernel* kernel);
PADDLE_API const PreparedKernel* FindPrepared(KernelFn of);  // or null

struct PreparedRegistrar {
  explicit PreparedRegistrar(const PreparedKernel* k) { RegisterPrepared(k); }
};

}  // namespace paddle::phi
