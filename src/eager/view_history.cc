#include "eager/view_history.h"

#include "eager/eager_builder.h"
#include "eager/grad_node.h"
#include "eager/recorder.h"
#include "ops/generated/ops.h"

namespace paddle {
namespace {

bool IsLeaf(const DenseTensor& t) { return t.requires_grad() && !t.node; }

// Where a view lies in its base, as as_strided has it.
struct Region {
  DDim dims;
  DDim strides;
  int64_t offset;  // in elements

  Var Of(const Var& base) const {
    return ops::AsStrided(base, IntArray(dims.data(), dims.rank()),
                          IntArray(strides.data(), strides.rank()),
                          offset * static_cast<int64_t>(SizeOf(base->dtype)));
  }
};

// False: the elements of `t` are not elements of a row-major base.
bool Locate(DenseTensor& t, Region* region) {
  DenseTensor& base = *t.base;
  Settle(t);
  Settle(base);
  if (base.storage != t.storage || !base.contiguous() ||
      base.dtype != t.dtype) {
    return false;
  }
  const auto size = static_cast<int64_t>(SizeOf(t.dtype));
  const int64_t bytes = t.Data<char>() - base.Data<char>();
  region->dims = t.dims;
  region->strides = DDim(t.stride_array());
  region->offset = t.numel ? bytes / size : 0;
  int64_t low = region->offset, high = region->offset;
  for (int i = 0; i < t.rank() && t.numel; ++i) {
    const int64_t span = (t.dims[i] - 1) * t.strides[i];
    (span < 0 ? low : high) += span;
  }
  return !t.numel || (bytes % size == 0 && low >= 0 && high < base.numel);
}

// The gradient of "base with `region` replaced by values".
class WriteBackward final : public CustomBackward {
 public:
  WriteBackward(const Region& region, bool base_needs)
      : region_(region), base_needs_(base_needs) {}

  VarList Run(const VarList& grads, const std::vector<Var>&) override {
    const Var g = grads[0]->contiguous() ? grads[0] : ops::Assign(grads[0]);
    Var to_base;
    if (base_needs_) {
      to_base =
          ops::Where(Inside(g->dims), ops::Full({}, Scalar(0.0), g->dtype), g);
    }
    return {to_base, region_.Of(g)};
  }
  bool foreign() const override { return false; }
  bool saves() const override { return false; }

 private:
  Var Inside(const DDim& dims) const {
    GradModeGuard no_grad(false);
    const Var inside = ops::Full(dims, Scalar(0.0), DataType::kBool);
    ops::CopyInto(region_.Of(inside),
                  ops::Full({}, Scalar(1.0), DataType::kBool));
    return inside;
  }
  Region region_;
  bool base_needs_;
};

[[noreturn]] PD_COLD void ThrowStale(const char* caller) {
  PADDLE_THROW(
      errors::PreconditionNotMet(
          "%s: a tensor was written through another view of its memory, while "
          "gradients were recorded: its own history does not know of it.",
          caller)
          .Hint("take views without no_grad() or detach(), or clone() the part "
                "before writing into it."));
}

}  // namespace

void DropBase(DenseTensor& t) {
  if (DenseTensor* base = std::exchange(t.base, nullptr)) Release(base);
}

void RefreshHistory(DenseTensor& t) {
  if (!t.base || !t.HistoryIsStale() || IsLeaf(t)) return;
  DenseTensor& base = *t.base;
  if (base.HistoryIsStale()) return;
  Region region;
  if (!base.requires_grad()) {
    if (!t.node) t.history = t.storage->history.load();
    return;
  }
  if (!Locate(t, &region)) return;
  BuilderGuard eager(EagerBuilder());
  GradModeGuard record(true);
  const Var v = region.Of(Var::Share(&base));
  Retain(v->node);
  SetNode(t, v->node, v->out_index);
  t.flags |= kRequiresGrad;
  t.history = t.storage->history.load();
}

void RequireHistory(DenseTensor& t, const char* caller) {
  RefreshHistory(t);
  if (t.HistoryIsStale()) ThrowStale(caller);
}

void RefreshOperands(const OpDef& op, Args& args) {
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (!t || !t->base || !t->HistoryIsStale()) return;
    RefreshHistory(*t);
    args.flags |= t->flags;
  });
}

void CheckNoLeaf(const OpDef& op, const DenseTensor& x) {
  PADDLE_ENFORCE(
      !IsLeaf(x),
      errors::PreconditionNotMet(
          "%s_: a leaf that wants a gradient can not be changed in place.",
          op.name.c_str())
          .Hint("use paddle.no_grad(), or work on x.clone()."));
}

void CheckRecordedWrite(const OpDef& op, DenseTensor& x) {
  CheckNoLeaf(op, x);
  PADDLE_ENFORCE(
      !x.base || !IsLeaf(*x.base) || x.base->storage != x.storage,
      errors::PreconditionNotMet(
          "%s_: a view of a leaf that wants a gradient can not be changed in "
          "place.",
          op.name.c_str())
          .Hint("use paddle.no_grad(), or work on a clone()."));
  if (PD_UNLIKELY(State().recorder)) {
    State().recorder->HistoryChanges(x);
    if (x.base && x.base->storage == x.storage) {
      State().recorder->HistoryChanges(*x.base);
    }
  }
}

void NoteRecordedWrite(DenseTensor& x) {
  if (!x.storage) return;
  const uint32_t before = x.storage->history.fetch_add(1);
  x.history = before + 1;
  DenseTensor* base = x.base;
  if (!base || base->storage != x.storage) return;
  const bool detached = base->history == kNoHistory;
  if (detached) base->history = before;
  Region region;
  if (base->history != before || !Locate(x, &region)) return;  // out of date
  RecordCustom({Var::Share(base), Var::Share(&x)}, {Var::Share(base)}, {},
               std::make_shared<WriteBackward>(region, base->requires_grad()));
  base->history = before + 1;
}

}  // namespace paddle
