// What a kernel is given to run with.
#pragma once
#include "core/place.h"

namespace paddle {

class DeviceContext {
 public:
  constexpr DeviceContext(Place place, void* stream)
      : place_(place), stream_(stream) {}
  Place place() const { return place_; }
  void* stream() const { return stream_; }

 private:
  Place place_;
  void* stream_;
};

using CPUContext = DeviceContext;
using GPUContext = DeviceContext;

}  // namespace paddle
