// Trigonometric and hyperbolic functions.
#include "ops/rules.h"

#include <cmath>

namespace paddle {

PD_OP(sin)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Sine of angles in radians.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Cos(c.in(0)))};
        },
        {"x"});

PD_OP(cos)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Cosine of angles in radians.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {-(c.grad() * ConjIfComplex(ops::Sin(c.in(0))))};
        },
        {"x"});

PD_OP(tan)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Tangent of angles in radians.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Square(c.out()) + 1.0)};
        },
        {"out"});

PD_OP(asin)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Inverse sine.")
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
    .Doc("Inverse cosine.")
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
    .Doc("Inverse tangent.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / ConjIfComplex(ops::Square(c.in(0)) + 1.0)};
        },
        {"x"});

PD_OP(sinh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Hyperbolic sine.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Cosh(c.in(0)))};
        },
        {"x"});

PD_OP(cosh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Hyperbolic cosine.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Sinh(c.in(0)))};
        },
        {"x"});

PD_OP(asinh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Inverse hyperbolic sine.")
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
    .Doc("Inverse hyperbolic cosine.")
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
    .Doc("Inverse hyperbolic tangent.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / ConjIfComplex((1.0 - ops::Square(c.in(0))))};
        },
        {"x"});

PD_OP(atan2)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "The angle of the point (y, x): the inverse tangent of x / y in"
        " the right quadrant. The first argument is the ordinate.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), y = c.in(1);
          const Var g = c.grad() / (ops::Square(x) + ops::Square(y));
          return {SumTo(g * y, c.in_dims(0)), SumTo(-(g * x), c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(hypot)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("sqrt(x^2 + y^2), without overflow.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad() / c.out();
          return {SumTo(g * c.in(0), c.in_dims(0)),
                  SumTo(g * c.in(1), c.in_dims(1))};
        },
        {"x", "y", "out"});

PD_OP(rad2deg)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Radians to degrees.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) * (180.0 / M_PI)};
    });

PD_OP(deg2rad)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Degrees to radians.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) * (M_PI / 180.0)};
    });

}  // namespace paddle
