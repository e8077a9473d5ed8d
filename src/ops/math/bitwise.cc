// Bits, and what is for integers alone.
#include "ops/rules.h"

namespace paddle {

PD_OP(bitwise_and)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("x & y, bit by bit.")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_or)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("x | y, bit by bit.")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_xor)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("x ^ y, bit by bit.")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_not)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Every bit turned; logical for bool.")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_left_shift)
    .Schema("(Tensor x, Tensor y, bool is_arithmetic=true) -> Tensor out")
    .Doc("x shifted left by y bits; 0 where y is not below the width.")
    .Elementwise(kIntegers)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_right_shift)
    .Schema("(Tensor x, Tensor y, bool is_arithmetic=true) -> Tensor out")
    .Doc(
        "x shifted right by y bits; the sign fills the room unless "
        "`is_arithmetic` is False.")
    .Elementwise(kIntegers)
    .NotDifferentiable("bits have no gradient");

PD_OP(gcd)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("The greatest common divisor.")
    .Elementwise(kIntegers)
    .NotDifferentiable("integers have no gradient");

PD_OP(lcm)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("The least common multiple.")
    .Elementwise(kIntegers)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1), d = ops::Gcd(x, y);
      const Var one = OnesLike(d);  // lcm(0, 0) is 0
      const Var safe = ops::Maximum(d, one);
      return {ops::Abs(ops::FloorDivide(x, safe) * y)};
    })
    .NotDifferentiable("integers have no gradient");

}  // namespace paddle
