// full, zeros, ones, empty, what is like them, and fill.
#include <cmath>

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

void FullLikeInfer(const Args& args, Outs& outs) {
  LikeInfer(args, outs);
  const DataType dtype = outs[0]->dtype;
  const Scalar value = args.scalar("fill_value");
  if (!IsInteger(dtype) || !value.has_value()) return;
  const int bits = static_cast<int>(SizeOf(dtype)) * 8;
  const bool is_signed = dtype != DataType::kUInt8;
  const double high = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const double low = is_signed ? -high : 0.0, v = value.ToDouble();
  // 2^63 as a double may be an int64 that was rounded up.
  const bool fits = v >= low && (v < high || (bits == 64 && v == high));
  PADDLE_ENFORCE(fits, errors::InvalidArgument("full_like: `fill_value` is "
                                               "beyond the dtype.")
                           .Expected("a number that " +
                                     std::string(Name(dtype)) + " holds")
                           .Received(std::to_string(v)));
}

constexpr const char* kNoInput = "it has no tensor input";
constexpr const char* kShapeOnly = "only the shape of its input counts";

}  // namespace

PD_OP(full)
    .Schema(
        "(IntArray shape, Scalar fill_value, DataType dtype=None) -> Tensor "
        "out")
    .Doc(R"(
        A tensor of the given shape with every element equal to `fill_value`;
        dtype defaults to the default float.
        fill_value: A number.
        dtype: The default float where None.
        >>> paddle.full([2, 2], 7).tolist()
        [[7.0, 7.0], [7.0, 7.0]])")
    .Dims(ShapeDims)
    .InferMeta(FullInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(zeros)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor of the given shape filled with 0.
        dtype: The default float where None.
        >>> paddle.zeros([2, 2]).tolist()
        [[0.0, 0.0], [0.0, 0.0]])")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(ones)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor of the given shape filled with 1.
        dtype: The default float where None.
        >>> paddle.ones([2, 2]).tolist()
        [[1.0, 1.0], [1.0, 1.0]])")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(empty)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor of the given shape whose memory is not set.
        dtype: The default float where None.
        >>> paddle.empty([2, 3]).shape
        paddle.Size([2, 3]))")
    .Dims(ShapeDims)
    .InferMeta(ShapedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(full_like)
    .Schema("(Tensor x, Scalar fill_value, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor like `x` with every element equal to `fill_value`.
        fill_value: A number.
        dtype: That of `x` where None.
        >>> paddle.full_like(paddle.to_tensor([1, 2]), 7).tolist()
        [7, 7])")
    .Dims(ElementwiseDims)
    .InferMeta(FullLikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(zeros_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor like `x` filled with 0.
        dtype: That of `x` where None.
        >>> paddle.zeros_like(paddle.to_tensor([3, 4])).tolist()
        [0, 0])")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(ones_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor like `x` filled with 1.
        dtype: That of `x` where None.
        >>> paddle.ones_like(paddle.to_tensor([3, 4])).tolist()
        [1, 1])")
    .Dims(ElementwiseDims)
    .InferMeta(LikeInfer)
    .NotDifferentiable(kShapeOnly);

PD_OP(empty_like)
    .Schema("(Tensor x, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        A tensor like `x` whose memory is not set.
        dtype: That of `x` where None.
        >>> paddle.empty_like(paddle.ones([2, 3])).shape
        paddle.Size([2, 3]))")
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
    .Doc(R"(
        A copy of `x` through which gradients flow.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([2.0], stop_gradient=False)
        >>> paddle.clone(x).backward()
        >>> x.grad.tolist()
        [1.0])")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Assign(a.tensor(0))};
    });

}  // namespace paddle
