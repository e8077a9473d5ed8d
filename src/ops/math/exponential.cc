// exp, log and their family.
#include "ops/rules.h"

#include <algorithm>
#include <cmath>

namespace paddle {
namespace {

// How far from 0 and 1 logit keeps its argument; 0: it does not.
double LogitMargin(const Scalar& eps) {
  return eps.has_value() ? std::max(eps.ToDouble(), 0.0) : 0.0;
}

}  // namespace

PD_OP(exp)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        e to the power of each element.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.exp(x).tolist()
        [1.0, 2.7183])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ConjIfComplex(c.out())}; },
         {"out"});

PD_OP(expm1)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        exp(x) - 1, exact also near 0.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.expm1(x).tolist()
        [0.0, 1.7183])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ConjIfComplex(c.out() + 1.0)}; },
         {"out"});

PD_OP(log)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Natural logarithm of each element.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.log(x).tolist()
        [0.0, 0.6931])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() / ConjIfComplex(c.in(0))}; },
         {"x"});

PD_OP(log2)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Logarithm to base 2.
        >>> x = paddle.to_tensor([1.0, 8.0])
        >>> paddle.log2(x).tolist()
        [0.0, 3.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / (ConjIfComplex(c.in(0)) * M_LN2)};
        },
        {"x"});

PD_OP(log10)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Logarithm to base 10.
        >>> x = paddle.to_tensor([1.0, 100.0])
        >>> paddle.log10(x).tolist()
        [0.0, 2.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() / (ConjIfComplex(c.in(0)) * M_LN10)};
        },
        {"x"});

PD_OP(log1p)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        log(1 + x), exact also near 0.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.log1p(x).tolist()
        [0.0, 0.6931])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() / (ConjIfComplex(c.in(0)) + 1.0)}; },
         {"x"});

PD_OP(sigmoid)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        1 / (1 + exp(-x)).
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.sigmoid(x).tolist()
        [0.5, 0.7311])")
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
    .Doc(R"(
        Hyperbolic tangent.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.tanh(x).tolist()
        [0.0, 0.7616])")
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
    .Doc(R"(
        log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is first brought
        into [eps, 1 - eps].
        x: In [0, 1].
        eps: NaN outside [0, 1] where None.
        >>> x = paddle.to_tensor([0.5, 0.9])
        >>> paddle.logit(x).tolist()
        [0.0, 2.1972])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          const double low = LogitMargin(c.scalar("eps"));
          auto number = [&](double value) {
            return ops::Full({}, Scalar(value), x.dtype());
          };
          const Var outside =
              ops::LogicalOr(ops::LessThan(x, number(low)),
                             ops::GreaterThan(x, number(1.0 - low)));
          const Var inner = ops::Where(outside, number(0.5), x);
          return {ops::Where(outside, number(low > 0 ? 0.0 : NAN),
                             c.grad() / (inner * (1.0 - inner)))};
        },
        {"x"})
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const double low = LogitMargin(a.scalar("eps"));
      if (low > 0) x = ops::Clip(x, Scalar(low), Scalar(1.0 - low));
      return {ops::Log(x / (1.0 - x))};
    });

PD_OP(logaddexp)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        log(exp(x) + exp(y)), without overflow.
        >>> x = paddle.to_tensor([0.0])
        >>> paddle.logaddexp(x, paddle.to_tensor([0.0])).tolist()
        [0.6931])")
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
    .Doc(R"(
        scale_b * tanh(scale_a * x).
        Source: LeCun et al., 1998.
        scale_a: Factor of the argument.
        scale_b: Factor of the result.
        >>> x = paddle.to_tensor([1.0])
        >>> paddle.stanh(x).tolist()
        [1.0038])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::Tanh(a.tensor(0) * a.f("scale_a")) * a.f("scale_b")};
    });

}  // namespace paddle
