#include "jit/program_plan.h"

#include <algorithm>

#include "pir/program.h"

namespace paddle::jit {

using pir::FlatProgram;

namespace {

// Drops the calls that no output needs; which values are left.
std::vector<bool> Prune(FlatProgram* program) {
  pir::DropUnneeded(program);
  std::vector<bool> needed(program->values.size(), false);
  for (const auto& out : program->outputs) needed[out.value] = true;
  for (const pir::Call& call : program->calls) {
    for (pir::ValueId v : call.operands) {
      if (v >= 0) needed[v] = true;
    }
  }
  return needed;
}

}  // namespace

FlatProgram ProgramPlan::AfterPasses(const FlatProgram& program,
                                     bool open_sizes) {
  pir::Program pir(program);
  pir.RunPasses(open_sizes ? "open_sizes" : "default");
  return pir.ToFlat();
}

ProgramPlan::ProgramPlan(ProgramTracer& tracer, const std::vector<Var>& fetched,
                         std::vector<Feed> feeds, std::vector<RateUse> rates)
    : feeds_(std::move(feeds)),
      rates_(std::move(rates)),
      derived_(tracer.derived()),
      slices_(tracer.slices()),
      write_mutex_(tracer.write_mutex()) {
  auto [program, inputs] = tracer.Take(fetched);
  const std::vector<bool> needed = Prune(&program);
  used_.resize(feeds_.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Var& input = inputs[k];
    Input kind;
    kind.needed = needed[program.inputs[k]];
    for (size_t i = 0; i < feeds_.size(); ++i) {
      if (feeds_[i].variable->storage == input->storage) {
        kind.feed = static_cast<int>(i);
        used_[i] = needed[program.inputs[k]];
      }
    }
    if (kind.feed < 0 && kind.needed && IsPending(*input->storage)) {
      PADDLE_THROW(errors::InvalidArgument(
                       "static: the program uses a variable of another "
                       "program.")
                       .Hint("build both parts under one program_guard."));
    }
    inputs_.push_back(kind);
    tensors_.push_back(kind.feed < 0 ? input : Var());
  }
  const bool needs_sizes = MentionsOtherSizes(program);
  for (size_t i = 0; i < feeds_.size(); ++i) {
    // The batch of what is fed without need: it may be the one that is meant.
    auto& axes = feeds_[i].axes;
    if (used_[i] || needs_sizes || !feeds_[i].fed) continue;
    std::erase_if(axes, [](int axis) { return axis != 0; });
    used_[i] = !axes.empty();
  }
  for (size_t i = 0; i < feeds_.size(); ++i) {
    // Sizes may be those of any input.
    if (needs_sizes && !feeds_[i].axes.empty()) used_[i] = true;
    if (!used_[i]) feeds_[i].axes.clear();
  }
  read_.resize(inputs.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    read_[k] = std::any_of(
        program.calls.begin(), program.calls.end(), [&](const pir::Call& c) {
          return std::find(c.operands.begin(), c.operands.end(),
                           program.inputs[k]) != c.operands.end();
        });
  }
  written_.resize(inputs.size());
  for (const auto& out : program.outputs) {
    if (out.into < 0) continue;
    ++num_written_;
    written_[out.into] = true;
  }
  const bool unknown =
      std::any_of(feeds_.begin(), feeds_.end(),
                  [](const Feed& f) { return !f.axes.empty(); });
  FlatProgram compiled = AfterPasses(program, unknown);
  TakeRates(&compiled);
  compiled_ = std::make_shared<const Executable>(std::move(compiled));
  if (unknown) MakeSized(program);
}

// ---- runs ----

ProgramPlan::Plan ProgramPlan::Make(const std::vector<DDim>& inputs,
                                    std::vector<int64_t> sizes) const {
  Plan plan{std::move(sizes), compiled_};
  if (!sized_) return plan;
  std::vector<int64_t> values;
  FlatProgram program = sized_->At(inputs, &values);
  CheckSlices(values);
  CheckShapes(program);
  program.given = given_;
  plan.executable = std::make_shared<const Executable>(std::move(program));
  return plan;
}

ProgramPlan::Plan ProgramPlan::Find(const std::vector<Var>& inputs,
                                    const std::vector<Var>& fed) const {
  std::vector<int64_t> key = KeyOf(fed);
  {
    std::lock_guard lock(mutex_);
    for (auto it = plans_.begin(); it != plans_.end(); ++it) {
      if (it->sizes != key) continue;
      plans_.splice(plans_.begin(), plans_, it);
      return *it;
    }
  }
  std::vector<DDim> dims;
  for (const Var& input : inputs) dims.push_back(input->dims);
  Plan plan = Make(dims, key);
  std::lock_guard lock(mutex_);
  plans_.push_front(plan);
  if (plans_.size() > kPlans) plans_.pop_back();
  return plan;
}

std::vector<int> ProgramPlan::feed_of() const {
  std::vector<int> feeds;
  for (const Input& input : inputs_) feeds.push_back(input.feed);
  return feeds;
}

ProgramPlan::Instance ProgramPlan::At(const std::vector<DDim>& fed,
                                      const std::vector<Var>& tensors) const {
  PADDLE_ENFORCE(rate_inputs_.empty() && given_.empty(),
                 errors::Unimplemented("static: the program follows from a "
                                       "learning rate.")
                     .Hint("clone(for_test=True) leaves optimizers out."));
  std::vector<DDim> dims;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    dims.push_back(inputs_[i].feed >= 0 ? fed[inputs_[i].feed]
                                        : tensors[i]->dims);
  }
  const Plan plan = Make(dims, {});
  Instance made{plan.executable->program(), tensors};
  std::erase_if(made.program.outputs,
                [](const FlatProgram::Output& out) { return out.into >= 0; });
  pir::DropUnneeded(&made.program, /*random=*/true);
  return made;
}

std::vector<Var> ProgramPlan::Run(const std::vector<Var>& fed,
                                  const std::vector<Var>& tensors,
                                  const std::vector<double>& rates) const {
  std::vector<Var> inputs;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    inputs.push_back(inputs_[i].feed >= 0 ? fed[inputs_[i].feed] : tensors[i]);
  }
  std::vector<double> given;
  for (const RateUse& use : rates_) {
    given.push_back(use.coefficient * rates[use.rate] + use.offset);
  }
  for (const RateInput& input : rate_inputs_) {
    Var t = EmptyTensor({}, input.dtype);
    if (input.dtype == DataType::kFloat64) {
      *t->Data<double>() = given[input.use];
    } else {
      *t->Data<float>() = static_cast<float>(given[input.use]);
    }
    inputs.push_back(std::move(t));
  }
  const Plan plan = Find(inputs, fed);
  std::unique_lock<std::mutex> one_by_one(*write_mutex_, std::defer_lock);
  if (writes()) one_by_one.lock();
  std::vector<Var> results = plan.executable->Run(inputs, given.data());
  for (size_t i = 0; i < num_written_; ++i) results[i]->BumpVersion();
  results.erase(results.begin(),
                results.begin() + static_cast<std::ptrdiff_t>(num_written_));
  return results;
}

}  // namespace paddle::jit
