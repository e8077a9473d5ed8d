#include "eager/write_result.h"

#include "eager/grad_node.h"
#include "eager/recorder.h"
#include "eager/view_history.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle {

void TakeMemory(DenseTensor* x, DenseTensor& r) {
  // (First: it may refuse.)
  if (PD_UNLIKELY(State().recorder)) State().recorder->MemoryChanges(*x);
  x->dims = r.dims;
  for (int i = 0; i < r.rank(); ++i) x->strides[i] = r.strides[i];
  x->numel = r.numel;
  x->dtype = r.dtype;
  constexpr uint8_t kOfMemory = kStrided | kTraced;
  const uint8_t before = x->flags & kOfMemory;
  x->flags = (x->flags & ~kOfMemory) | (r.flags & kOfMemory);
  r.flags = (r.flags & ~kOfMemory) | before;
  if (x->storage != r.storage) DropBase(*x);
  std::swap(x->storage, r.storage);
  std::swap(x->data, r.data);
  x->history = r.history;
}

void TakeOwnMemory(DenseTensor* x) {
  GradModeGuard no_grad(false);
  const bool stale = x->HistoryIsStale();
  Var own = ops::Assign(Var::Share(x));
  TakeMemory(x, *own);
  x->flags &= ~kIsView;
  x->history = x->storage->history.load() - (stale ? 1 : 0);
}

void StoreResult(const OpDef& op, DenseTensor& result, DenseTensor* x) {
  PADDLE_ENFORCE(result.dims == x->dims,
                 errors::InvalidArgument(
                     "%s_: the result does not fit into `x`.", op.name.c_str())
                     .Shapes({{"x", x->dims}, {"result", result.dims}})
                     .Hint("the in-place form can not broadcast `x`."));
  if (result.dtype == x->dtype) {
    ops::CopyInto(Var::Share(x), Var::Share(&result));
    return;
  }
  PADDLE_ENFORCE(
      !(x->flags & kIsView),
      errors::InvalidType("%s_: the result has another dtype than `x`, a "
                          "view of another tensor.",
                          op.name.c_str())
          .Expected(std::string(Name(x->dtype)))
          .Received(std::string(Name(result.dtype)))
          .Hint("use the form that is not in place."));
  const uint32_t history = x->history;
  TakeMemory(x, result);
  if (history == kNoHistory) x->history = history;
}

void CheckKind(const OpDef& op, const DenseTensor& x, DataType to) {
  PADDLE_ENFORCE(
      op.Has(kIntsToFloat) || !IsInteger(x.dtype) || IsInteger(to),
      errors::InvalidType("%s_: `x` can not take the result.", op.name.c_str())
          .Expected(std::string(Name(x.dtype)))
          .Received(std::string(Name(to)))
          .Hint("use the form that is not in place, or convert with "
                "Tensor.astype()."));
}

void WriteResult(const OpDef& op, DenseTensor& result, DenseTensor* to) {
  const bool grad = State().grad_enabled;
  const bool record = grad && result.requires_grad();
  if (record) CheckRecordedWrite(op, *to);
  const bool fits = result.dims == to->dims && result.dtype == to->dtype &&
                    result.place == to->place && !RepeatsMemory(*to);
  PADDLE_ENFORCE(
      fits || !(to->flags & kIsView),
      errors::InvalidArgument("%s: `out` is a view of another tensor and can "
                              "not take the shape and dtype of the result.",
                              op.name.c_str())
          .Shapes({{"out", to->dims}, {"result", result.dims}}));
  to->BumpVersion();  // of the memory it has now
  {
    GradModeGuard no_grad(false);
    if (fits) {
      ops::CopyInto(Var::Share(to), Var::Share(&result));
    } else {
      // What others hold stays theirs: a decomposition may end in a view, or
      // in its operand itself.
      const bool shared = result.references.load() > 1 || !result.storage ||
                          result.storage->references.load() > 1;
      const Var r = Var::Share(&result);
      const Var own = shared ? ops::Assign(r) : r;
      TakeMemory(to, *own);
      to->place = own->place;
    }
  }
  if (record) {
    MoveHistory(result, to);
    NoteRecordedWrite(*to);
  } else if (grad && to->node) {
    DropNode(*to);  // it told of other values
    to->flags &= ~kRequiresGrad;
  }
}

}  // namespace paddle
