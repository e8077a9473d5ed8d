// Trigonometric and hyperbolic functions.
#include "ops/rules.h"

#include <cmath>

namespace paddle {
namespace {

// A distance to divide by: at the origin the sum of what is divided is 0 too.
Var OneWhereZero(const Var& r) {
  return r + ops::Cast(ops::LogicalNot(r), r.dtype());
}

}  // namespace

PD_OP(sin)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Sine of angles in radians.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.sin(x).tolist()
        [0.0, 0.8415])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Cos(c.in(0)))};
        },
        {"x"});

PD_OP(cos)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Cosine of angles in radians.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.cos(x).tolist()
        [1.0, 0.5403])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {-(c.grad() * ConjIfComplex(ops::Sin(c.in(0))))};
        },
        {"x"});

PD_OP(tan)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Tangent of angles in radians.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.tan(x).tolist()
        [0.0, 1.5574])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Square(c.out()) + 1.0)};
        },
        {"out"});

PD_OP(asin)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse sine.
        >>> x = paddle.to_tensor([1.0, 0.0])
        >>> paddle.asin(x).tolist()
        [1.5708, 0.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() /
                  ConjIfComplex(ops::Sqrt(1.0 - ops::Square(c.in(0))))};
        },
        {"x"});

PD_OP(acos)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse cosine.
        >>> x = paddle.to_tensor([1.0, 0.0])
        >>> paddle.acos(x).tolist()
        [0.0, 1.5708])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {-(c.grad() /
                    ConjIfComplex(ops::Sqrt(1.0 - ops::Square(c.in(0)))))};
        },
        {"x"});

PD_OP(atan)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse tangent.
        >>> x = paddle.to_tensor([1.0, 0.0])
        >>> paddle.atan(x).tolist()
        [0.7854, 0.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / ConjIfComplex(ops::Square(c.in(0)) + 1.0)};
        },
        {"x"});

PD_OP(sinh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Hyperbolic sine.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.sinh(x).tolist()
        [0.0, 1.1752])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Cosh(c.in(0)))};
        },
        {"x"});

PD_OP(cosh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Hyperbolic cosine.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.cosh(x).tolist()
        [1.0, 1.5431])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Sinh(c.in(0)))};
        },
        {"x"});

PD_OP(asinh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse hyperbolic sine.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.asinh(x).tolist()
        [0.0, 0.8814])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() /
                  ConjIfComplex(ops::Sqrt(ops::Square(c.in(0)) + 1.0))};
        },
        {"x"});

PD_OP(acosh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse hyperbolic cosine.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.acosh(x).tolist()
        [0.0, 1.317])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / ConjIfComplex((ops::Sqrt(c.in(0) - 1.0) *
                                            ops::Sqrt(c.in(0) + 1.0)))};
        },
        {"x"});

PD_OP(atanh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Inverse hyperbolic tangent.
        >>> x = paddle.to_tensor([0.0, 0.5])
        >>> paddle.atanh(x).tolist()
        [0.0, 0.5493])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / ConjIfComplex((1.0 - ops::Square(c.in(0))))};
        },
        {"x"});

PD_OP(atan2)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The angle of the point (y, x): the inverse tangent of x / y in the right
        quadrant. The first argument is the ordinate. At the origin the
        gradient is 0.
        x: Ordinates.
        y: Abscissas.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> paddle.atan2(x, paddle.to_tensor([1.0, -1.0])).tolist()
        [0.7854, -2.3562])")
    .Elementwise(kFloats | kIntegers | kBoolBit)
    .InferMeta([](const Args& args, Outs& outs) {
      ElementwiseInfer(args, outs);
      if (!IsFloating(outs[0]->dtype)) outs[0]->dtype = DataType::kFloat64;
    })
    .Decompose([](const Args& a) -> VarList {
      const DataType type = a.tensor(0).dtype();
      if (!IsFloating(type)) {
        return {ops::Atan2(ops::Cast(a.tensor(0), DataType::kFloat64),
                           ops::Cast(a.tensor(1), DataType::kFloat64))};
      }
      const Var angle =
          ops::Angle(ops::Complex(ops::Cast(a.tensor(1), DataType::kFloat64),
                                  ops::Cast(a.tensor(0), DataType::kFloat64)));
      return {ops::Cast(angle, type)};
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), y = c.in(1);
          // In two steps: the square of a distance overflows.
          const Var r = OneWhereZero(ops::Hypot(x, y));
          const Var g = c.grad() / r;
          return {SumTo(g * (y / r), c.in_dims(0)),
                  SumTo(-(g * (x / r)), c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(hypot)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        sqrt(x^2 + y^2), without overflow. At the origin the gradient is 0.
        >>> x = paddle.to_tensor([3.0])
        >>> paddle.hypot(x, paddle.to_tensor([4.0])).tolist()
        [5.0])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad() / OneWhereZero(c.out());
          return {SumTo(g * c.in(0), c.in_dims(0)),
                  SumTo(g * c.in(1), c.in_dims(1))};
        },
        {"x", "y", "out"});

PD_OP(rad2deg)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Radians to degrees.
        >>> x = paddle.to_tensor([3.14159265])
        >>> paddle.rad2deg(x).tolist()
        [180.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) * (180.0 / M_PI)};
    });

PD_OP(deg2rad)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Degrees to radians.
        >>> x = paddle.to_tensor([180.0])
        >>> paddle.deg2rad(x).tolist()
        [3.1416])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) * (M_PI / 180.0)};
    });

}  // namespace paddle
