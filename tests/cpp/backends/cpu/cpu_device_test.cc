#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "common/enforce.h"
#include "core/device_interface.h"

namespace paddle {
namespace {

TEST(CpuDevice, LaunchRunsEveryBlockOnce) {
  const DeviceInterface& cpu = GetDevice(CPUPlace());
  std::vector<std::atomic<int>> count(5 * 3 * 2);
  auto* base = count.data();
  void* const args[] = {&base};
  LaunchDims dims;
  dims.grid[0] = 5;
  dims.grid[1] = 3;
  dims.grid[2] = 2;
  const CpuBlockFn run = [](void* const* a, const uint32_t(&block)[3]) {
    auto* counts = *static_cast<std::atomic<int>* const*>(a[0]);
    ++counts[(block[2] * 3 + block[1]) * 5 + block[0]];
  };
  cpu.launch(0, reinterpret_cast<void*>(run), dims, args, nullptr);
  for (const auto& c : count) EXPECT_EQ(c.load(), 1);
}

TEST(CpuDevice, LaunchPassesErrorsOn) {
  const CpuBlockFn run = [](void* const*, const uint32_t(&)[3]) {
    PADDLE_THROW(errors::InvalidArgument("no such block"));
  };
  LaunchDims dims;
  dims.grid[0] = 100;
  EXPECT_THROW(
      GetDevice(CPUPlace())
          .launch(0, reinterpret_cast<void*>(run), dims, nullptr, nullptr),
      Error);
}

}  // namespace
}  // namespace paddle
