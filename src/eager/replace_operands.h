#pragma once
#include "ops/op_def.h"

namespace paddle {

// Each operand becomes f(operand); lists are copied first, since they belong to
// the caller.
template <typename F>
void ReplaceOperands(const OpDef& op, Args& args, F&& f) {
  for (uint32_t m = op.tensor_mask; m; m &= m - 1) {
    Slot& slot = args.slot[__builtin_ctz(m)];
    slot.tensor = f(slot.tensor);
  }
  for (uint32_t m = op.list_mask; m; m &= m - 1) {
    TensorList& list = args.slot[__builtin_ctz(m)].tensors;
    auto** copy = args.Allocate<DenseTensor*>(list.count);
    for (int k = 0; k < list.size(); ++k) copy[k] = f(list[k]);
    list.data = copy;
  }
}

}  // namespace paddle
