// prelu: leaky_relu with slopes that are learned.
#include "ops/rules.h"

namespace paddle {
namespace {

// The axis of channels, that `data_format` writes as C.
int ChannelAxis(const Args& args) {
  const int rank = args.dims(0).rank();
  const std::string_view format = args.s("data_format");
  PADDLE_ENFORCE(format == "NC" || format == "NCL" || format == "NCHW" ||
                     format == "NCDHW" || format == "NLC" || format == "NHWC" ||
                     format == "NDHWC",
                 errors::InvalidArgument("prelu: `data_format` is unknown.")
                     .Received(std::string(format)));
  return format[1] == 'C' ? 1 : rank - 1;
}

bool HasOneSlope(const Args& args) { return Product(args.dims(1)) == 1; }
void CheckWeight(const Args& args) {
  const DDim& x = args.dims(0);
  const DDim& weight = args.dims(1);
  const int channel = ChannelAxis(args);
  PADDLE_ENFORCE(
      weight.rank() <= 1 && (HasOneSlope(args) ||
                             (channel < x.rank() && weight[0] == x[channel])),
      errors::InvalidArgument("prelu: `weight` has neither one slope nor one "
                              "for each channel.")
          .Expected("weight.shape == [1] or [channels of x]")
          .Shapes({{"x", x}, {"weight", weight}}));
}

void PreluDims(const Args& args, AxisMap& map) {
  CheckWeight(args);
  const DDim& x = args.dims(0);
  const DDim& weight = args.dims(1);
  const int channel = ChannelAxis(args);
  const bool single = HasOneSlope(args);
  auto& in = map.AddInput(x.rank());
  auto& slope = map.AddInput(weight.rank());
  auto& out = map.AddOutput(x.rank());
  for (int i = 0; i < x.rank(); ++i) {
    const int f = map.Pass(x[i]);
    AxisMap::Set(in, i, f);
    AxisMap::Set(out, i, f);
    if (i == channel && !single) AxisMap::Set(slope, 0, f);
  }
  if (single && weight.rank() == 1) AxisMap::SetFixed(slope, 0, 1);
}

}  // namespace

PD_OP(prelu)
    .Schema(
        "(Tensor x, Tensor weight, str data_format=\"NCHW\") -> "
        "Tensor out")
    .Doc(R"(
        x where it is positive, weight * x elsewhere; one weight for all
        channels or one for each.
        Source: He et al., 2015.
        x: [n, c, ...], or [n, ..., c].
        weight: [1] or [c].
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([[1.0, -2.0]])
        >>> F.prelu(x, paddle.to_tensor([0.25])).tolist()
        [[1.0, -0.5]])")
    .In("nn.functional")
    .Dtypes(kFloats)
    .Promote()
    .Dims(PreluDims)
    .Decompose([](const Args& a) -> VarList {
      CheckWeight(a);
      const Var x = a.tensor(0);
      Var weight = a.tensor(1);
      if (weight->numel != 1) {
        DDim shape = x.dims();
        const int channel = ChannelAxis(a);
        for (int i = 0; i < shape.rank(); ++i) {
          if (i != channel) shape[i] = 1;
        }
        weight = ops::Reshape(weight, shape);
      } else if (weight.rank() > 0) {
        weight = ops::Reshape(weight, DDim());
      }
      const Var zero = ops::Full({}, Scalar(0.0), x.dtype());
      return {ops::Where(ops::GreaterThan(x, zero), x, x * weight)};
    });

}  // namespace paddle
