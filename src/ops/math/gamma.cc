// gammainc, gammaincc, multigammaln.
#include "ops/rules.h"

#include <cmath>

namespace paddle {
namespace {

// x^(a - 1) exp(-x) / gamma(a), the density; `x` of the schema is a.
Var Density(const VjpContext& c) {
  PADDLE_ENFORCE(!c.needs(0), errors::Unimplemented(
                                  "%s: the gradient of the first argument.",
                                  c.op().name.c_str()));
  const Var a = c.in(0), x = c.in(1);
  return ops::Exp((a - 1.0) * ops::Log(x) - x - ops::Lgamma(a));
}

}  // namespace

PD_OP(gammainc)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The regularized lower incomplete gamma function P(x, y). Only `y` has a
        gradient.
        y: 0 or more; broadcast.
        >>> x = paddle.to_tensor([1.0])
        >>> paddle.gammainc(x, paddle.to_tensor([1.0])).tolist()
        [0.6321])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {Var(), SumTo(c.grad() * Density(c), c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(gammaincc)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The regularized upper incomplete gamma function Q(x, y) = 1 - P(x, y).
        Only `y` has a gradient.
        y: 0 or more; broadcast.
        >>> x = paddle.to_tensor([1.0])
        >>> paddle.gammaincc(x, paddle.to_tensor([1.0])).tolist()
        [0.3679])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {Var(), SumTo(-(c.grad() * Density(c)), c.in_dims(1))};
        },
        {"x", "y"});

PD_OP(multigammaln)
    .Schema("(Tensor x, int p) -> Tensor out")
    .Doc(R"(
        The logarithm of the multivariate gamma function of dimension p, for x >
        (p - 1) / 2.
        p: The dimension, 1 or more.
        >>> x = paddle.to_tensor([2.0, 3.0])
        >>> paddle.multigammaln(x, 2).tolist()
        [0.4516, 1.5502])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      const int64_t p = a.i("p");
      PADDLE_ENFORCE(p >= 1 && p <= 4096,
                     errors::InvalidArgument("multigammaln: `p` is out of "
                                             "range.")
                         .Expected("1 <= p <= 4096")
                         .Received(std::to_string(p)));
      Var sum = ops::Lgamma(x);
      for (int64_t i = 1; i < p; ++i) {
        sum = sum + ops::Lgamma(x - 0.5 * static_cast<double>(i));
      }
      const double pairs = 0.5 * static_cast<double>(p) * (p - 1.0);
      return {sum + 0.5 * pairs * std::log(M_PI)};
    });

}  // namespace paddle
