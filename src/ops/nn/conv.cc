// conv1d, conv2d, conv3d and their transposes: arguments are checked and
// brought to one form, the work is that of `convolution`.
#include "ops/nn/conv_attrs.h"
#include "ops/rules.h"

namespace paddle {
namespace {

struct ConvArgs {
  const char* op;
  Var x, weight, bias;
  int64_t groups;

  WindowAttrs w;
};

DDim SpatialOfWeight(const DDim& weight) {
  DDim kernel;
  for (int d = 2; d < weight.rank(); ++d) kernel.push_back(weight[d]);
  return kernel;
}

void CheckRanks(const ConvArgs& c, int rank) {
  PADDLE_ENFORCE(
      c.x.rank() == rank + 2 && c.weight.rank() == rank + 2,
      errors::InvalidArgument("%s: `x` or `weight` has the wrong rank.", c.op)
          .Expected(std::to_string(rank + 2) + "-D tensors")
          .Shapes({{"x", c.x.dims()}, {"weight", c.weight.dims()}}));
  PADDLE_ENFORCE(c.groups >= 1,
                 errors::InvalidArgument("%s: `groups` is not positive.", c.op)
                     .Expected("groups >= 1")
                     .Received(std::to_string(c.groups)));
  for (int d = 2; d < rank + 2; ++d) {
    PADDLE_ENFORCE(c.weight.dim(d) > 0,
                   errors::InvalidArgument("%s: the kernel is empty.", c.op)
                       .Shapes({{"weight", c.weight.dims()}}));
  }
}

// `out_channels`: those of the result, which a bias must match.
void CheckBias(const ConvArgs& c, int64_t out_channels) {
  if (!c.bias) return;
  PADDLE_ENFORCE(
      c.bias.rank() == 1 && c.bias.dim(0) == out_channels,
      errors::InvalidArgument("%s: `bias` does not match `weight`.", c.op)
          .Expected("bias.shape == [" + std::to_string(out_channels) + "]")
          .Shapes({{"bias", c.bias.dims()}, {"weight", c.weight.dims()}}));
}

ConvArgs ParseArgs(const Args& a, int rank) {
  ConvArgs c{a.op->name.c_str(), a.tensor(0),   a.tensor(1),
             a.tensor(2),        a.i("groups"), {}};
  CheckRanks(c, rank);
  c.w.rank = rank;
  c.w.channels_last = ChannelsLast(a.s("data_format"), rank, c.op);
  c.w.kernel = SpatialOfWeight(c.weight.dims());
  c.w.stride = PerAxis(a.ints("stride"), rank, 1, c.op, "stride");
  c.w.dilation = PerAxis(a.ints("dilation"), rank, 1, c.op, "dilation");
  c.w.padding = ResolvePadding(
      a.ints("padding"), SpatialOf(c.x.dims(), c.w.channels_last), c.w.kernel,
      c.w.stride, c.w.dilation, c.w.channels_last, c.op);
  return c;
}

VarList Conv(const Args& args, int rank) {
  const ConvArgs c = ParseArgs(args, rank);
  const int64_t channels = ChannelsOf(c.x.dims(), c.w.channels_last);
  PADDLE_ENFORCE(channels == c.weight.dim(1) * c.groups,
                 errors::InvalidArgument(
                     "%s: the channels of `x` do not match `weight`.", c.op)
                     .Expected("channels of x == weight.shape[1] * groups")
                     .Shapes({{"x", c.x.dims()}, {"weight", c.weight.dims()}})
                     .Received("groups = " + std::to_string(c.groups) + " (" +
                               std::to_string(channels) + " != " +
                               std::to_string(c.weight.dim(1) * c.groups) + ")")
                     .Hint("data_format tells where the channels of `x` are."));
  PADDLE_ENFORCE(c.weight.dim(0) % c.groups == 0,
                 errors::InvalidArgument("%s: `groups` does not divide the "
                                         "output channels.",
                                         c.op)
                     .Shapes({{"weight", c.weight.dims()}})
                     .Received("groups = " + std::to_string(c.groups)));
  CheckBias(c, c.weight.dim(0));
  return {ops::Convolution(c.x, c.weight, c.bias, c.w.stride, c.w.padding,
                           c.w.dilation, c.groups, c.w.channels_last)};
}

// The sizes of the result of a transposed convolution.
DDim TransposeOutput(const ConvArgs& c, const DDim& in, IntArray more,
                     IntArray wanted) {
  const DDim extra = PerAxis(more, c.w.rank, 0, c.op, "output_padding");
  DDim out;
  for (int d = 0; d < c.w.rank; ++d) {
    const int64_t pads = CheckedAdd(c.w.padding[2 * d], c.w.padding[2 * d + 1]);
    const int64_t least = CheckedAdd(CheckedMul(in[d] - 1, c.w.stride[d]),
                                     Reach(c.w.kernel[d], c.w.dilation[d])) -
                          pads;
    int64_t size = CheckedAdd(least, extra[d]);
    PADDLE_ENFORCE(
        extra[d] == 0 || extra[d] < c.w.stride[d] || extra[d] < c.w.dilation[d],
        errors::InvalidArgument("%s: `output_padding` is too "
                                "large.",
                                c.op)
            .Expected("less than stride or dilation")
            .Received(errors::ToString(more)));
    if (!wanted.empty()) {
      size = PerAxis(wanted, c.w.rank, 1, c.op, "output_size")[d];
      PADDLE_ENFORCE(
          size >= least && size - least < c.w.stride[d],
          errors::InvalidArgument("%s: `output_size` can not be "
                                  "reached.",
                                  c.op)
              .Expected("at least " + std::to_string(least) + ", below " +
                        std::to_string(CheckedAdd(least, c.w.stride[d])))
              .Received(std::to_string(size)));
    }
    PADDLE_ENFORCE(
        size > 0,
        errors::InvalidArgument("%s: the result is empty.", c.op)
            .Shapes({{"x", c.x.dims()}, {"weight", c.weight.dims()}}));
    out.push_back(size);
  }
  return out;
}

VarList ConvTranspose(const Args& args, int rank) {
  ConvArgs c = ParseArgs(args, rank);
  const DDim in = SpatialOf(c.x.dims(), c.w.channels_last);
  const IntArray padding = args.ints("padding");
  if (padding.size() == 1 && padding[0] == kSamePadding) {
    for (int d = 0; d < rank; ++d) {  // result = in * stride
      const int64_t total = std::max<int64_t>(
          0, Reach(c.w.kernel[d], c.w.dilation[d]) - c.w.stride[d]);
      c.w.padding[2 * d] = total / 2;
      c.w.padding[2 * d + 1] = total - total / 2;
    }
  }
  const int64_t channels = ChannelsOf(c.x.dims(), c.w.channels_last);
  PADDLE_ENFORCE(
      channels == c.weight.dim(0) && channels % c.groups == 0,
      errors::InvalidArgument("%s: the channels of `x` do not match `weight`.",
                              c.op)
          .Expected("channels of x == weight.shape[0], divisible by groups")
          .Shapes({{"x", c.x.dims()}, {"weight", c.weight.dims()}})
          .Received("groups = " + std::to_string(c.groups)));
  const int64_t out_channels = c.weight.dim(1) * c.groups;
  CheckBias(c, out_channels);
  const DDim size = TransposeOutput(c, in, args.ints("output_padding"),
                                    args.ints("output_size"));
  const Var out =
      ops::ConvGradInput(c.x, c.weight, size, c.w.stride, c.w.padding,
                         c.w.dilation, c.groups, c.w.channels_last);
  if (!c.bias) return {out};
  DDim row{out_channels};
  for (int d = 0; !c.w.channels_last && d < rank; ++d) row.push_back(1);
  return {out + ops::Reshape(c.bias, row)};
}

}  // namespace

PD_OP(conv1d)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray dilation=[1], int groups=1, "
        "str data_format=\"NCL\") -> Tensor out")
    .Doc(R"(
        Convolution along one axis; `weight` is [out_channels, in_channels /
        groups, kernel].
        Source: Dumoulin and Visin, 2016 (arithmetic of sizes).
        x: [n, c_in, l], or [n, l, c_in].
        weight: [c_out, c_in / groups, k].
        bias: [c_out].
        Returns: [n, c_out, l'], where l' = floor((l + 2 padding - dilation (k -
            1) - 1) / stride) + 1.
        Raises: ValueError: Channels do not match, or a window is larger than
            the input.
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0, 4.0]]])
        >>> weight = paddle.to_tensor([[[1.0, -1.0]]])
        >>> F.conv1d(x, weight).tolist()
        [[[-1.0, -1.0, -1.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return Conv(a, 1); });

PD_OP(conv2d)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray dilation=[1], int groups=1, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Convolution over two axes; `weight` is [out_channels, in_channels /
        groups, kernel_h, kernel_w]. `padding` is "SAME", "VALID", one value,
        one for each axis, or begin and end of each.
        Source: Dumoulin and Visin, 2016 (arithmetic of sizes).
        x: [n, c_in, h, w], or [n, h, w, c_in].
        weight: [c_out, c_in / groups, kh, kw].
        bias: [c_out].
        Returns: [n, c_out, h', w'], where h' = floor((h + 2 padding - dilation
            (kh - 1) - 1) / stride) + 1.
        Raises: ValueError: Channels do not match, or a window is larger than
            the input.
        >>> x = paddle.ones([2, 3, 8, 8])
        >>> F.conv2d(x, paddle.ones([4, 3, 3, 3]), stride=2, padding=1).shape
        paddle.Size([2, 4, 4, 4]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return Conv(a, 2); });

PD_OP(conv3d)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray dilation=[1], int groups=1, "
        "str data_format=\"NCDHW\") -> Tensor out")
    .Doc(R"(
        Convolution over three axes; `weight` is [out_channels, in_channels /
        groups, kernel_d, kernel_h, kernel_w].
        Source: Dumoulin and Visin, 2016 (arithmetic of sizes).
        x: [n, c_in, d, h, w], or [n, d, h, w, c_in].
        weight: [c_out, c_in / groups, kd, kh, kw].
        bias: [c_out].
        Returns: [n, c_out, d', h', w'], sizes as in conv2d().
        Raises: ValueError: Channels do not match, or a window is larger than
            the input.
        >>> x = paddle.ones([1, 3, 4, 8, 8])
        >>> F.conv3d(x, paddle.ones([4, 3, 3, 3, 3]), padding=1).shape
        paddle.Size([1, 4, 4, 8, 8]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return Conv(a, 3); });

PD_OP(conv1d_transpose)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray output_padding=[0], int groups=1, "
        "IntArray dilation=[1], IntArray output_size=None, "
        "str data_format=\"NCL\") -> Tensor out")
    .Doc(R"(
        The gradient of conv1d by its input, as a layer; `weight` is
        [in_channels, out_channels / groups, kernel].
        Source: Dumoulin and Visin, 2016.
        x: [n, c_in, l], or [n, l, c_in].
        weight: [c_in, c_out / groups, k].
        bias: [c_out].
        output_padding: Added to the end of the output, below `stride`.
        output_size: Of the output, where the other arguments leave a choice.
        Returns: [n, c_out, l'], where l' = (l - 1) stride - 2 padding +
            dilation (k - 1) + output_padding + 1.
        Raises: ValueError: Channels do not match.
        >>> x = paddle.to_tensor([[[1.0, 2.0]]])
        >>> F.conv1d_transpose(x, paddle.ones([1, 1, 2]), stride=2).tolist()
        [[[1.0, 1.0, 2.0, 2.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return ConvTranspose(a, 1); });

PD_OP(conv2d_transpose)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray output_padding=[0], "
        "IntArray dilation=[1], int groups=1, IntArray output_size=None, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        The gradient of conv2d by its input, as a layer; `weight` is
        [in_channels, out_channels / groups, kernel_h, kernel_w].
        Source: Dumoulin and Visin, 2016.
        x: [n, c_in, h, w], or [n, h, w, c_in].
        weight: [c_in, c_out / groups, kh, kw].
        bias: [c_out].
        output_padding: Added to the end of the output, below `stride`.
        output_size: Of the output, where the other arguments leave a choice.
        Returns: [n, c_out, h', w'], sizes as in conv1d_transpose().
        Raises: ValueError: Channels do not match.
        >>> x = paddle.ones([2, 3, 4, 4])
        >>> F.conv2d_transpose(x, paddle.ones([3, 5, 2, 2]), stride=2).shape
        paddle.Size([2, 5, 8, 8]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return ConvTranspose(a, 2); });

PD_OP(conv3d_transpose)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias=None, IntArray stride=[1], "
        "IntArray padding=[0], IntArray output_padding=[0], int groups=1, "
        "IntArray dilation=[1], IntArray output_size=None, "
        "str data_format=\"NCDHW\") -> Tensor out")
    .Doc(R"(
        The gradient of conv3d by its input, as a layer; `weight` is
        [in_channels, out_channels / groups, kernel_d, kernel_h, kernel_w].
        Source: Dumoulin and Visin, 2016.
        x: [n, c_in, d, h, w], or [n, d, h, w, c_in].
        weight: [c_in, c_out / groups, kd, kh, kw].
        bias: [c_out].
        output_padding: Added to the end of the output, below `stride`.
        output_size: Of the output, where the other arguments leave a choice.
        Returns: [n, c_out, d', h', w'], sizes as in conv1d_transpose().
        Raises: ValueError: Channels do not match.
        >>> x = paddle.ones([1, 3, 2, 4, 4])
        >>> F.conv3d_transpose(x, paddle.ones([3, 5, 2, 2, 2]), stride=2).shape
        paddle.Size([1, 5, 4, 8, 8]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) { return ConvTranspose(a, 3); });

}  // namespace paddle
