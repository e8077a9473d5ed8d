// CPU memory: small blocks from the thread's cache, large ones from a cache
// shared by all threads that keeps freed memory (first touch of 64 MiB costs
// six times its reuse).
#pragma once
#include <cstddef>
#include <cstdint>

#include "common/macros.h"

namespace paddle::memory {

constexpr size_t kAlignment = 64;  // one cache line, one AVX-512 register

// 64-byte aligned, meant for more than the largest size class. Raises
// ResourceExhausted.
PADDLE_API void* AllocateLarge(size_t bytes);
PADDLE_API void FreeLarge(void* p, size_t bytes);

struct Stats {
  int64_t allocated;      // bytes in use by tensors and nodes
  int64_t max_allocated;  // its peak: exact for blocks above 32 KiB, small
                          // blocks are added when a thread's cache refills
  int64_t reserved;       // bytes taken from the operating system
  int64_t max_reserved;
  int64_t num_large_allocations;  // served by the operating system, ever
};
PADDLE_API Stats GetStats();
PADDLE_API void ResetPeak();
// Returns cached large blocks to the operating system; the bytes returned.
PADDLE_API int64_t EmptyCache();

}  // namespace paddle::memory
