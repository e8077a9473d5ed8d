#include "executor/rematerialize.h"

#include <algorithm>
#include <list>
#include <map>

namespace paddle::executor {

namespace {

// Below it, time counts for more.
constexpr int64_t kLeastPeak = int64_t{1} << 20;

class Rematerializer {
 public:
  Rematerializer(std::vector<Step>& steps, std::vector<PlanTensor>& tensors,
                 std::vector<PlanMemory>& memories,
                 const std::vector<int>& kept,
                 const std::vector<bool>& input_written)
      : steps_(steps),
        tensors_(tensors),
        memories_(memories),
        input_written_(input_written),
        end_(static_cast<int>(steps.size())),
        before_(steps.size()),
        uses_(memories.size()),
        fixed_(memories.size(), false) {
    for (int s = 0; s < end_; ++s) {
      for (Operand o : steps[s].operands) {
        if (o >= 0) AddUse(tensors[o].memory, s);
      }
      for (int t : steps[s].outs) AddUse(tensors[t].memory, s);
      for (int t : steps[s].written) fixed_[tensors[t].memory] = true;
    }
    for (int t : kept) {
      AddUse(tensors[t].memory, end_);
      fixed_[tensors[t].memory] = true;
    }
    live_.assign(static_cast<size_t>(end_) + 1, 0);
    for (size_t m = 0; m < memories.size(); ++m) {
      if (memories[m].kind == PlanMemory::kInput || uses_[m].empty()) continue;
      const int first = uses_[m].front();
      if (first < end_ && InInput(steps[first])) continue;
      Count(first, uses_[m].back(), Bytes(static_cast<int>(m)));
    }
  }

  void Run() {
    for (;;) {
      const auto top = std::max_element(live_.begin(), live_.end());
      if (*top < kLeastPeak) break;
      if (!Lower(static_cast<int>(top - live_.begin()))) break;
    }
    Insert();
  }

 private:
  int64_t Bytes(int memory) const {
    return static_cast<int64_t>(memories_[memory].bytes);
  }
  void AddUse(int memory, int step) {
    auto& uses = uses_[memory];
    const auto at = std::lower_bound(uses.begin(), uses.end(), step);
    if (at == uses.end() || *at != step) uses.insert(at, step);
  }
  void Count(int first, int last, int64_t bytes) {
    for (int s = first; s <= last; ++s) live_[s] += bytes;
  }

  // A copy of an input that is written will not be made.
  bool InInput(const Step& step) const {
    static const OpDef& assign = GetOp("assign");
    if (step.op != &assign || step.operands[0] < 0) return false;
    const PlanMemory& m = memories_[tensors_[step.operands[0]].memory];
    return m.kind == PlanMemory::kInput && input_written_[m.index];
  }

  // The step that makes all of `memory`, if it can be run once more; else -1.
  int Maker(int memory) const {
    const PlanMemory& m = memories_[memory];
    if (m.kind != PlanMemory::kTemporary || fixed_[memory] ||
        uses_[memory].empty()) {
      return -1;
    }
    const int s = uses_[memory].front();
    const Step& step = steps_[s];
    if (!step.op || !step.op->Has(kElementwise) || step.op->Has(kRandom) ||
        step.outs.size() != 1 || !step.written.empty() ||
        tensors_[step.outs[0]].memory != memory) {
      return -1;
    }
    return s;
  }

  // Whether the operands of step `s` have the same values at `late`.
  bool Available(const Step& step, int late) const {
    return std::all_of(step.operands.begin(), step.operands.end(),
                       [&](Operand o) {
                         if (o < 0) return true;
                         const int m = tensors_[o].memory;
                         if (fixed_[m]) return false;
                         if (memories_[m].kind == PlanMemory::kInput) {
                           return !input_written_[memories_[m].index];
                         }
                         return uses_[m].back() >= late;
                       });
  }

  // Frees at `top` what was made last and can be made again later.
  bool Lower(int top) {
    int best = -1, best_step = -1, best_late = 0;
    for (size_t i = 0; i < memories_.size(); ++i) {
      const int m = static_cast<int>(i);
      const auto& uses = uses_[m];
      if (uses.empty() || uses.front() >= top || uses.back() <= top) continue;
      const auto late = std::lower_bound(uses.begin(), uses.end(), top);
      if (*late == top || Bytes(m) < live_[top] / 1000) continue;
      const int s = Maker(m);
      if (s <= best_step || !Available(steps_[s], *late)) continue;
      best = m;
      best_step = s;
      best_late = *late;
    }
    if (best < 0) return false;
    Split(best, best_step, best_late);
    return true;
  }

  void Split(int memory, int maker, int late) {
    const int again = static_cast<int>(memories_.size());
    memories_.push_back(memories_[memory]);
    memories_.back().tensors.clear();
    uses_.emplace_back();
    fixed_.push_back(false);
    auto& uses = uses_[memory];
    const auto cut = std::lower_bound(uses.begin(), uses.end(), late);
    const int last_before = *(cut - 1);
    uses_[again].assign(cut, uses.end());
    uses.erase(cut, uses.end());
    Count(last_before + 1, late - 1, -Bytes(memory));
    std::map<int, int> twin;
    const auto twin_of = [&](int t) {
      const auto [it, fresh] = twin.emplace(t, 0);
      if (fresh) {
        it->second = static_cast<int>(tensors_.size());
        PlanTensor copy = tensors_[t];
        copy.memory = again;
        memories_[again].tensors.push_back(it->second);
        tensors_.push_back(std::move(copy));
      }
      return it->second;
    };
    const auto replace = [&](Step& step) {
      for (Operand& o : step.operands) {
        if (o >= 0 && tensors_[o].memory == memory) o = twin_of(o);
      }
    };
    for (int u : uses_[again]) {
      if (u < end_) {
        for (Step& extra : before_[u]) replace(extra);
        replace(steps_[u]);
      }
    }
    Step step = steps_[maker];
    step.outs[0] = twin_of(step.outs[0]);
    for (Operand o : step.operands) {
      if (o >= 0) AddUse(tensors_[o].memory, late);
    }
    before_[late].push_front(std::move(step));
  }

  void Insert() {
    std::vector<Step> all;
    for (int s = 0; s < end_; ++s) {
      for (Step& extra : before_[s]) all.push_back(std::move(extra));
      all.push_back(std::move(steps_[s]));
    }
    steps_ = std::move(all);
  }

  std::vector<Step>& steps_;
  std::vector<PlanTensor>& tensors_;
  std::vector<PlanMemory>& memories_;
  const std::vector<bool>& input_written_;
  const int end_;
  std::vector<std::list<Step>> before_;  // steps that are run once more
  std::vector<std::vector<int>> uses_;   // of each memory, in order
  std::vector<bool> fixed_;
  std::vector<int64_t> live_;  // bytes, by step
};

}  // namespace

void MakeAnew(std::vector<Step>& steps, const std::vector<PlanTensor>& tensors,
              const std::vector<int>& kept) {
  static const OpDef& assign = GetOp("assign");
  std::map<int, int> maker;  // by memory
  std::map<int, int> uses;
  for (size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    if (step.op && step.operands.empty() && step.outs.size() == 1 &&
        !step.op->Has(kRandom)) {
      maker[tensors[step.outs[0]].memory] = static_cast<int>(s);
    }
    for (int t : step.written) maker.erase(tensors[t].memory);
    for (Operand o : step.operands) {
      if (o >= 0) ++uses[tensors[o].memory];
    }
  }
  for (int t : kept) ++uses[tensors[t].memory];
  for (Step& step : steps) {
    if (step.op != &assign || step.operands[0] < 0) continue;
    const PlanTensor& from = tensors[step.operands[0]];
    const auto made = maker.find(from.memory);
    if (made == maker.end() || !from.whole) continue;
    const int out = step.outs[0];
    const DenseTensor& to = *tensors[out].like;
    const DenseTensor& first = *tensors[steps[made->second].outs[0]].like;
    if (!(from.like->dims == to.dims) || first.dtype != to.dtype ||
        first.numel != to.numel) {
      continue;  // a part of it, or seen as another dtype
    }
    step = steps[made->second];
    step.outs[0] = out;
    --uses[from.memory];
  }
  std::erase_if(steps, [&](const Step& step) {
    return step.op && step.operands.empty() && step.outs.size() == 1 &&
           !step.op->Has(kRandom) && uses[tensors[step.outs[0]].memory] == 0;
  });
}

void Rematerialize(std::vector<Step>& steps, std::vector<PlanTensor>& tensors,
                   std::vector<PlanMemory>& memories,
                   const std::vector<int>& kept,
                   const std::vector<bool>& input_written) {
  Rematerializer(steps, tensors, memories, kept, input_written).Run();
}

}  // namespace paddle::executor
