// argmax, argmin.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ArgDims(const Args& args, AxisMap& map) { ReduceWholeDims(args, map); }

void ArgInfer(const Args& args, Outs& outs) {
  const char* op = args.op->name.c_str();
  PADDLE_ENFORCE(
      args.ints("axis").size() <= 1,
      errors::InvalidArgument("%s: `axis` must be one axis or None.", op)
          .Received("axis = " + errors::ToString(args.ints("axis"))));
  outs[0]->dims = ReducedShape(args);
  outs[0]->dtype = CheckIndexType(args.dtype("dtype"), op);
  SetContiguous(outs[0]);
  CheckNotEmpty(args, *outs[0]);
}

}  // namespace

PD_OP(argmax)
    .Schema(
        "(Tensor x, IntArray axis=None, bool keepdim=false, "
        "DataType dtype=int64) -> Tensor out")
    .Doc(R"(
        Index of the largest element along an axis, or in the flattened tensor:
        of the first one among equals, of the first NaN where there is one.
        axis: An int; the flattened tensor where None.
        dtype: Of the indices: int32 or int64.
        Returns: Without the axis.
        Raises: ValueError: There is no element.
        >>> x = paddle.to_tensor([[1.0, 5.0], [7.0, 2.0]])
        >>> paddle.argmax(x, axis=1).tolist()
        [1, 0])")
    .Dims(ArgDims)
    .InferMeta(ArgInfer)
    .NotDifferentiable("an index has no gradient");

PD_OP(argmin)
    .Schema(
        "(Tensor x, IntArray axis=None, bool keepdim=false, "
        "DataType dtype=int64) -> Tensor out")
    .Doc(R"(
        Index of the smallest element along an axis, or in the flattened tensor:
        of the first one among equals, of the first NaN where there is one.
        axis: An int; the flattened tensor where None.
        dtype: Of the indices: int32 or int64.
        Returns: Without the axis.
        Raises: ValueError: There is no element.
        >>> x = paddle.to_tensor([[1.0, 5.0], [7.0, 2.0]])
        >>> paddle.argmin(x, axis=1).tolist()
        [0, 1])")
    .Dims(ArgDims)
    .InferMeta(ArgInfer)
    .NotDifferentiable("an index has no gradient");

}  // namespace paddle
