// The CPU as a device: its streams are the caller itself.
#include <unistd.h>

#include <cstring>

#include "core/allocator.h"
#include "core/device_interface.h"
#include "core/thread_pool.h"

namespace paddle {
namespace {

void Launch(int, void* function, const LaunchDims& dims, void* const* args,
            void*) {
  const auto run = reinterpret_cast<CpuBlockFn>(function);
  const int64_t nx = dims.grid[0], ny = dims.grid[1], nz = dims.grid[2];
  ParallelFor(nx * ny * nz, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const uint32_t block[3] = {static_cast<uint32_t>(i % nx),
                                 static_cast<uint32_t>(i / nx % ny),
                                 static_cast<uint32_t>(i / (nx * ny))};
      run(args, block);
    }
  });
}

constexpr DeviceInterface kDevice = {
    "cpu",
    [] { return 1; },
    [](int) {},
    [](int device) { return device; },
    [](int, size_t bytes) { return memory::AllocateLarge(bytes); },
    [](int, void* p, size_t bytes) { memory::FreeLarge(p, bytes); },
    [](int, void* to, const void* from, size_t bytes, CopyKind, void*) {
      std::memcpy(to, from, bytes);
    },
    [](int, void* p, size_t bytes, void*) { std::memset(p, 0, bytes); },
    [](int) -> void* { return nullptr; },
    [](int, void*) {},
    [](int, void*) {},
    [](int) -> void* { return nullptr; },
    [](int, void*) {},
    [](int, void*, void*) {},
    [](int, void*, void*) {},
    [](int, void*, void*) { return 0.0f; },
    [](int, size_t* free_bytes, size_t* total_bytes) {
      const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
      *free_bytes = page * static_cast<size_t>(sysconf(_SC_AVPHYS_PAGES));
      *total_bytes = page * static_cast<size_t>(sysconf(_SC_PHYS_PAGES));
    },
    Launch};

[[maybe_unused]] const bool registered = [] {
  RegisterDevice(DeviceType::kCPU, &kDevice);
  return true;
}();

}  // namespace
}  // namespace paddle
