// conv_fused: a convolution and what follows it, for kernels that do all of
// that at once.
#include "ops/rules.h"

namespace paddle {
namespace {

// The first arguments are those of a convolution.
enum { kStride = 3, kPadding, kDilation, kGroups, kLast, kResidual, kAfter };

// Raises for windows, ranks and groups that do not agree.
void CheckConvolution(const Args& args) {
  static const OpDef& convolution = GetOp("convolution");
  AxisMap map("conv_fused");
  convolution.dims(args, map);
}

VarList ConvFused(const Args& a) {
  CheckConvolution(a);
  Var out = ops::Convolution(a.tensor(0), a.tensor(1), a.tensor(2),
                             a.slot[kStride].ints, a.slot[kPadding].ints,
                             a.slot[kDilation].ints, a.slot[kGroups].i,
                             a.slot[kLast].i != 0);
  if (a.slot[kResidual].tensor) out = out + a.tensor(kResidual);
  const std::string_view after = a.slot[kAfter].text;
  if (after.empty()) return {out};
  if (after == "relu") return {ops::Relu(out)};
  if (after == "hardswish") return {ops::Hardswish(out)};
  if (after == "silu") return {ops::Silu(out)};
  PADDLE_ENFORCE(after == "gelu",
                 errors::InvalidArgument("conv_fused: unknown `activation`.")
                     .Expected("relu, hardswish, silu, gelu, or none")
                     .Received(std::string(after)));
  return {ops::Gelu(out, false)};
}

}  // namespace

PD_OP(conv_fused)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias, IntArray stride, "
        "IntArray padding, IntArray dilation, int groups, "
        "bool channels_last, Tensor? residual=None, str activation=\"\") "
        "-> Tensor out")
    .Doc(
        "activation(convolution + residual); `activation` is relu, hardswish, "
        "silu, gelu or nothing.")
    .Traits(kInternal)
    .Dtypes(kFloats)
    .NoDims("passes for inference make it, when nothing is split any more")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckConvolution(args);
      static const OpDef& convolution = GetOp("convolution");
      convolution.infer(args, outs);
      const DenseTensor* residual = args.slot[kResidual].tensor;
      PADDLE_ENFORCE(!residual || residual->dims == outs[0]->dims,
                     errors::InvalidArgument("conv_fused: `residual` is not "
                                             "like the result.")
                         .Shapes({{"residual", args.dims(kResidual)},
                                  {"result", outs[0]->dims}}));
    })
    .Decompose(ConvFused);

}  // namespace paddle
