#include "core/place.h"

#include "common/enforce.h"

namespace paddle {

std::string ToString(Place place) {
  switch (place.type) {
    case DeviceType::kCPU: return "cpu";
    case DeviceType::kGPU: return "gpu:" + std::to_string(place.id);
    default: return "custom:" + std::to_string(place.id);
  }
}

Place PlaceFromString(const std::string& text) {
  if (text == "cpu") return CPUPlace();
  if (text == "gpu") return GPUPlace(0);
  if (text.rfind("gpu:", 0) == 0 && text.size() > 4 && text.size() < 7 &&
      text.find_first_not_of("0123456789", 4) == std::string::npos) {
    return GPUPlace(std::stoi(text.substr(4)));
  }
  PADDLE_THROW(
      errors::InvalidArgument("device: `%s` is not a device.", text.c_str())
          .Expected("'cpu', 'gpu' or 'gpu:N'"));
}

}  // namespace paddle
