// CUDA calls that report failure as paddle::Error.
#pragma once
#include <cuda_runtime.h>

#include "common/enforce.h"

namespace paddle::gpu {

inline void Check(cudaError_t status, const char* call) {
  if (PD_LIKELY(status == cudaSuccess)) return;
  cudaGetLastError();  // or the next check would report it again
  const bool memory = status == cudaErrorMemoryAllocation;
  const errors::Message message =
      memory ? errors::ResourceExhausted("CUDA is out of memory in %s.", call)
             : errors::External("CUDA failed in %s: %s (%s).", call,
                                cudaGetErrorString(status),
                                cudaGetErrorName(status));
  PADDLE_THROW(message);
}
#define PD_CUDA_CHECK(call) ::paddle::gpu::Check((call), #call)

}  // namespace paddle::gpu
