// What follows from weights: made once, and again when they change.
#include "executor/frame.h"
#include "executor/shared_weights.h"

namespace paddle::executor {

// The values that follow from weights as they are now.
void Plan::UseCached(const std::vector<Var>& inputs, Frame& frame,
                     Progress* progress) const {
  const auto valid = [&](const Cached* c) {
    if (!c) return false;
    for (size_t k = 0; k < cached_inputs_.size(); ++k) {
      const DenseTensor& now = *inputs[cached_inputs_[k]];
      const DenseTensor& then = *(*c->weights)[k];
      if (now.storage != then.storage || now.data != then.data ||
          now.version() != c->versions[k]) {
        return false;
      }
    }
    return true;
  };
  if (valid(frame.cached.get())) return;
  std::shared_ptr<const Cached> known;
  {
    std::lock_guard lock(mutex_);
    known = cache_;
  }
  const bool again = valid(known.get());
  if (again && known->kept) {
    Use(*known, frame);
    frame.cached = std::move(known);
    return;
  }
  frame.cached = nullptr;
  // Weights in training change at every step: what follows from them is kept
  // where they are met for the second time.
  auto fresh = MakeCached(inputs, !known || again, frame, progress);
  auto next = fresh;
  if (!fresh->kept) {
    next = std::make_shared<Cached>(*fresh);
    next->values.clear();
  }
  frame.cached = std::move(fresh);
  std::lock_guard lock(mutex_);
  cache_ = std::move(next);
}

void Plan::Use(const Cached& cached, Frame& frame) const {
  for (size_t i = 0; i < cached_.size(); ++i) {
    if (!cached.values[i]) continue;
    const Var& v = cached.values[i]->value;
    frame.Move(memories_[cached_[i]], tensors_, v->Data<char>(), v->storage);
  }
}

// Runs the steps whose results no other plan has.
std::shared_ptr<Cached> Plan::MakeCached(const std::vector<Var>& inputs,
                                         bool keep, Frame& frame,
                                         Progress* progress) const {
  auto made = std::make_shared<Cached>();
  made->kept = keep;
  auto weights = std::make_shared<std::vector<Var>>();
  for (int k : cached_inputs_) {
    weights->push_back(Alias(*inputs[k]));
    made->versions.push_back(inputs[k]->version());
  }
  made->weights = weights;
  const auto names =
      keep ? NamesOf(once_, tensors_, memories_, constants_, inputs)
           : std::vector<std::string>(memories_.size());
  std::vector<bool> needed(memories_.size(), false),
      fresh(memories_.size(), false), runs(once_.size(), false);
  std::vector<Shared> values(memories_.size());
  for (size_t i = 0; i < cached_.size(); ++i) {
    needed[cached_[i]] = cached_used_[i];
  }
  for (size_t s = once_.size(); s-- > 0;) {
    for (int t : once_[s].outs) {
      const int m = tensors_[t].memory;
      if (!needed[m]) continue;
      if (!names[m].empty()) values[m] = FindShared(names[m]);
      runs[s] = runs[s] || !values[m];
    }
    if (!runs[s]) continue;
    for (int t : once_[s].outs) {
      const int m = tensors_[t].memory;
      const Var v = EmptyTensor({static_cast<int64_t>(memories_[m].bytes)},
                                DataType::kUInt8);
      values[m] = std::make_shared<const SharedValue>(SharedValue{v, weights});
      fresh[m] = true;
    }
    for (Operand o : once_[s].operands) {
      if (o >= 0) needed[tensors_[o].memory] = true;
    }
  }
  for (int m : cached_) made->values.push_back(values[m]);
  Use(*made, frame);
  Progress once{progress->work};
  const Slot* slots = frame.slots.data();
  for (size_t s = 0; s < once_.size(); ++s) {
    if (runs[s]) RunSteps({&once_[s], 1}, slots, frame, &once);
    slots += once_[s].slots.size();
  }
  progress->work = once.work;
  for (size_t i = 0; i < cached_.size(); ++i) {
    const int m = cached_[i];
    if (!cached_used_[i]) {
      made->values[i] = nullptr;
    } else if (fresh[m] && !names[m].empty()) {
      Share(names[m], values[m]);
    }
  }
  return made;
}

}  // namespace paddle::executor
