#include "executor/executable.h"

#include <algorithm>

#include "common/flags.h"
#include "eager/eager_builder.h"
#include "eager/recorder.h"

namespace paddle {

Executable::Executable(std::shared_ptr<const pir::FlatProgram> program)
    : owner_(std::move(program)), program_(*owner_) {
  for (const auto& out : program_.outputs) {
    PADDLE_ENFORCE(
        out.value >= 0 &&
            static_cast<size_t>(out.value) < program_.values.size(),
        errors::Fatal("executor: an output of the program is no value."));
  }
  for (const pir::Call& call : program_.calls) {
    if (call.bodies.empty()) continue;
    Bodies& bodies = bodies_[&call];
    for (const auto& body : call.bodies) {
      bodies.push_back(std::make_unique<const Executable>(body));
    }
  }
}
Executable::Executable(pir::FlatProgram program)
    : Executable(std::make_shared<const pir::FlatProgram>(std::move(program))) {
}
Executable::~Executable() = default;

void Executable::PlanLater() {
  constexpr int64_t kSmall = 32 << 10;  // bytes of a call: some microseconds
  int64_t bytes = 0;
  for (const pir::Call& call : program_.calls) {
    for (pir::ValueId v : call.results) {
      const pir::ValueType& type = program_.values[v];
      bytes += Product(type.dims) * static_cast<int64_t>(SizeOf(type.dtype));
    }
  }
  first_ = bytes < kSmall * static_cast<int64_t>(program_.calls.size());
}

bool Executable::Known::Matches(const std::vector<Var>& tensors) const {
  if (flags::prim_all != decompose || flags::use_cinn != fuse ||
      flags::cinn_check != check) {
    return false;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].Matches(*tensors[i])) return false;
  }
  return true;
}

std::shared_ptr<const executor::Plan> Executable::PlanFor(
    const std::vector<Var>& inputs) const {
  {
    std::lock_guard lock(mutex_);
    for (auto it = plans_.begin(); it != plans_.end(); ++it) {
      if (!(*it)->Matches(inputs)) continue;
      if (it != plans_.begin()) std::rotate(plans_.begin(), it, it + 1);
      return plans_.front()->plan;
    }
  }
  auto known = std::make_unique<Known>();
  for (const Var& v : inputs) known->inputs.emplace_back(*v);
  known->decompose = flags::prim_all;
  known->fuse = flags::use_cinn;
  known->check = flags::cinn_check;
  known->plan = executor::Plan::Make(*this, inputs);
  auto plan = known->plan;
  std::lock_guard lock(mutex_);
  plans_.insert(plans_.begin(), std::move(known));
  if (plans_.size() > kMostPlans) plans_.pop_back();
  return plan;
}

std::shared_ptr<const executor::Plan> Executable::LastPlan() const {
  std::lock_guard lock(mutex_);
  return plans_.empty() ? nullptr : plans_.front()->plan;
}

std::vector<Var> Executable::Run(const std::vector<Var>& inputs,
                                 const double* given) const {
  const PauseRecorder pause;
  BuilderGuard eager(EagerBuilder());
  GradModeGuard no_grad(false);
  executor::FailedCleanly();  // what an earlier run has left
  for (const Var& v : inputs) Settle(*v);
  if (PD_UNLIKELY(first_) && first_.exchange(false)) {
    return Interpret(inputs, given);
  }
  const auto plan = PlanFor(inputs);
  return PD_LIKELY(plan != nullptr) ? plan->Run(inputs, given)
                                    : Interpret(inputs, given);
}

}  // namespace paddle
