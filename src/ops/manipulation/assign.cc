// assign, cast, copy_into.
#include "ops/rules.h"

namespace paddle {

PD_OP(assign)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        A copy of `x` in row-major order.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> y = paddle.assign(x)
        >>> _ = y.zero_()
        >>> x.tolist()
        [1.0, 2.0])")
    .Elementwise(kAllTypes)
    .Traits(kLinear)
    .Vjp([](const VjpContext& c) -> VarList { return {c.grad()}; });

PD_OP(cast)
    .Schema("(Tensor x, DataType dtype) -> Tensor out")
    .Doc(R"(
        `x` converted to another dtype. A complex number becomes real by
        dropping its imaginary part; anything but 0 becomes True.
        dtype: The new one.
        >>> x = paddle.to_tensor([1.7, -1.7, 0.0])
        >>> paddle.cast(x, "int32").tolist()
        [1, -1, 0]
        >>> paddle.cast(x, "bool").tolist()
        [True, True, False])")
    .Out(OutType::kArg)
    .Traits(kElementwise)
    .Inplace()
    .Dims(ElementwiseDims)
    .InferMeta(ElementwiseInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Cast(c.grad(), c.in_dtype(0))};
    });

namespace {

void CopyIntoInfer(const Args& args, Outs& outs) {
  const DenseTensor& to = *args.slot[0].tensor;
  const DenseTensor& value = *args.slot[1].tensor;
  PADDLE_ENFORCE(BroadcastDims(to.dims, value.dims, "copy_into") == to.dims,
                 errors::InvalidArgument(
                     "copy_into: the value does not broadcast to the target.")
                     .Shapes({{"to", to.dims}, {"value", value.dims}}));
  PADDLE_ENFORCE(
      to.dtype == value.dtype,
      errors::InvalidType("copy_into: the dtypes differ.")
          .Received(std::string(Name(to.dtype)) + " and " + Name(value.dtype)));
  outs[0]->dims = to.dims;
  outs[0]->dtype = to.dtype;
  for (int i = 0; i < to.rank(); ++i) outs[0]->strides[i] = to.strides[i];
  FinishStrides(outs[0]);
  ShareStorage(to, outs[0]);
}

}  // namespace

PD_OP(copy_into)
    .Schema("(Tensor to, Tensor value) -> Tensor out")
    .Doc(
        "Writes `value`, broadcast, into the memory of `to`; the result is a "
        "view of it. What the in-place forms are made of.")
    .Traits(kInternal)
    .Writes({"to"})
    .Dims(ElementwiseDims)
    .InferMeta(CopyIntoInfer)
    .NotDifferentiable("the in-place forms that use it record themselves");

}  // namespace paddle
