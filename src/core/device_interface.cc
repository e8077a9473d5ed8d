#include "core/device_interface.h"

#include "common/enforce.h"

namespace paddle {
namespace {
const DeviceInterface* devices[kNumDeviceTypes] = {};
}

void RegisterDevice(DeviceType type, const DeviceInterface* device) {
  devices[static_cast<int>(type)] = device;
}

bool HasDevice(DeviceType type) {
  return devices[static_cast<int>(type)] != nullptr;
}

const DeviceInterface& GetDevice(Place place) {
  const DeviceInterface* device = devices[static_cast<int>(place.type)];
  PADDLE_ENFORCE(device,
                 errors::Unavailable("device `%s` is not in this build.",
                                     ToString(place).c_str())
                     .Hint("use paddle.set_device('cpu'), or build with CUDA "
                           "(cmake --preset cuda)."));
  return *device;
}

}  // namespace paddle
