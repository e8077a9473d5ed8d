#include "ops/vjp_by_parts.h"

#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle {

namespace internal {
std::vector<Var> (*differentiate)(const std::vector<Var>&,
                                  const std::vector<Var>&,
                                  const std::vector<Var>&, bool) = nullptr;
}  // namespace internal

namespace {

// An operand under a tensor of its own: the same tensor may come twice.
Var OwnOperand(const VjpContext& c, int operand) {
  const Var own = ops::Assign(c.in(operand));
  if (c.needs(operand)) own->flags |= kRequiresGrad;
  return own;
}

}  // namespace

VarList VjpByParts(const VjpContext& c) {
  const OpDef& op = c.op();
  const bool create_graph = State().grad_enabled;
  Args args(op);
  args.size = static_cast<int32_t>(op.schema.args.size());
  std::vector<Var> operands(c.num_operands());
  int operand = 0;
  for (int i = 0; i < args.size; ++i) {
    if (!(op.tensor_mask >> i & 1)) {
      args.slot[i] = c.attr(i);
      continue;
    }
    Var& own = operands[operand];
    args.slot[i].tensor = nullptr;
    if (c.has_in(operand)) {
      own = OwnOperand(c, operand);
      args.SetTensor(i, own.get());
    }
    ++operand;
  }
  std::vector<Var> outputs, grads, inputs;
  {
    const GradModeGuard record(true);
    const VarList made = op.decompose(args);
    for (int i = 0; i < made.size(); ++i) {
      if (!c.has_grad(i) || !(made[i]->flags & kRequiresGrad)) continue;
      outputs.push_back(made[i]);
      grads.push_back(c.grad(i));
    }
  }
  for (int k = 0; k < c.num_operands(); ++k) {
    if (c.needs(k)) inputs.push_back(operands[k]);
  }
  const std::vector<Var> found =
      outputs.empty()
          ? std::vector<Var>(inputs.size())
          : internal::differentiate(outputs, inputs, grads, create_graph);
  VarList result;
  size_t next = 0;
  for (int k = 0; k < c.num_operands(); ++k) {
    result.push_back(c.needs(k) ? found[next++] : Var());
  }
  return result;
}

}  // namespace paddle
