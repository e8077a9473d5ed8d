// Sizes of launches.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>

#include "backends/gpu/check.h"
#include "core/device_context.h"

namespace paddle::phi::gpu {

constexpr int kBlockThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;  // of kBlockThreads: all resident

inline cudaStream_t Stream(const DeviceContext& ctx) {
  return static_cast<cudaStream_t>(ctx.stream());
}

inline int NumMultiprocessors(const DeviceContext& ctx) {
  static std::atomic<int> known[64] = {};
  const int device = ctx.place().id;
  int n = device < 64 ? known[device].load(std::memory_order_relaxed) : 0;
  if (n == 0) {
    PD_CUDA_CHECK(
        cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device));
    if (device < 64) known[device].store(n, std::memory_order_relaxed);
  }
  return n;
}

// Blocks of a grid-stride loop over n items, one per thread and turn.
inline int LoopBlocks(const DeviceContext& ctx, int64_t n) {
  const int64_t blocks = (n + kBlockThreads - 1) / kBlockThreads;
  const int64_t most =
      int64_t{NumMultiprocessors(ctx)} * kBlocksPerMultiprocessor;
  return static_cast<int>(std::clamp<int64_t>(blocks, 1, most));
}

}  // namespace paddle::phi::gpu
