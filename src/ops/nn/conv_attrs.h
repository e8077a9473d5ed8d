// What users say about windows (padding, stride, dilation of convolutions and
// pools), brought to one form.
#pragma once
#include <limits>

#include "ops/op_def.h"

namespace paddle {

// padding="SAME" and "VALID": how the binding passes them in an IntArray.
constexpr int64_t kSamePadding = std::numeric_limits<int64_t>::min();
constexpr int64_t kValidPadding = kSamePadding + 1;

// True for a layout such as NHWC, NLC; raises where `layout` does not name one
// of `rank` spatial axes.
bool ChannelsLast(std::string_view layout, int rank, const char* op);

// One value for each spatial axis from one value or `rank` of them, none
// below `least`.
DDim PerAxis(IntArray values, int rank, int64_t least, const char* op,
             const char* arg);

struct WindowAttrs {
  int rank;
  bool channels_last;
  DDim kernel, stride, dilation;
  DDim padding;  // begin, end of each axis
};
// `spatial`: sizes of the input; `padding` as the user gave it: one value, one
// for each axis, begin and end of each, those of all axes of `x`, SAME, VALID.
DDim ResolvePadding(IntArray padding, const DDim& spatial, const DDim& kernel,
                    const DDim& stride, const DDim& dilation,
                    bool channels_last, const char* op);

// How many elements a dilated window spans. Raises where int64 overflows.
int64_t Reach(int64_t kernel, int64_t dilation);

// (in + pads - reach) / stride + 1; raises where the kernel does not fit.
DDim WindowOutput(const DDim& spatial, const WindowAttrs& w, bool ceil_mode,
                  const char* op);

// The spatial sizes of an image tensor.
DDim SpatialOf(const DDim& x, bool channels_last);
// [n, c, spatial...], or with the channels last.
DDim ImageDims(int64_t n, int64_t c, const DDim& spatial, bool channels_last);
inline int64_t ChannelsOf(const DDim& x, bool channels_last) {
  return channels_last ? x.back() : x[1];
}

}  // namespace paddle
