// Hooks on gradients, and gradients that are kept.
#include <utility>

#include "eager/engine.h"
#include "eager/recorder.h"
#include "eager/view_history.h"

namespace paddle {

namespace {

std::shared_ptr<GradHooks> HooksOf(DenseTensor& t) {
  RequireHistory(t, "register_hook");
  PADDLE_ENFORCE(
      t.requires_grad(),
      errors::PreconditionNotMet("register_hook: the tensor wants no gradient.")
          .Expected("stop_gradient = False"));
  auto fresh = std::make_shared<GradHooks>();
  if (!t.node) {
    AutogradMeta& meta = MetaOf(t);
    std::lock_guard lock(GraphMutex());
    if (!meta.hooks) meta.hooks = std::move(fresh);
    return meta.hooks;
  }
  std::lock_guard lock(GraphMutex());
  auto& all = ExtrasOf(*t.node).hooks;
  for (auto& [out, hooks] : all) {
    if (out == t.out_index) return hooks;
  }
  all.emplace_back(t.out_index, std::move(fresh));
  return all.back().second;
}

}  // namespace

HookHandle AddHook(DenseTensor& t, GradHook hook, void* object) {
  const auto list = HooksOf(t);
  return {list, list->Add(std::move(hook), object)};
}

bool HookHandle::Remove() const {
  const auto hooks = list.lock();
  return hooks && hooks->Remove(id);
}

void RetainGrad(DenseTensor& t) {
  RequireHistory(t, "retain_grads");
  if (!t.node || MetaOf(t).retains_grad) return;
  if (PD_UNLIKELY(State().recorder)) State().recorder->Foreign("retain_grads");
  MetaOf(t).retains_grad = true;
  std::lock_guard lock(GraphMutex());
  ExtrasOf(*t.node).retain_grad.emplace_back(t.out_index, &t);
}

}  // namespace paddle
