#include "eager/gradient_sum.h"

#include "eager/grad_node.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle {

namespace {

// Whether no one but `holders` holders of the tensor sees its memory.
bool IsPrivate(const DenseTensor& t, int holders = 1) {
  return t.references.load(std::memory_order_relaxed) == holders && t.storage &&
         t.storage->references.load(std::memory_order_relaxed) == 1;
}

// sum += g in the memory of `sum`; false: not possible.
bool AddInto(DenseTensor& sum, const Var& g, int holders, bool create_graph) {
  if (create_graph || !IsPrivate(sum, holders) || !sum.contiguous() ||
      sum.node || sum.dtype != g->dtype || !(sum.dims == g.dims())) {
    return false;
  }
  static const OpDef* const add = &GetOp("add");
  Args args(*add);
  args.size = 2;
  args.inplace = true;
  args.SetTensor(0, &sum);
  args.SetTensor(1, g.get());
  Outs outs(1);
  Dispatch(*add, args, outs);
  return true;
}

}  // namespace

void Accumulate(DenseTensor*& slot, Var g, bool create_graph) {
  if (!slot) {
    slot = g.Take();
  } else if (!AddInto(*slot, g, 1, create_graph)) {
    Var total = ops::Add(Var::Own(std::exchange(slot, nullptr)), g);
    slot = total.Take();
  }
}

Var OwnMemory(Var g, bool create_graph) {
  if (IsPrivate(*g) && (create_graph || (g->contiguous() && !g->node))) {
    return g;
  }
  GradModeGuard record(create_graph);
  return ops::Assign(g);
}

void AccumulateGrad(DenseTensor& t, Var g, bool create_graph) {
  const GradState now = GradStateOf(t);
  const bool none =
      !now.grad && (now.zero == DataType::kUndefined || now.zero == g->dtype);
  if (const Var sum = none ? Var() : GradOf(t); !sum) {
    SetGrad(t, OwnMemory(std::move(g), create_graph));
  } else if (!AddInto(*sum, g, 2, create_graph)) {  // `t` and this function
    SetGrad(t, ops::Add(sum, g));
  }
}

}  // namespace paddle
