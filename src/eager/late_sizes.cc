#include "eager/late_sizes.h"

#include <algorithm>

#include "eager/eager_builder.h"
#include "eager/replace_operands.h"
#include "ops/control_flow/stack.h"

namespace paddle {

LateSizes*& CurrentLateSizes() {
  thread_local LateSizes* current = nullptr;
  return current;
}

namespace {

int NumOuts(const OpDef& op) {
  return op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size());
}

// By the rule of the operator, which gives 0 for a size that it does not know.
std::vector<DDim> OpenDims(const OpDef& op, const Args& args) {
  Args known = Args::Borrow(args);
  Outs outs(NumOuts(op));
  for (int i = 0; i < outs.size(); ++i) outs[i] = NewTensor(State());
  op.infer(known, outs);
  std::vector<DDim> dims;
  for (int i = 0; i < outs.size(); ++i) dims.push_back(outs[i]->dims);
  return dims;
}

bool HasEmptyOperand(const OpDef& op, const Args& args) {
  bool found = false;
  ForEachOperand(op, args,
                 [&](DenseTensor* t) { found |= t && t->numel == 0; });
  return found && !BringsMemory(op);  // a stack shows no elements
}

bool TakeStandIn(const OpDef& op, const Args& args, LateSizes& late,
                 std::vector<DDim>* sizes) {
  static const OpDef& nonzero = GetOp("nonzero");
  const int known = late.known(op, args);
  const bool empty = HasEmptyOperand(op, args);
  if ((empty && &op != &nonzero) ||
      (known < 0 && late.taken == late.stand_ins.size())) {
    return false;
  }
  int64_t n = late.stand_ins[known < 0 ? late.taken++ : known];
  if (empty) n = 0;
  for (DDim dims : OpenDims(op, args)) {
    std::replace(dims.data(), dims.data() + dims.rank(), int64_t{0}, n);
    sizes->push_back(dims);
  }
  return true;
}

void NoteSize(const OpDef& op, const Args& args, const std::vector<DDim>& sizes,
              LateSizes* late) {
  if (late->known(op, args) >= 0) return;
  const std::vector<DDim> open = OpenDims(op, args);
  for (size_t i = 0; i < open.size(); ++i) {
    for (int axis = 0; axis < open[i].rank(); ++axis) {
      if (open[i][axis] == 0) {
        late->seen.push_back(sizes[i][axis]);
        return;
      }
    }
  }
  late->seen.push_back(0);
}

}  // namespace

bool FindLateSizes(const OpDef& op, const Args& args,
                   std::vector<DDim>* sizes) {
  LateSizes* late = CurrentLateSizes();
  if (late && late->of != State().recorder) late = nullptr;
  if (State().recorder->rehearsal) {
    return late && op.infer && TakeStandIn(op, args, *late, sizes);
  }
  Args known = Args::Borrow(args);
  bool all = true;
  ReplaceOperands(op, known, [&](DenseTensor* t) {
    if (!t || !all) return t;
    const bool awaited = IsAwaited(*t);
    Var values = awaited ? State().recorder->Peek(*t) : Var::Share(t);
    all = static_cast<bool>(values);
    if (late && all) late->peeks += awaited;
    return all ? known.Keep(std::move(values)) : t;
  });
  if (!all) return false;
  {
    const PauseRecorder pause;
    const GradModeGuard no_grad(false);
    Outs outs(NumOuts(op));
    Dispatch(op, known, outs);
    for (int i = 0; i < outs.size(); ++i) sizes->push_back(outs[i]->dims);
  }
  if (late && op.infer) NoteSize(op, args, *sizes, late);
  return true;
}

}  // namespace paddle
