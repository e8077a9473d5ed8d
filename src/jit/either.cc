// Two ways that do not meet again: each gives results of its own.
#include <algorithm>
#include <unordered_set>

#include "jit/region_gradient.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::ValueId;
using pir::ValueType;

std::vector<FlatProgram::Output> AddZeros(const std::vector<ValueType>& types,
                                          FlatProgram* program) {
  static const OpDef& full = GetOp("full");
  std::vector<FlatProgram::Output> zeros;
  for (const ValueType& type : types) {
    Args args(full);
    args.size = 3;
    args.slot[0].ints = IntArray(type.dims.data(), type.dims.rank());
    args.slot[1].scalar = Scalar(0.0);
    args.slot[2].i = static_cast<int64_t>(type.dtype);
    const ValueId zero = program->AddValue(type.dtype, type.dims);
    program->AddCall(full, args).results = {zero};
    zeros.push_back({zero, -1});
  }
  return zeros;
}

namespace {

using Region = Tracer::Region;

std::vector<ValueType> ResultTypes(const Region& region) {
  std::vector<ValueType> types;
  for (size_t i = 0; i < region.num_results; ++i) {
    const auto& out = region.body->outputs[i];
    types.push_back(region.body->values[out.value]);
  }
  return types;
}

// With zeros of these types before its own results, or after them.
Region Padded(const Region& region, const std::vector<ValueType>& types,
              bool before) {
  using Input = RegionGradient::Input;
  Region made = region;
  FlatProgram body = *region.body;
  const auto zeros = AddZeros(types, &body);
  const size_t at = before ? 0 : region.num_results;
  const auto insert = [&](auto& list, const auto& value) {
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), zeros.size(),
                value);
  };
  body.outputs.insert(body.outputs.begin() + static_cast<std::ptrdiff_t>(at),
                      zeros.begin(), zeros.end());
  insert(made.has_history, false);
  insert(made.shown, Var());
  insert(made.shown_argument, -1);
  insert(made.unchanged, false);
  made.may_show.clear();  // each way is looked at by itself
  made.may_be_argument.clear();
  made.together.clear();
  made.num_results += zeros.size();
  made.body = std::make_shared<const FlatProgram>(std::move(body));
  if (!region.gradient || !before) return made;
  const int shift = static_cast<int>(zeros.size());
  for (auto& [result, other] : made.made_of) {
    result += zeros.size();
    other += zeros.size();
  }
  auto gradient = std::make_shared<RegionGradient>(*region.gradient);
  for (Input& input : gradient->inputs) {
    if (input.kind == Input::kSeed || input.kind == Input::kPresence) {
      input.index += shift;
    }
  }
  for (auto& edge : gradient->edges) {
    for (int& r : edge.results) r += shift;
  }
  made.gradient = std::move(gradient);
  return made;
}

}  // namespace

bool Tracer::WritesOutside() const {
  return std::any_of(memory_.begin(), memory_.end(), [](const auto& m) {
    return m.second.owner && m.second.written;
  });
}

Var Tracer::LookAt(DenseTensor& t) {
  const int assumptions = assumptions_, peeks = peeks_;
  Var values = Peek(t);
  assumptions_ = assumptions;
  peeks_ = peeks;
  return values;
}

void Tracer::Require(DenseTensor& flag, bool value) {
  Var values = EmptyTensor({}, DataType::kBool);
  *values->Data<bool>() = value;
  assumed_.emplace_back(Keep(flag), std::move(values));
}

void Tracer::RefuseViews(const std::vector<Var>& results) const {
  std::unordered_set<const Storage*> seen;
  for (const Var& v : results) {
    if (!v->storage || (v->flags & kNumber && !(v->flags & kTraced))) continue;
    const bool own =
        IsPending(*v->storage) && PendingOf(*v->storage).recorder == this;
    if (!own || !seen.insert(v->storage).second) {
      throw CaptureBreak("a result of one way of a branch shares its memory");
    }
  }
}

std::vector<Var> Tracer::EmitEither(DenseTensor& condition, const Region& then,
                                    const Region& otherwise) {
  return EmitIf(condition, Padded(then, ResultTypes(otherwise), false),
                Padded(otherwise, ResultTypes(then), true), true);
}

}  // namespace paddle::jit
