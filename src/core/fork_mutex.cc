#include "core/fork_mutex.h"

#include <pthread.h>

#include <vector>

namespace paddle {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<ForkMutex*> all;

  void LockAll() {
    mutex.lock();
    for (ForkMutex* m : all) m->lock();
  }
  void UnlockAll() {
    for (ForkMutex* m : all) m->unlock();
    mutex.unlock();
  }
};
Registry& Get() {
  static auto* registry = [] {
    auto* r = new Registry;
    pthread_atfork([] { Get().LockAll(); }, [] { Get().UnlockAll(); },
                   [] { Get().UnlockAll(); });
    return r;
  }();
  return *registry;
}

}  // namespace

ForkMutex::ForkMutex() {
  Registry& registry = Get();
  std::lock_guard lock(registry.mutex);
  registry.all.push_back(this);
}

ForkMutex::~ForkMutex() {
  Registry& registry = Get();
  std::lock_guard lock(registry.mutex);
  std::erase(registry.all, this);
}

}  // namespace paddle
