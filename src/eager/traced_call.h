// Calls of operators while a profile or a log of results is made.
#pragma once
#include <cstdint>

#include "core/device_context.h"
#include "core/trace.h"
#include "ops/op_def.h"

namespace paddle {

// The event of a call, while it lives.
class PADDLE_API TracedCall {
 public:
  TracedCall(const OpDef& op, const Args& args);

 private:
  trace::Scope scope_;
};

// Allocates what the results lack and runs the kernel. `wishes` are
// trace::Wishes(), not 0.
void RunTracedKernel(uint8_t wishes, const KernelEntry& kernel, const OpDef& op,
                     const DeviceContext& context, const Args& args,
                     Outs& outs);
// The same for a step of a program, which is an operator and its kernel.
PADDLE_API void RunTracedStep(uint8_t wishes, KernelFn run, const OpDef& op,
                              const DeviceContext& context, const Args& args,
                              Outs& outs);

// "MatmulGradNode", as Paddle calls the node that the gradient of an operator
// is. Lives as long as the process.
const char* GradNodeName(const OpDef& op);

// Floating point operations by the record: a multiplication and an addition
// for each product of a sum, one for each element of elementwise operators and
// of sums; 0 where the record tells nothing.
PADDLE_API int64_t CountFlops(const OpDef& op, const Args& args);

}  // namespace paddle
