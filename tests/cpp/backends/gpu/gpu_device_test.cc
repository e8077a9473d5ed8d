// The device table of CUDA on a real GPU; skipped where there is none.
#include <cuda.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "backends/gpu/dynload.h"
#include "common/enforce.h"
#include "core/device_interface.h"

namespace paddle::gpu {
namespace {

class GpuDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (GetDevice(GPUPlace(0)).device_count() == 0) {
      GTEST_SKIP() << "there is no GPU";
    }
    device_.initialize(0);
  }

  std::vector<float> ToHost(const void* p, size_t n, void* stream = nullptr) {
    std::vector<float> host(n);
    device_.copy(0, host.data(), p, n * sizeof(float), CopyKind::kDeviceToHost,
                 stream);
    return host;
  }

  const DeviceInterface& device_ = GetDevice(GPUPlace(0));
};

constexpr size_t kCount = 1 << 20;
constexpr size_t kBytes = kCount * sizeof(float);

TEST_F(GpuDevice, CopiesThereAndBack) {
  std::vector<float> host(kCount);
  std::iota(host.begin(), host.end(), 0.0f);
  void* a = device_.allocate(0, kBytes);
  void* b = device_.allocate(0, kBytes);
  device_.copy(0, a, host.data(), kBytes, CopyKind::kHostToDevice, nullptr);
  device_.copy(0, b, a, kBytes, CopyKind::kDeviceToDevice, nullptr);
  EXPECT_EQ(ToHost(b, kCount), host);
  device_.fill_zero(0, b, kBytes, nullptr);
  EXPECT_EQ(ToHost(b, kCount), std::vector<float>(kCount));
  device_.free(0, a, kBytes);
  device_.free(0, b, kBytes);
}

TEST_F(GpuDevice, NothingIsAllocatedForNothing) {
  EXPECT_EQ(device_.allocate(0, 0), nullptr);
  device_.free(0, nullptr, 0);
}

TEST_F(GpuDevice, RunsOutOfMemoryAndRecovers) {
  size_t free_bytes, total_bytes;
  device_.memory_info(0, &free_bytes, &total_bytes);
  EXPECT_LE(free_bytes, total_bytes);
  try {
    device_.allocate(0, total_bytes * 2);
    FAIL() << "nothing was raised";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::kResourceExhausted);
  }
  void* p = device_.allocate(0, kBytes);
  device_.fill_zero(0, p, kBytes, nullptr);
  device_.synchronize(0, nullptr);
  device_.free(0, p, kBytes);
}

TEST_F(GpuDevice, EventsOrderStreamsAndMeasureTime) {
  void* first = device_.create_stream(0);
  void* second = device_.create_stream(0);
  void* begin = device_.create_event(0);
  void* end = device_.create_event(0);
  void* p = device_.allocate(0, kBytes);
  device_.synchronize(0, nullptr);
  std::vector<float> ones(kCount, 1.0f);
  device_.record_event(0, begin, first);
  device_.fill_zero(0, p, kBytes, first);
  device_.record_event(0, end, first);
  device_.wait_event(0, end, second);
  EXPECT_EQ(ToHost(p, kCount, second), std::vector<float>(kCount));
  device_.synchronize(0, first);
  EXPECT_GE(device_.elapsed_ms(0, begin, end), 0.0f);
  device_.free(0, p, kBytes);
  device_.destroy_event(0, begin);
  device_.destroy_event(0, end);
  device_.destroy_stream(0, first);
  device_.destroy_stream(0, second);
}

// y[i] = a * x[i] for one block of 128 threads per 128 elements.
constexpr char kScalePtx[] = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 a,
                      .param .u32 n) {
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .f32 %f<3>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [x];
  ld.param.u64 %d1, [y];
  ld.param.f32 %f0, [a];
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p, %r4, %r0;
  @%p bra done;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d0, %d0, %d2;
  add.u64 %d1, %d1, %d2;
  ld.global.f32 %f1, [%d0];
  mul.f32 %f2, %f1, %f0;
  st.global.f32 [%d1], %f2;
done:
  ret;
}
)";

TEST_F(GpuDevice, LaunchesAKernelCompiledAtRunTime) {
  CUmodule module;
  CUfunction scale;
  void* x = device_.allocate(0, kBytes);
  void* y = device_.allocate(0, kBytes);
  ASSERT_EQ(PD_DYNLOAD(CudaDriver, cuModuleLoadData)(&module, kScalePtx),
            CUDA_SUCCESS);
  ASSERT_EQ(
      PD_DYNLOAD(CudaDriver, cuModuleGetFunction)(&scale, module, "scale"),
      CUDA_SUCCESS);
  std::vector<float> host(kCount, 3.0f);
  device_.copy(0, x, host.data(), kBytes, CopyKind::kHostToDevice, nullptr);
  float a = 2.0f;
  auto n = static_cast<uint32_t>(kCount);
  void* const args[] = {&x, &y, &a, &n};
  LaunchDims dims;
  dims.grid[0] = (n + 127) / 128;
  dims.block[0] = 128;
  device_.launch(0, scale, dims, args, nullptr);
  EXPECT_EQ(ToHost(y, kCount), std::vector<float>(kCount, 6.0f));
  dims.block[0] = 4096;  // more than a block can have
  EXPECT_THROW(device_.launch(0, scale, dims, args, nullptr), Error);
  device_.free(0, x, kBytes);
  device_.free(0, y, kBytes);
}

}  // namespace
}  // namespace paddle::gpu
