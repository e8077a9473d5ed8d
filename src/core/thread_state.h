// Everything an eager call keeps per thread, behind one pointer: one TLS access
// per call. It also holds the thread's cache of small memory blocks.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "common/macros.h"

namespace paddle {

class Builder;
class Recorder;  // eager/recorder.h

// Block sizes 64, 128, 192, 256, 384, 512, ... (two per power of two) up to
// 32 KiB; larger blocks come from the shared cache (core/allocator.h).
constexpr int kNumSizeClasses = 19;
constexpr int SizeClass(size_t bytes) {
  if (bytes <= 64) return 0;
  const int k = 63 - __builtin_clzll(bytes - 1);
  return 2 * (k - 6) + static_cast<int>(((bytes - 1) >> (k - 1)) & 1) + 1;
}
constexpr size_t ClassBytes(int c) {
  if (c < 2) return c ? 128 : 64;
  const int k = (c - 1) / 2 + 6;
  return ((c - 1) & 1) ? size_t{2} << k : size_t{3} << (k - 1);
}
static_assert(ClassBytes(kNumSizeClasses - 1) == 32768);

// Blocks go between a thread and the shared store in batches of 64 KiB; a
// thread keeps at most two of each size, so that one may free what another
// allocates for ever.
constexpr int64_t BatchSize(int c) {
  return 65536 / static_cast<int64_t>(ClassBytes(c));
}

struct ThreadState {
  struct Block {
    Block* next;
    Block* next_batch;  // these two in the first block of a batch
    int64_t count;
  };
  struct Class {
    Block* free = nullptr;
    // Blocks handed out less blocks taken back by this thread. Written by the
    // thread alone, read by statistics.
    std::atomic<int64_t> used{0};
    int64_t floor = 0;  // where `used` tells that `free` holds too many
  };
  Builder* builder = nullptr;  // where ops go: eager, trace or meta
  bool grad_enabled = true;
  Recorder* recorder = nullptr;  // a capture notes calls instead of running
  Class classes[kNumSizeClasses];
  int64_t counted_bytes = 0;  // of small blocks, as the peak knows them
};

extern PADDLE_API constinit thread_local ThreadState* t_state PD_TLS_MODEL;
PADDLE_API ThreadState* InitThreadState();
inline ThreadState& State() {
  ThreadState* s = t_state;
  return PD_LIKELY(s != nullptr) ? *s : *InitThreadState();
}
// The builder that a new thread starts with; set once when the library loads.
void SetDefaultBuilder(Builder* builder);

namespace internal {
PADDLE_API void* RefillClass(ThreadState& s, int c);
PADDLE_API void GiveBack(ThreadState& s, int c);
}  // namespace internal

inline void* AllocClass(ThreadState& s, int c) {
  ThreadState::Class& k = s.classes[c];
  ThreadState::Block* b = k.free;
  if (PD_UNLIKELY(b == nullptr)) return internal::RefillClass(s, c);
  k.free = b->next;
  // No locked instruction: nobody else writes it.
  k.used.store(k.used.load(std::memory_order_relaxed) + 1,
               std::memory_order_relaxed);
  return b;
}
inline void FreeClass(ThreadState& s, int c, void* p) {
  auto* b = static_cast<ThreadState::Block*>(p);
  ThreadState::Class& k = s.classes[c];
  b->next = k.free;
  k.free = b;
  const int64_t used = k.used.load(std::memory_order_relaxed) - 1;
  k.used.store(used, std::memory_order_relaxed);
  if (PD_UNLIKELY(used < k.floor)) internal::GiveBack(s, c);
}

}  // namespace paddle
