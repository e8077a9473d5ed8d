// Choices between two numbers.
#include "ops/rules.h"

namespace paddle {

PD_OP(maximum)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The greater of two; NaN wins. Equal inputs share the gradient.
        >>> x = paddle.to_tensor([1.0, 5.0])
        >>> paddle.maximum(x, paddle.to_tensor([3.0, 2.0])).tolist()
        [3.0, 5.0])")
    .Elementwise(kIntegers | kFloats | kBoolBit)
    .Traits(kCommutative)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0), y = c.in(1);
          const Var half = ops::Cast(ops::Equal(x, y), g.dtype()) * 0.5;
          Var gx, gy;
          if (c.needs(0)) {
            gx = g * (ops::Cast(ops::GreaterThan(x, y), g.dtype()) + half);
            gx = SumTo(gx, c.in_dims(0));
          }
          if (c.needs(1)) {
            gy = g * (ops::Cast(ops::LessThan(x, y), g.dtype()) + half);
            gy = SumTo(gy, c.in_dims(1));
          }
          return {gx, gy};
        },
        {"x", "y"});

PD_OP(minimum)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The smaller of two; NaN wins. Equal inputs share the gradient.
        >>> x = paddle.to_tensor([1.0, 5.0])
        >>> paddle.minimum(x, paddle.to_tensor([3.0, 2.0])).tolist()
        [1.0, 2.0])")
    .Elementwise(kIntegers | kFloats | kBoolBit)
    .Traits(kCommutative)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0), y = c.in(1);
          const Var half = ops::Cast(ops::Equal(x, y), g.dtype()) * 0.5;
          Var gx, gy;
          if (c.needs(0)) {
            gx = g * (ops::Cast(ops::LessThan(x, y), g.dtype()) + half);
            gx = SumTo(gx, c.in_dims(0));
          }
          if (c.needs(1)) {
            gy = g * (ops::Cast(ops::GreaterThan(x, y), g.dtype()) + half);
            gy = SumTo(gy, c.in_dims(1));
          }
          return {gx, gy};
        },
        {"x", "y"});

PD_OP(fmax)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The greater of two; a number wins over NaN.
        >>> x = paddle.to_tensor([1.0, float("nan")])
        >>> paddle.fmax(x, paddle.to_tensor([2.0, 3.0])).tolist()
        [2.0, 3.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0), y = c.in(1);
          const Var takes_x =
              ops::LogicalOr(ops::GreaterEqual(x, y), ops::Isnan(y));
          const Var gx = g * ops::Cast(takes_x, g.dtype());
          return {SumTo(gx, c.in_dims(0)), SumTo(g - gx, c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(fmin)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The smaller of two; a number wins over NaN.
        >>> x = paddle.to_tensor([1.0, float("nan")])
        >>> paddle.fmin(x, paddle.to_tensor([2.0, 3.0])).tolist()
        [1.0, 3.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0), y = c.in(1);
          const Var takes_x =
              ops::LogicalOr(ops::LessEqual(x, y), ops::Isnan(y));
          const Var gx = g * ops::Cast(takes_x, g.dtype());
          return {SumTo(gx, c.in_dims(0)), SumTo(g - gx, c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(copysign)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The magnitude of x with the sign of y. Integers give floats, since the
        smallest one has no positive twin.
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.copysign(x, paddle.to_tensor([-0.0, 3.0])).tolist()
        [-1.0, 2.0])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var turn = ops::Sign(c.in(0)) * ops::Sign(c.out());
          return {SumTo(c.grad() * turn, c.in_dims(0)),
                  c.needs(1)
                      ? ops::Full(c.in_dims(1), Scalar(0.0), c.in_dtype(1))
                      : Var()};
        },
        {"x", "out"});

PD_OP(heaviside)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        0 where x < 0, 1 where x > 0, y where x is 0; NaN where x is NaN.
        >>> x = paddle.to_tensor([-1.0, 0.0, 2.0])
        >>> paddle.heaviside(x, paddle.to_tensor([0.5])).tolist()
        [0.0, 0.5, 1.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0);
          const Var zero = ops::Cast(ops::LogicalNot(x), g.dtype());
          return {c.needs(0) ? ZerosLike(x) : Var(),
                  c.needs(1) ? SumTo(g * zero, c.in_dims(1)) : Var()};
        },
        {"x"});

PD_OP(nextafter)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The next number after x in the direction of y.
        >>> x = paddle.to_tensor([1.0])
        >>> (paddle.nextafter(x, paddle.to_tensor([2.0])) - x).item()
        1.1920928955078125e-07)")
    .Elementwise(Bit(DataType::kFloat32) | Bit(DataType::kFloat64))
    .NotDifferentiable("it moves by the spacing of floats");

PD_OP(ldexp)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x * 2^y, element by element.
        y: Exponents; broadcast.
        >>> x = paddle.to_tensor([0.5, 3.0])
        >>> paddle.ldexp(x, paddle.to_tensor([2, 1])).tolist()
        [2.0, 6.0])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      const Var two = ops::Full({}, Scalar(2.0), a.tensor(1).dtype());
      return {a.tensor(0) * ops::Pow(two, a.tensor(1))};
    });

}  // namespace paddle
