// erf, gamma and powers.
#include "ops/rules.h"

#include <cmath>

namespace paddle {

PD_OP(erf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("The error function.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Exp(-ops::Square(c.in(0))) * M_2_SQRTPI};
        },
        {"x"});

PD_OP(erfinv)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("The inverse of the error function.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Exp(ops::Square(c.out())) *
                  (1.0 / M_2_SQRTPI)};
        },
        {"out"});

PD_OP(lgamma)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("The logarithm of the absolute value of the gamma function.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Digamma(c.in(0))}; },
         {"x"});

PD_OP(digamma)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("The derivative of lgamma.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Polygamma(c.in(0), 1)}; },
         {"x"});

PD_OP(polygamma)
    .Schema("(Tensor x, int n) -> Tensor out")
    .Doc("The n-th derivative of digamma.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Polygamma(c.in(0), c.i("n") + 1)};
        },
        {"x"});

PD_OP(pow)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("x to the power of y. Integers wrap around.")
    .Elementwise(kNumbers)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), y = c.in(1), g = c.grad();
          Var gx, gy;
          if (c.needs(0)) {
            const Var slope = y * ops::Pow(x, y - 1.0);
            const Var zero = ZerosLike(y);
            gx = SumTo(
                g * ConjIfComplex(ops::Where(ops::Equal(y, zero), zero, slope)),
                c.in_dims(0));
          }
          if (c.needs(1)) {  // 0^y is flat where it is finite
            const Var zero = ops::Full({}, Scalar(0.0), x.dtype());
            const Var slope = ops::Where(ops::Equal(c.out(), zero), zero,
                                         c.out() * ops::Log(x));
            gy = SumTo(g * ConjIfComplex(slope), c.in_dims(1));
          }
          return {gx, gy};
        },
        {"x", "y", "out"});

}  // namespace paddle
