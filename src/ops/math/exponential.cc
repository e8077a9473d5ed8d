// exp, log and their family.
#include "ops/rules.h"

#include <cmath>

namespace paddle {

PD_OP(exp)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("e to the power of each element.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ConjIfComplex(c.out())}; },
         {"out"});

PD_OP(expm1)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("exp(x) - 1, exact also near 0.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ConjIfComplex(c.out() + 1.0)}; },
         {"out"});

PD_OP(log)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Natural logarithm of each element.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() / ConjIfComplex(c.in(0))}; },
         {"x"});

PD_OP(log2)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Logarithm to base 2.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / (ConjIfComplex(c.in(0)) * M_LN2)};
        },
        {"x"});

PD_OP(log10)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Logarithm to base 10.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / (ConjIfComplex(c.in(0)) * M_LN10)};
        },
        {"x"});

PD_OP(log1p)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("log(1 + x), exact also near 0.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() / (ConjIfComplex(c.in(0)) + 1.0)}; },
         {"x"});

PD_OP(sigmoid)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("1 / (1 + exp(-x)).")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {ops::SigmoidGrad(c.out(), c.grad())}; },
         {"out"});

PD_OP(sigmoid_grad)
    .Schema("(Tensor out, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of sigmoid from its result.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const Var out = a.tensor(0);
      return {a.tensor(1) * ConjIfComplex(out * (1.0 - out))};
    });

PD_OP(tanh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Hyperbolic tangent.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {ops::TanhGrad(c.out(), c.grad())}; },
         {"out"});

PD_OP(tanh_grad)
    .Schema("(Tensor out, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of tanh from its result.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const Var out = a.tensor(0);
      return {a.tensor(1) * ConjIfComplex(1.0 - out * out)};
    });

PD_OP(logit)
    .Schema("(Tensor x, Scalar eps=None) -> Tensor out")
    .Doc(
        "log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is "
        "first brought into [eps, 1 - eps].")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const Scalar eps = a.scalar("eps");
      if (eps.has_value()) {
        x = ops::Clip(x, eps, Scalar(1.0 - eps.ToDouble()));
      }
      return {ops::Log(x / (1.0 - x))};
    });

PD_OP(logaddexp)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("log(exp(x) + exp(y)), without overflow.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          return {SumTo(g * ops::Exp(c.in(0) - c.out()), c.in_dims(0)),
                  SumTo(g * ops::Exp(c.in(1) - c.out()), c.in_dims(1))};
        },
        {"x", "y", "out"});

PD_OP(stanh)
    .Schema(
        "(Tensor x, float scale_a=0.67, float scale_b=1.7159) -> Tensor out")
    .Doc("scale_b * tanh(scale_a * x).")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::Tanh(a.tensor(0) * a.f("scale_a")) * a.f("scale_b")};
    });

}  // namespace paddle
