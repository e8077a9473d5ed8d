// The CUDA device: memory from the driver's stream-ordered pool, streams,
// events, copies.
#include <cuda.h>
#include <cuda_runtime.h>

#include <atomic>

#include "backends/gpu/check.h"
#include "backends/gpu/dynload.h"
#include "core/device_interface.h"

namespace paddle::gpu {
namespace {

cudaStream_t Stream(void* stream) { return static_cast<cudaStream_t>(stream); }

int SetCurrent(int device) {
  int previous;
  PD_CUDA_CHECK(cudaGetDevice(&previous));
  if (previous != device) PD_CUDA_CHECK(cudaSetDevice(device));
  return previous;
}

// Makes `device` current while it lives.
class DeviceGuard {
 public:
  explicit DeviceGuard(int device)
      : device_(device), previous_(SetCurrent(device)) {}
  DeviceGuard(const DeviceGuard&) = delete;
  ~DeviceGuard() {
    if (previous_ != device_) cudaSetDevice(previous_);
  }

 private:
  const int device_, previous_;
};

int DeviceCount() {
  int count = 0;
  if (!CudaDriver().Available()) return 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // or the next check would report it
  return 0;
}

constexpr int kMaxDevices = 64;

// Once per device; again after a failure.
void Initialize(int device) {
  static std::atomic<uint64_t> ready{0};
  if (device >= 0 && device < kMaxDevices && ready.load() >> device & 1) return;
  RequireDriver();
  const int count = DeviceCount();
  PADDLE_ENFORCE(device >= 0 && device < count,
                 errors::Unavailable("there is no GPU %d.", device)
                     .Received(std::to_string(count) + " GPUs"));
  int major = 0;
  PD_CUDA_CHECK(cudaDeviceGetAttribute(
      &major, cudaDevAttrComputeCapabilityMajor, device));
  PADDLE_ENFORCE(major >= 8, errors::Unavailable("GPU %d is too old.", device)
                                 .Expected("compute capability 8.0 or higher")
                                 .Received(std::to_string(major) + ".x"));
  DeviceGuard guard(device);
  cudaMemPool_t pool;
  PD_CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device));
  uint64_t keep = UINT64_MAX;  // freed memory stays with the process
  PD_CUDA_CHECK(
      cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  if (device < kMaxDevices) ready.fetch_or(uint64_t{1} << device);
}

void* Allocate(int device, size_t bytes) {
  if (bytes == 0) return nullptr;
  DeviceGuard guard(device);
  void* p = nullptr;
  PD_CUDA_CHECK(cudaMallocAsync(&p, bytes, nullptr));
  return p;
}
void Free(int device, void* p, size_t) {
  if (!p) return;
  int previous = 0;
  cudaGetDevice(&previous);  // in a destructor: failures are not reported
  cudaSetDevice(device);
  cudaFreeAsync(p, nullptr);
  cudaSetDevice(previous);
}

void Copy(int device, void* to, const void* from, size_t bytes, CopyKind kind,
          void* stream) {
  if (bytes == 0) return;
  DeviceGuard guard(device);
  static constexpr cudaMemcpyKind kKinds[] = {
      cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice};
  PD_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, kKinds[static_cast<int>(kind)],
                                Stream(stream)));
  // Host memory is pageable and may be freed by the caller at once.
  if (kind != CopyKind::kDeviceToDevice) {
    PD_CUDA_CHECK(cudaStreamSynchronize(Stream(stream)));
  }
}
void FillZero(int device, void* p, size_t bytes, void* stream) {
  DeviceGuard guard(device);
  PD_CUDA_CHECK(cudaMemsetAsync(p, 0, bytes, Stream(stream)));
}

void* CreateStream(int device) {
  DeviceGuard guard(device);
  cudaStream_t stream;
  PD_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}
void DestroyStream(int, void* stream) {
  PD_CUDA_CHECK(cudaStreamDestroy(Stream(stream)));
}
void Synchronize(int device, void* stream) {
  DeviceGuard guard(device);
  PD_CUDA_CHECK(cudaStreamSynchronize(Stream(stream)));
}

void* CreateEvent(int device) {
  DeviceGuard guard(device);
  cudaEvent_t event;
  PD_CUDA_CHECK(cudaEventCreate(&event));
  return event;
}
void DestroyEvent(int, void* event) {
  PD_CUDA_CHECK(cudaEventDestroy(static_cast<cudaEvent_t>(event)));
}
void RecordEvent(int device, void* event, void* stream) {
  DeviceGuard guard(device);
  PD_CUDA_CHECK(
      cudaEventRecord(static_cast<cudaEvent_t>(event), Stream(stream)));
}
void WaitEvent(int device, void* event, void* stream) {
  DeviceGuard guard(device);
  PD_CUDA_CHECK(
      cudaStreamWaitEvent(Stream(stream), static_cast<cudaEvent_t>(event), 0));
}
float ElapsedMs(int, void* start, void* end) {
  float ms = 0;
  PD_CUDA_CHECK(cudaEventElapsedTime(&ms, static_cast<cudaEvent_t>(start),
                                     static_cast<cudaEvent_t>(end)));
  return ms;
}
void MemoryInfo(int device, size_t* free_bytes, size_t* total_bytes) {
  DeviceGuard guard(device);
  PD_CUDA_CHECK(cudaMemGetInfo(free_bytes, total_bytes));
}

void Launch(int device, void* function, const LaunchDims& dims,
            void* const* args, void* stream) {
  DeviceGuard guard(device);
  const CUresult status = PD_DYNLOAD(CudaDriver, cuLaunchKernel)(
      static_cast<CUfunction>(function), dims.grid[0], dims.grid[1],
      dims.grid[2], dims.block[0], dims.block[1], dims.block[2],
      dims.shared_bytes, Stream(stream), const_cast<void**>(args), nullptr);
  PADDLE_ENFORCE(status == CUDA_SUCCESS,
                 errors::External("CUDA failed in cuLaunchKernel with code %d.",
                                  static_cast<int>(status)));
}

constexpr DeviceInterface kDevice = {
    "gpu",       DeviceCount, Initialize,   SetCurrent,   Allocate,
    Free,        Copy,        FillZero,     CreateStream, DestroyStream,
    Synchronize, CreateEvent, DestroyEvent, RecordEvent,  WaitEvent,
    ElapsedMs,   MemoryInfo,  Launch};

[[maybe_unused]] const bool registered = [] {
  RegisterDevice(DeviceType::kGPU, &kDevice);
  return true;
}();

}  // namespace
}  // namespace paddle::gpu
