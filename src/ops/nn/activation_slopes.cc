// Gradients of functions made of few pieces, in one pass each.
#include "ops/nn/activation_slopes.h"

#include "ops/rules.h"

namespace paddle {

PD_OP(slope_by_range)
    .Schema(
        "(Tensor x, Tensor grad, float low, float high, float inside, "
        "float outside, bool closed) -> Tensor x_grad")
    .Doc(
        "inside * grad where low < x < high (or low <= x <= high), outside * "
        "grad elsewhere; 0 where the factor is.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {Var(), ops::SlopeByRange(c.in(0), c.grad(), c.f("low"),
                                           c.f("high"), c.f("inside"),
                                           c.f("outside"), c.b("closed"))};
        },
        {"x"});

PD_OP(power_slope)
    .Schema("(Tensor x, Tensor grad, float factor, int power) -> Tensor x_grad")
    .Doc("factor * grad * x^power.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), g = c.grad();
          const double factor = c.f("factor");
          const int64_t power = c.i("power");
          Var of_x;
          if (power != 0 && c.needs(0)) {
            of_x = ops::PowerSlope(
                x, g * c.in(1), factor * static_cast<double>(power), power - 1);
          }
          return {of_x, ops::PowerSlope(x, g, factor, power)};
        },
        {"x", "grad"});

PD_OP(hardswish_grad)
    .Schema("(Tensor x, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of hardswish.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          return {WithinRange(x, c.grad() * c.in(1), -3, 3, 1.0 / 3),
                  ops::HardswishGrad(x, c.grad())};
        },
        {"x", "grad"});

PD_OP(softsign_grad)
    .Schema("(Tensor x, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of softsign: grad / (1 + |x|)^2.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          const Var slope =
              ops::PowerSlope(ops::Abs(x) + 1.0, c.grad() * c.in(1), -2.0, -3);
          return {slope * ops::Sign(x), ops::SoftsignGrad(x, c.grad())};
        },
        {"x", "grad"});

PD_OP(huber)
    .Schema("(Tensor x, float delta) -> Tensor out")
    .Doc("x^2 / 2 where |x| is at most delta, delta (|x| - delta / 2) beyond.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const double delta = c.f("delta");
          return {c.grad() * ops::Clip(c.in(0), Scalar(-delta), Scalar(delta))};
        },
        {"x"});

}  // namespace paddle
