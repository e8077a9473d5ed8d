// Programs whose sizes are not all known: one for all of them.
#include <algorithm>
#include <cmath>

#include "core/float_types.h"
#include "jit/program_plan.h"
#include "ops/manipulation/basic_index.h"
#include "pir/builder/pir_builder.h"
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
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (IsMadeOfSizes(i, program, twin)) return true;
    }
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
  std::vector<SliceUse> slices;  // in the twin
  for (size_t t = 0; t < tries.size() && !twin; ++t) {
    shared_ = tries[t];
    try {
      FlatProgram made =
          pir::SizeTwin(program, OtherDims(program, shared_), derived_);
      slices = SlicesOf(program, made);
      twin = std::move(made);
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
  TakeSlices(slices);
}

std::vector<SliceUse> ProgramPlan::SlicesOf(const FlatProgram& program,
                                            const FlatProgram& twin) const {
  std::vector<SliceUse> there;
  for (const SliceUse& use : slices_) {
    const std::vector<int64_t> n = pir::ReadSizes(
        program, twin, {use.start, use.stop, use.size}, derived_);
    there.push_back({n[0], n[1], use.step, n[2]});
  }
  return there;
}

void ProgramPlan::TakeSlices(const std::vector<SliceUse>& slices) {
  const auto expr = [&](int64_t a, int64_t b) {
    const auto found = sized_->table().Find(a, b);
    PADDLE_ENFORCE(found, errors::Unimplemented(
                              "static: the bounds of a slice follow from sizes "
                              "in a way that is not known."));
    return *found;
  };
  for (size_t i = 0; i < slices.size(); ++i) {
    const auto &here = slices_[i], &there = slices[i];
    if (here == there) continue;  // all is known
    const SliceRange a =
        ResolveSlice(here.start, here.stop, here.step, here.size);
    const SliceRange b =
        ResolveSlice(there.start, there.stop, there.step, there.size);
    slice_rules_.push_back({here.step, expr(here.start, there.start),
                            expr(here.stop, there.stop),
                            expr(here.size, there.size), expr(a.start, b.start),
                            expr(a.size, b.size)});
  }
}

// A shape that a rule has cut (a diagonal, the first elements) was known while
// the program was built, and Python may have counted with it.
void ProgramPlan::CheckShapes(const FlatProgram& program) {
  for (const pir::Call& call : program.calls) {
    for (const auto& body : call.bodies) CheckShapes(*body);
    if (!call.op) continue;
    std::vector<pir::ValueType> types;
    try {
      types = pir::InferTypes(program, call);
    } catch (const Error&) {
      continue;  // the run says so, too
    }
    for (size_t k = 0; k < types.size(); ++k) {
      const DDim& expected = program.values[call.results[k]].dims;
      PADDLE_ENFORCE(
          types[k].dims == expected,
          errors::InvalidArgument("static: %s: its result has another shape "
                                  "than the program was built for, where sizes "
                                  "were not known.",
                                  call.op->name.c_str())
              .Expected(errors::ToString(expected))
              .Received(errors::ToString(types[k].dims)));
    }
  }
}

void ProgramPlan::CheckSlices(const std::vector<int64_t>& sizes) const {
  for (const SliceRule& rule : slice_rules_) {
    const int64_t start = rule.start.Eval(sizes), stop = rule.stop.Eval(sizes),
                  size = rule.size.Eval(sizes);
    const SliceRange r = ResolveSlice(start, stop, rule.step, size);
    const int64_t count = rule.count.Eval(sizes);
    if (r.size == count && (r.size == 0 || r.start == rule.first.Eval(sizes))) {
      continue;
    }
    PADDLE_THROW(
        errors::InvalidArgument(
            "static: a slice has another number of elements than the program "
            "was built for, where sizes were not known.")
            .Expected(std::to_string(count) + " elements")
            .Received(std::to_string(r.size) + " elements: from " +
                      std::to_string(start) + " to " + std::to_string(stop) +
                      " of an axis of size " + std::to_string(size))
            .Hint("it may not end beyond the axis; give static.data() the "
                  "sizes that are known."));
  }
}

bool ProgramPlan::IsMadeOfSizes(size_t input, const FlatProgram& program,
                                const FlatProgram& twin) const {
  if (inputs_[input].feed >= 0 || !inputs_[input].needed) return false;
  const DenseTensor& t = *tensors_[input];
  std::vector<int64_t> numbers(t.dims.begin(), t.dims.end());
  if (t.numel <= 64 && t.contiguous() && !(t.flags & kPersistable)) {
    for (int64_t e = 0; e < t.numel; ++e) {
      const double v = Number(t, e);
      if (std::abs(v) < 1e15 && v == std::floor(v)) {
        numbers.push_back(static_cast<int64_t>(v));
      }
    }
  }
  try {
    return pir::ReadSizes(program, twin, numbers, derived_) != numbers;
  } catch (const Error& e) {
    if (!IsRefusal(e)) throw;
    return true;
  }
}

// Tensors that Python code made of stand-ins would be wrong in silence.
void ProgramPlan::CheckTensors(const FlatProgram& program,
                               const FlatProgram& twin) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!IsMadeOfSizes(i, program, twin)) continue;
    PADDLE_THROW(errors::InvalidArgument(
                     "static: a tensor of shape %s was made of sizes that are "
                     "not known while the program is built.",
                     errors::ToString(tensors_[i]->dims).c_str())
                     .Hint("paddle.shape(x) is a Tensor of sizes; "
                           "paddle.arange and paddle.full take sizes."));
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
