// The windows of a pool along each axis, fixed or adaptive, cut to the input.
#pragma once
#include <vector>

#include "core/ddim.h"

namespace paddle::phi {

struct AxisWindows {
  int64_t in, out;
  std::vector<int64_t> begin, end;  // of each window, inside the input
  std::vector<int64_t> padded;      // its size with the padding
  // The outputs whose windows padding does not cut; these are `stride` apart.
  int64_t stride = 1, interior_begin = 0, interior_end = 0;
};

// Three axes; missing leading ones have size 1.
struct PoolGeometry {
  AxisWindows axis[3];
  int64_t n, channels;
  bool channels_last;

  int64_t in_pixels() const { return axis[0].in * axis[1].in * axis[2].in; }
  int64_t out_pixels() const { return axis[0].out * axis[1].out * axis[2].out; }
};

// `image`: dims of the input; `pooled`: those of the result.
PADDLE_API PoolGeometry MakePoolGeometry(const DDim& image, const DDim& pooled,
                                         IntArray kernel, IntArray stride,
                                         IntArray padding, bool channels_last);

}  // namespace paddle::phi
