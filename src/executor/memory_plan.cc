#include "executor/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "cinn/runtime/kernel.h"

namespace paddle::executor {

namespace {

constexpr size_t kMostWrittenLate = 256 << 10;  // bytes

bool IsCopy(const Step& step) {
  static const OpDef& assign = GetOp("assign");
  return step.op == &assign && step.operands[0] >= 0;
}

constexpr size_t kResidual = 3;  // among the operands of conv_fused
bool IsFused(const Step& step) {
  static const OpDef& fused = GetOp("conv_fused");
  return step.op == &fused;
}
// In some operand at least.
bool IsElementwise(const Step& step) {
  return step.op &&
         (step.op->Has(kElementwise) || IsFused(step) || step.kernel) &&
         step.outs.size() == 1;
}

}  // namespace

MemoryPlan::MemoryPlan(std::vector<Step>& steps,
                       const std::vector<PlanTensor>& tensors,
                       std::vector<PlanMemory>& memories,
                       const std::vector<int>& input_memory,
                       const std::vector<Output>& outputs)
    : steps_(steps),
      tensors_(tensors),
      memories_(memories),
      input_memory_(input_memory),
      outputs_(outputs),
      end_(static_cast<int>(steps.size())),
      parent_(memories.size()),
      first_(memories.size(), end_ + 1),
      last_(memories.size(), -1),
      last_write_(memories.size(), -1),
      goes_into_(memories.size(), -1),
      input_written_(input_memory.size(), false),
      dropped_(steps.size(), false),
      in_place_(outputs.size(), false) {
  std::iota(parent_.begin(), parent_.end(), 0);
  for (int m : input_memory) first_[m] = -1;
  for (int s = 0; s < end_; ++s) {
    for (Operand o : steps[s].operands) {
      if (o >= 0) Use(o, s, false);
    }
    for (int t : steps[s].outs) Use(t, s, false);
    for (int t : steps[s].written) Use(t, s, true);
  }
  for (int s = 0; s < end_; ++s) {
    const Step& step = steps[s];
    if (step.op ? step.op->Has(kChecksValues) : pir::ChecksValues(*step.call)) {
      last_check_ = s;
    }
  }
  for (const Output& out : outputs) {
    if (out.tensor >= 0) Use(out.tensor, end_, false);
    if (out.into >= 0) input_written_[out.into] = true;
  }
}

void MemoryPlan::Use(int tensor, int step, bool write) {
  const int m = tensors_[tensor].memory;
  first_[m] = std::min(first_[m], step);
  last_[m] = std::max(last_[m], step);
  if (write) last_write_[m] = std::max(last_write_[m], step);
}

int MemoryPlan::Root(int memory) const {
  while (parent_[memory] != memory) memory = parent_[memory];
  return memory;
}

bool MemoryPlan::Temporary(int root) const {
  return memories_[root].kind == PlanMemory::kTemporary;
}

void MemoryPlan::Merge(int into, int from) {
  parent_[from] = into;
  first_[into] = std::min(first_[into], first_[from]);
  last_[into] = std::max(last_[into], last_[from]);
  last_write_[into] = std::max(last_write_[into], last_write_[from]);
  if (goes_into_[from] >= 0) goes_into_[into] = goes_into_[from];
}

// The inputs where values end, also of those that are only copied there.
void MemoryPlan::FindTargets() {
  for (const Output& out : outputs_) {
    if (out.into >= 0 && out.tensor >= 0 && tensors_[out.tensor].whole) {
      goes_into_[tensors_[out.tensor].memory] = out.into;
    }
  }
  for (int s = end_; s-- > 0;) {
    if (!IsCopy(steps_[s])) continue;
    const PlanTensor& from = tensors_[steps_[s].operands[0]];
    const PlanTensor& to = tensors_[steps_[s].outs[0]];
    if (from.whole && last_[from.memory] == s && goes_into_[from.memory] < 0) {
      goes_into_[from.memory] = goes_into_[to.memory];
    }
  }
}

bool MemoryPlan::JoinCopy(int s) {
  const PlanTensor& from = tensors_[steps_[s].operands[0]];
  const PlanTensor& to = tensors_[steps_[s].outs[0]];
  if (!from.whole || !to.whole || from.like->bytes() != to.like->bytes()) {
    return false;
  }
  const int a = Root(from.memory), b = Root(to.memory);
  const bool changes = last_write_[b] > s || last_write_[a] > s;
  switch (memories_[a].kind) {
    case PlanMemory::kTemporary:
    case PlanMemory::kHeld:
      if (last_[a] != s && changes) return false;
      break;
    case PlanMemory::kInput:
      // Written inputs, and outputs, are placed later.
      if (changes || last_[b] == end_ || input_written_[memories_[a].index]) {
        return false;
      }
      break;
    default: return false;
  }
  Merge(a, b);
  return true;
}

// Step `s` computes each element of its result from those at the same place of
// what it reads of `root`, which has the size of the result.
bool MemoryPlan::Elementwise(int s, int root) const {
  const Step& step = steps_[s];
  if (!IsElementwise(step) || !step.written.empty()) return false;
  const PlanTensor& out = tensors_[step.outs[0]];
  bool reads = false;
  for (size_t i = 0; i < step.operands.size(); ++i) {
    const Operand o = step.operands[i];
    if (o < 0 || Root(tensors_[o].memory) != root) continue;
    if (IsFused(step) && i != kResidual) return false;
    if (step.kernel && !step.kernel->MayOverwrite(i)) return false;
    const PlanTensor& t = tensors_[o];
    if (!t.whole || !(t.like->dims == out.like->dims) ||
        SizeOf(t.like->dtype) != SizeOf(out.like->dtype)) {
      return false;
    }
    reads = true;
  }
  return reads && out.whole;
}

bool MemoryPlan::JoinElementwise(int s) {
  const Step& step = steps_[s];
  if (!IsElementwise(step)) return false;
  const int b = Root(tensors_[step.outs[0]].memory);
  if (!Temporary(b) || first_[b] != s) return false;
  for (Operand o : step.operands) {  // better into the input itself
    if (o < 0) continue;
    const PlanMemory& m = memories_[Root(tensors_[o].memory)];
    if (m.kind == PlanMemory::kInput && goes_into_[b] == m.index) return false;
  }
  for (Operand o : step.operands) {
    if (o < 0) continue;
    const int a = Root(tensors_[o].memory);
    if (!Temporary(a) || last_[a] != s || !Elementwise(s, a)) continue;
    Merge(a, b);
    last_write_[a] = std::max(last_write_[a], s);
    return true;
  }
  return false;
}

// Values that end in an input are computed there, if nobody needs what it held
// before; others get memory that belongs to the caller in the end.
void MemoryPlan::PlaceOutputs() {
  std::vector<int> users(memories_.size(), 0);
  for (const Output& out : outputs_) {
    if (out.tensor >= 0) ++users[Root(tensors_[out.tensor].memory)];
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const Output& out = outputs_[i];
    if (out.tensor < 0 || !tensors_[out.tensor].whole) continue;
    const int root = Root(tensors_[out.tensor].memory);
    PlanMemory& memory = memories_[root];
    if (out.into < 0) {
      const bool held = memory.kind == PlanMemory::kHeld;
      if (held && users[root] == 1) in_place_[i] = true;
      if (!Temporary(root)) continue;
      memory.kind = PlanMemory::kOutput;
      memory.index = static_cast<int>(i);
      in_place_[i] = true;
      continue;
    }
    const int k = input_memory_[out.into];
    if (memory.kind == PlanMemory::kInput && memory.index == out.into) {
      in_place_[i] = true;  // its own old value
      continue;
    }
    const bool row_major =
        memories_[k].tensors.empty() || tensors_[memories_[k].tensors[0]].whole;
    // The old value of the input may itself be asked for, after all steps.
    if (!Temporary(root) || users[root] != 1 || users[k] != 0 || Root(k) != k ||
        !row_major || memories_[k].bytes != memory.bytes) {
      continue;
    }
    const int s = first_[root];
    if (last_[k] > s) continue;
    // Where a check refuses a value nothing has been written, and the call can
    // be made again. A large tensor is not copied for that.
    if (s < last_check_ && memory.bytes <= kMostWrittenLate) continue;
    if (last_[k] == s) {
      const bool self =
          IsCopy(steps_[s]) && tensors_[steps_[s].operands[0]].whole;
      if (self) {
        dropped_[s] = true;
      } else if (!Elementwise(s, k)) {
        continue;
      }
    }
    Merge(k, root);
    in_place_[i] = true;
  }
}

void MemoryPlan::Join() {
  FindTargets();
  for (int s = 0; s < end_; ++s) {
    if (IsCopy(steps_[s])) {
      dropped_[s] = JoinCopy(s);
    } else {
      JoinElementwise(s);
    }
  }
  PlaceOutputs();
}

int64_t PlaceBlocks(std::vector<Block>& blocks) {
  constexpr size_t kAlign = 64;
  std::vector<int> order(blocks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return blocks[a].bytes > blocks[b].bytes;
  });
  int64_t size = 0;
  std::vector<int> placed;  // by offset
  for (int i : order) {
    Block& block = blocks[i];
    const auto bytes =
        static_cast<int64_t>((block.bytes + kAlign - 1) / kAlign * kAlign);
    // The smallest gap between those alive at the same time.
    int64_t end = 0, best = -1, best_gap = INT64_MAX;
    for (int j : placed) {
      const Block& other = blocks[j];
      if (other.last < block.first || other.first > block.last) continue;
      const int64_t gap = other.offset - end;
      if (gap >= bytes && gap < best_gap) {
        best = end;
        best_gap = gap;
      }
      const auto length =
          static_cast<int64_t>((other.bytes + kAlign - 1) / kAlign * kAlign);
      end = std::max(end, other.offset + length);
    }
    block.offset = best >= 0 ? best : end;
    size = std::max(size, block.offset + bytes);
    const auto at = std::upper_bound(
        placed.begin(), placed.end(), block.offset,
        [&](int64_t v, int j) { return v < blocks[j].offset; });
    placed.insert(at, i);
  }
  return size;
}

}  // namespace paddle::executor
