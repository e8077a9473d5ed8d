// erf, gamma and powers.
#include "ops/rules.h"

#include <cmath>

namespace paddle {

PD_OP(erf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The error function.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.erf(x).tolist()
        [0.0, 0.8427])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Exp(-ops::Square(c.in(0))) * M_2_SQRTPI};
        },
        {"x"});

PD_OP(erfinv)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The inverse of the error function.
        >>> x = paddle.to_tensor([0.0, 0.5])
        >>> paddle.erfinv(x).tolist()
        [0.0, 0.4769])")
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
    .Doc(R"(
        The logarithm of the absolute value of the gamma function.
        >>> x = paddle.to_tensor([1.0, 5.0])
        >>> paddle.lgamma(x).tolist()
        [0.0, 3.1781])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Digamma(c.in(0))}; },
         {"x"});

PD_OP(digamma)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The derivative of lgamma.
        >>> x = paddle.to_tensor([1.0])
        >>> paddle.digamma(x).tolist()
        [-0.5772])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Polygamma(c.in(0), 1)}; },
         {"x"});

PD_OP(polygamma)
    .Schema("(Tensor x, int n) -> Tensor out")
    .Doc(R"(
        The n-th derivative of digamma.
        n: 0 or more; 0 is digamma itself.
        >>> x = paddle.to_tensor([1.0])
        >>> paddle.polygamma(x, 1).tolist()
        [1.6449])")
    .Elementwise(kFloats)
    .InferMeta([](const Args& args, Outs& outs) {
      ElementwiseInfer(args, outs);
      PADDLE_ENFORCE(args.i("n") >= 0,
                     errors::InvalidArgument("polygamma: `n` is negative.")
                         .Expected("n >= 0")
                         .Received(std::to_string(args.i("n"))));
    })
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Polygamma(c.in(0), c.i("n") + 1)};
        },
        {"x"});

PD_OP(pow)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x to the power of y. Integers wrap around.
        y: A number or a tensor that broadcasts.
        >>> x = paddle.to_tensor([2.0, 3.0])
        >>> paddle.pow(x, 2).tolist()
        [4.0, 9.0])")
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
            const Var zeros =
                ops::LogicalAnd(ops::Equal(x, zero), ops::Equal(y, zero));
            const Var flat = ops::LogicalOr(ops::Equal(c.out(), zero), zeros);
            const Var slope = ops::Where(flat, zero, c.out() * ops::Log(x));
            gy = SumTo(g * ConjIfComplex(slope), c.in_dims(1));
          }
          return {gx, gy};
        },
        {"x", "y", "out"});

}  // namespace paddle
