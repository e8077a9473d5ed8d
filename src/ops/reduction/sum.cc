// sum, mean, count_nonzero.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(sum)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=None, "
        "bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Sum over the given axes, or over all. bool and integers below int64 are
        summed as int64. A long float32 sum is exact to a few ulp.
        dtype: `x` is converted to it first.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.sum(x, axis=0).tolist()
        [4, 6]
        >>> paddle.sum(x).tolist()
        10)")
    .Traits(kLinear)
    .Dims(ReduceDims<Combine::kSum>)
    .InferMeta(SumInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      Var g =
          UnreduceTo(c.grad(), c.in_dims(0), c.ints("axis"), c.b("keepdim"));
      return {g.dtype() == c.in_dtype(0) ? g : ops::Cast(g, c.in_dtype(0))};
    });

PD_OP(mean)
    .Schema(
        "(Tensor x, IntArray axis=None, bool keepdim=false, "
        "DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Mean over the given axes, or over all. Integers give the integer part of
        the mean; pass dtype to have a float.
        dtype: `x` is converted to it first.
        Returns: Of the dtype of `x`, without the reduced axes.
        >>> x = paddle.to_tensor([[1.0, 3.0], [4.0, 6.0]])
        >>> paddle.mean(x, axis=1).tolist()
        [2.0, 5.0])")
    .Traits(kLinear)
    .Dims(ReduceDims<Combine::kMean>)
    .InferMeta([](const Args& args, Outs& outs) {
      ReduceInfer(args, outs);
      if (outs[0]->dtype == DataType::kBool) outs[0]->dtype = DefaultFloat();
    })
    .Out(OutType::kArg)
    .Vjp([](const VjpContext& c) -> VarList {
      const DDim& shape = c.in_dims(0);
      const uint32_t axes = AxisMask(c.ints("axis"), shape.rank(), "mean");
      int64_t count = 1;
      for (int i = 0; i < shape.rank(); ++i) {
        if (axes >> i & 1) count = CheckedMul(count, shape[i]);
      }
      Var g = c.grad();
      if (g.dtype() != c.in_dtype(0)) g = ops::Cast(g, c.in_dtype(0));
      g = g / static_cast<double>(std::max<int64_t>(count, 1));
      return {UnreduceTo(g, shape, c.ints("axis"), c.b("keepdim"))};
    });

PD_OP(count_nonzero)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        How many elements are not zero, over the given axes or over all.
        Returns: int64, without the reduced axes.
        >>> x = paddle.to_tensor([[1, 0], [2, 3]])
        >>> paddle.count_nonzero(x, axis=1).tolist()
        [1, 2])")
    .Out(OutType::kInt64)
    .Dims(ReduceDims<Combine::kSum>)
    .InferMeta(ReduceInfer)
    .NotDifferentiable("a count is constant between its jumps");

}  // namespace paddle
