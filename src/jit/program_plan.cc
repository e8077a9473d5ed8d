#include "jit/program_plan.h"

#include <algorithm>
#include <cmath>

#include "core/float_types.h"
#include "pir/program.h"
#include "pir/size_twin.h"

namespace paddle::jit {

using pir::FlatProgram;

namespace {

FlatProgram AfterPasses(const FlatProgram& program, bool open_sizes) {
  pir::Program pir(program);
  pir.RunPasses(open_sizes ? "open_sizes" : "default");
  return pir.ToFlat();
}

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

// Sizes of the twin: primes, other than the stand-ins (static/sizes.py).
constexpr int64_t kOthers[] = {190027, 22003, 21001, 20011, 19013, 18013,
                               17011,  16007, 15013, 14009, 13007, 12007};

double Number(const DenseTensor& t, int64_t i) {
  double n = 0;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) n = static_cast<double>(t.Data<T>()[i]);
  });
  return n;
}

}  // namespace

ProgramPlan::ProgramPlan(ProgramTracer& tracer, const std::vector<Var>& fetched,
                         std::vector<Feed> feeds, std::vector<RateUse> rates)
    : feeds_(std::move(feeds)), rates_(std::move(rates)) {
  auto [program, inputs] = tracer.Take(fetched);
  const std::vector<bool> needed = Prune(&program);
  used_.resize(feeds_.size());
  bool needs_sizes = false;
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
    kind.sizes = tracer.HoldsSizes(input->storage);
    if (kind.sizes && kind.needed) needs_sizes = true;
    if (kind.feed < 0 && kind.needed && IsPending(*input->storage)) {
      PADDLE_THROW(errors::InvalidArgument(
                       "static: the program uses a variable of another "
                       "program.")
                       .Hint("build both parts under one program_guard."));
    }
    inputs_.push_back(kind);
    tensors_.push_back(kind.feed < 0 ? input : Var());
  }
  needs_sizes |= MentionsOtherSizes(program);
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

// ---- sizes that are not known ----

// The dims of the inputs in the twin: feeds agree about the `shared` axes.
std::vector<DDim> ProgramPlan::OtherDims(const FlatProgram& program,
                                         const std::vector<int>& shared) const {
  std::vector<DDim> dims;
  std::unordered_map<int, int64_t> of_axis;
  size_t next = 1;
  std::vector<DDim> fed;
  for (const Feed& f : feeds_) {
    DDim d = f.variable->dims;
    for (int axis : f.axes) {
      const bool is_shared =
          std::find(shared.begin(), shared.end(), axis) != shared.end();
      const auto known = of_axis.find(axis);
      if (is_shared && known != of_axis.end()) {
        d[axis] = known->second;
        continue;
      }
      d[axis] = axis == 0 && of_axis.empty()
                    ? kOthers[0]
                    : kOthers[next++ % std::size(kOthers)];
      of_axis[axis] = d[axis];
    }
    fed.push_back(d);
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    dims.push_back(inputs_[i].feed >= 0
                       ? fed[inputs_[i].feed]
                       : program.values[program.inputs[i]].dims);
  }
  return dims;
}

// Whether numbers or shapes follow from open sizes of inputs whose values the
// program does not need.
bool ProgramPlan::MentionsOtherSizes(const FlatProgram& program) const {
  std::vector<DDim> dims;
  bool any = false;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    dims.push_back(program.values[program.inputs[i]].dims);
    if (inputs_[i].feed < 0 || used_[inputs_[i].feed]) continue;
    for (int axis : feeds_[inputs_[i].feed].axes) {
      // Another input that is needed has the size as well.
      bool known = false;
      for (size_t f = 0; f < feeds_.size(); ++f) {
        const auto& axes = feeds_[f].axes;
        known |=
            used_[f] && std::find(axes.begin(), axes.end(), axis) != axes.end();
      }
      if (known) continue;
      dims.back()[axis] =
          kOthers[static_cast<size_t>(axis) % std::size(kOthers)];
      any = true;
    }
  }
  if (!any) return false;
  try {
    FlatProgram twin = pir::SizeTwin(program, dims);
    for (pir::ValueId v : twin.inputs) twin.values[v] = program.values[v];
    return !(twin == program);
  } catch (const Error&) {
    return true;
  }
}

void ProgramPlan::MakeSized(const FlatProgram& program) {
  std::vector<int> axes;
  for (const Feed& f : feeds_)
    axes.insert(axes.end(), f.axes.begin(), f.axes.end());
  std::sort(axes.begin(), axes.end());
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  // All free first, then the first axis (the batch) shared, then all.
  std::vector<std::vector<int>> tries{{}};
  if (axes.front() == 0) tries.push_back({0});
  if (tries.back() != axes) tries.push_back(axes);
  std::optional<FlatProgram> twin;
  for (size_t t = 0; t < tries.size() && !twin; ++t) {
    shared_ = tries[t];
    try {
      twin = pir::SizeTwin(program, OtherDims(program, shared_));
    } catch (const Error& e) {
      if (t + 1 < tries.size()) continue;
      PADDLE_THROW(
          errors::InvalidArgument("static: the program can not serve all "
                                  "sizes: %s",
                                  e.what())
              .Hint("give static.data() the sizes that are known."));
    }
  }
  CheckTensors(program, *twin);
  std::string why;
  FlatProgram other = AfterPasses(*twin, true);
  TakeRates(&other);
  sized_ = pir::SizedProgram::Make(compiled_->program(), other, {}, &why);
  if (!sized_) {
    PADDLE_THROW(errors::Unimplemented(
        "static: the program can not serve all sizes: %s.", why.c_str()));
  }
  // Tensors that hold sizes: each element as a formula.
  size_values_.resize(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].sizes) continue;
    const DenseTensor& t = *tensors_[i];
    std::vector<int64_t> values;
    for (int64_t e = 0; e < t.numel; ++e) {
      values.push_back(static_cast<int64_t>(Number(t, e)));
    }
    const std::vector<int64_t> there = pir::ReadSizes(program, *twin, values);
    for (size_t e = 0; e < values.size(); ++e) {
      const auto expr = sized_->table().Find(values[e], there[e]);
      if (!expr) {
        PADDLE_THROW(errors::Unimplemented(
            "static: a tensor that holds sizes follows from them in a way that "
            "is not known."));
      }
      size_values_[i].push_back(*expr);
    }
  }
}

// Tensors that Python code made of stand-ins would be wrong in silence.
void ProgramPlan::CheckTensors(const FlatProgram& program,
                               const FlatProgram& twin) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].feed >= 0 || inputs_[i].sizes || !inputs_[i].needed)
      continue;
    const DenseTensor& t = *tensors_[i];
    std::vector<int64_t> numbers(t.dims.begin(), t.dims.end());
    if (t.numel <= 64 && t.contiguous() && !(t.flags & kPersistable)) {
      for (int64_t e = 0; e < t.numel; ++e) {
        const double v = Number(t, e);
        if (std::abs(v) < 1e15 && v == std::floor(v)) {
          numbers.push_back(static_cast<int64_t>(v));
        }
      }
    }
    bool same = true;
    try {
      same = pir::ReadSizes(program, twin, numbers) == numbers;
    } catch (const Error&) {
      same = false;
    }
    if (!same) {
      PADDLE_THROW(
          errors::InvalidArgument(
              "static: a tensor of shape %s was made of sizes that are "
              "not known while the program is built.",
              errors::ToString(t.dims).c_str())
              .Hint("paddle.shape(x) is a Tensor of sizes; "
                    "paddle.arange and paddle.full take sizes."));
    }
  }
}

std::vector<int64_t> ProgramPlan::KeyOf(const std::vector<Var>& fed) const {
  std::vector<int64_t> key;
  std::unordered_map<int, int64_t> of_axis;
  for (size_t i = 0; i < feeds_.size(); ++i) {
    for (int axis : feeds_[i].axes) {
      const int64_t n = fed[i]->dims[axis];
      key.push_back(n);
      if (std::find(shared_.begin(), shared_.end(), axis) == shared_.end()) {
        continue;
      }
      const auto [at, first] = of_axis.emplace(axis, n);
      PADDLE_ENFORCE(
          at->second == n,
          errors::InvalidArgument("Executor.run: what is fed differs in a size "
                                  "of which the program says that it is one: "
                                  "axis %d.",
                                  axis)
              .Expected(std::to_string(at->second))
              .Received(std::to_string(n)));
    }
  }
  return key;
}

// ---- learning rates ----

// What follows from a rate becomes an attribute that runs give, or an input.
void ProgramPlan::TakeRates(FlatProgram* program) {
  given_.clear();
  rate_inputs_.clear();
  if (rates_.empty()) return;
  const auto find = [&](double v, bool rounded) {
    for (size_t u = 0; u < rates_.size(); ++u) {
      const double number = rates_[u].number;
      if (v == number || (rounded && v == static_cast<float>(number))) {
        return static_cast<int>(u);
      }
    }
    return -1;
  };
  std::vector<pir::Call> calls;
  for (pir::Call& call : program->calls) {
    if (!call.op && call.constant) {
      const DataType type = call.constant->dtype;
      int use = -1;
      if (type == DataType::kFloat64) {
        use = find(*call.constant->Data<double>(), false);
      } else if (type == DataType::kFloat32) {
        use = find(*call.constant->Data<float>(), true);
      }
      if (use >= 0) {
        program->inputs.push_back(call.results[0]);
        rate_inputs_.push_back({use, type});
        continue;
      }
    }
    for (size_t k = 0; k < call.slots.size(); ++k) {
      const ArgType type = call.op->schema.args[k].type;
      const Slot& slot = call.slots[k];
      int use = -1;
      if (type == ArgType::kFloat) {
        use = find(slot.f, false);
      } else if (type == ArgType::kScalar &&
                 slot.scalar.type() == DataType::kFloat64) {
        use = find(slot.scalar.ToDouble(), false);
      }
      if (use < 0) continue;
      given_.push_back(
          {static_cast<int>(calls.size()), static_cast<int>(k), use});
    }
    calls.push_back(std::move(call));
  }
  program->calls = std::move(calls);
  program->given = given_;
}

// ---- runs ----

ProgramPlan::Plan ProgramPlan::Make(const std::vector<DDim>& inputs,
                                    std::vector<int64_t> sizes) const {
  Plan plan{std::move(sizes), compiled_, {}};
  if (!sized_) return plan;
  std::vector<int64_t> values;
  FlatProgram program = sized_->At(inputs, &values);
  program.given = given_;
  plan.executable = std::make_shared<const Executable>(std::move(program));
  plan.size_inputs.resize(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (size_values_[i].empty()) continue;
    Var t = EmptyTensor(inputs[i], tensors_[i]->dtype);
    for (size_t e = 0; e < size_values_[i].size(); ++e) {
      const int64_t n = size_values_[i][e].Eval(values);
      VisitDataType(t->dtype, [&]<typename T>(T) {
        if constexpr (std::is_integral_v<T>) {
          t->Data<T>()[e] = static_cast<T>(n);
        }
      });
    }
    plan.size_inputs[i] = std::move(t);
  }
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
  for (size_t i = 0; i < plan.size_inputs.size(); ++i) {
    if (plan.size_inputs[i]) made.tensors[i] = plan.size_inputs[i];
  }
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
  for (size_t i = 0; i < plan.size_inputs.size(); ++i) {
    if (plan.size_inputs[i]) inputs[i] = plan.size_inputs[i];
  }
  std::unique_lock<std::mutex> one_by_one(run_mutex_, std::defer_lock);
  if (writes()) one_by_one.lock();
  std::vector<Var> results = plan.executable->Run(inputs, given.data());
  for (size_t i = 0; i < num_written_; ++i) results[i]->BumpVersion();
  results.erase(results.begin(),
                results.begin() + static_cast<std::ptrdiff_t>(num_written_));
  return results;
}

}  // namespace paddle::jit
