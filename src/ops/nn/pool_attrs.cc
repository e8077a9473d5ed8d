#include "ops/nn/pool_attrs.h"

namespace paddle {
namespace {

PoolWindows Start(const Args& a, int rank) {
  const char* op = a.op->name.c_str();
  PoolWindows p;
  p.rank = rank;
  p.channels_last = a.op->schema.Find("data_format") >= 0 &&
                    ChannelsLast(a.s("data_format"), rank, op);
  PADDLE_ENFORCE(a.dims(0).rank() == rank + 2,
                 errors::InvalidArgument("%s: `x` has the wrong rank.", op)
                     .Expected(std::to_string(rank + 2) + "-D")
                     .Shapes({{"x", a.dims(0)}}));
  return p;
}

}  // namespace

PoolWindows FixedWindows(const Args& a, int rank) {
  const char* op = a.op->name.c_str();
  PoolWindows p = Start(a, rank);
  const DDim spatial = SpatialOf(a.dims(0), p.channels_last);
  WindowAttrs w;
  w.rank = rank;
  w.kernel = PerAxis(a.ints("kernel_size"), rank, 1, op, "kernel_size");
  const IntArray stride = a.ints("stride");
  w.stride = stride.empty() ? w.kernel : PerAxis(stride, rank, 1, op, "stride");
  for (int d = 0; d < rank; ++d) w.dilation.push_back(1);
  w.padding = ResolvePadding(a.ints("padding"), spatial, w.kernel, w.stride,
                             w.dilation, p.channels_last, op);
  for (int d = 0; d < rank; ++d) {
    PADDLE_ENFORCE(
        w.padding[2 * d] < w.kernel[d] && w.padding[2 * d + 1] < w.kernel[d],
        errors::InvalidArgument("%s: a window would hold nothing but padding.",
                                op)
            .Expected("padding < kernel_size")
            .Received("kernel_size = " + errors::ToString(w.kernel))
            .Received("padding = " + errors::ToString(w.padding)));
  }
  WindowOutput(spatial, w, a.b("ceil_mode"), op);  // raises where it is empty
  for (int d = 0; d < rank; ++d) {
    p.size.push_back(a.b("ceil_mode") ? kCeilSize : kFloorSize);
  }
  p.kernel = w.kernel;
  p.stride = w.stride;
  p.padding = w.padding;
  return p;
}

PoolWindows AdaptiveWindows(const Args& a, int rank) {
  const char* op = a.op->name.c_str();
  PoolWindows p = Start(a, rank);
  const DDim spatial = SpatialOf(a.dims(0), p.channels_last);
  p.size = PerAxis(a.ints("output_size"), rank, INT64_MIN, op, "output_size");
  for (int d = 0; d < rank; ++d) {
    PADDLE_ENFORCE_GE(
        p.size[d], -1,
        errors::InvalidArgument("%s: `output_size` is negative.", op));
    if (p.size[d] < 0) p.size[d] = spatial[d];
    PADDLE_ENFORCE(spatial[d] > 0 || p.size[d] == 0,
                   errors::InvalidArgument("%s: `x` is empty.", op)
                       .Shapes({{"x", a.dims(0)}}));
  }
  return p;
}

}  // namespace paddle
