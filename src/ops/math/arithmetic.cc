// add, subtract, multiply, divide, floor_divide, remainder, scale.
#include "ops/rules.h"

namespace paddle {
namespace {

Scalar Conjugate(const Scalar& s) {
  return IsComplex(s.type()) ? Scalar(std::conj(s.To<complex128>())) : s;
}

// alpha * y; an integer tensor becomes floating where alpha is no integer.
Var Scaled(const Var& y, const Scalar& alpha) {
  if (alpha.IsIntegral() || !IsInteger(y.dtype())) return ops::Scale(y, alpha);
  return ops::Scale(ops::Cast(y, DefaultFloat()), alpha);
}

void CheckRounding(std::string_view mode) {
  PADDLE_ENFORCE(mode == "floor" || mode == "trunc",
                 errors::InvalidArgument("divide: unknown `rounding_mode`.")
                     .Expected("None, \"floor\" or \"trunc\"")
                     .Received(std::string(mode)));
}

void RoundedInfer(const Args& args, Outs& outs) {
  ElementwiseInfer(args, outs);
  if (args.s("rounding_mode").empty() && IsInteger(outs[0]->dtype)) {
    outs[0]->dtype = DefaultFloat();
  }
}

}  // namespace

PD_OP(add)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Sum of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.add(x, paddle.to_tensor([10, 20])).tolist()
        [[11, 22], [13, 24]])")
    .Extended("add_scaled")
    .Elementwise(kNumbers | kBoolBit)
    .Traits(kCommutative)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(),
              c.needs(1) ? SumTo(g, c.in_dims(1)) : Var()};
    });

PD_OP(add_scaled)
    .Schema("(Tensor x, Tensor y, Scalar alpha=1) -> Tensor out")
    .Doc("x + alpha * y: add() with `alpha`.")
    .Elementwise(kNumbers | kBoolBit)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) + Scaled(a.tensor(1), a.scalar("alpha"))};
    });

PD_OP(subtract_scaled)
    .Schema("(Tensor x, Tensor y, Scalar alpha=1) -> Tensor out")
    .Doc("x - alpha * y: subtract() with `alpha`.")
    .Elementwise(kNumbers)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      return {a.tensor(0) - Scaled(a.tensor(1), a.scalar("alpha"))};
    });

PD_OP(subtract)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Difference of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([5, 7])
        >>> paddle.subtract(x, paddle.to_tensor([1, 2])).tolist()
        [4, 5])")
    .Extended("subtract_scaled")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(),
              c.needs(1) ? SumTo(-g, c.in_dims(1)) : Var()};
    });

PD_OP(multiply)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Product of two tensors, element by element, with broadcasting.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.multiply(x, paddle.to_tensor([10, 100])).tolist()
        [[10, 200], [30, 400]])")
    .Elementwise(kNumbers | kBoolBit)
    .Traits(kCommutative | kLinear)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          return {c.needs(0) ? SumTo(g * ConjIfComplex(c.in(1)), c.in_dims(0))
                             : Var(),
                  c.needs(1) ? SumTo(g * ConjIfComplex(c.in(0)), c.in_dims(1))
                             : Var()};
        },
        {"x", "y"});

PD_OP(divide)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Quotient of two tensors, element by element, with broadcasting. Integers
        give floats.
        >>> x = paddle.to_tensor([1, 3])
        >>> paddle.divide(x, paddle.to_tensor([2, 2])).tolist()
        [0.5, 1.5])")
    .Extended("divide_rounded")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var gx = c.grad() / ConjIfComplex(c.in(1));
          Var gy;
          if (c.needs(1))
            gy = SumTo(-(gx * ConjIfComplex(c.out())), c.in_dims(1));
          return {c.needs(0) ? SumTo(gx, c.in_dims(0)) : Var(), gy};
        },
        {"y", "out"});

PD_OP(divide_rounded)
    .Schema("(Tensor x, Tensor y, str rounding_mode=None) -> Tensor out")
    .Doc("divide() with `rounding_mode`.")
    .Elementwise(kNumbers)
    .InferMeta(RoundedInfer)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      const std::string_view mode = a.s("rounding_mode");
      if (mode.empty()) return {x / y};
      CheckRounding(mode);
      if (mode == "floor") return {ops::FloorDivide(x, y)};
      if (!IsInteger(x.dtype())) return {ops::Trunc(x / y)};
      // One more where the quotient was rounded down below zero.
      const Var down = ops::FloorDivide(x, y);
      const Var zero = ops::Full({}, Scalar(int64_t{0}), x.dtype());
      const Var up = ops::LogicalAnd(ops::LessThan(down, zero),
                                     ops::NotEqual(down * y, x));
      return {down + ops::Cast(up, down.dtype())};
    });

PD_OP(floor_divide)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The quotient rounded down, as Python's //. An integer divided by 0 is an
        error; the smallest integer divided by -1 wraps around.
        Raises: ValueError: An integer is divided by 0.
        >>> x = paddle.to_tensor([7, -7])
        >>> paddle.floor_divide(x, paddle.to_tensor([2, 2])).tolist()
        [3, -4])")
    .Elementwise(kIntegers | kFloats)
    .NotDifferentiable("it is flat wherever it is smooth");

PD_OP(remainder)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        What floor division leaves, as Python's %: it has the sign of y.
        Raises: ValueError: An integer is divided by 0.
        >>> x = paddle.to_tensor([7, -7])
        >>> paddle.remainder(x, paddle.to_tensor([3, 3])).tolist()
        [1, 2])")
    .Elementwise(kNumbers)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          Var gy;
          if (c.needs(1)) {
            gy = SumTo(-(g * ops::FloorDivide(c.in(0), c.in(1))), c.in_dims(1));
          }
          return {c.needs(0) ? SumTo(g, c.in_dims(0)) : Var(), gy};
        },
        {"x", "y"});

PD_OP(scale)
    .Schema(
        "(Tensor x, Scalar scale=1.0, Scalar bias=0.0, "
        "bool bias_after_scale=true) -> Tensor out")
    .Doc(R"(
        scale * x + bias, or scale * (x + bias) where bias_after_scale is False.
        scale: Factor.
        bias: Summand.
        bias_after_scale: False: the bias is added first.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.scale(x, scale=2.0, bias=1.0).tolist()
        [3.0, 5.0])")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Scale(c.grad(), Conjugate(c.scalar("scale")))};
    });

}  // namespace paddle
