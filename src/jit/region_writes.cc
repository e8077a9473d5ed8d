// Writes of a branch or of the body of a loop into tensors of outside: in the
// region these have values of their own, and what they are in the end is a
// result, which is written behind it.
#include <algorithm>

#include "eager/grad_node.h"
#include "eager/view_history.h"
#include "jit/region_gradient.h"

namespace paddle::jit {

namespace {

// Whether `t` shows all of its memory.
bool IsWhole(const DenseTensor& t) {
  return t.storage && t.contiguous() &&
         t.numel * static_cast<int64_t>(SizeOf(t.dtype)) ==
             static_cast<int64_t>(t.storage->bytes);
}

}  // namespace

void Tracer::RefuseWrite(DenseTensor& t) {
  refused_ = Alias(t);
  throw CaptureBreak("a tensor of outside is written in a branch");
}

// What is written may be a view, or stand for another tensor: the one with the
// history has to be among those that are known.
Var Tracer::TakeRefusedWrite(const std::vector<Var>& known) {
  const Var refused = std::exchange(refused_, Var());
  if (!refused) return Var();
  const auto fits = [&](const DenseTensor* t) {
    return t && t->storage == refused->storage && IsWhole(*t) && !t->base &&
           t->history != kNoHistory;
  };
  for (const Var& v : known) {
    if (fits(v.get())) return v;
  }
  for (const Var& v : known) {
    if (fits(v->base)) return Var::Share(v->base);
  }
  return Var();
}

// To be called before the region begins.
void Tracer::PrepareWrite(DenseTensor& t) {
  if (!t.node && t.requires_grad() && State().grad_enabled) {
    throw CaptureBreak("a leaf that wants a gradient is written in a branch");
  }
  if (!levels_.empty()) {
    const auto it = memory_.find(t.storage);
    const bool own = it != memory_.end() && !it->second.owner;
    if (!own) RefuseWrite(t);  // it is the region around this one that writes
  }
  if (rehearsal || remembers) Remember(t);
  KeepValues(t);
  // It may be that nothing is written: gradients read what there was before.
  if (const auto it = saved_.find(t.storage); it != saved_.end()) {
    MoveOut(std::exchange(it->second, {}));
  }
}

// To be called where the region begins, which is open.
void Tracer::Redirect(const Var& tensor, bool carried) {
  DenseTensor& t = *tensor;
  redirected_.push_back({tensor, SourceHistory(tensor), t.storage->history});
  const pir::ValueId value = program_.AddInput(t.dtype, t.dims);
  if (!carried) captured_.push_back({Alias(t), value});
  Memory& memory = memory_[t.storage];
  memory.whole = WindowOf(t);
  memory.value = value;
  memory.parts = {{memory.whole, value}};
  memory.redirected = memory.written = true;
  if (!carried) return;
  arguments_.push_back({Var(), nullptr, Var()});
  if (!t.requires_grad() || !State().grad_enabled) return;
  arguments_.back().edge = BeginHistory(tensor);
  t.storage->history.fetch_add(1);  // views have to ask it
  t.history = t.storage->history;
}

void Tracer::PutBack(const Redirected& redirected) {
  DenseTensor& t = *redirected.tensor;
  const uint32_t now = t.storage->history;
  redirected.before.Restore(t);
  if (now == redirected.writes) return;
  // Views may have been told of nodes of the region: these are out of date.
  t.storage->history = now + 1;
  if (redirected.before.fresh() && t.history != kNoHistory) t.history = now + 1;
}

void Tracer::HistoryChanges(DenseTensor& t) {
  if (levels_.empty()) {
    if (!IsMadeHere(t.storage) && !rewritten_.count(&t)) {
      const Var tensor = Var::Share(&t);
      rewritten_.emplace(&t, WrittenAlias{tensor, SourceHistory(tensor)});
    }
    return;
  }
  const auto known = memory_.find(t.storage);
  if (known == memory_.end() || !known->second.redirected) return;
  const auto is = [&](const auto& r) { return r.tensor.get() == &t; };
  if (std::any_of(redirected_.begin(), redirected_.end(), is) ||
      std::any_of(aliases_.begin(), aliases_.end(), is)) {
    return;
  }
  const Var alias = Var::Share(&t);
  aliases_.push_back({alias, SourceHistory(alias)});
}

// After what it shows the memory of.
void Tracer::PutBack(const WrittenAlias& alias, uint32_t epoch) {
  DenseTensor& t = *alias.tensor;
  const GradNode* node = alias.before.edge()->node;
  const bool older = alias.before.fresh() && (!node || node->epoch < epoch);
  if (t.base && !older) {  // it asks that when it is used next
    if (!t.HistoryIsStale()) return;
    DropNode(t);
    t.flags &= static_cast<uint8_t>(~kRequiresGrad);
    return;
  }
  const uint32_t version = t.version(), history = t.storage->history;
  alias.before.Restore(t);
  t.storage->version = version;
  t.storage->history = history;
  if (alias.before.fresh() && t.history != kNoHistory) t.history = history;
}

}  // namespace paddle::jit
