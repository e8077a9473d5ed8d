// i0, i0e, i1, i1e, and the modified Bessel functions of any order under them:
// the derivative of one is made of its neighbours.
#include "ops/rules.h"

namespace paddle {
namespace {

// The derivative of I_n; I_{-1} = I_1.
template <Var (*kBessel)(const Var&, int64_t)>
Var MeanOfNeighbours(const Var& x, int64_t order) {
  if (order == 0) return kBessel(x, 1);
  return (kBessel(x, order - 1) + kBessel(x, order + 1)) * 0.5;
}

}  // namespace

PD_OP(bessel_i)
    .Schema("(Tensor x, int order) -> Tensor out")
    .Doc("The modified Bessel function of the first kind of an order >= 0.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat | kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() *
                  MeanOfNeighbours<ops::BesselI>(c.in(0), c.i("order"))};
        },
        {"x"});

PD_OP(bessel_ie)
    .Schema("(Tensor x, int order) -> Tensor out")
    .Doc("exp(-|x|) bessel_i(x, order), which does not overflow.")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat | kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          const Var slope = MeanOfNeighbours<ops::BesselIe>(x, c.i("order"));
          return {c.grad() * (slope - ops::Sign(x) * c.out())};
        },
        {"x", "out"});

PD_OP(i0)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The modified Bessel function of the first kind of order 0.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.i0(x).tolist()
        [1.0, 1.2661])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::BesselI(a.tensor(0), 0)};
    });

PD_OP(i0e)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        exp(-|x|) i0(x).
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.i0e(x).tolist()
        [1.0, 0.4658])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::BesselIe(a.tensor(0), 0)};
    });

PD_OP(i1)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The modified Bessel function of the first kind of order 1.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.i1(x).tolist()
        [0.0, 0.5652])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::BesselI(a.tensor(0), 1)};
    });

PD_OP(i1e)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        exp(-|x|) i1(x).
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.i1e(x).tolist()
        [0.0, 0.2079])")
    .Elementwise(kFloats)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      return {ops::BesselIe(a.tensor(0), 1)};
    });

}  // namespace paddle
