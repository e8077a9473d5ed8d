#include "ops/builder.h"

#include "ops/call.h"
#include "ops/promote.h"

namespace paddle {

void ops::ThrowNoTensor(const OpDef& op) {
  PADDLE_THROW(errors::InvalidArgument("%s: a tensor argument is empty.",
                                       op.name.c_str()));
}

Builder::~Builder() = default;

void TakeResults(const OpDef& op, VarList results, Outs& outs) {
  if (op.schema.list_out) outs.Resize(results.size());
  PADDLE_ENFORCE(results.size() == outs.size(),
                 errors::Fatal("%s: its decomposition gives %d outputs.",
                               op.name.c_str(), results.size()));
  for (int i = 0; i < outs.size(); ++i) {
    if (outs[i]) Release(outs[i]);
    outs[i] = results[i].Take();
  }
}

namespace {

void InferOnly(const OpDef& op, Args& args, Outs& outs) {
  PADDLE_ENFORCE(!op.Has(kDataDependent),
                 errors::Unimplemented("%s: the shape of its result depends on "
                                       "values, which a traced tensor does not "
                                       "have.",
                                       op.name.c_str()));
  PromoteIfNeeded(op, args);
  ThreadState& s = State();
  for (int i = 0; i < outs.size(); ++i) outs[i] = NewTensor(s);
  op.infer(args, outs);
  for (int i = 0; i < outs.size(); ++i) outs[i]->flags |= kTraced;
  // A size that only the kernel can know stands as 0.
  PADDLE_ENFORCE(!op.Has(kDataDependent) || outs[0]->numel > 0,
                 errors::Unimplemented("%s: the values of a traced tensor "
                                       "decide a shape.",
                                       op.name.c_str()));
}

class Meta final : public Builder {
 public:
  void Emit(const OpDef& op, Args& args, Outs& outs) override {
    if (op.infer) return InferOnly(op, args, outs);
    TakeResults(op, op.decompose(args), outs);
  }
};

}  // namespace

Builder* MetaBuilder() {
  static Meta meta;
  return &meta;
}

TraceBuilder::~TraceBuilder() = default;

std::string TraceBuilder::NameOf(DenseTensor* t) {
  if (!t) return "None";
  for (size_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i].get() == t) return "%" + std::to_string(i);
  }
  seen_.push_back(Var::Share(t));
  return "%" + std::to_string(seen_.size() - 1);
}

void TraceBuilder::Emit(const OpDef& op, Args& args, Outs& outs) {
  std::string operands;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    operands += (operands.empty() ? "" : ", ") + NameOf(t);
  });
  if (op.infer) {
    InferOnly(op, args, outs);
  } else {
    TakeResults(op, op.decompose(args), outs);
    return;
  }
  std::string results;
  for (int i = 0; i < outs.size(); ++i) {
    results += (i ? ", " : "") + NameOf(outs[i]);
  }
  lines_.push_back(results + " = " + op.name + "(" + operands + ")");
}

}  // namespace paddle
