// Fills Args from C++ values and sends the call to the current Builder; used by
// the generated functions of ops/generated/ops.h.
#pragma once
#include "ops/builder.h"

namespace paddle::ops {

inline void Put(Args& a, const Var& v) {
  const int i = a.size++;
  if (v) {
    a.SetTensor(i, v.get());
  } else {
    a.slot[i].tensor = nullptr;
  }
}
inline void Put(Args& a, const std::vector<Var>& list) {
  auto** tensors = a.Allocate<DenseTensor*>(static_cast<int64_t>(list.size()));
  for (size_t k = 0; k < list.size(); ++k) {
    tensors[k] = list[k].get();
    if (tensors[k]) a.Note(*tensors[k]);
  }
  a.slot[a.size++].tensors = {tensors, static_cast<int64_t>(list.size())};
}
inline void Put(Args& a, bool v) { a.slot[a.size++].i = v; }
inline void Put(Args& a, int64_t v) { a.slot[a.size++].i = v; }
inline void Put(Args& a, double v) { a.slot[a.size++].f = v; }
inline void Put(Args& a, std::string_view v) { a.slot[a.size++].text = v; }
inline void Put(Args& a, IntArray v) { a.slot[a.size++].ints = v; }
inline void Put(Args& a, DataType v) {
  a.slot[a.size++].i = static_cast<int64_t>(v);
}
inline void Put(Args& a, Scalar v) { a.slot[a.size++].scalar = v; }

[[noreturn]] PADDLE_API PD_COLD void ThrowNoTensor(const OpDef& op);

template <typename... A>
void Fill(const OpDef& op, Args& args, const A&... values) {
  (Put(args, values), ...);
  for (uint32_t m = op.tensor_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    if (PD_UNLIKELY(!args.slot[i].tensor) &&
        op.schema.args[i].type == ArgType::kTensor) {
      ThrowNoTensor(op);
    }
  }
}
template <typename... A>
Var Call(const OpDef& op, const A&... values) {
  Args args(op);
  Fill(op, args, values...);
  Outs outs(1);
  Dispatch(op, args, outs);
  return Var::Own(outs.Take(0));
}
// The form that writes into its argument `x!`.
template <typename... A>
Var CallInplace(const OpDef& op, const A&... values) {
  Args args(op);
  Fill(op, args, values...);
  args.inplace = true;
  Outs outs(1);
  Dispatch(op, args, outs);
  return Var::Own(outs.Take(0));
}
template <typename... A>
VarList CallMany(const OpDef& op, const A&... values) {
  Args args(op);
  Fill(op, args, values...);
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  Dispatch(op, args, outs);
  VarList list;
  for (int i = 0; i < outs.size(); ++i) list.push_back(Var::Own(outs.Take(i)));
  return list;
}

}  // namespace paddle::ops
