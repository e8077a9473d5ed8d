// Comparisons and logic.
#include "ops/rules.h"

namespace paddle {

PD_OP(equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x == y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(not_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x != y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(less_than)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x < y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(less_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x <= y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(greater_than)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x > y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(greater_equal)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x >= y, element by element, as bool. Complex numbers are "
        "ordered by real part, then imaginary part.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a comparison gives no number");

PD_OP(logical_and)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("Whether both are not 0.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_or)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("Whether one at least is not 0.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_xor)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("Whether exactly one is not 0.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(logical_not)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is 0.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isnan)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is NaN.")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isinf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is infinite.")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isfinite)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is neither infinite nor NaN.")
    .Elementwise(kNumbers)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isposinf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is plus infinity.")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .Decompose([](const Args& a) -> VarList {
      return {ops::LogicalAnd(ops::Isinf(a.tensor(0)),
                              ops::LogicalNot(ops::Signbit(a.tensor(0))))};
    })
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isneginf)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether x is minus infinity.")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .Decompose([](const Args& a) -> VarList {
      return {
          ops::LogicalAnd(ops::Isinf(a.tensor(0)), ops::Signbit(a.tensor(0)))};
    })
    .NotDifferentiable("a truth value has no gradient");

PD_OP(signbit)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Whether the sign is minus, also that of 0 and NaN.")
    .Elementwise(kIntegers | kFloats)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

PD_OP(isclose)
    .Schema(
        "(Tensor x, Tensor y, float rtol=1e-5, float atol=1e-8, bool "
        "equal_nan=false) -> Tensor out")
    .Doc(
        "|x - y| <= atol + rtol * |y|; NaN equals NaN where "
        "`equal_nan`.")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .NotDifferentiable("a truth value has no gradient");

}  // namespace paddle
