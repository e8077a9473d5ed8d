// Programs whose sizes are not all known: one for all of them.
#include <algorithm>
#include <cmath>

#include "core/float_types.h"
#include "jit/program_plan.h"
#include "pir/size_twin.h"
#include "pir/stand_ins.h"

namespace paddle::jit {

using pir::FlatProgram;

namespace {

// Whether a program is what an error is about, and not the machine.
bool IsRefusal(const Error& e) {
  return e.code() == ErrorCode::kInvalidArgument ||
         e.code() == ErrorCode::kOutOfRange ||
         e.code() == ErrorCode::kUnimplemented;
}

double Number(const DenseTensor& t, int64_t i) {
  double n = 0;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) n = static_cast<double>(t.Data<T>()[i]);
  });
  return n;
}

}  // namespace

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
      const size_t number = axis == 0 && of_axis.empty() ? 0 : next++;
      PADDLE_ENFORCE(number < pir::stand_ins::kTwin.size(),
                     errors::Unimplemented("more than %zu sizes are not known.",
                                           pir::stand_ins::kTwin.size()));
      d[axis] = pir::stand_ins::kTwin[number];
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
      dims.back()[axis] = pir::stand_ins::kTwin[axis];
      any = true;
    }
  }
  if (!any) return false;
  try {
    FlatProgram twin = pir::SizeTwin(program, dims, derived_);
    for (pir::ValueId v : twin.inputs) twin.values[v] = program.values[v];
    return !(twin == program);
  } catch (const Error& e) {
    if (!IsRefusal(e)) throw;
    return true;  // which says so when it is compiled
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
      twin = pir::SizeTwin(program, OtherDims(program, shared_), derived_);
    } catch (const Error& e) {
      if (!IsRefusal(e)) throw;
      if (why_shared_.empty()) why_shared_ = e.what();
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
    const std::vector<int64_t> there =
        pir::ReadSizes(program, *twin, values, derived_);
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
      same = pir::ReadSizes(program, twin, numbers, derived_) == numbers;
    } catch (const Error& e) {
      if (!IsRefusal(e)) throw;
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
          errors::InvalidArgument(
              "Executor.run: what is fed has to agree about axis %d, which the "
              "program takes for one size.",
              axis)
              .Expected(std::to_string(at->second) + ", as in what came before")
              .Received(std::to_string(n) + " in input number " +
                        std::to_string(i) + " of the program")
              .Hint("it does not serve different ones: " + why_shared_));
    }
  }
  return key;
}

}  // namespace paddle::jit
