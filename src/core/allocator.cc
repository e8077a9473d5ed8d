#include "core/allocator.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/enforce.h"
#include "common/flags.h"
#include "core/fork_mutex.h"
#include "core/large_cache.h"
#include "core/made_at_load.h"
#include "core/thread_state.h"

namespace paddle {

constinit thread_local ThreadState* t_state PD_TLS_MODEL = nullptr;

namespace {

using Block = ThreadState::Block;

int64_t SmallBytes(const ThreadState& s) {
  int64_t n = 0;
  for (int c = 0; c < kNumSizeClasses; ++c) {
    n += s.classes[c].used.load(std::memory_order_relaxed) *
         static_cast<int64_t>(ClassBytes(c));
  }
  return n;
}

// Of the machine, or of the container where that has less.
int64_t PhysicalMemory() {
  static const int64_t bytes = [] {
    int64_t n = int64_t{sysconf(_SC_PAGESIZE)} * sysconf(_SC_PHYS_PAGES);
    for (const char* path : {"/sys/fs/cgroup/memory.max",
                             "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
      int64_t limit;
      if (std::ifstream(path) >> limit && limit > 0) n = std::min(n, limit);
    }
    return n;
  }();
  return bytes;
}

// Never destroyed: tensors held by other static objects outlive it otherwise.
struct Shared {
  ForkMutex mutex;
  Block* batches[kNumSizeClasses] = {};
  std::vector<ThreadState*> threads;
  int64_t finished_small_bytes = 0;
  int64_t small_counted = 0;  // of all threads, each when it was here last
  memory::LargeCache cache;
  std::unordered_map<void*, size_t> larger;  // blocks of more than was asked
  int64_t large_allocated = 0, large_peak = 0;
  int64_t peak = 0, reserved = 0, max_reserved = 0, os_calls = 0;
  Builder* default_builder = nullptr;

  int64_t AllSmallBytes() const {
    int64_t n = finished_small_bytes;
    for (const ThreadState* t : threads) n += SmallBytes(*t);
    return n;
  }
  // What `s` uses is counted anew; of other threads, what they used.
  void UpdatePeak(ThreadState& s) {
    const int64_t small = SmallBytes(s);
    small_counted += small - std::exchange(s.counted_bytes, small);
    large_peak = std::max(large_peak, large_allocated);
    peak = std::max(peak, large_allocated + small_counted);
  }
  void Reserve(int64_t bytes) {
    reserved += bytes;
    max_reserved = std::max(max_reserved, reserved);
  }
  void Push(int c, Block* first, int64_t count) {
    first->count = count;
    first->next_batch = std::exchange(batches[c], first);
  }
  // Takes out of the cache what is too much with `more` bytes, oldest first.
  // Sizes that are no longer asked for go so, those in use stay.
  std::vector<void*> Trim(int64_t more) {
    std::vector<void*> out;
    const int64_t limit_mb = flags::cpu_cache_limit_mb;
    for (;;) {
      const auto cached = static_cast<int64_t>(cache.bytes());
      const bool fits =
          limit_mb >= 0
              ? cached <= limit_mb << 20
              : large_allocated + cached + more <=
                    std::max(large_peak + large_peak / 4, PhysicalMemory() / 8);
      size_t size = 0;
      void* p = fits ? nullptr : cache.TakeOldest(&size);
      if (!p) return out;
      reserved -= static_cast<int64_t>(size);
      out.push_back(p);
    }
  }
};
Shared& Global() {
  static auto* shared = new Shared;
  return *shared;
}
PD_MAKE_AT_LOAD(&Global());

// The first `count` blocks of a list (all, where it has fewer).
struct Batch {
  Block* first;
  int64_t count;
};
Batch Cut(Block*& list, int64_t count) {
  Batch batch{list, 0};
  Block* last = nullptr;
  for (; list && batch.count < count; ++batch.count) {
    last = std::exchange(list, list->next);
  }
  if (last) last->next = nullptr;
  return batch;
}

// Hands a finished thread's blocks to the others.
void FinishThread(void* state) {
  auto* s = static_cast<ThreadState*>(state);
  t_state = nullptr;
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  for (int c = 0; c < kNumSizeClasses; ++c) {
    while (s->classes[c].free) {
      const Batch batch = Cut(s->classes[c].free, BatchSize(c));
      g.Push(c, batch.first, batch.count);
    }
  }
  const int64_t small = SmallBytes(*s);
  g.finished_small_bytes += small;
  g.small_counted += small - s->counted_bytes;
  std::erase(g.threads, s);
  delete s;
}

// Its destructor runs after those of thread_local objects, which may hold
// tensors, and once more where a later one frees another tensor.
pthread_key_t ThreadKey() {
  static const pthread_key_t key = [] {
    pthread_key_t k;
    pthread_key_create(&k, FinishThread);
    return k;
  }();
  return key;
}

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;

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
  Shared& g = Global();
  t_state = new ThreadState;
  for (int c = 0; c < kNumSizeClasses; ++c) {
    t_state->classes[c].floor = -2 * BatchSize(c);
  }
  pthread_setspecific(ThreadKey(), t_state);
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
  Shared& g = Global();
  ThreadState::Class& k = s.classes[c];
  {
    std::lock_guard lock(g.mutex);
    g.UpdatePeak(s);
    if (Block* first = g.batches[c]) {
      g.batches[c] = first->next_batch;
      k.floor += first->count;
      k.free = first;
      return AllocClass(s, c);
    }
  }
  const size_t block = ClassBytes(c);
  const auto count = static_cast<size_t>(BatchSize(c));
  auto* chunk =
      static_cast<char*>(std::aligned_alloc(memory::kAlignment, block * count));
  if (!chunk) OutOfMemory(block * count);
  for (size_t i = count; i-- > 0;) {
    auto* b = reinterpret_cast<Block*>(chunk + i * block);
    b->next = std::exchange(k.free, b);
  }
  k.floor += BatchSize(c);
  std::lock_guard lock(g.mutex);
  g.Reserve(static_cast<int64_t>(block * count));
  return AllocClass(s, c);
}

void internal::GiveBack(ThreadState& s, int c) {
  ThreadState::Class& k = s.classes[c];
  const Batch batch = Cut(k.free, BatchSize(c));
  k.floor -= batch.count;
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  g.UpdatePeak(s);
  g.Push(c, batch.first, batch.count);
}

namespace memory {

void* AllocateLarge(size_t bytes) {
  ThreadState& s = State();
  const size_t size = LargeCache::Round(bytes);
  Shared& g = Global();
  std::vector<void*> old;
  {
    std::lock_guard lock(g.mutex);
    size_t found = size;
    if (void* p = g.cache.Take(&found)) {
      if (found != size) g.larger[p] = found;
      g.large_allocated += static_cast<int64_t>(found);
      g.UpdatePeak(s);
      return p;
    }
    old = g.Trim(static_cast<int64_t>(size));
  }
  for (void* p : old) std::free(p);
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
  g.UpdatePeak(s);
  return p;
}

void FreeLarge(void* p, size_t bytes) {
  Shared& g = Global();
  std::vector<void*> old;
  {
    std::lock_guard lock(g.mutex);
    size_t size = LargeCache::Round(bytes);
    if (!g.larger.empty()) {
      if (const auto it = g.larger.find(p); it != g.larger.end()) {
        size = it->second;
        g.larger.erase(it);
      }
    }
    g.large_allocated -= static_cast<int64_t>(size);
    g.cache.Add(p, size);
    old = g.Trim(0);
  }
  for (void* block : old) std::free(block);
}

Stats GetStats() {
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  const int64_t allocated = g.large_allocated + g.AllSmallBytes();
  g.peak = std::max(g.peak, allocated);
  return {allocated, g.peak, g.reserved, g.max_reserved, g.os_calls};
}

void ResetPeak() {
  Shared& g = Global();
  std::lock_guard lock(g.mutex);
  g.peak = g.large_allocated + g.AllSmallBytes();
  g.max_reserved = g.reserved;
}

int64_t EmptyCache() {
  Shared& g = Global();
  std::vector<void*> blocks;
  int64_t bytes;
  {
    std::lock_guard lock(g.mutex);
    bytes = static_cast<int64_t>(g.cache.bytes());
    g.reserved -= bytes;
    size_t size;
    while (void* p = g.cache.TakeOldest(&size)) blocks.push_back(p);
  }
  for (void* p : blocks) std::free(p);
  return bytes;
}

}  // namespace memory
}  // namespace paddle
