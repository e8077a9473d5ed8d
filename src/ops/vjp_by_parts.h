// A gradient rule for an operator that has a kernel and a decomposition of many
// parts, as a loop over time has: the parts are made and differentiated only
// when a gradient is asked for, not whenever one could be.
#pragma once
#include "ops/vjp_context.h"

namespace paddle {

// The record saves all tensor arguments.
PADDLE_API VarList VjpByParts(const VjpContext& c);

namespace internal {
// Installed by eager: gradients of `outputs`, with respect to `inputs`; empty
// where there is none.
extern PADDLE_API std::vector<Var> (*differentiate)(
    const std::vector<Var>& outputs, const std::vector<Var>& inputs,
    const std::vector<Var>& grads, bool create_graph);
}  // namespace internal

}  // namespace paddle
