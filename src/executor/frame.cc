#include "executor/frame.h"

namespace paddle::executor {

void CopyMeta(const DenseTensor& from, DenseTensor* to) {
  to->dtype = from.dtype;
  to->flags = from.flags;
  to->numel = from.numel;
  to->dims = from.dims;
  for (int i = 0; i < from.rank(); ++i) to->strides[i] = from.strides[i];
}

Frame::Frame(const Plan& plan)
    : tensors(new DenseTensor[plan.tensors_.size()]),
      storages(new Storage[plan.memories_.size()]),
      held(plan.memories_.size()) {
  for (size_t t = 0; t < plan.tensors_.size(); ++t) {
    CopyMeta(*plan.tensors_[t].like, &tensors[t]);
  }
  size_t num_slots = 0, num_listed = 0;
  for (const auto* steps : {&plan.once_, &plan.steps_}) {
    for (const Step& step : *steps) {
      num_slots += step.slots.size();
      num_listed += step.operands.size();
    }
  }
  slots.reserve(num_slots);
  lists.reserve(num_listed);
  const auto pointer = [&](Operand o) -> DenseTensor* {
    if (o == kNoOperand) return nullptr;
    return o >= 0 ? &tensors[o] : plan.constants_[ConstantIndex(o)].get();
  };
  const auto add = [&](const Step& step) {
    size_t operand = 0;
    for (size_t i = 0; i < step.slots.size(); ++i) {
      Slot slot = step.slots[i];
      if (step.op->list_mask >> i & 1) {
        const int64_t count = slot.i;
        for (int64_t k = 0; k < count; ++k) {
          lists.push_back(pointer(step.operands[operand++]));
        }
        slot.tensors = {lists.data() + lists.size() - count, count};
      } else if (step.op->tensor_mask >> i & 1) {
        slot.tensor = pointer(step.operands[operand++]);
      }
      slots.push_back(slot);
    }
  };
  for (const Step& step : plan.once_) add(step);
  for (const Step& step : plan.steps_) {
    first_slot.push_back(slots.size());
    add(step);
  }
  first_slot.push_back(slots.size());
}

}  // namespace paddle::executor
