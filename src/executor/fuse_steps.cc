#include "executor/fuse_steps.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "cinn/runtime/kernel.h"
#include "common/flags.h"
#include "common/logging.h"
#include "executor/check_fusion.h"
#include "executor/explain_fusion.h"
#include "ops/op_def.h"

namespace paddle::executor {

namespace {

using cinn::FusionStep;
using cinn::TensorRef;

constexpr int64_t kFewElements = 64;  // not worth a kernel
constexpr size_t kMostSteps = 64;

void RunFused(const DeviceContext&, const Args& args, Outs& outs) {
  const auto* kernel = reinterpret_cast<const cinn::Kernel*>(args.slot[1].i);
  char* tensors[cinn::Group::kMostAccesses];
  size_t n = 0;
  int read = 0, written = 0;
  for (const auto& tensor : kernel->tensors()) {
    tensors[n++] = tensor.written ? outs[written++]->Data<char>()
                                  : args.slot[0].tensors[read++]->Data<char>();
  }
  kernel->Run(tensors);
}

// What a fused step is to the rest of a plan.
const OpDef& FusedOp() {
  static const OpDef& op = [] {
    auto* def = new OpDef;
    def->name = "fused_group";
    def->schema = Schema::Parse("(Tensor[] x, int kernel) -> Tensor[] out");
    def->list_mask = 1;
    def->attr_mask = 2;
    return *def;
  }();
  return op;
}

class Fuser {
 public:
  Fuser(std::vector<Step>& steps, const std::vector<PlanTensor>& tensors,
        const std::vector<PlanMemory>& memories,
        const std::vector<Var>& constants, const std::vector<int>& kept)
      : steps_(steps),
        tensors_(tensors),
        memories_(memories),
        constants_(constants),
        writers_(memories.size(), 0),
        group_of_(steps.size(), -1) {
    for (int t : kept) kept_.insert(tensors[t].memory);
    for (const Step& step : steps) {
      for (int t : step.outs) ++writers_[tensors[t].memory];
      for (int t : step.written) ++writers_[tensors[t].memory];
    }
  }

  Plan::Fusion Run() {
    for (size_t s = 0; s < steps_.size(); ++s) {
      const std::optional<FusionStep> step = Describe(steps_[s]);
      const int joined = step ? Join(s, *step) : -1;
      Close(s, joined);
    }
    Replace();
    return fusion_;
  }

 private:
  struct Open {
    cinn::Group group;
    std::vector<size_t> steps;
    bool closed = false;
  };

  TensorRef RefOf(int t) const {
    const PlanTensor& tensor = tensors_[t];
    const DenseTensor& like = *tensor.like;
    return {tensor.memory, tensor.offset, like.dtype, like.dims,
            DDim(like.stride_array())};
  }

  std::optional<FusionStep> Describe(const Step& step) const {
    if (!step.op || step.given || step.prepared != kNoOperand ||
        step.outs.size() != 1 || !step.written.empty() || step.op->list_mask ||
        !cinn::Group::CanFuse(*step.op)) {
      return std::nullopt;
    }
    FusionStep fusion{step.op, step.slots, {}, RefOf(step.outs[0])};
    const PlanMemory& memory = memories_[fusion.out.memory];
    const bool fresh = memory.kind == PlanMemory::kTemporary ||
                       memory.kind == PlanMemory::kOutput;
    if (!fresh || writers_[fusion.out.memory] != 1) return std::nullopt;
    for (Operand o : step.operands) {
      if (o == kNoOperand) return std::nullopt;
      const DenseTensor& t =
          o >= 0 ? *tensors_[o].like : *constants_[ConstantIndex(o)];
      FusionStep::In in{std::nullopt, 0, t.dtype};
      if (o >= 0) {
        in.tensor = RefOf(o);
      } else if (t.numel == 1 && t.dtype == DataType::kFloat32) {
        in.value = *t.Data<float>();
      } else {
        in.tensor = TensorRef{o, 0, t.dtype, t.dims, DDim(t.stride_array())};
      }
      fusion.in.push_back(std::move(in));
    }
    return fusion;
  }

  // Into a group that it reads from or that reads what it reads; into one of
  // its own where there is none. The number of the group.
  int Join(size_t s, const FusionStep& step) {
    std::vector<int> near;
    for (int g = static_cast<int>(groups_.size()); g-- > 0;) {
      Open& open = groups_[g];
      if (open.closed || open.steps.size() >= kMostSteps) continue;
      for (const auto& in : step.in) {
        if (in.tensor && open.group.Reads(in.tensor->memory)) {
          near.push_back(g);
          break;
        }
      }
    }
    // Those that make what it reads come first.
    std::stable_partition(near.begin(), near.end(), [&](int g) {
      return std::any_of(step.in.begin(), step.in.end(), [&](const auto& in) {
        return in.tensor && groups_[g].group.Writes(in.tensor->memory);
      });
    });
    int joined = -1;
    for (int g : near) {
      Open& open = groups_[g];
      if (joined < 0) {
        const std::string why = open.group.Add(step);
        if (why.empty()) {
          open.steps.push_back(s);
          joined = g;
        } else if (flags::cinn_explain) {
          ExplainRefusal(step.op->name + " after " + NamesOf(open), why);
        }
        continue;
      }
      // A second one, whose value it reads as well.
      Open& first = groups_[std::min(g, joined)];
      Open& second = groups_[std::max(g, joined)];
      cinn::Group merged = first.group;
      if (first.steps.size() + second.steps.size() > kMostSteps ||
          !merged.Merge(second.group).empty()) {
        continue;
      }
      first.group = std::move(merged);
      first.steps.insert(first.steps.end(), second.steps.begin(),
                         second.steps.end());
      second = Open();
      second.closed = true;
      joined = std::min(g, joined);
    }
    if (joined < 0) {
      Open open;
      if (!open.group.Add(step).empty()) return -1;
      open.steps.push_back(s);
      groups_.push_back(std::move(open));
      joined = static_cast<int>(groups_.size()) - 1;
    }
    return joined;
  }

  // A group runs at the place of its last step: steps in between must neither
  // read what it makes nor write what it reads.
  void Close(size_t s, int joined) {
    const Step& step = steps_[s];
    for (size_t g = 0; g < groups_.size(); ++g) {
      Open& open = groups_[g];
      if (open.closed || static_cast<int>(g) == joined) continue;
      const auto memory = [&](int t) { return tensors_[t].memory; };
      for (Operand o : step.operands) {
        if (o >= 0 && open.group.Writes(memory(o))) open.closed = true;
      }
      for (const auto* list : {&step.outs, &step.written}) {
        for (int t : *list) {
          if (open.group.Reads(memory(t))) open.closed = true;
        }
      }
    }
  }

  void Replace() {
    std::vector<bool> dropped(steps_.size(), false);
    for (size_t g = 0; g < groups_.size(); ++g) {
      for (size_t s : groups_[g].steps) group_of_[s] = static_cast<int>(g);
    }
    for (size_t g = 0; g < groups_.size(); ++g) {
      if (groups_[g].steps.size() < 2 || Elements(groups_[g]) < kFewElements) {
        continue;
      }
      std::sort(groups_[g].steps.begin(), groups_[g].steps.end());
      if (!Emit(groups_[g], static_cast<int>(g))) continue;
      for (size_t s : groups_[g].steps) dropped[s] = !flags::cinn_check;
      dropped[groups_[g].steps.back()] = false;
      ++fusion_.kernels;
      fusion_.operators += static_cast<int64_t>(groups_[g].steps.size());
    }
    std::vector<Step> left;
    for (size_t s = 0; s < steps_.size(); ++s) {
      if (!dropped[s]) left.push_back(std::move(steps_[s]));
      for (auto& [after, check] : checks_) {
        if (after == s) left.push_back(std::move(check));
      }
    }
    steps_ = std::move(left);
  }

  static int64_t Elements(const Open& open) {
    int64_t n = 1;
    for (const auto& axis : open.group.domain().axes()) n *= axis.extent;
    return n;
  }

  // Which memory of the group others see.
  bool IsSeen(int memory, int group) const {
    if (kept_.count(memory)) return true;
    for (size_t s = 0; s < steps_.size(); ++s) {
      if (group_of_[s] == group) continue;
      for (Operand o : steps_[s].operands) {
        if (o >= 0 && tensors_[o].memory == memory) return true;
      }
    }
    return false;
  }

  bool Emit(const Open& open, int number) {
    const auto& accesses = open.group.domain().accesses();
    std::vector<bool> stored;
    for (const auto& value : open.group.values()) {
      stored.push_back(IsSeen(accesses[value.access].tensor.memory, number));
    }
    std::shared_ptr<const cinn::Kernel> kernel = Compile(open, stored);
    if (!kernel) return false;
    if (flags::cinn_explain) {
      ExplainKernel(*kernel, open.group, stored);
    }
    const bool checks = flags::cinn_check;
    Step step;
    step.op = &FusedOp();
    step.run = checks ? &RunFusionCheck : &RunFused;
    for (const auto& tensor : kernel->tensors()) {
      const Operand t = TensorAt(open, accesses[tensor.access].tensor);
      (tensor.written && !checks ? step.outs : step.operands).push_back(t);
    }
    step.kernel = std::move(kernel);
    step.slots.resize(2);
    step.slots[0].i = static_cast<int64_t>(step.operands.size());
    step.slots[1].i = reinterpret_cast<int64_t>(step.kernel.get());
    for (size_t s : open.steps) step.work += steps_[s].work;
    if (checks) {
      checks_.emplace_back(open.steps.back(), std::move(step));
    } else {
      steps_[open.steps.back()] = std::move(step);
    }
    return true;
  }

  std::string NamesOf(const Open& open) const {
    std::string names;
    for (size_t s : open.steps) {
      names += (names.empty() ? "" : ", ") + steps_[s].op->name;
    }
    return names;
  }

  // Null where the group is left to the kernels of its steps.
  std::shared_ptr<const cinn::Kernel> Compile(
      const Open& open, const std::vector<bool>& stored) const {
    try {
      auto kernel = cinn::Kernel::Make(open.group, stored, NamesOf(open));
      if (!kernel && flags::cinn_explain) {
        ExplainRefusal(NamesOf(open), "no axis can be done in vectors");
      }
      return kernel;
    } catch (const Error& error) {
      static std::once_flag once;
      std::call_once(once, [&] {
        PD_LOG(WARNING) << "cinn: a fused kernel can not be compiled; its "
                           "operators run one by one (this is said once). "
                        << error.what();
      });
      return nullptr;
    }
  }

  // An operand or a result of the group's steps that lies there.
  Operand TensorAt(const Open& open, const TensorRef& ref) const {
    if (ref.memory < 0) return ref.memory;
    for (size_t s : open.steps) {
      for (const auto* list : {&steps_[s].operands, &steps_[s].outs}) {
        for (Operand o : *list) {
          if (o >= 0 && RefOf(o).SamePlace(ref)) return o;
        }
      }
    }
    PADDLE_THROW(errors::Fatal("cinn: a tensor of a group is not known."));
  }

  std::vector<Step>& steps_;
  const std::vector<PlanTensor>& tensors_;
  const std::vector<PlanMemory>& memories_;
  const std::vector<Var>& constants_;
  std::vector<int> writers_;  // by memory
  std::unordered_set<int> kept_;
  std::vector<int> group_of_;
  std::vector<Open> groups_;
  Plan::Fusion fusion_;
  std::vector<std::pair<size_t, Step>> checks_;  // after these steps
};

}  // namespace

Plan::Fusion FuseSteps(std::vector<Step>& steps,
                       const std::vector<PlanTensor>& tensors,
                       const std::vector<PlanMemory>& memories,
                       const std::vector<Var>& constants,
                       const std::vector<int>& kept) {
  if (!flags::use_cinn) return {};
  return Fuser(steps, tensors, memories, constants, kept).Run();
}

}  // namespace paddle::executor
