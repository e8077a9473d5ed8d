#include "ops/nn/conv_attrs.h"

#include <algorithm>

namespace paddle {

bool ChannelsLast(std::string_view layout, int rank, const char* op) {
  constexpr std::string_view kFirst[] = {"NCL", "NCHW", "NCDHW"};
  constexpr std::string_view kLast[] = {"NLC", "NHWC", "NDHWC"};
  const bool last = layout == kLast[rank - 1];
  PADDLE_ENFORCE(last || layout == kFirst[rank - 1],
                 errors::InvalidArgument("%s: `data_format` is unknown.", op)
                     .Expected(std::string(kFirst[rank - 1]) + " or " +
                               std::string(kLast[rank - 1]))
                     .Received(std::string(layout)));
  return last;
}

DDim PerAxis(IntArray values, int rank, int64_t least, const char* op,
             const char* arg) {
  PADDLE_ENFORCE(
      values.size() == 1 || values.size() == rank,
      errors::InvalidArgument("%s: `%s` has the wrong length.", op, arg)
          .Expected("an int or " + std::to_string(rank) + " ints")
          .Received(errors::ToString(values)));
  DDim out;
  for (int d = 0; d < rank; ++d) {
    const int64_t v = values[values.size() == 1 ? 0 : d];
    PADDLE_ENFORCE(v >= least,
                   errors::InvalidArgument("%s: `%s` is too small.", op, arg)
                       .Expected("at least " + std::to_string(least))
                       .Received(errors::ToString(values)));
    PADDLE_ENFORCE(v <= INT32_MAX,
                   errors::InvalidArgument("%s: `%s` is too large.", op, arg)
                       .Expected("at most 2147483647")
                       .Received(errors::ToString(values)));
    out.push_back(v);
  }
  return out;
}

DDim ResolvePadding(IntArray padding, const DDim& spatial, const DDim& kernel,
                    const DDim& stride, const DDim& dilation,
                    bool channels_last, const char* op) {
  const int rank = spatial.rank();
  DDim out;
  if (padding.size() == 1 && padding[0] == kValidPadding) {
    for (int d = 0; d < 2 * rank; ++d) out.push_back(0);
    return out;
  }
  if (padding.size() == 1 && padding[0] == kSamePadding) {
    for (int d = 0; d < rank; ++d) {
      const int64_t count = CheckedAdd(spatial[d], stride[d] - 1) / stride[d];
      const int64_t reach = Reach(kernel[d], dilation[d]);
      const int64_t last = (count - 1) * stride[d];  // inside the input
      const int64_t total =
          std::max<int64_t>(0, CheckedAdd(last, reach) - spatial[d]);
      out.push_back(total / 2);
      out.push_back(total - total / 2);
    }
    return out;
  }
  const int n = padding.size();
  const bool all_axes = n == 2 * (rank + 2);
  PADDLE_ENFORCE(
      n == 1 || n == rank || n == 2 * rank || all_axes,
      errors::InvalidArgument("%s: `padding` has the wrong length.", op)
          .Expected("\"SAME\", \"VALID\", an int, " + std::to_string(rank) +
                    " ints, " + std::to_string(2 * rank) +
                    " ints, or a pair for each axis of `x`")
          .Received(errors::ToString(padding)));
  int first = 0;
  if (all_axes) {
    first = channels_last ? 2 : 4;
    for (int i = 0; i < n; ++i) {
      PADDLE_ENFORCE((i >= first && i < first + 2 * rank) || padding[i] == 0,
                     errors::InvalidArgument("%s: `padding` pads the batch or "
                                             "the channels.",
                                             op)
                         .Received(errors::ToString(padding)));
    }
  }
  for (int i = 0; i < 2 * rank; ++i) {
    const int64_t v = n == 1      ? padding[0]
                      : n == rank ? padding[i / 2]
                                  : padding[first + i];
    PADDLE_ENFORCE(v >= 0,
                   errors::InvalidArgument("%s: `padding` is negative.", op)
                       .Expected("padding of at least 0")
                       .Received(errors::ToString(padding)));
    out.push_back(v);
  }
  return out;
}

int64_t Reach(int64_t kernel, int64_t dilation) {
  return CheckedAdd(CheckedMul(kernel - 1, dilation), 1);
}

DDim WindowOutput(const DDim& spatial, const WindowAttrs& w, bool ceil_mode,
                  const char* op) {
  DDim out;
  for (int d = 0; d < w.rank; ++d) {
    const int64_t begin = w.padding[2 * d], end = w.padding[2 * d + 1];
    const int64_t reach = Reach(w.kernel[d], w.dilation[d]);
    const int64_t room = CheckedAdd(CheckedAdd(spatial[d], begin), end) - reach;
    PADDLE_ENFORCE(
        room >= 0,
        errors::InvalidArgument("%s: the window is larger than the padded "
                                "input.",
                                op)
            .Expected("input + padding >= (kernel - 1) * dilation + 1")
            .Shapes({{"input", spatial}})
            .Received("kernel = " + errors::ToString(w.kernel))
            .Received("padding = " + errors::ToString(w.padding))
            .Received("dilation = " + errors::ToString(w.dilation)));
    const int64_t more = ceil_mode ? w.stride[d] - 1 : 0;
    out.push_back(CheckedAdd(room, more) / w.stride[d] + 1);
  }
  return out;
}

DDim SpatialOf(const DDim& x, bool channels_last) {
  DDim out;
  for (int d = channels_last ? 1 : 2; d < x.rank() - channels_last; ++d) {
    out.push_back(x[d]);
  }
  return out;
}

DDim ImageDims(int64_t n, int64_t c, const DDim& spatial, bool channels_last) {
  DDim out{n};
  if (!channels_last) out.push_back(c);
  for (int64_t size : spatial) out.push_back(size);
  if (channels_last) out.push_back(c);
  return out;
}

}  // namespace paddle
