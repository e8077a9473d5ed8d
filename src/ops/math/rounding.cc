// Sign, magnitude, roots, rounding, bounds.
#include <limits>

#include "ops/rules.h"

namespace paddle {
namespace {

// Integers between bounds that are not become floats.
void ClipInfer(const Args& args, Outs& outs) {
  ElementwiseInfer(args, outs);
  const Scalar &low = args.slot[1].scalar, &high = args.slot[2].scalar;
  PADDLE_ENFORCE(!low.has_value() || !high.has_value() ||
                     !(low.ToDouble() > high.ToDouble()),
                 errors::InvalidArgument("clip: the bounds leave no number.")
                     .Expected("min <= max")
                     .Received("min = " + std::to_string(low.ToDouble()) +
                               ", max = " + std::to_string(high.ToDouble())));
  auto integral = [&](int i) {
    const Scalar& s = args.slot[i].scalar;
    return !s.has_value() || s.IsIntegral();
  };
  if (PD_UNLIKELY(IsInteger(outs[0]->dtype) && !(integral(1) && integral(2)))) {
    outs[0]->dtype = DefaultFloat();
  }
}

}  // namespace

PD_OP(neg)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        -x.
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.neg(x).tolist()
        [-1.0, 2.0])")
    .Elementwise(kNumbers)
    .Traits(kLinear)
    .Vjp([](const VjpContext& c) -> VarList { return {-c.grad()}; });

PD_OP(abs)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Absolute value; of a complex number its modulus.
        >>> x = paddle.to_tensor([-2.0, 3.0])
        >>> paddle.abs(x).tolist()
        [2.0, 3.0]
        >>> paddle.abs(paddle.to_tensor(3 - 4j)).tolist()
        5.0)")
    .Elementwise(kNumbers)
    .Out(OutType::kReal)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Sign(c.in(0))}; },
         {"x"});

PD_OP(sign)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        -1, 0 or 1 by the sign; x / |x| for a complex number. NaN stays.
        >>> x = paddle.to_tensor([-2.0, 0.0, 3.0])
        >>> paddle.sign(x).tolist()
        [-1.0, 0.0, 1.0])")
    .Elementwise(kNumbers)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          if (!IsComplex(g.dtype())) return {ZerosLike(g)};
          const Var s = c.out();
          const Var along = ops::Real(ops::Conj(s) * g);
          return {(g - s * along) / ops::Abs(c.in(0))};
        },
        {"x", "out"});

PD_OP(sqrt)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Square root.
        >>> x = paddle.to_tensor([4.0, 9.0])
        >>> paddle.sqrt(x).tolist()
        [2.0, 3.0])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          if (!IsComplex(c.out().dtype())) {
            return {ops::PowerSlope(c.out(), c.grad(), 0.5, -1)};
          }
          return {c.grad() / ConjIfComplex((c.out() * 2.0))};
        },
        {"out"});

PD_OP(rsqrt)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        1 / sqrt(x).
        >>> x = paddle.to_tensor([4.0, 16.0])
        >>> paddle.rsqrt(x).tolist()
        [0.5, 0.25])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          if (!IsComplex(c.out().dtype())) {
            return {ops::PowerSlope(c.out(), c.grad(), -0.5, 3)};
          }
          return {c.grad() *
                  ConjIfComplex(ops::Pow(c.out(), ops::Full({}, Scalar(3.0),
                                                            c.out().dtype())) *
                                -0.5)};
        },
        {"out"});

PD_OP(reciprocal)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        1 / x.
        >>> x = paddle.to_tensor([2.0, 4.0])
        >>> paddle.reciprocal(x).tolist()
        [0.5, 0.25])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          if (!IsComplex(c.out().dtype())) {
            return {ops::PowerSlope(c.out(), c.grad(), -1.0, 2)};
          }
          return {-(c.grad() * ConjIfComplex(ops::Square(c.out())))};
        },
        {"out"});

PD_OP(square)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x * x.
        >>> x = paddle.to_tensor([3.0, -4.0])
        >>> paddle.square(x).tolist()
        [9.0, 16.0])")
    .Elementwise(kNumbers)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          if (!IsComplex(c.in(0).dtype())) {
            return {ops::PowerSlope(c.in(0), c.grad(), 2.0, 1)};
          }
          return {c.grad() * ConjIfComplex(c.in(0) * 2.0)};
        },
        {"x"});

PD_OP(floor)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Rounds down. Integers stay.
        >>> x = paddle.to_tensor([1.8, -1.2])
        >>> paddle.floor(x).tolist()
        [1.0, -2.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(ceil)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Rounds up. Integers stay.
        >>> x = paddle.to_tensor([1.2, -1.2])
        >>> paddle.ceil(x).tolist()
        [2.0, -1.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(trunc)
    .Schema("(Tensor input) -> Tensor out")
    .Doc(R"(
        Rounds towards 0. Integers stay.
        >>> x = paddle.to_tensor([1.8, -1.8])
        >>> paddle.trunc(x).tolist()
        [1.0, -1.0])")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(round)
    .Schema("(Tensor x, int decimals=0) -> Tensor out")
    .Doc(R"(
        Rounds to `decimals` places after the point, half to even. Integers
        stay.
        decimals: Places after the point; negative rounds to tens and so on.
        >>> x = paddle.to_tensor([0.5, 1.5, 2.7])
        >>> paddle.round(x).tolist()
        [0.0, 2.0, 3.0])")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(frac)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x - trunc(x).
        >>> x = paddle.to_tensor([1.75, -1.75])
        >>> paddle.frac(x).tolist()
        [0.75, -0.75])")
    .Elementwise(kIntegers | kFloats)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) - ops::Trunc(a.tensor(0))};
    })
    .Vjp([](const VjpContext& c) -> VarList { return {c.grad()}; });

PD_OP(nan_to_num)
    .Schema(
        "(Tensor x, float nan=0.0, Scalar posinf=None, Scalar neginf=None) -> "
        "Tensor out")
    .Doc(R"(
        Replaces NaN by `nan` and infinities by `posinf`, `neginf`; these are by
        default the largest and smallest finite numbers.
        nan: In place of NaN.
        posinf: In place of infinity.
        neginf: In place of minus infinity.
        >>> x = paddle.to_tensor([float("nan"), float("inf"), 1.0])
        >>> paddle.nan_to_num(x, posinf=9.0).tolist()
        [0.0, 9.0, 1.0])")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() *
                  ops::Cast(ops::Isfinite(c.in(0)), c.grad().dtype())};
        },
        {"x"});

PD_OP(clip)
    .Schema("(Tensor x, Scalar min=None, Scalar max=None) -> Tensor out")
    .Doc(R"(
        x brought into [min, max]; a bound that is None is no bound. NaN stays.
        min: Lower bound.
        max: Upper bound.
        >>> x = paddle.to_tensor([-2.0, 0.5, 9.0])
        >>> paddle.clip(x, min=-1.0, max=1.0).tolist()
        [-1.0, 0.5, 1.0])")
    .Elementwise(kIntegers | kFloats)
    .InferMeta(ClipInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          constexpr double kEndless = std::numeric_limits<double>::infinity();
          const Scalar low = c.scalar("min"), high = c.scalar("max");
          return {ops::SlopeByRange(
              c.in(0), c.grad(), low.has_value() ? low.ToDouble() : -kEndless,
              high.has_value() ? high.ToDouble() : kEndless, 1.0, 0.0, true)};
        },
        {"x"});

PD_OP(lerp)
    .Schema("(Tensor x, Tensor y, Tensor weight) -> Tensor out")
    .Doc(R"(
        x + weight * (y - x).
        y: Broadcast against `x`.
        weight: 0 gives `x`, 1 gives `y`; broadcast.
        >>> x = paddle.to_tensor([0.0, 10.0])
        >>> paddle.lerp(x, paddle.to_tensor([4.0, 20.0]), 0.5).tolist()
        [2.0, 15.0])")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), w = c.in(2);
          return {c.needs(0) ? SumTo(g * (1.0 - w), c.in_dims(0)) : Var(),
                  c.needs(1) ? SumTo(g * w, c.in_dims(1)) : Var(),
                  c.needs(2) ? SumTo(g * (c.in(1) - c.in(0)), c.in_dims(2))
                             : Var()};
        },
        {"x", "y", "weight"});

}  // namespace paddle
