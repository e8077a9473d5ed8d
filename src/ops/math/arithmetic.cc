// add, subtract, multiply, divide, floor_divide, remainder, scale.
#include "ops/rules.h"

namespace paddle {
namespace {

Scalar Conjugate(const Scalar& s) {
  return IsComplex(s.type()) ? Scalar(std::conj(s.To<complex128>())) : s;
}

}  // namespace

PD_OP(add)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Sum of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.add(x, paddle.to_tensor([10, 20])).tolist()
        [[11, 22], [13, 24]])")
    .Elementwise(kNumbers | kBoolBit)
    .Traits(kCommutative)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(),
              c.needs(1) ? SumTo(g, c.in_dims(1)) : Var()};
    });

PD_OP(subtract)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Difference of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([5, 7])
        >>> paddle.subtract(x, paddle.to_tensor([1, 2])).tolist()
        [4, 5])")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(),
              c.needs(1) ? SumTo(-g, c.in_dims(1)) : Var()};
    });

PD_OP(multiply)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Product of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.multiply(x, paddle.to_tensor([10, 100])).tolist()
        [[10, 200], [30, 400]])")
    .Elementwise(kNumbers | kBoolBit)
    .Traits(kCommutative | kLinear)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          return {c.needs(0) ? SumTo(g * ConjIfComplex(c.in(1)), c.in_dims(0))
                             : Var(),
                  c.needs(1) ? SumTo(g * ConjIfComplex(c.in(0)), c.in_dims(1))
                             : Var()};
        },
        {"x", "y"});

PD_OP(divide)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Quotient of two tensors, element by element, with broadcasting. Integers
        give floats.
        >>> x = paddle.to_tensor([1, 3])
        >>> paddle.divide(x, paddle.to_tensor([2, 2])).tolist()
        [0.5, 1.5])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var gx = c.grad() / ConjIfComplex(c.in(1));
          Var gy;
          if (c.needs(1))
            gy = SumTo(-(gx * ConjIfComplex(c.out())), c.in_dims(1));
          return {c.needs(0) ? SumTo(gx, c.in_dims(0)) : Var(), gy};
        },
        {"y", "out"});

PD_OP(floor_divide)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The quotient rounded down, as Python's //. An integer divided by 0 is an
        error; the smallest integer divided by -1 wraps around.
        Raises: ValueError: An integer is divided by 0.
        >>> x = paddle.to_tensor([7, -7])
        >>> paddle.floor_divide(x, paddle.to_tensor([2, 2])).tolist()
        [3, -4])")
    .Elementwise(kIntegers | kFloats)
    .NotDifferentiable("it is flat wherever it is smooth");

PD_OP(remainder)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        What floor division leaves, as Python's %: it has the sign of y.
        Raises: ValueError: An integer is divided by 0.
        >>> x = paddle.to_tensor([7, -7])
        >>> paddle.remainder(x, paddle.to_tensor([3, 3])).tolist()
        [1, 2])")
    .Elementwise(kNumbers)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          Var gy;
          if (c.needs(1)) {
            gy = SumTo(-(g * ops::FloorDivide(c.in(0), c.in(1))), c.in_dims(1));
          }
          return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(), gy};
        },
        {"x", "y"});

PD_OP(scale)
    .Schema(
        "(Tensor x, Scalar scale=1.0, Scalar bias=0.0, "
        "bool bias_after_scale=true) -> Tensor out")
    .Doc(R"(
        scale * x + bias, or scale * (x + bias) where bias_after_scale is False.
        scale: Factor.
        bias: Summand.
        bias_after_scale: False: the bias is added first.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.scale(x, scale=2.0, bias=1.0).tolist()
        [3.0, 5.0])")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Scale(c.grad(), Conjugate(c.scalar("scale")))};
    });

}  // namespace paddle
