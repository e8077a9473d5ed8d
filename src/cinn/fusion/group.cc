#include "cinn/fusion/group.h"

#include <algorithm>

#include "cinn/emission/scalar.h"
#include "core/thread_pool.h"

namespace paddle::cinn {

namespace {

constexpr int kMostExprs = 600;
constexpr int64_t kColumnsOfAUnit = 64, kShortRow = 32;

// Whether rows are too few to keep the threads busy, where that counts.
bool AreFew(int64_t units, int64_t elements) {
  constexpr int64_t kMany = 1 << 17;
  return elements >= kMany && NumThreads() > 1 && units < 4 * NumThreads();
}

bool IsFusible(DataType t) {
  return !IsComplex(t) && t != DataType::kFloat8E4M3FN &&
         t != DataType::kFloat8E5M2;
}

// The tensor as it is broadcast to `dims`.
TensorRef Broadcast(const TensorRef& t, const DDim& dims) {
  TensorRef b = t;
  b.dims = dims;
  b.strides = dims;
  const int shift = dims.rank() - t.dims.rank();
  for (int k = 0; k < dims.rank(); ++k) {
    const bool same = k >= shift && t.dims[k - shift] == dims[k];
    b.strides[k] = same ? t.strides[k - shift] : 0;
  }
  return b;
}

}  // namespace

bool Group::CanFuse(const OpDef& op) {
  return FindEmission(op) || FindReduction(op);
}

bool Group::Reads(int memory) const {
  const auto& all = domain_.accesses();
  return std::any_of(all.begin(), all.end(), [&](const Access& a) {
    return a.tensor.memory == memory;
  });
}
bool Group::Writes(int memory) const {
  return std::any_of(values_.begin(), values_.end(), [&](const Value& v) {
    return domain_.accesses()[static_cast<size_t>(v.access)].tensor.memory ==
           memory;
  });
}

// The axes that a step leaves out have to be those that are reduced, all of
// them.
std::string Group::Cover(const std::vector<Digit>& digits) const {
  bool leaves = false, goes = false;
  for (size_t d = 0; d < digits.size(); ++d) {
    const Axis& axis = domain_.axes()[d];
    if (axis.extent == 1) continue;
    const bool used = digits[d].of >= 0;
    if (!used && !axis.reduced) return "it leaves out an axis";
    if (axis.reduced) (used ? goes : leaves) = true;
  }
  return leaves && goes ? "it goes over some of the reduced axes" : "";
}

ExprId Group::Read(const FusionStep::In& in, const TensorRef& as,
                   const std::vector<Digit>& digits) {
  if (!in.tensor) {
    return EmitCall{*steps_.back().op, {}, {}, in.dtype, &graph_, &params_}
        .Number(in.dtype, in.value);
  }
  std::vector<int64_t> strides = Domain::StridesOf(as, digits);
  for (size_t d = 0; d < strides.size(); ++d) {
    if (domain_.axes()[d].extent == 1) strides[d] = 0;
  }
  bool written = false;
  for (const Value& v : values_) {
    const Access& a = domain_.accesses()[static_cast<size_t>(v.access)];
    written |= a.tensor.memory == as.memory;
    if (a.tensor.SamePlace(as) && a.strides == strides) return v.expr;
  }
  if (written) return -1;
  return graph_.Load(as.dtype, domain_.Add(as, digits));
}

std::string Group::Write(const TensorRef& out, const std::vector<Digit>& digits,
                         ExprId expr) {
  if (Reads(out.memory)) return "it writes what the group reads";
  values_.push_back({domain_.Add(out, digits), expr});
  return "";
}

std::string Group::AddElementwise(const FusionStep& step) {
  const DDim& dims = step.out.dims;
  std::vector<TensorRef> tensors;
  for (const auto& in : step.in) {
    if (in.tensor) tensors.push_back(Broadcast(*in.tensor, dims));
  }
  std::vector<Digit> digits;
  if (!domain_.begun()) {
    domain_.Begin(dims);
    for (int k = 0; k < dims.rank(); ++k) digits.push_back({k, 1});
  } else {
    if (!domain_.Align(dims, tensors, &digits)) return "axes differ";
    if (std::string why = Cover(digits); !why.empty()) return why;
  }
  std::vector<ExprId> in;
  for (size_t i = 0, t = 0; i < step.in.size(); ++i) {
    const bool is_tensor = step.in[i].tensor.has_value();
    in.push_back(Read(step.in[i], is_tensor ? tensors[t++] : step.out, digits));
    if (in.back() < 0) return "it reads a value in another way";
  }
  const ExprId value = FindEmission(*step.op)(
      {*step.op, step.slots, in, step.out.dtype, &graph_, &params_});
  if (value < 0) return "its types or attributes";
  return Write(step.out, digits, value);
}

std::string Group::AddReduction(const FusionStep& step) {
  const Reduction& reduction = *FindReduction(*step.op);
  const DataType dtype = step.in[0].dtype;
  if (!step.in[0].tensor || !IsFloating(dtype) || step.out.dtype != dtype) {
    return "its types";
  }
  const TensorRef& x = *step.in[0].tensor;
  const DDim& dims = x.dims;
  uint32_t mask = 0;
  for (int64_t a : step.slots[1].ints) {
    mask |= 1u << (a < 0 ? a + dims.rank() : a);
  }
  if (mask == 0) mask = (1u << dims.rank()) - 1;
  std::vector<Digit> digits;
  if (!domain_.begun()) {
    domain_.Begin(dims);
    for (int k = 0; k < dims.rank(); ++k) digits.push_back({k, 1});
  } else if (!domain_.Align(dims, {x}, &digits)) {
    return "axes differ";
  }
  int64_t count = 1, others = 1;
  bool along = false;  // the elements that lie side by side
  for (size_t d = 0; d < digits.size(); ++d) {
    Axis& axis = domain_.axis(d);
    if (axis.extent == 1) continue;
    if (digits[d].of < 0) return "it leaves out an axis";
    const bool reduced = mask >> digits[d].of & 1;
    if (reduces_ && axis.reduced != reduced) return "it reduces other axes";
    axis.reduced = reduced;
    (reduced ? count : others) *= axis.extent;
    along |= reduced && x.strides[digits[d].of] * digits[d].factor == 1;
  }
  if (count == 1) return "it reduces nothing";
  if (along && count < kShortRow) {
    return "rows are short: a kernel of its own folds several at a time";
  }
  if (AreFew(along ? others : others / kColumnsOfAUnit, count * others)) {
    return "rows are few and long: threads share them in a kernel of its own";
  }
  reduces_ = true;
  const ExprId in = Read(step.in[0], x, digits);
  if (in < 0) return "it reads a value in another way";
  const DataType compute = ComputeTypeOf(dtype);
  ExprId value = graph_.Reduce(reduction.kind, graph_.WidenResult(in, compute));
  if (reduction.is_mean) {
    params_.push_back(static_cast<double>(count));
    value = graph_.Make(
        ScalarOp::kDivide, compute, value,
        graph_.Param(compute, static_cast<int>(params_.size()) - 1));
  }
  // The result as the step's axes see it: reduced ones have stride 0.
  TensorRef out = step.out;
  const bool keeps = out.dims.rank() == dims.rank();
  DDim strides = dims;
  for (int k = 0, o = 0; k < dims.rank(); ++k) {
    const bool reduced = mask >> k & 1;
    strides[k] = reduced ? 0 : out.strides[o];
    if (!reduced || keeps) ++o;
  }
  out.dims = dims;
  out.strides = strides;
  return Write(out, digits, graph_.NarrowResult(value, dtype));
}

std::string Group::Add(const FusionStep& step) {
  if (!IsFusible(step.out.dtype)) return "its types";
  for (const auto& in : step.in) {
    if (!IsFusible(in.dtype)) return "its types";
  }
  Group before = *this;
  steps_.push_back(step);
  std::string why =
      FindReduction(*step.op) ? AddReduction(step) : AddElementwise(step);
  if (why.empty() &&
      (graph_.size() > kMostExprs ||
       domain_.accesses().size() > static_cast<size_t>(kMostAccesses))) {
    why = "the kernel would be too large";
  }
  if (!why.empty()) *this = std::move(before);
  return why;
}

std::string Group::Merge(const Group& o) {
  Group before = *this;
  for (const FusionStep& step : o.steps_) {
    std::string why = Add(step);
    if (why.empty()) continue;
    *this = std::move(before);
    return why;
  }
  return "";
}

}  // namespace paddle::cinn
