#include "ops/promote.h"

#include "ops/generated/ops.h"

namespace paddle {
namespace {

// Calls f(DenseTensor*&) for each promoted tensor; lists are copied first,
// since they belong to the caller.
template <typename F>
void ForEachPromoted(const OpDef& op, Args& args, F&& f) {
  for (uint32_t m = op.promote_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    if (!(op.list_mask >> i & 1)) {
      if (args.slot[i].tensor) f(args.slot[i].tensor);
      continue;
    }
    const TensorList list = args.slot[i].tensors;
    auto** copy = args.Allocate<DenseTensor*>(list.count);
    for (int k = 0; k < list.size(); ++k) {
      copy[k] = list[k];
      if (copy[k]) f(copy[k]);
    }
    args.slot[i].tensors = {copy, list.count};
  }
}

std::string Names(uint32_t dtypes) {
  std::string text;
  for (uint32_t m = dtypes; m; m &= m - 1) {
    text += (text.empty() ? "" : ", ") +
            std::string(Name(static_cast<DataType>(__builtin_ctz(m))));
  }
  return text;
}

std::string TensorNames(const OpDef& op) {  // "`x` and `y`"
  std::string text;
  for (const ArgSpec& arg : op.schema.args) {
    if (arg.type > ArgType::kTensorList) continue;
    text += (text.empty() ? "`" : " and `") + std::string(arg.name) + '`';
  }
  return text;
}

}  // namespace

void PromoteArgs(const OpDef& op, Args& args) {
  DataType to = DataType::kUndefined;
  ForEachPromoted(op, args,
                  [&](DenseTensor*& t) { to = PromoteTypes(to, t->dtype); });
  if (op.Has(kIntsToFloat) && !IsFloating(to) && !IsComplex(to)) {
    to = DefaultFloat();
  }
  PADDLE_ENFORCE(op.dtypes & Bit(to),
                 errors::InvalidType("%s: the dtype of %s is not supported.",
                                     op.name.c_str(), TensorNames(op).c_str())
                     .Expected("one of " + Names(op.dtypes))
                     .Received(Name(to))
                     .Hint("convert with Tensor.astype()."));
  args.flags = 0;
  args.dtype_mask = 0;
  ForEachPromoted(op, args, [&](DenseTensor*& t) {
    if (t->dtype != to) t = args.Keep(ops::Cast(Var::Share(t), to));
  });
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    if (!t) return;
    args.flags |= t->flags;
    args.dtype_mask |= Bit(t->dtype);
  });
}

void FixDefaultFloat(const OpDef& op, Args& args, const Outs& outs) {
  if (!outs.size() || !IsFloating(outs[0]->dtype)) return;
  const DataType to = outs[0]->dtype;
  bool follows = false;  // from an operand
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    follows |= t && IsDifferentiable(t->dtype);
  });
  if (follows) return;
  bool said = false;
  for (uint32_t m = op.attr_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    if (op.schema.args[i].type != ArgType::kDataType) continue;
    said = true;
    if (args.slot[i].i == static_cast<int64_t>(DataType::kUndefined)) {
      args.slot[i].i = static_cast<int64_t>(to);
    }
  }
  if (said || !op.Has(kElementwise) || op.out_type != OutType::kSame) return;
  ForEachPromoted(op, args, [&](DenseTensor*& t) {
    if (t->dtype != to) t = args.Keep(ops::Cast(Var::Share(t), to));
  });
}

}  // namespace paddle
