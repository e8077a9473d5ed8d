// pad, pixel_shuffle, pixel_unshuffle, channel_shuffle.
#include <algorithm>

#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/host_values.h"
#include "ops/manipulation/update.h"

namespace paddle {
namespace {

struct Padding {
  int64_t before[kMaxRank] = {};
  int64_t after[kMaxRank] = {};
};

bool ChannelsLast(std::string_view format) {
  return !format.empty() && format.back() == 'C';
}

// Paddle's orders of `pad`: pairs for all axes from the first (or from the last
// on request), else pairs from the last spatial axis backwards.
Padding ResolvePadding(const Args& a) {
  const int rank = a.dims(0).rank();
  const IntArray pad = a.ints("pad");
  const bool constant = a.s("mode") == "constant";
  const int pairs = pad.size() / 2;
  const bool spatial = rank >= 3 && rank <= 5 && pairs == rank - 2;
  PADDLE_ENFORCE(pad.size() % 2 == 0 && pairs <= rank && (constant || spatial),
                 errors::InvalidArgument("pad: the list has the wrong length.")
                     .Expected(constant ? "at most two values for each axis"
                                        : "two values for each spatial axis "
                                          "of a 3-D, 4-D or 5-D tensor")
                     .Shapes({{"x", a.dims(0)}})
                     .Received("pad = " + errors::ToString(pad)));
  Padding p;
  const bool from_left = pairs == rank && !spatial && a.b("pad_from_left_axis");
  const int last =
      spatial && ChannelsLast(a.s("data_format")) ? rank - 2 : rank - 1;
  for (int k = 0; k < pairs; ++k) {
    const int axis = from_left ? k : last - k;
    p.before[axis] = pad[2 * k];
    p.after[axis] = pad[2 * k + 1];
  }
  return p;
}

VarList PadConstant(const Args& a, const Padding& p) {
  static const OpDef& set = GetOp("set_basic_index");
  const Var x = a.tensor(0);
  DDim dims = x.dims();
  BasicSpec source(x.dims());
  for (int i = 0; i < x.rank(); ++i) {
    PADDLE_ENFORCE(!__builtin_add_overflow(dims[i], p.before[i], &dims[i]) &&
                       !__builtin_add_overflow(dims[i], p.after[i], &dims[i]) &&
                       dims[i] >= 0,
                   errors::InvalidArgument("pad: a size becomes negative or "
                                           "too large.")
                       .Shapes({{"x", x.dims()}})
                       .Received("pad = " + errors::ToString(a.ints("pad"))));
    // A negative pad cuts.
    source.Slice(i, std::max<int64_t>(0, -p.before[i]),
                 x.dim(i) - std::max<int64_t>(0, -p.after[i]), 1);
  }
  const Var part = ops::BasicIndex(x, source);
  const Var filled = ops::Full(dims, a.scalar("value"), x.dtype());
  BasicSpec target(dims);
  for (int i = 0; i < x.rank(); ++i) {
    const int64_t start = std::max<int64_t>(0, p.before[i]);
    target.Slice(i, start, start + part.dim(i), 1);
  }
  return {ops::CallInplace(set, filled, part, IntArray(target))};
}

// What stands before `x` along an axis, `x`, and what stands behind it.
std::vector<Var> PaddedParts(const Var& x, int axis, int64_t before,
                             int64_t after, std::string_view mode) {
  const int64_t n = x.dim(axis);
  const auto part = [&](int64_t start, int64_t end, int64_t step) {
    // An end of -1 would be the last element.
    const int64_t stop = end < 0 ? INT64_MIN : end;
    return ops::BasicIndex(x,
                           BasicSpec(x.dims()).Slice(axis, start, stop, step));
  };
  const auto edge = [&](int64_t at, int64_t times) {
    DDim dims = x.dims();
    dims[axis] = times;
    return ops::Expand(part(at, at + 1, 1), dims);
  };
  std::vector<Var> parts;
  if (before > 0) {
    parts.push_back(mode == "reflect"     ? part(before, 0, -1)
                    : mode == "replicate" ? edge(0, before)
                                          : part(n - before, n, 1));
  }
  parts.push_back(x);
  if (after > 0) {
    parts.push_back(mode == "reflect"     ? part(n - 2, n - 2 - after, -1)
                    : mode == "replicate" ? edge(n - 1, after)
                                          : part(0, after, 1));
  }
  return parts;
}

// Other modes repeat parts of `x` along each padded axis.
VarList PadByIndex(const Args& a, const Padding& p) {
  Var x = a.tensor(0);
  const std::string_view mode = a.s("mode");
  for (int axis = 0; axis < a.dims(0).rank(); ++axis) {
    const int64_t before = p.before[axis], after = p.after[axis];
    if (before == 0 && after == 0) continue;
    const int64_t n = x.dim(axis);
    const int64_t limit = mode == "reflect"    ? n - 1
                          : mode == "circular" ? n
                                               : INT32_MAX;
    PADDLE_ENFORCE(
        n > 0 && before >= 0 && after >= 0 && before <= limit && after <= limit,
        errors::InvalidArgument("pad: too much for this mode.")
            .Expected("from 0 to " + std::to_string(limit) + " at axis " +
                      std::to_string(axis))
            .Shapes({{"x", a.dims(0)}})
            .Received("pad = " + errors::ToString(a.ints("pad"))));
    x = ops::Concat(PaddedParts(x, axis, before, after, mode), axis);
  }
  return {x.get() == a.slot[0].tensor ? ops::Assign(x) : x};
}

VarList PadRule(const Args& a) {
  const std::string_view mode = a.s("mode");
  PADDLE_ENFORCE(mode == "constant" || mode == "reflect" ||
                     mode == "replicate" || mode == "circular",
                 errors::InvalidArgument("pad: unknown mode.")
                     .Expected("constant, reflect, replicate or circular")
                     .Received(std::string(mode)));
  const Padding p = ResolvePadding(a);
  return mode == "constant" ? PadConstant(a, p) : PadByIndex(a, p);
}

// An image batch with its channels in the second place, and back.
Var ToChannelsFirst(const Var& x, bool last) {
  return last ? ops::Transpose(x, {0, 3, 1, 2}) : x;
}
Var FromChannelsFirst(const Var& x, bool last) {
  return last ? ops::Transpose(x, {0, 2, 3, 1}) : x;
}
bool ImageFormat(const Args& a) {
  const std::string_view format = a.s("data_format");
  PADDLE_ENFORCE(
      a.dims(0).rank() == 4 && (format == "NCHW" || format == "NHWC"),
      errors::InvalidArgument("%s: needs a batch of images.",
                              a.op->name.c_str())
          .Expected("four axes, data_format NCHW or NHWC")
          .Shapes({{"x", a.dims(0)}})
          .Received(std::string(format)));
  return format == "NHWC";
}
void CheckDivides(const Args& a, int64_t size, int64_t by) {
  PADDLE_ENFORCE(
      by > 0 && size % by == 0,
      errors::InvalidArgument("%s: a size can not be divided evenly.",
                              a.op->name.c_str())
          .Expected("a size of `x` that is a multiple")
          .Received(std::to_string(size) + " by " + std::to_string(by)));
}

VarList PixelShuffleRule(const Args& a) {
  const bool last = ImageFormat(a);
  const int64_t r = a.i("upscale_factor");
  const Var x = ToChannelsFirst(a.tensor(0), last);
  CheckDivides(a, x.dim(1), std::max<int64_t>(r, 0) * r);
  const int64_t n = x.dim(0), c = x.dim(1) / (r * r), h = x.dim(2),
                w = x.dim(3);
  const Var parts = ops::Reshape(x, DDim{n, c, r, r, h, w});
  const Var out = ops::Reshape(ops::Transpose(parts, {0, 1, 4, 2, 5, 3}),
                               DDim{n, c, h * r, w * r});
  return {FromChannelsFirst(out, last)};
}

VarList PixelUnshuffleRule(const Args& a) {
  const bool last = ImageFormat(a);
  const int64_t r = a.i("downscale_factor");
  const Var x = ToChannelsFirst(a.tensor(0), last);
  CheckDivides(a, x.dim(2), r);
  CheckDivides(a, x.dim(3), r);
  const int64_t n = x.dim(0), c = x.dim(1), h = x.dim(2) / r, w = x.dim(3) / r;
  const Var parts = ops::Reshape(x, DDim{n, c, h, r, w, r});
  const Var out = ops::Reshape(ops::Transpose(parts, {0, 1, 3, 5, 2, 4}),
                               DDim{n, c * r * r, h, w});
  return {FromChannelsFirst(out, last)};
}

VarList ChannelShuffleRule(const Args& a) {
  const bool last = ImageFormat(a);
  const int64_t groups = a.i("groups");
  const Var x = ToChannelsFirst(a.tensor(0), last);
  CheckDivides(a, x.dim(1), groups);
  const int64_t n = x.dim(0), c = x.dim(1), h = x.dim(2), w = x.dim(3);
  const Var parts = ops::Reshape(x, DDim{n, groups, c / groups, h, w});
  const Var out =
      ops::Reshape(ops::Transpose(parts, {0, 2, 1, 3, 4}), DDim{n, c, h, w});
  return {FromChannelsFirst(out, last)};
}

void ChannelShuffleDims(const Args& a, AxisMap& map) {
  const int channel = ImageFormat(a) ? 3 : 1;
  AxisLinks links(a, map);
  for (int i = 0; i < 4; ++i) {
    if (i != channel) {
      links.Pass(0, i, i);
      continue;
    }
    const int f = map.Permute(links.in(0)[i]);
    links.In(0, i, f);
    links.Out(0, i, f);
  }
}

}  // namespace

PD_OP(pad)
    .Schema(
        "(Tensor x, IntArray pad, str mode=\"constant\", "
        "Scalar value=0.0, str data_format=None, "
        "bool pad_from_left_axis=true) -> Tensor out")
    .Doc(R"(
        `x` made larger at its borders: with a constant, or with its own
        elements reflected, replicated or taken from the other end.
        pad: Elements before and after each axis. Of two for each axis, from the
            first axis on (or the last, see `pad_from_left_axis`); of fewer, for
            the spatial axes, the last axis first.
        mode: "constant", "reflect", "replicate" or "circular".
        value: Of the mode "constant".
        data_format: NCL, NLC, NCHW, NHWC, NCDHW or NDHWC.
        pad_from_left_axis: A list for all axes begins with the first one.
        Returns: Of the dtype of `x`.
        Raises: ValueError: The list has the wrong length, or an axis is too
            short for the mode.
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0]]])
        >>> F.pad(x, [1, 2], data_format="NCL").tolist()
        [[[0.0, 1.0, 2.0, 3.0, 0.0, 0.0]]]
        >>> F.pad(x, [1, 1], mode="reflect", data_format="NCL").tolist()
        [[[2.0, 1.0, 2.0, 3.0, 2.0]]])")
    .In("nn.functional")
    .Decompose(PadRule);

PD_OP(pixel_shuffle)
    .Schema(
        "(Tensor x, int upscale_factor, str data_format=\"NCHW\") "
        "-> Tensor out")
    .Doc(R"(
        Groups of channels become blocks of pixels.
        Source: Shi et al., 2016.
        x: [n, c r^2, h, w], or channels last.
        upscale_factor: r.
        Returns: [n, c, h r, w r].
        Raises: ValueError: r^2 does not divide the channels.
        >>> x = paddle.ones([1, 8, 2, 3])
        >>> F.pixel_shuffle(x, 2).shape
        paddle.Size([1, 2, 4, 6]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose(PixelShuffleRule);

PD_OP(pixel_unshuffle)
    .Schema(
        "(Tensor x, int downscale_factor, str data_format=\"NCHW\") "
        "-> Tensor out")
    .Doc(R"(
        Blocks of pixels become groups of channels.
        x: [n, c, h r, w r], or channels last.
        downscale_factor: r.
        Returns: [n, c r^2, h, w].
        Raises: ValueError: r does not divide the sizes.
        >>> x = paddle.ones([1, 2, 4, 6])
        >>> F.pixel_unshuffle(x, 2).shape
        paddle.Size([1, 8, 2, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose(PixelUnshuffleRule);

PD_OP(channel_shuffle)
    .Schema("(Tensor x, int groups, str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Channels of several groups interleaved.
        Source: Zhang et al., 2018 (ShuffleNet).
        x: [n, c, h, w], or [n, h, w, c].
        groups: Divides c.
        Returns: Of the shape of `x`.
        Raises: ValueError: `groups` does not divide the channels.
        >>> x = paddle.arange(4.0).reshape([1, 4, 1, 1])
        >>> F.channel_shuffle(x, 2).flatten().tolist()
        [0.0, 2.0, 1.0, 3.0])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Dims(ChannelShuffleDims)
    .Decompose(ChannelShuffleRule);

}  // namespace paddle
