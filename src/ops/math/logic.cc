// Comparisons and logic.
#include "ops/rules.h"

namespace paddle {

PD_OP(equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x == y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.equal(x, paddle.to_tensor([1, 3])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(not_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x != y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.not_equal(x, paddle.to_tensor([1, 3])).tolist()
        [False, True])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(less_than)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x < y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.less_than(x, paddle.to_tensor([2, 2])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(less_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x <= y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([2, 3])
        >>> paddle.less_equal(x, paddle.to_tensor([2, 2])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(greater_than)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x > y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([1, 3])
        >>> paddle.greater_than(x, paddle.to_tensor([2, 2])).tolist()
        [False, True])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(greater_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x >= y, element by element, as bool. Complex numbers are ordered by real
        part, then imaginary part.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.greater_equal(x, paddle.to_tensor([2, 2])).tolist()
        [False, True])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(logical_and)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Whether both are not 0.
        >>> x = paddle.to_tensor([True, True])
        >>> paddle.logical_and(x, paddle.to_tensor([True, False])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_or)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Whether one at least is not 0.
        >>> x = paddle.to_tensor([True, False])
        >>> paddle.logical_or(x, paddle.to_tensor([False, False])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_xor)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Whether exactly one is not 0.
        >>> x = paddle.to_tensor([True, True])
        >>> paddle.logical_xor(x, paddle.to_tensor([True, False])).tolist()
        [False, True])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_not)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is 0.
        >>> x = paddle.to_tensor([True, False])
        >>> paddle.logical_not(x).tolist()
        [False, True])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isnan)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is NaN.
        >>> x = paddle.to_tensor([1.0, float("inf"), float("nan")])
        >>> paddle.isnan(x).tolist()
        [False, False, True])")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isinf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is infinite.
        >>> x = paddle.to_tensor([1.0, float("inf"), float("nan")])
        >>> paddle.isinf(x).tolist()
        [False, True, False])")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isfinite)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is neither infinite nor NaN.
        >>> x = paddle.to_tensor([1.0, float("inf"), float("nan")])
        >>> paddle.isfinite(x).tolist()
        [True, False, False])")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isposinf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is plus infinity.
        >>> x = paddle.to_tensor([float("-inf"), float("inf")])
        >>> paddle.isposinf(x).tolist()
        [False, True])")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .Decompose([](const Args& a) -> VarList {
      return {ops::LogicalAnd(ops::Isinf(a.tensor(0)),
                              ops::LogicalNot(ops::Signbit(a.tensor(0))))};
    })
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isneginf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether x is minus infinity.
        >>> x = paddle.to_tensor([float("-inf"), float("inf")])
        >>> paddle.isneginf(x).tolist()
        [True, False])")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .Decompose([](const Args& a) -> VarList {
      return {
          ops::LogicalAnd(ops::Isinf(a.tensor(0)), ops::Signbit(a.tensor(0)))};
    })
    .NotDifferentiable("a truth value has no gradient");

PD_OP(signbit)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether the sign is minus, also that of 0 and NaN.
        >>> x = paddle.to_tensor([-0.0, 1.0])
        >>> paddle.signbit(x).tolist()
        [True, False])")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isclose)
    .Schema(
        "(Tensor x, Tensor y, float rtol=1e-5, float atol=1e-8, bool "
        "equal_nan=false) -> Tensor out")
    .Doc(R"(
        |x - y| <= atol + rtol * |y|; NaN equals NaN where `equal_nan`.
        rtol: Relative tolerance.
        atol: Absolute tolerance.
        equal_nan: NaN equals NaN.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.isclose(x, paddle.to_tensor([1.0, 2.1])).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

}  // namespace paddle
