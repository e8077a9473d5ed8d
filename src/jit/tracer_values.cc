// Values that Python needs in the middle of a capture, and tensors that stay as
// they are whatever is written later.
#include "core/generator.h"
#include "eager/eager_builder.h"
#include "jit/tracer.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::ValueId;

Var Tracer::Peek(DenseTensor& t) {
  constexpr size_t kMostBytes = 1 << 16;
  if (!levels_.empty() || refuse_foreign_ || peeks_ <= 0 ||
      t.bytes() > kMostBytes) {
    return Var();
  }
  --peeks_;
  ++assumptions_;
  const ValueId value = Lookup(t);
  FlatProgram part = program_;
  part.outputs = {{value, -1}};
  DropUnneeded(&part);
  Generator& generator = DefaultGenerator();
  struct Restore {  // the program itself will draw them
    Generator& generator;
    Generator::State state = generator.state();
    ~Restore() { generator.SetState(state); }
  } restore{generator};
  return Executable(std::move(part)).Run(inputs_)[0];
}

Var Tracer::Read(DenseTensor& t) {
  constexpr size_t kMostBytes = 256;
  if (refuse_foreign_ || rehearsal || t.place != CPUPlace() ||
      t.bytes() > kMostBytes) {
    return Var();
  }
  Settle(t);
  Var values;
  if (t.flags & kTraced || HasPendingWrite(t)) {
    // Fractions are seldom the same again.
    if (IsFloating(t.dtype) || IsComplex(t.dtype)) return values;
    values = Peek(t);
    if (!values) return values;
  } else {
    ++assumptions_;
    const PauseRecorder pause;
    const GradModeGuard no_grad(false);
    static const OpDef& assign = GetOp("assign");
    Args args(assign);
    args.size = 1;
    args.SetTensor(0, &t);
    Outs outs(1);
    Dispatch(assign, args, outs);
    values = Var::Own(outs.Take(0));
  }
  assumed_.emplace_back(Keep(t), values);
  return values;
}

// The values that the program is right for, each once.
std::vector<std::pair<ValueId, Var>> Tracer::TakeAssumed() {
  std::vector<std::pair<ValueId, Var>> all;
  for (const auto& [kept, values] : std::exchange(assumed_, {})) {
    const ValueId value = Lookup(*kept.tensor);
    const bool known = std::any_of(all.begin(), all.end(), [&](const auto& a) {
      return a.first == value;
    });
    if (!known) all.emplace_back(value, values);
  }
  return all;
}

Tracer::Kept Tracer::Keep(DenseTensor& t) {
  Kept kept{Alias(t), t.storage, t.version()};
  kept_[t.storage].push_back(kept.tensor);
  return kept;
}

Var Tracer::Kept::Get() const {
  if (tensor->storage == storage && tensor->version() != version) {
    PADDLE_THROW(errors::PreconditionNotMet(
                     "backward: a tensor that a branch or a loop has read was "
                     "changed by an in-place operation.")
                     .Hint("clone() the tensor before the in-place "
                           "operation."));
  }
  return tensor;
}

// Before the memory of `t` is written: what is kept of it stays as it is.
void Tracer::KeepValues(DenseTensor& t) {
  const auto it = kept_.find(t.storage);
  if (it == kept_.end()) return;
  const std::vector<Var> all = std::move(it->second);
  kept_.erase(it);
  MoveOut(all);
}

// The tensors get memory of their own, with the values that they have now.
void Tracer::MoveOut(const std::vector<Var>& kept) {
  for (const Var& v : kept) {
    if (v->references.load() == 1) continue;  // nobody else has it any more
    const ValueId value = Lookup(*v);
    const auto at = memory_.find(v->storage);
    if (at != memory_.end() && at->second.owner.get() == v.get()) {
      at->second.owner = Alias(*v);
    }
    const uint32_t version = v->version();
    Release(std::exchange(v->storage, nullptr), State());
    v->flags &= ~(kStrided | kIsView);
    v->history = kNoHistory;
    SetContiguous(v.get());
    NewOutput(*v, value);
    v->storage->version = version;
  }
}

void Tracer::Saved(DenseTensor& t) {
  if (t.storage) saved_[t.storage].push_back(Var::Share(&t));
}

// Those whose nodes are gone.
void Tracer::DropSaved() {
  for (auto& [storage, saved] : saved_) {
    std::erase_if(saved, [](const Var& v) { return v->references == 1; });
  }
}

}  // namespace paddle::jit
