#include "eager/recorder.h"

#include "common/open_size.h"
#include "eager/grad_node.h"
#include "ops/manipulation/host_values.h"

namespace paddle {

Recorder::~Recorder() = default;
bool Recorder::Around(const OpDef&, Args&, Outs&) { return false; }
void Recorder::ReleaseNode(GradNode* n) { ReleaseSaved(n); }

namespace {

[[maybe_unused]] const bool open_sizes_are_known = [] {
  errors::is_open_size = [](int64_t n) {
    Recorder* recorder = State().recorder;
    return recorder && recorder->IsOpenSize(n);
  };
  return true;
}();

void FreePending(Storage* s) {
  auto* pending = static_cast<PendingStorage*>(s->owner);
  if (pending->recorder) pending->forget(pending->recorder, s);
  delete pending;
}

[[noreturn]] PD_COLD void ThrowNoValues(const char* who) {
  PADDLE_THROW(errors::PreconditionNotMet(
                   "%s: the values of a tensor were never computed.", who)
                   .Hint("a parameter that was made under LazyGuard wants "
                         "initialize() or values; else the captured function "
                         "that made it failed, or runs on another thread."));
}

void RealizeTensor(DenseTensor& t) {
  if (!t.storage) return;  // of a rule that looks at shapes
  Settle(t);
  Recorder* recorder = State().recorder;
  const bool pending = t.flags & kTraced;
  if (pending && !recorder) ThrowNoValues("tensor");
  if (pending || (recorder && recorder->HasPendingWrite(t))) {
    recorder->Materialize("its values are read");
    Settle(t);
    if (t.flags & kTraced) ThrowNoValues("tensor");
  } else if (recorder && !(t.flags & kNumber)) {
    recorder->Foreign("the values of a tensor are read");
  }
}

Var ReadableTensor(const Var& v) {
  if (PD_UNLIKELY(State().recorder && v->storage && !(v->flags & kNumber))) {
    if (Var values = State().recorder->Read(*v)) return values;
  }
  Realize(*v);
  return v;
}

[[maybe_unused]] const bool installed = [] {
  internal::realize = RealizeTensor;
  readable = ReadableTensor;
  return true;
}();

}  // namespace

Storage* NewPendingStorage(size_t bytes, Place place) {
  auto* s = new Storage;
  s->size_class = -1;
  s->place = place;
  s->bytes = bytes;
  s->data = PendingAddress();
  s->owner = new PendingStorage;
  s->deleter = FreePending;
  return s;
}

PendingStorage& PendingOf(const Storage& s) {
  return *static_cast<PendingStorage*>(s.owner);
}

void GiveMemory(Storage& s, Var values) {
  PendingStorage& pending = PendingOf(s);
  s.data = values->data;
  pending.recorder = nullptr;
  pending.values = std::move(values);
}

bool IsAwaited(DenseTensor& t) {
  if (!State().recorder || !t.storage) return false;
  Settle(t);
  return t.flags & kTraced || State().recorder->HasPendingWrite(t);
}

void Settle(DenseTensor& t) {
  if (!(t.flags & kTraced) || !t.storage || IsPending(*t.storage)) return;
  const std::ptrdiff_t offset = t.Data<char>() - PendingAddress();
  t.data = static_cast<char*>(t.storage->data) + offset;
  t.flags &= ~kTraced;
}

void SettleOperands(const OpDef& op, const Args& args) {
  const Recorder* recorder = State().recorder;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (!t || !(t->flags & kTraced) || !t->storage) return;
    Settle(*t);
    if ((t->flags & kTraced) &&
        (!recorder || (PendingOf(*t->storage).recorder != recorder &&
                       !recorder->rehearsal))) {
      ThrowNoValues(op.name.c_str());
    }
  });
}

}  // namespace paddle
