#include "core/allocator.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "common/enforce.h"
#include "common/flags.h"
#include "core/thread_state.h"

namespace paddle {

constinit thread_local ThreadState* t_state PD_TLS_MODEL = nullptr;

namespace {

// Never destroyed: tensors held by other static objects outlive it otherwise.
struct Shared {
  std::mutex mutex;
  ThreadState::Block* free[kNumSizeClasses] = {};  // of finished threads
  std::vector<ThreadState*> threads;
  int64_t finished_small_bytes = 0;
  std::multimap<size_t, void*> large_free;
  int64_t large_allocated = 0, large_cached = 0;
  int64_t peak = 0, reserved = 0, max_reserved = 0, os_calls = 0;
  Builder* default_builder = nullptr;

  int64_t SmallBytes() const {
    int64_t n = finished_small_bytes;
    for (const ThreadState* t : threads) {
      n += t->small_bytes.load(std::memory_order_relaxed);
    }
    return n;
  }
  void UpdatePeak() { peak = std::max(peak, large_allocated + SmallBytes()); }
  void Reserve(int64_t bytes) {
    reserved += bytes;
    max_reserved = std::max(max_reserved, reserved);
  }
};
Shared& Global() {
  static auto* shared = new Shared;
  return *shared;
}

struct Reaper {  // hands a finished thread's blocks to the others
  ThreadState* s = nullptr;
  ~Reaper() {
    if (!s) return;
    t_state = nullptr;
    Shared& g = Global();
    std::lock_guard lock(g.mutex);
    for (int c = 0; c < kNumSizeClasses; ++c) {
      while (ThreadState::Block* b = s->free[c]) {
        s->free[c] = b->next;
        b->next = std::exchange(g.free[c], b);
      }
    }
    g.finished_small_bytes += s->small_bytes.load(std::memory_order_relaxed);
    std::erase(g.threads, s);
    delete s;
  }
};

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;

// Eight sizes per power of two: at most an eighth of a block is unused.
size_t RoundLarge(size_t bytes) {
  const size_t step =
      std::max(kPage, size_t{1} << (60 - __builtin_clzll(bytes)));
  return (bytes + step - 1) / step * step;
}

[[noreturn]] void OutOfMemory(size_t bytes) {
  const memory::Stats stats = memory::GetStats();
  PADDLE_THROW(
      errors::ResourceExhausted("cannot allocate %zu bytes of CPU memory.",
                                bytes)
          .Received("in use: " + std::to_string(stats.allocated) +
                    " bytes, reserved: " + std::to_string(stats.reserved))
          .Hint("use smaller batches or release tensors that are held."));
}

void* FromSystem(size_t bytes) {
  void* p = nullptr;
  const size_t alignment = bytes >= kHugePage ? kHugePage : kPage;
  if (posix_memalign(&p, alignment, bytes) != 0) return nullptr;
  if (bytes >= kHugePage) madvise(p, bytes, MADV_HUGEPAGE);
  return p;
}

}  // namespace

ThreadState* InitThreadState() {
  static thread_local Reaper reaper;
  Shared& g = Global();
  t_state = reaper.s = new ThreadState;
  std::lock_guard lock(g.mutex);
  t_state->builder = g.default_builder;
  g.threads.push_back(t_state);
  return t_state;
}

void SetDefaultBuilder(Builder* builder) {
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  g.default_builder = builder;
  for (ThreadState* t : g.threads) {
    if (!t->builder) t->builder = builder;
  }
}

void* internal::RefillClass(ThreadState& s, int c) {
  const size_t block = ClassBytes(c);
  const size_t count = block <= 4096 ? 65536 / block : 1;
  {
    Shared& g = Global();
    std::lock_guard lock(g.mutex);
    std::swap(s.free[c], g.free[c]);
    if (!s.free[c]) g.Reserve(static_cast<int64_t>(block * count));
    g.UpdatePeak();
  }
  if (!s.free[c]) {
    auto* chunk = static_cast<char*>(
        std::aligned_alloc(memory::kAlignment, block * count));
    if (!chunk) OutOfMemory(block * count);
    for (size_t i = count; i-- > 0;) {
      auto* b = reinterpret_cast<ThreadState::Block*>(chunk + i * block);
      b->next = std::exchange(s.free[c], b);
    }
  }
  return AllocClass(s, c);
}

namespace memory {

void* AllocateLarge(size_t bytes) {
  const size_t size = RoundLarge(bytes);
  Shared& g = Global();
  {
    std::lock_guard lock(g.mutex);
    if (auto it = g.large_free.find(size); it != g.large_free.end()) {
      void* p = it->second;
      g.large_free.erase(it);
      g.large_cached -= static_cast<int64_t>(size);
      g.large_allocated += static_cast<int64_t>(size);
      g.UpdatePeak();
      return p;
    }
  }
  void* p = FromSystem(size);
  if (!p) {
    EmptyCache();
    p = FromSystem(size);
  }
  if (!p) OutOfMemory(bytes);
  std::lock_guard lock(g.mutex);
  ++g.os_calls;
  g.Reserve(static_cast<int64_t>(size));
  g.large_allocated += static_cast<int64_t>(size);
  g.UpdatePeak();
  return p;
}

void FreeLarge(void* p, size_t bytes) {
  const size_t size = RoundLarge(bytes);
  const auto signed_size = static_cast<int64_t>(size);
  Shared& g = Global();
  {
    std::lock_guard lock(g.mutex);
    g.large_allocated -= signed_size;
    if (g.large_cached + signed_size <= flags::cpu_cache_limit_mb << 20) {
      g.large_free.emplace(size, p);
      g.large_cached += signed_size;
      return;
    }
    g.reserved -= signed_size;
  }
  std::free(p);
}

Stats GetStats() {
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  g.UpdatePeak();
  return {g.large_allocated + g.SmallBytes(), g.peak, g.reserved,
          g.max_reserved, g.os_calls};
}

void ResetPeak() {
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  g.peak = 0;
  g.UpdatePeak();
  g.max_reserved = g.reserved;
}

int64_t EmptyCache() {
  Shared& g = Global();
  std::multimap<size_t, void*> blocks;
  int64_t bytes;
  {
    std::lock_guard lock(g.mutex);
    blocks.swap(g.large_free);
    bytes = std::exchange(g.large_cached, 0);
    g.reserved -= bytes;
  }
  for (auto& [size, p] : blocks) std::free(p);
  return bytes;
}

}  // namespace memory
}  // namespace paddle
