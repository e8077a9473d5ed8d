// dropout: a mask of the generator, and its product with `x`.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// `mask_axes`: where the mask varies; elsewhere one draw serves the axis.
Var Dropout(const Var& x, double p, IntArray mask_axes, bool training,
            bool upscale, const char* op) {
  PADDLE_ENFORCE(p >= 0 && p <= 1,
                 errors::InvalidArgument("%s: `p` is not a probability.", op)
                     .Expected("0 <= p <= 1")
                     .Received(std::to_string(p)));
  if (!training || p == 0) {
    return !training && !upscale ? ops::Scale(x, Scalar(1 - p))
                                 : ops::Assign(x);
  }
  DDim shape = x.dims();
  if (!mask_axes.empty()) {
    const uint32_t varies = AxisMask(mask_axes, x.rank(), op);
    for (int d = 0; d < x.rank(); ++d) {
      if (!(varies >> d & 1)) shape[d] = 1;
    }
  }
  const Var mask = ops::DropoutMask(shape, p);
  const double scale = upscale && p < 1 ? 1 / (1 - p) : 1.0;
  if (shape == x.dims()) return ops::DropoutApply(x, mask, scale);
  return x * (ops::Cast(mask, x.dtype()) * scale);  // a factor for many
}

bool Upscales(std::string_view mode) {
  PADDLE_ENFORCE(mode == "upscale_in_train" || mode == "downscale_in_infer",
                 errors::InvalidArgument("dropout: `mode` is unknown.")
                     .Expected("upscale_in_train or downscale_in_infer")
                     .Received(std::string(mode)));
  return mode == "upscale_in_train";
}

// Whole channels of images with `rank` spatial axes.
Var DropoutChannels(const Args& a, int rank) {
  const Var x = a.tensor(0);
  const std::string_view layout = a.s("data_format");
  const char* op = a.op->name.c_str();
  PADDLE_ENFORCE(x.rank() == rank + 2,
                 errors::InvalidArgument("%s: `x` has the wrong rank.", op)
                     .Expected(std::to_string(rank + 2) + "-D")
                     .Shapes({{"x", x.dims()}}));
  PADDLE_ENFORCE(layout.size() == static_cast<size_t>(rank) + 2 &&
                     layout[0] == 'N' &&
                     (layout[1] == 'C' || layout.back() == 'C'),
                 errors::InvalidArgument("%s: `data_format` is unknown.", op)
                     .Received(std::string(layout)));
  const int64_t channel = layout[1] == 'C' ? 1 : rank + 1;
  return Dropout(x, a.f("p"), {0, channel}, a.b("training"), true, op);
}

}  // namespace

PD_OP(dropout)
    .Schema(
        "(Tensor x, float p=0.5, IntArray axis=None, bool training=true, "
        "bool inplace=false, str mode=\"upscale_in_train\") -> Tensor out")
    .Doc(R"(
        Sets elements to 0 with probability `p` and, in upscale_in_train,
        divides the others by 1 - p. `axis`: the axes along which the draws
        differ.
        Source: Srivastava et al., 2014.
        p: Probability of 0, in [0, 1].
        axis: The draws are shared along all other axes; all axes where None.
        inplace: Accepted.
        mode: "upscale_in_train", or "downscale_in_infer": not scaled in
            training, multiplied by 1 - p otherwise.
        Returns: Of the shape and dtype of `x`.
        Raises: ValueError: `p` is not in [0, 1], or `mode` is unknown.
        >>> x = paddle.ones([4])
        >>> F.dropout(x, p=0.0).tolist()
        [1.0, 1.0, 1.0, 1.0]
        >>> F.dropout(x, p=0.5, training=False).tolist()
        [1.0, 1.0, 1.0, 1.0])")
    .In("nn.functional")
    .Traits(kNoMethod | kRandom)
    .Inplace()
    .Decompose([](const Args& a) -> VarList {
      if (a.b("inplace")) {
        return {ops::CallInplace(*a.op, a.tensor(0), a.f("p"), a.ints("axis"),
                                 a.b("training"), false, a.s("mode"))};
      }
      return {Dropout(a.tensor(0), a.f("p"), a.ints("axis"), a.b("training"),
                      Upscales(a.s("mode")), "dropout")};
    });

PD_OP(dropout2d)
    .Schema(
        "(Tensor x, float p=0.5, bool training=true, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Dropout of whole channels of images.
        Source: Tompson et al., 2015.
        x: [n, c, h, w], or [n, h, w, c].
        p: Probability of 0, in [0, 1].
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.ones([1, 2, 1, 1])
        >>> F.dropout2d(x).shape
        paddle.Size([1, 2, 1, 1]))")
    .In("nn.functional")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {DropoutChannels(a, 2)};
    });

PD_OP(dropout3d)
    .Schema(
        "(Tensor x, float p=0.5, bool training=true, "
        "str data_format=\"NCDHW\") -> Tensor out")
    .Doc(R"(
        Dropout of whole channels of volumes.
        Source: Tompson et al., 2015.
        x: [n, c, d, h, w], or [n, d, h, w, c].
        p: Probability of 0, in [0, 1].
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.ones([1, 2, 1, 1, 1])
        >>> F.dropout3d(x).shape
        paddle.Size([1, 2, 1, 1, 1]))")
    .In("nn.functional")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {DropoutChannels(a, 3)};
    });

PD_OP(dropout_mask)
    .Schema("(IntArray shape, float p) -> Tensor out")
    .Doc("uint8: 0 with probability `p`, else 1.")
    .Traits(kInternal | kRandom)
    .Dims(ShapeDims)
    .InferMeta([](const Args& a, Outs& outs) {
      outs[0]->dims = DDim(a.slot[0].ints);
      outs[0]->dtype = DataType::kUInt8;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable("it has no tensor input");

PD_OP(dropout_apply)
    .Schema("(Tensor x, Tensor mask, float scale) -> Tensor out")
    .Doc("scale * x where the mask is 1, else 0.")
    .Traits(kInternal | kElementwise)
    .Dtypes(kFloats)
    .Promote({"x"})
    .Dims([](const Args& args, AxisMap& map) {
      EnforceTypes(args, "Tu");
      ElementwiseDims(args, map);
    })
    .InferMeta(ElementwiseInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::DropoutApply(c.grad(), c.in(1), c.f("scale")), Var()};
        },
        {"mask"});

}  // namespace paddle
