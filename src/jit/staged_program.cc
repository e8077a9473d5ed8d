#include "jit/staged_program.h"

#include <algorithm>

#include "ops/generated/ops.h"

namespace paddle::jit {

using pir::Call;
using pir::FlatProgram;
using pir::ValueId;
using pir::ValueType;

namespace {

bool FindsSize(const Call& call) {
  return call.op && call.op->Has(kDataDependent);
}

}  // namespace

bool StagedProgram::Needed(const FlatProgram& program) {
  return std::any_of(program.calls.begin(), program.calls.end(), FindsSize);
}

StagedProgram::StagedProgram(std::shared_ptr<const pir::SizedProgram> program)
    : sized_(std::move(program)) {
  Cut();
  plans_.resize(stages_.size());
}

void StagedProgram::Cut() {
  const FlatProgram& program = sized_->program();
  std::vector<size_t> stage_of(program.values.size(), 0);
  size_t begin = 0;
  const auto add = [&](size_t end, bool finds) {
    if (begin < end) stages_.push_back({begin, end, finds, {}, {}});
    begin = end;
  };
  for (size_t i = 0; i < program.calls.size(); ++i) {
    if (!FindsSize(program.calls[i])) continue;
    add(i, false);
    add(i + 1, true);
  }
  add(program.calls.size(), false);
  // Which values go from one stage to another.
  std::vector<int> made_in(program.values.size(), -1);
  std::vector<bool> goes_on(program.values.size(), false);
  for (size_t s = 0; s < stages_.size(); ++s) {
    Stage& stage = stages_[s];
    for (size_t i = stage.begin; i < stage.end; ++i) {
      for (ValueId v : program.calls[i].operands) {
        if (v < 0 || made_in[v] == static_cast<int>(s)) continue;
        goes_on[v] = true;
        auto& in = stage.inputs;
        if (std::find(in.begin(), in.end(), v) == in.end()) in.push_back(v);
      }
      for (ValueId v : program.calls[i].results) {
        made_in[v] = static_cast<int>(s);
        if (stage.finds) {
          goes_on[v] = true;  // its sizes are looked at
          for (int size : sized_->DefinedBy(v)) late_.push_back(size);
        }
      }
    }
  }
  // In the order in which the capture came to them.
  std::sort(late_.begin(), late_.end(), [&](int a, int b) {
    return sized_->table().first(a) < sized_->table().first(b);
  });
  for (const auto& out : program.outputs) goes_on[out.value] = true;
  for (Stage& stage : stages_) {
    for (size_t i = stage.begin; i < stage.end; ++i) {
      for (ValueId v : program.calls[i].results) {
        if (goes_on[v]) stage.outputs.push_back(v);
      }
    }
  }
}

int StagedProgram::SizeOf(int64_t stand_in) const {
  for (int i = 0; i < sized_->table().size(); ++i) {
    if (sized_->table().first(i) == stand_in) return i;
  }
  return -1;
}

std::shared_ptr<const StagedProgram::Plan> StagedProgram::Find(
    size_t stage, const std::vector<int64_t>& sizes) const {
  std::lock_guard lock(mutex_);
  auto& plans = plans_[stage];
  for (auto it = plans.begin(); it != plans.end(); ++it) {
    if ((*it)->before != sizes) continue;
    plans.splice(plans.begin(), plans, it);
    return plans.front();
  }
  return nullptr;
}

std::shared_ptr<const StagedProgram::Plan> StagedProgram::Make(
    const Stage& stage, const std::vector<int64_t>& sizes,
    const std::vector<ValueType>& types) const {
  auto plan = std::make_shared<Plan>();
  plan->before = plan->after = sizes;
  FlatProgram program = sized_->program().Clone();
  program.values = types;
  sized_->Infer(stage.begin, stage.end, &program, &plan->after);
  FlatProgram part;
  part.KeepMemoryOf(program);
  part.values = program.values;
  part.inputs = stage.inputs;
  part.calls.assign(
      std::make_move_iterator(program.calls.begin() +
                              static_cast<std::ptrdiff_t>(stage.begin)),
      std::make_move_iterator(program.calls.begin() +
                              static_cast<std::ptrdiff_t>(stage.end)));
  for (ValueId v : stage.outputs) part.outputs.push_back({v, -1});
  for (auto g : program.given) {
    const auto call = static_cast<size_t>(g.call);
    if (call < stage.begin || call >= stage.end) continue;
    g.call -= static_cast<int>(stage.begin);
    part.given.push_back(g);
  }
  if (stage.finds) {
    for (ValueId v : part.calls[0].results) {
      DDim& dims = part.values[v].dims;
      std::fill(dims.data(), dims.data() + dims.rank(), int64_t{-1});
    }
  }
  plan->types =
      std::make_shared<const std::vector<ValueType>>(std::move(program.values));
  plan->executable = std::make_shared<const Executable>(std::move(part));
  return plan;
}

std::vector<Var> StagedProgram::Run(const std::vector<Var>& inputs,
                                    std::vector<int64_t>* sizes,
                                    const double* given) const {
  const FlatProgram& program = sized_->program();
  sizes->resize(sized_->table().size(), -1);
  std::vector<Var> frame(program.values.size());
  // Values whose sizes the last plan did not know.
  std::vector<ValueId> found;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueId v = program.inputs[i];
    frame[v] = inputs[i];
    sized_->Define(v, inputs[i]->dims, sizes);
    found.push_back(v);
  }
  Types types = std::make_shared<const std::vector<ValueType>>(program.values);
  for (size_t s = 0; s < stages_.size(); ++s) {
    const Stage& stage = stages_[s];
    auto plan = Find(s, *sizes);
    if (!plan) {
      std::vector<ValueType> now = *types;
      for (ValueId v : found) now[v].dims = frame[v]->dims;
      plan = Make(stage, *sizes, now);
      std::lock_guard lock(mutex_);
      plans_[s].push_front(plan);
      if (plans_[s].size() > kPlans) plans_[s].pop_back();
    }
    std::vector<Var> operands;
    for (ValueId v : stage.inputs) operands.push_back(frame[v]);
    std::vector<Var> results =
        stage.finds ? plan->executable->Interpret(operands, given)
                    : plan->executable->Run(operands, given);
    for (size_t k = 0; k < results.size(); ++k) {
      frame[stage.outputs[k]] = std::move(results[k]);
    }
    *sizes = plan->after;
    types = plan->types;
    found.clear();
    if (!stage.finds) continue;
    for (ValueId v : stage.outputs) {
      const DDim &now = frame[v]->dims, &then = program.values[v].dims;
      sized_->Define(v, now, sizes);
      found.push_back(v);
      // A size that was found before is the same again; others are fixed.
      for (int axis = 0; axis < then.rank(); ++axis) {
        const int size = SizeOf(then[axis]);
        const int64_t wanted = size < 0 ? then[axis] : (*sizes)[size];
        PADDLE_ENFORCE(now[axis] == wanted,
                       errors::PreconditionNotMet("sizes differ."));
      }
    }
  }
  std::vector<Var> outputs;
  for (const auto& out : program.outputs) {
    Var v = frame[out.value];
    const auto is_input = [&](const Var& o) { return o.get() == v.get(); };
    const bool own = std::none_of(inputs.begin(), inputs.end(), is_input) &&
                     std::none_of(outputs.begin(), outputs.end(), is_input);
    outputs.push_back(own ? std::move(v) : ops::Assign(v));
  }
  return outputs;
}

}  // namespace paddle::jit
