#include "jit/saving_tracer.h"

#include <algorithm>
#include <utility>

#include "jit/program_tracer.h"
#include "ops/builder.h"
#include "ops/manipulation/basic_index.h"

namespace paddle::jit {

std::vector<SliceUse> SlicesOfCall(const Args& args) {
  const DDim& x = args.slot[0].tensor->dims;
  const IntArray axes = args.slot[1].ints, starts = args.slot[2].ints,
                 stops = args.slot[3].ints;
  const IntArray steps = args.size > 4 ? args.slot[4].ints : IntArray();
  std::vector<SliceUse> uses;
  for (int k = 0; k < axes.size(); ++k) {
    const int64_t axis = axes[k] < 0 ? axes[k] + x.rank() : axes[k];
    const int64_t step = k < steps.size() ? steps[k] : 1;
    if (axis < 0 || axis >= x.rank() || k >= starts.size() ||
        k >= stops.size() || step == 0) {
      return {};
    }
    uses.push_back({starts[k], stops[k], step, x[static_cast<int>(axis)]});
  }
  return uses;
}

void NoteSlice(const SliceUse& use) {
  Recorder* recorder = State().recorder;
  if (auto* program = dynamic_cast<ProgramTracer*>(recorder)) {
    program->NoteSlice(use);
  } else if (auto* saving = dynamic_cast<SavingTracer*>(recorder)) {
    saving->NoteSlice(use);
  }
}

// Whether the slices of the call that comes have bounds. What is written has to
// lie inside of the axis: the file has no form for a part that is cut.
bool SavingTracer::TakeBounds(bool write) {
  bool bounded = false;
  for (; seen_ < slices_.size(); ++seen_) {
    const SliceUse& use = slices_[seen_];
    const bool to_end = use.stop > INT64_MAX / 2 || use.stop < INT64_MIN / 2;
    if (use.start == 0 && to_end) continue;
    bounded = true;
    const SliceRange r = ResolveSlice(use.start, use.stop, use.step, use.size);
    const int64_t n = use.size;
    if (write && (r.size == 0 || use.start < -n || use.start > n ||
                  (!to_end && (use.stop < -n || use.stop > n)))) {
      PADDLE_THROW(errors::Unimplemented(
          "saving: a part of an axis is written that is cut at some sizes."));
    }
  }
  return bounded;
}

bool SavingTracer::Around(const OpDef& op, Args& args, Outs& outs) {
  if (State().grad_enabled) return false;
  if (args.inplace || op.writes) {
    if (open_sizes) TakeBounds(/*write=*/true);
    const int at = args.inplace ? op.inplace_arg : 0;
    const Storage* written = args.slot[at].tensor->storage;
    if (std::any_of(parts_.begin(), parts_.end(),
                    [&](const Var& v) { return v->storage == written; })) {
      throw CaptureBreak("a slice is written whose size is not known");
    }
    return false;
  }
  if (op.name == "slice" || op.name == "strided_slice") {
    for (const SliceUse& use : SlicesOfCall(args)) NoteSlice(use);
    return false;
  }
  // A slice that is all of its axis here is less of it elsewhere.
  // The same for a shape that is another one elsewhere.
  const bool cut =
      open_sizes &&
      ((op.name == "basic_index" && TakeBounds(/*write=*/false)) ||
       op.name == "reshape" || op.name == "view_shape" || op.name == "expand" ||
       op.name == "flatten" || op.name == "squeeze");
  // Operators of the file whose rules count with sizes in ways that numbers of
  // their results do not tell.
  const bool whole = op.name == "split" || op.name == "split_with_num" ||
                     op.name == "chunk" ||
                     (op.name == "roll" && args.slot[2].ints.size() > 0);
  if (!whole && !cut) return false;
  Outs noted(outs.size());
  InferResults(op, args, noted);
  if (cut && noted[0]->dims != args.slot[0].tensor->dims) return false;
  if (outs.size() != noted.size()) outs.Resize(noted.size());
  for (int i = 0; i < noted.size(); ++i) {
    if (outs[i]) Release(outs[i]);
    outs[i] = noted.Take(i);
    if (cut) parts_.push_back(Alias(*outs[i]));
  }
  Call(op, args, outs);
  return true;
}

// Results of the types that the rule infers.
void SavingTracer::InferResults(const OpDef& op, Args& args, Outs& outs) {
  Outs types(outs.size());
  {
    const BuilderGuard meta(MetaBuilder());
    Args copy = Args::Borrow(args);
    Dispatch(op, copy, types);
  }
  if (outs.size() != types.size()) outs.Resize(types.size());
  for (int i = 0; i < types.size(); ++i) {
    if (outs[i]) Release(outs[i]);
    outs[i] = NewTensor(State());
    outs[i]->dtype = types[i]->dtype;
    outs[i]->dims = types[i]->dims;
    SetContiguous(outs[i]);
  }
}

}  // namespace paddle::jit
