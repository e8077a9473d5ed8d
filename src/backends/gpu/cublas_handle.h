// One cuBLAS handle per thread and device, made at first use.
#pragma once
#include <cublas_v2.h>

#include "core/device_context.h"

namespace paddle::gpu {

// On the stream of `ctx`. Raises Unavailable where cuBLAS is not installed.
cublasHandle_t CublasHandle(const DeviceContext& ctx);
void CheckCublas(cublasStatus_t status, const char* call);

}  // namespace paddle::gpu
