// Bits, and what is for integers alone.
#include "ops/rules.h"

namespace paddle {

PD_OP(bitwise_and)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x & y, bit by bit.
        >>> x = paddle.to_tensor([6, 5])
        >>> paddle.bitwise_and(x, paddle.to_tensor([3, 4])).tolist()
        [2, 4])")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_or)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x | y, bit by bit.
        >>> x = paddle.to_tensor([6, 5])
        >>> paddle.bitwise_or(x, paddle.to_tensor([3, 8])).tolist()
        [7, 13])")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_xor)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x ^ y, bit by bit.
        >>> x = paddle.to_tensor([6, 5])
        >>> paddle.bitwise_xor(x, paddle.to_tensor([3, 4])).tolist()
        [5, 1])")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_not)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Every bit turned; logical for bool.
        >>> x = paddle.to_tensor([0, 5])
        >>> paddle.bitwise_not(x).tolist()
        [-1, -6]
        >>> paddle.bitwise_not(paddle.to_tensor([True])).tolist()
        [False])")
    .Elementwise(kIntegers | kBoolBit)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_left_shift)
    .Schema("(Tensor x, Tensor y, bool is_arithmetic=true) -> Tensor out")
    .Doc(R"(
        x shifted left by y bits; 0 where y is not below the width.
        is_arithmetic: Accepted; both ways shift alike.
        >>> x = paddle.to_tensor([1, 3])
        >>> paddle.bitwise_left_shift(x, paddle.to_tensor([2, 1])).tolist()
        [4, 6])")
    .Elementwise(kIntegers)
    .NotDifferentiable("bits have no gradient");

PD_OP(bitwise_right_shift)
    .Schema("(Tensor x, Tensor y, bool is_arithmetic=true) -> Tensor out")
    .Doc(R"(
        x shifted right by y bits; the sign fills the room unless
        `is_arithmetic` is False.
        is_arithmetic: The sign fills the room; else zeros.
        >>> x = paddle.to_tensor([-8, 8])
        >>> paddle.bitwise_right_shift(x, paddle.to_tensor([1, 2])).tolist()
        [-4, 2])")
    .Elementwise(kIntegers)
    .NotDifferentiable("bits have no gradient");

PD_OP(gcd)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The greatest common divisor.
        >>> x = paddle.to_tensor([12, 0])
        >>> paddle.gcd(x, paddle.to_tensor([18, 5])).tolist()
        [6, 5])")
    .Elementwise(kIntegers)
    .NotDifferentiable("integers have no gradient");

PD_OP(lcm)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The least common multiple.
        >>> x = paddle.to_tensor([4, 3])
        >>> paddle.lcm(x, paddle.to_tensor([6, 5])).tolist()
        [12, 15])")
    .Elementwise(kIntegers)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1), d = ops::Gcd(x, y);
      const Var one = OnesLike(d);  // lcm(0, 0) is 0
      const Var safe = ops::Maximum(d, one);
      return {ops::Abs(ops::FloorDivide(x, safe) * y)};
    })
    .NotDifferentiable("integers have no gradient");

}  // namespace paddle
