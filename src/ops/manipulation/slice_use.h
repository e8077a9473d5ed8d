// A slice as it was asked for, before it was resolved for the size of its axis.
#pragma once
#include <cstdint>

namespace paddle {

// x[start:stop:step] of an axis of `size`.
struct SliceUse {
  int64_t start, stop, step, size;
  bool operator==(const SliceUse&) const = default;
};

}  // namespace paddle
