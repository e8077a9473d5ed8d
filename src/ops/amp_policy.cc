#include "ops/amp_policy.h"

#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <tuple>

#include "ops/generated/ops.h"

namespace paddle {
namespace {

constexpr uint32_t kNarrows =
    Bit(DataType::kFloat16) | Bit(DataType::kBFloat16);
constexpr uint32_t kCastable = kNarrows | Bit(DataType::kFloat32);
// Who uses these wants their precision: such calls are left alone.
constexpr uint32_t kExact = Bit(DataType::kFloat64) | kComplexes;

bool IsCastable(const DenseTensor* t) {
  return t && (kCastable & Bit(t->dtype));
}

// The floating types of the operands that are tensors, not numbers.
uint32_t FloatsOf(const OpDef& op, const Args& args) {
  uint32_t found = 0;
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    if (IsCastable(t) && !(t->flags & kNumber)) found |= Bit(t->dtype);
  });
  return found;
}

DeviceType DeviceOf(const Args& args) {
  const bool gpu = args.place_mask >> static_cast<int>(DeviceType::kGPU) & 1;
  return gpu ? DeviceType::kGPU : DeviceType::kCPU;
}

bool HasKernel(const OpDef& op, DeviceType device, DataType dtype) {
  return op.kernels[static_cast<int>(device)][static_cast<int>(dtype)];
}

// A Python number beside tensors, in another type: as exact as it was.
Var NumberAs(const DenseTensor& t, DataType to) {
  float value = 0;
  if (t.flags & kWideNumber) {
    value = *WideValue(t);
  } else if (t.dtype == DataType::kFloat32) {
    value = *t.Data<float>();
  } else {
    return ops::Cast(Var::Share(const_cast<DenseTensor*>(&t)), to);
  }
  if (to == DataType::kFloat32) {
    Var v = EmptyTensor({}, to);
    *v->Data<float>() = value;
    v->flags |= kNumber;
    return v;
  }
  Var v = EmptyTensor({8}, to);  // room for both
  v->dims = DDim();
  v->numel = 1;
  v->flags |= kNumber | kWideNumber;
  if (to == DataType::kBFloat16) {
    *v->Data<bfloat16>() = bfloat16(value);
  } else {
    *v->Data<float16>() = float16(value);
  }
  *WideValue(*v) = value;
  return v;
}

// Brings floating operands to `dtype`: all, or the first.
void CastOperands(const OpDef& op, Args& args, DataType dtype, bool first_only,
                  AmpPolicy::CastFn cast) {
  const auto change = [&](DenseTensor* t) {
    if (!IsCastable(t) || t->dtype == dtype) return t;
    const bool number = t->flags & kNumber && !(t->flags & kTraced);
    return args.Keep(number ? NumberAs(*t, dtype) : cast(Var::Share(t), dtype));
  };
  if (first_only) {
    args.slot[0].tensor = change(args.slot[0].tensor);
  } else {
    for (uint32_t m = op.tensor_mask; m; m &= m - 1) {
      Slot& slot = args.slot[__builtin_ctz(m)];
      slot.tensor = change(slot.tensor);
    }
    for (uint32_t m = op.list_mask; m; m &= m - 1) {
      TensorList& list = args.slot[__builtin_ctz(m)].tensors;
      auto** copy = args.Allocate<DenseTensor*>(list.count);
      for (int k = 0; k < list.size(); ++k) copy[k] = change(list[k]);
      list.data = copy;  // the caller's stays as it is
    }
  }
  args.flags = 0;
  args.dtype_mask = 0;
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    if (!t) return;
    args.flags |= t->flags;
    args.dtype_mask |= Bit(t->dtype);
  });
}

bool IsCalled(const AmpFact& fact, const std::string& name) {
  std::istringstream words(fact.names);
  for (std::string word; words >> word;) {
    if (word == name) return true;
  }
  return name == fact.op;
}

}  // namespace

AmpPolicy::AmpPolicy(AmpLevel level, DataType dtype, bool use_promote,
                     const Names& narrow, const Names& wide)
    : level_(level),
      dtype_(dtype),
      promote_(use_promote || level != AmpLevel::kO2) {
  const bool o1 = level == AmpLevel::kO1;
  for (const AmpFact& fact : AmpFacts()) {
    AmpList list = fact.list;
    if (list == AmpList::kWideOrFirst) {
      list = o1 ? AmpList::kWide : AmpList::kFirst;
    }
    if (list == AmpList::kWide && !o1) list = AmpList::kOther;
    if (list == AmpList::kFirst && level == AmpLevel::kOD) {
      list = AmpList::kOther;
    }
    entries_[&GetOp(fact.op)] = {list, fact.applies};
  }
  Put(narrow, AmpList::kNarrow);
  Put(wide, AmpList::kAlwaysWide);
}

void AmpPolicy::Put(const Names& names, AmpList list) {
  for (const std::string& name : names) {
    bool known = false;
    for (const AmpFact& fact : AmpFacts()) {
      if (!IsCalled(fact, name)) continue;
      const bool bias =
          list == AmpList::kNarrow && fact.list == AmpList::kNarrowBeforeBias;
      entries_[&GetOp(fact.op)] = {bias ? fact.list : list, fact.applies};
      known = true;
    }
    const OpDef* op = known ? nullptr : FindOp(name);
    if (op) entries_[op] = {list, nullptr};
  }
}

const AmpPolicy* AmpPolicy::Of(AmpLevel level, DataType dtype, bool use_promote,
                               const Names& narrow, const Names& wide) {
  using Key = std::tuple<AmpLevel, DataType, bool, Names, Names>;
  static std::mutex mutex;
  static auto* all = new std::map<Key, std::unique_ptr<const AmpPolicy>>;
  std::lock_guard lock(mutex);
  auto& policy = (*all)[Key(level, dtype, use_promote, narrow, wide)];
  if (!policy) {
    policy = std::make_unique<const AmpPolicy>(level, dtype, use_promote,
                                               narrow, wide);
  }
  return policy.get();
}

AmpPolicy::Verdict AmpPolicy::For(const OpDef& op, const Args& args) const {
  Verdict verdict;
  // Nothing to cast; or the call writes, or moves a program's bookkeeping.
  if (args.inplace || !(args.dtype_mask & kCastable) ||
      (args.dtype_mask & kExact) || op.writes ||
      (op.Has(kInternal) && !op.vjp && !op.decompose)) {
    return verdict;
  }
  const uint32_t floats = FloatsOf(op, args);
  if (!floats) return verdict;
  const auto entry = entries_.find(&op);
  const bool listed = entry != entries_.end();
  AmpList list = listed ? entry->second.list : AmpList::kOther;
  if (listed && entry->second.applies && !entry->second.applies(args)) {
    list = AmpList::kOther;
  }
  const DeviceType device = DeviceOf(args);
  const bool has_wide = HasKernel(op, device, DataType::kFloat32);
  switch (list) {
    case AmpList::kNever: return verdict;
    case AmpList::kNarrowBeforeBias:
      verdict.before_bias = true;
      [[fallthrough]];
    case AmpList::kNarrow: verdict.dtype = dtype_; break;
    case AmpList::kFirst:
      verdict.first_only = true;
      verdict.dtype = args.slot[0].tensor->dtype;
      if (kNarrows & Bit(verdict.dtype) || !promote_) verdict.dtype = dtype_;
      break;
    case AmpList::kOther:
      if (op.decompose && !op.vjp && !listed && !has_wide) {
        verdict.inside = true;
        return verdict;
      }
      verdict.dtype = dtype_;
      if (promote_ && floats & Bit(DataType::kFloat32)) {
        verdict.dtype = DataType::kFloat32;
      }
      if (level_ != AmpLevel::kOD) break;
      [[fallthrough]];
    default: verdict.dtype = DataType::kFloat32;
  }
  if (verdict.dtype == dtype_ && has_wide && !HasKernel(op, device, dtype_)) {
    verdict.dtype = DataType::kFloat32;
  }
  const bool wide_bias = verdict.before_bias && level_ == AmpLevel::kOD;
  if (floats == Bit(verdict.dtype) && !wide_bias) verdict = Verdict();
  return verdict;
}

void AmpPolicy::Emit(const OpDef& op, Args& args, Outs& outs, CastFn cast,
                     Builder* plain) const {
  const Verdict verdict = For(op, args);
  if (verdict.inside) return plain->Emit(op, args, outs);
  const BuilderGuard guard(plain);
  if (verdict.dtype == DataType::kUndefined) return Dispatch(op, args, outs);
  DenseTensor* bias = nullptr;
  if (verdict.before_bias) {
    DenseTensor*& slot = args.slot[op.ArgIndex("bias")].tensor;
    const DDim& weight = args.dims(op.ArgIndex("weight"));
    // Where it does not fit, the operator says so.
    const bool fits = slot && slot->rank() == 1 && weight.rank() > 0 &&
                      slot->numel == weight[0];
    if (fits) bias = std::exchange(slot, nullptr);
  }
  CastOperands(op, args, verdict.dtype, verdict.first_only, cast);
  Dispatch(op, args, outs);
  if (!bias) return;
  const Var y = Var::Own(outs.Take(0));
  std::vector<int64_t> shape(static_cast<size_t>(y.rank()), 1);
  const bool last = args.s("data_format").back() == 'C';
  shape[last ? shape.size() - 1 : 1] = bias->numel;
  const Var row = ops::Reshape(Var::Share(bias), shape);
  static const OpDef& add = GetOp("add");
  Args sum(add);
  sum.size = 2;
  sum.SetTensor(0, y.get());
  sum.SetTensor(1, row.get());
  Outs total(1);
  Emit(add, sum, total, cast, plain);
  outs[0] = total.Take(0);
}

}  // namespace paddle
