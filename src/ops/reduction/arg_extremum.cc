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
    .Doc(
        "Index of the largest element along an axis, or in the flattened "
        "tensor: of the first one among equals, of the first NaN where there "
        "is one.")
    .Dims(ArgDims)
    .InferMeta(ArgInfer)
    .NotDifferentiable("an index has no gradient");

PD_OP(argmin)
    .Schema(
        "(Tensor x, IntArray axis=None, bool keepdim=false, "
        "DataType dtype=int64) -> Tensor out")
    .Doc(
        "Index of the smallest element along an axis, or in the flattened "
        "tensor: of the first one among equals, of the first NaN where there "
        "is one.")
    .Dims(ArgDims)
    .InferMeta(ArgInfer)
    .NotDifferentiable("an index has no gradient");

}  // namespace paddle
