// softmax, log_softmax.
#include "ops/reduction/axis_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

Var SumAlong(const Var& x, int64_t axis) {
  return ops::Sum(x, {axis}, DataType::kUndefined, true);
}
Var InDtype(Var g, DataType dtype) {
  return g.dtype() == dtype ? g : ops::Cast(g, dtype);
}

}  // namespace

PD_OP(softmax)
    .Schema("(Tensor x, int axis=-1, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        exp(x) / sum(exp(x)) along an axis, for x brought to `dtype` first where
        that is given.
        dtype: `x` is converted to it first.
        Returns: Of the shape of `x`; the elements along the axis add up to 1.
        >>> x = paddle.to_tensor([[0.0, 0.0], [1.0, 3.0]])
        >>> F.softmax(x).tolist()
        [[0.5, 0.5], [0.1192, 0.8808]])")
    .In("nn.functional")
    .Inplace()
    .Dtypes(kFloats)
    .Promote()
    .Traits(kIntsToFloat)
    .Out(OutType::kArg)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {InDtype(ops::SoftmaxGrad(c.out(), c.grad(), c.i("axis")),
                          c.in_dtype(0))};
        },
        {"out"});

PD_OP(softmax_grad)
    .Schema("(Tensor out, Tensor out_grad, int axis) -> Tensor x_grad")
    .Doc("out * (out_grad - sum(out * out_grad)) along an axis.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Decompose([](const Args& a) -> VarList {
      const Var y = a.tensor(0), g = a.tensor(1);
      return {y * (g - SumAlong(y * g, a.i("axis")))};
    });

PD_OP(log_softmax)
    .Schema("(Tensor x, int axis=-1, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        x - log(sum(exp(x))) along an axis, for x brought to `dtype` first where
        that is given.
        dtype: `x` is converted to it first.
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([0.0, 0.0])
        >>> F.log_softmax(x).tolist()
        [-0.6931, -0.6931])")
    .In("nn.functional")
    .Dtypes(kFloats)
    .Promote()
    .Traits(kIntsToFloat)
    .Out(OutType::kArg)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {InDtype(ops::LogSoftmaxGrad(c.out(), c.grad(), c.i("axis")),
                          c.in_dtype(0))};
        },
        {"out"});

PD_OP(log_softmax_grad)
    .Schema("(Tensor out, Tensor out_grad, int axis) -> Tensor x_grad")
    .Doc("out_grad - exp(out) * sum(out_grad) along an axis.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Decompose([](const Args& a) -> VarList {
      const Var y = a.tensor(0), g = a.tensor(1);
      return {g - ops::Exp(y) * SumAlong(g, a.i("axis"))};
    });

}  // namespace paddle
