// Arguments of the pools, which all become `max_pool` and `avg_pool` over
// explicit windows.
#pragma once
#include "ops/nn/conv_attrs.h"

namespace paddle {

// In the place of an output size: it follows from kernel, stride and padding,
// rounded down or up. So a program with such a call serves all sizes.
constexpr int64_t kFloorSize = -1, kCeilSize = -2;

// What the pool primitives take: windows follow from the output size alone
// (adaptive: `kernel` is empty) or from kernel, stride and padding.
struct PoolWindows {
  int rank;
  bool channels_last;
  DDim size;  // of the output
  DDim kernel, stride, padding;
};

// From "kernel_size", "stride", "padding", "ceil_mode" and "data_format" (the
// last two where the schema has them).
PoolWindows FixedWindows(const Args& a, int rank);
// From "output_size" (negative: the size of the input) and "data_format".
PoolWindows AdaptiveWindows(const Args& a, int rank);

}  // namespace paddle
