// Where a tensor lives.
#pragma once
#include <cstdint>
#include <string>

#include "common/macros.h"

namespace paddle {

enum class DeviceType : uint8_t { kCPU, kGPU, kCustom, kCount };
constexpr int kNumDeviceTypes = static_cast<int>(DeviceType::kCount);

struct Place {
  DeviceType type = DeviceType::kCPU;
  int8_t id = 0;
  constexpr bool operator==(const Place&) const = default;
};
constexpr Place CPUPlace() { return {}; }
constexpr Place GPUPlace(int id) {
  return {DeviceType::kGPU, static_cast<int8_t>(id)};
}

PADDLE_API std::string ToString(Place place);  // "cpu", "gpu:0"
// Accepts "cpu", "gpu", "gpu:1"; raises InvalidArgument otherwise.
PADDLE_API Place PlaceFromString(const std::string& text);

}  // namespace paddle
