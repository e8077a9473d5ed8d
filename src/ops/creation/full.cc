// full, zeros, ones, empty, what is like them, and fill.
#include "ops/dims.h"
#include "ops/manipulation/update.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void Shaped(const Args& args, Outs& outs, DataType dtype) {
  outs[0]->dims = DDim(args.slot[0].ints);
  outs[0]->dtype = dtype == DataType::kUndefined ? DefaultFloat() : dtype;
  SetContiguous(outs[0]);
}
void ShapedInfer(const Args& args, Outs& outs) {  // (shape, dtype)
  Shaped(args, outs, static_cast<DataType>(args.slot[1].i));
}
void FullInfer(const Args& args, Outs& outs) {
  auto dtype = static_cast<DataType>(args.slot[2].i);
  const DataType value = args.slot[1].scalar.type();
  if (dtype == DataType::kUndefined &&
      (value == DataType::kBool || IsComplex(value))) {
    dtype = value;
  }
  Shaped(args, outs, dtype);
}
void LikeInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const DataType dtype = args.dtype("dtype");
  outs[0]->dims = x.dims;
  outs[0]->dtype = dtype == DataType::kUndefined ? x.dtype : dtype;
  SetContiguous(outs[0]);
}

constexpr const char* kNoInput = "it has no tensor input";
constexpr const char* kShapeOnly = "only the shape of its input counts";

}  // namespace

PD_OP(full)
    .Schema(
        "(IntArray shape, Scalar fill_value, DataType dtype=None) -> Tensor "
        "out")
    .Doc(
        "A tensor of the given shape with every element equal to "
        "`fill_value`; dtype defaults to the default float.")
    .Dims(ShapeDims)
    .InferMeta(FullInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(zeros)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc("A tensor of the given shape filled with 0.")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(ones)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc("A tensor of the given shape filled with 1.")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(empty)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc("A tensor of the given shape whose memory is not set.")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(full_like)
    .Schema("(Tensor x, Scalar fill_value, DataType dtype=None) -> Tensor out")
    .Doc("A tensor like `x` with every element equal to `fill_value`.")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(zeros_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc("A tensor like `x` filled with 0.")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(ones_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc("A tensor like `x` filled with 1.")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(empty_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc("A tensor like `x` whose memory is not set.")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(fill)
    .Schema("(Tensor x, Scalar value) -> Tensor out")
    .Doc("`x` with every element replaced by a number.")
    .Traits(kInternal)
    .Dims(ElementwiseDims)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      WriteInto(x, ops::Full({}, a.scalar("value"), x.dtype()));
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ZerosLike(c.grad())};
    });

PD_OP(clone)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("A copy of `x` through which gradients flow.")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Assign(a.tensor(0))};
    });

}  // namespace paddle
