#include "executor/constants.h"

#include <algorithm>

#include "phi/prepared_kernel.h"

namespace paddle::executor {

namespace {

class ConstantTaker {
 public:
  ConstantTaker(const std::vector<bool>& constant, std::vector<Step>& steps,
                std::vector<PlanTensor>& tensors,
                std::vector<PlanMemory>& memories, std::vector<Step>& once,
                const std::vector<Var>& constants)
      : steps_(steps),
        tensors_(tensors),
        memories_(memories),
        once_(once),
        constants_(constants),
        known_(memories.size(), false) {
    for (size_t m = 0; m < memories.size(); ++m) {
      known_[m] =
          memories[m].kind == PlanMemory::kInput && constant[memories[m].index];
    }
  }

  void Run() {
    std::vector<bool> written(memories_.size(), false);
    for (const Step& step : steps_) {
      for (int t : step.written) written[tensors_[t].memory] = true;
    }
    std::vector<Step> left;
    for (Step& step : steps_) {
      if (!FollowsFromConstants(step, written)) {
        Prepare(step);
        left.push_back(std::move(step));
        continue;
      }
      for (int t : step.outs) {
        PlanMemory& m = memories_[tensors_[t].memory];
        m.kind = PlanMemory::kCached;
        known_[tensors_[t].memory] = true;
      }
      once_.push_back(std::move(step));
    }
    steps_ = std::move(left);
  }

 private:
  bool Known(Operand o) const { return o < 0 || known_[tensors_[o].memory]; }

  bool FollowsFromConstants(const Step& step,
                            const std::vector<bool>& written) const {
    if (!step.op || step.given || step.op->Has(kRandom) || step.outs.empty() ||
        !step.written.empty()) {
      return false;
    }
    for (int t : step.outs) {
      const int m = tensors_[t].memory;
      if (written[m] || memories_[m].kind != PlanMemory::kTemporary) {
        return false;
      }
    }
    const auto& in = step.operands;
    return std::all_of(in.begin(), in.end(),
                       [&](Operand o) { return Known(o); }) &&
           std::any_of(in.begin(), in.end(), [](Operand o) { return o >= 0; });
  }

  DenseTensor* Tensor(Operand o) const {
    if (o == kNoOperand) return nullptr;
    return o >= 0 ? tensors_[o].like.get() : constants_[ConstantIndex(o)].get();
  }

  void Prepare(Step& step) {
    const phi::PreparedKernel* kernel =
        step.op && !step.given ? phi::FindPrepared(step.run) : nullptr;
    if (!kernel || step.op->list_mask || step.outs.size() != 1) return;
    Args args(*step.op);
    args.size = static_cast<int>(step.slots.size());
    size_t operand = 0, at = 0;
    for (int i = 0; i < args.size; ++i) {
      args.slot[i] = step.slots[i];
      if (!(step.op->tensor_mask >> i & 1)) continue;
      if (i == kernel->operand) at = operand;
      args.slot[i].tensor = Tensor(step.operands[operand++]);
    }
    const Operand weight = step.operands[at];
    if (weight < 0 || !Known(weight) || !tensors_[weight].whole) return;
    Outs outs(1);
    outs[0] = Tensor(step.outs[0]);
    const phi::PreparedLayout layout = kernel->layout(args, outs);
    outs.Take(0);
    if (layout.bytes == 0) return;
    const int memory = static_cast<int>(memories_.size());
    PlanMemory& m = memories_.emplace_back();
    m.kind = PlanMemory::kCached;
    m.bytes = layout.bytes;
    const int tensor = static_cast<int>(tensors_.size());
    m.tensors.push_back(tensor);
    known_.push_back(true);
    PlanTensor packed{tensors_[weight].like, memory, 0};
    tensors_.push_back(std::move(packed));
    Step prepare = step;
    prepare.run = kernel->prepare;
    prepare.outs = {tensor};
    prepare.prepared = weight;
    prepare.layout = layout.name;
    once_.push_back(std::move(prepare));
    step.run = kernel->run;
    step.operands[at] = tensor;
  }

  std::vector<Step>& steps_;
  std::vector<PlanTensor>& tensors_;
  std::vector<PlanMemory>& memories_;
  std::vector<Step>& once_;
  const std::vector<Var>& constants_;
  std::vector<bool> known_;  // memory
};

}  // namespace

void TakeConstants(const std::vector<bool>& constant, std::vector<Step>& steps,
                   std::vector<PlanTensor>& tensors,
                   std::vector<PlanMemory>& memories, std::vector<Step>& once,
                   const std::vector<Var>& constants) {
  ConstantTaker(constant, steps, tensors, memories, once, constants).Run();
}

}  // namespace paddle::executor
