// Kernels that can put what they need on the way over an operand, if nobody
// reads it afterwards.
#pragma once
#include "ops/op_def.h"

namespace paddle::phi {

struct OverwritingKernel {
  KernelFn of;   // the kernel in whose place it is
  int operand;   // slot: what it leaves there is of no use
  KernelFn run;  // gives the same bits
};

PADDLE_API void RegisterOverwriting(const OverwritingKernel* kernel);
PADDLE_API const OverwritingKernel* FindOverwriting(KernelFn of);  // or null

struct OverwritingRegistrar {
  template <size_t N>
  explicit OverwritingRegistrar(const OverwritingKernel (&kernels)[N]) {
    for (const OverwritingKernel& k : kernels) RegisterOverwriting(&k);
  }
};

}  // namespace paddle::phi
