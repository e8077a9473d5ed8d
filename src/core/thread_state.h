// Everything an eager call keeps per thread, behind one pointer: one TLS access
// per call. It also holds the thread's cache of small memory blocks.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "common/macros.h"

namespace paddle {

class Builder;

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

struct ThreadState {
  struct Block {
    Block* next;
  };
  Block* free[kNumSizeClasses] = {};
  Builder* builder = nullptr;  // where ops go: eager, trace or meta
  bool grad_enabled = true;
  // Bytes handed out less bytes taken back by this thread. Written by the
  // thread alone, read by statistics.
  std::atomic<int64_t> small_bytes{0};
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
inline void Count(ThreadState& s, int64_t bytes) {  // no locked instruction
  s.small_bytes.store(s.small_bytes.load(std::memory_order_relaxed) + bytes,
                      std::memory_order_relaxed);
}
}  // namespace internal

inline void* AllocClass(ThreadState& s, int c) {
  ThreadState::Block* b = s.free[c];
  if (PD_UNLIKELY(b == nullptr)) return internal::RefillClass(s, c);
  s.free[c] = b->next;
  internal::Count(s, static_cast<int64_t>(ClassBytes(c)));
  return b;
}
inline void FreeClass(ThreadState& s, int c, void* p) {
  auto* b = static_cast<ThreadState::Block*>(p);
  b->next = s.free[c];
  s.free[c] = b;
  internal::Count(s, -static_cast<int64_t>(ClassBytes(c)));
}

}  // namespace paddle
