// The CPU as a device: its streams are the caller itself.
#include <unistd.h>

#include <cstring>

#include "core/allocator.h"
#include "core/device_interface.h"

namespace paddle {
namespace {

constexpr DeviceInterface kDevice = {
    "cpu",
    [] { return 1; },
    [](int) {},
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
    }};

[[maybe_unused]] const bool registered = [] {
  RegisterDevice(DeviceType::kCPU, &kDevice);
  return true;
}();

}  // namespace
}  // namespace paddle
