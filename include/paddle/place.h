// Where a tensor lives.
#pragma once
#include <cstdint>
#include <ostream>
#include <string>

namespace phi {

enum class AllocationType : int8_t { UNDEFINED, CPU, GPU, CUSTOM };

}  // namespace phi

namespace paddle {
enum class PlaceType { kUNK = -1, kCPU, kGPU };
}  // namespace paddle

namespace phi {

class Place {
 public:
  Place() = default;
  explicit Place(AllocationType type, int8_t id = 0) : type_(type), id_(id) {}
  Place(::paddle::PlaceType type)  // NOLINT: as in `x.place() == kCPU`
      : type_(type == ::paddle::PlaceType::kCPU   ? AllocationType::CPU
              : type == ::paddle::PlaceType::kGPU ? AllocationType::GPU
                                                  : AllocationType::UNDEFINED) {
  }
  AllocationType GetType() const { return type_; }
  int8_t GetDeviceId() const { return id_; }
  std::string DebugString() const {  // "cpu", "gpu:0"
    if (type_ == AllocationType::CPU) return "cpu";
    return (type_ == AllocationType::GPU      ? "gpu:"
            : type_ == AllocationType::CUSTOM ? "custom:"
                                              : "undefined:") +
           std::to_string(id_);
  }
  friend bool operator==(const Place& a, const Place& b) {
    return a.type_ == b.type_ &&
           (a.id_ == b.id_ || a.type_ == AllocationType::CPU);
  }
  friend bool operator!=(const Place& a, const Place& b) { return !(a == b); }

 private:
  AllocationType type_ = AllocationType::UNDEFINED;
  int8_t id_ = 0;
};

class CPUPlace : public Place {
 public:
  CPUPlace() : Place(AllocationType::CPU) {}
};
class GPUPlace : public Place {
 public:
  explicit GPUPlace(int device_id = 0)
      : Place(AllocationType::GPU, static_cast<int8_t>(device_id)) {}
};

inline std::ostream& operator<<(std::ostream& os, const Place& place) {
  return os << "Place(" << place.DebugString() << ")";
}

}  // namespace phi

#ifndef PADDLE_LIBRARY
namespace paddle {
using ::phi::CPUPlace;
using ::phi::GPUPlace;
using ::phi::Place;
}  // namespace paddle
#endif
