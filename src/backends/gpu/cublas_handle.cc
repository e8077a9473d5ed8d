#include "backends/gpu/cublas_handle.h"

#include <map>

#include "backends/gpu/dynload.h"
#include "common/enforce.h"

namespace paddle::gpu {

void CheckCublas(cublasStatus_t status, const char* call) {
  PADDLE_ENFORCE(status == CUBLAS_STATUS_SUCCESS,
                 errors::External("cuBLAS failed in %s with status %d.", call,
                                  static_cast<int>(status)));
}

cublasHandle_t CublasHandle(const DeviceContext& ctx) {
  // Never destroyed: the driver may be gone when a thread ends.
  static thread_local std::map<int, cublasHandle_t> handles;
  cublasHandle_t& handle = handles[ctx.place().id];
  if (!handle) {
    CheckCublas(PD_DYNLOAD(Cublas, cublasCreate)(&handle), "cublasCreate");
  }
  CheckCublas(PD_DYNLOAD(Cublas, cublasSetStream)(
                  handle, static_cast<cudaStream_t>(ctx.stream())),
              "cublasSetStream");
  return handle;
}

}  // namespace paddle::gpu
