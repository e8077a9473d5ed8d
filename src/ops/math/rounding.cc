// Sign, magnitude, roots, rounding, bounds.
#include "ops/rules.h"

namespace paddle {
namespace {

// Integers between bounds that are not become floats.
void ClipInfer(const Args& args, Outs& outs) {
  ElementwiseInfer(args, outs);
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
    .Doc("-x.")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList { return {-c.grad()}; });

PD_OP(abs)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Absolute value; of a complex number its modulus.")
    .Elementwise(kNumbers)
    .Out(OutType::kReal)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ops::Sign(c.in(0))}; },
         {"x"});

PD_OP(sign)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(
        "-1, 0 or 1 by the sign; x / |x| for a complex number. NaN "
        "stays.")
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
    .Doc("Square root.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() / ConjIfComplex((c.out() * 2.0))}; },
         {"out"});

PD_OP(rsqrt)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("1 / sqrt(x).")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() *
                  ConjIfComplex(ops::Pow(c.out(), ops::Full({}, Scalar(3.0),
                                                            c.out().dtype())) *
                                -0.5)};
        },
        {"out"});

PD_OP(reciprocal)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("1 / x.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {-(c.grad() * ConjIfComplex(ops::Square(c.out())))};
        },
        {"out"});

PD_OP(square)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("x * x.")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c)
             -> VarList { return {c.grad() * ConjIfComplex(c.in(0) * 2.0)}; },
         {"x"});

PD_OP(floor)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Rounds down. Integers stay.")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(ceil)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Rounds up. Integers stay.")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(trunc)
    .Schema("(Tensor input) -> Tensor out")
    .Doc("Rounds towards 0. Integers stay.")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(round)
    .Schema("(Tensor x, int decimals=0) -> Tensor out")
    .Doc(
        "Rounds to `decimals` places after the point, half to even. "
        "Integers stay.")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList { return {ZerosLike(c.grad())}; });

PD_OP(frac)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("x - trunc(x).")
    .Elementwise(kIntegers | kFloats)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) - ops::Trunc(a.tensor(0))};
    })
    .Vjp([](const VjpContext& c) -> VarList { return {c.grad()}; });

PD_OP(nan_to_num)
    .Schema(
        "(Tensor x, float nan=0.0, Scalar posinf=None, Scalar neginf=None) -> "
        "Tensor out")
    .Doc(
        "Replaces NaN by `nan` and infinities by `posinf`, `neginf`; "
        "these are by default the largest and smallest finite numbers.")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() *
                  ops::Cast(ops::Isfinite(c.in(0)), c.grad().dtype())};
        },
        {"x"});

PD_OP(clip)
    .Schema("(Tensor x, Scalar min=None, Scalar max=None) -> Tensor out")
    .Doc(
        "x brought into [min, max]; a bound that is None is no bound. "
        "NaN stays.")
    .Elementwise(kIntegers | kFloats)
    .InferMeta(ClipInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() *
                  ops::Cast(ops::Equal(c.in(0), c.out()), c.grad().dtype())};
        },
        {"x", "out"});

PD_OP(lerp)
    .Schema("(Tensor x, Tensor y, Tensor weight) -> Tensor out")
    .Doc("x + weight * (y - x).")
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
