// max, min, amax, amin.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ExtremumInfer(const Args& args, Outs& outs) {
  ReduceInfer(args, outs);
  CheckNotEmpty(args, *outs[0]);
}

// Equal elements share the gradient.
VarList ExtremumVjp(const VjpContext& c) {
  const Var x = c.in(0);
  const IntArray axis = c.ints("axis");
  Var out = c.out(), g = c.grad();
  if (!c.b("keepdim")) {
    const DDim kept = KeepDims(x.dims(), axis, c.op().name.c_str());
    out = ops::Reshape(out, kept);
    g = ops::Reshape(g, kept);
  }
  const Var at = ops::Cast(ops::Equal(x, out), x.dtype());
  return {at * (g / ops::Sum(at, axis, DataType::kUndefined, true))};
}

}  // namespace

PD_OP(max)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Largest element over the given axes, or over all; a NaN is the result
        where there is one. Equal elements share the gradient.
        Returns: Of the dtype of `x`, without the reduced axes.
        Raises: ValueError: There is no element.
        >>> x = paddle.to_tensor([[1.0, 3.0], [4.0, 2.0]])
        >>> paddle.max(x, axis=1).tolist()
        [3.0, 4.0])")
    .Dims(ReduceDims<Combine::kMax>)
    .InferMeta(ExtremumInfer)
    .Vjp(ExtremumVjp, {"x", "out"});

PD_OP(min)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Smallest element over the given axes, or over all; a NaN is the result
        where there is one. Equal elements share the gradient.
        Returns: Of the dtype of `x`, without the reduced axes.
        Raises: ValueError: There is no element.
        >>> x = paddle.to_tensor([[1.0, 3.0], [4.0, 2.0]])
        >>> paddle.min(x, axis=1).tolist()
        [1.0, 2.0])")
    .Dims(ReduceDims<Combine::kMin>)
    .InferMeta(ExtremumInfer)
    .Vjp(ExtremumVjp, {"x", "out"});

PD_OP(amax)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Largest element over the given axes, or over all; a NaN is the result
        where there is one. Equal elements share the gradient.
        Returns: Of the dtype of `x`, without the reduced axes.
        >>> x = paddle.to_tensor([[1.0, 3.0], [4.0, 2.0]])
        >>> paddle.amax(x, axis=1).tolist()
        [3.0, 4.0])")
    .Dims(ReduceDims<Combine::kMax>)
    .InferMeta(ExtremumInfer)
    .Vjp(ExtremumVjp, {"x", "out"});

PD_OP(amin)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Smallest element over the given axes, or over all; a NaN is the result
        where there is one. Equal elements share the gradient.
        Returns: Of the dtype of `x`, without the reduced axes.
        >>> x = paddle.to_tensor([[1.0, 3.0], [4.0, 2.0]])
        >>> paddle.amin(x, axis=1).tolist()
        [1.0, 2.0])")
    .Dims(ReduceDims<Combine::kMin>)
    .InferMeta(ExtremumInfer)
    .Vjp(ExtremumVjp, {"x", "out"});

}  // namespace paddle
