// Activations made of straight or exponential pieces: relu and its kin.
#include <cmath>
#include <limits>

#include "ops/nn/activation_slopes.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void CheckAtLeast(const char* op, const char* name, double value,
                  double least) {
  PADDLE_ENFORCE(
      value >= least,
      errors::InvalidArgument("%s: `%s` is too small.", op, name)
          .Expected(std::string(name) + " >= " + std::to_string(least))
          .Received(std::to_string(value)));
}

// A number of the type of `x`.
Var Like(const Var& x, double value) {
  return ops::Full({}, Scalar(value), x.dtype());
}
// g where x is positive, g * slope * exp(x / alpha) elsewhere. The exponent is
// cut off at 0, since an infinite one would reach the second gradient.
Var ExponentialSlope(const Var& x, double alpha, double slope, const Var& g) {
  const Var positive = ops::GreaterThan(x, Like(x, 0));
  const Var exponent = ops::Where(positive, Like(x, 0), x);
  const Var scaled = alpha == 1.0 ? exponent : exponent * (1.0 / alpha);
  return ops::Where(positive, g, g * (ops::Exp(scaled) * slope));
}
constexpr double kEndless = std::numeric_limits<double>::infinity();

}  // namespace

PD_OP(relu)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        max(x, 0); NaN stays.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.relu(x).tolist()
        [1.0, 0.0])")
    .In("nn.functional")
    .Elementwise(kIntegers | kFloats)
    .Vjp([](const VjpContext& c)
             -> VarList { return {ops::ReluGrad(c.out(), c.grad())}; },
         {"out"});

PD_OP(relu_grad)
    .Schema("(Tensor out, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of relu from its result.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {Var(), ops::ReluGrad(c.in(0), c.grad())};
        },
        {"out"});

PD_OP(relu6)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x brought into [0, 6].
        Source: Krizhevsky, 2010.
        >>> x = paddle.to_tensor([3.0, 9.0])
        >>> F.relu6(x).tolist()
        [3.0, 6.0])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp([](const VjpContext& c)
             -> VarList { return {WithinRange(c.out(), c.grad(), 0, 6)}; },
         {"out"});

PD_OP(leaky_relu)
    .Schema("(Tensor x, float negative_slope=0.01) -> Tensor out")
    .Doc(R"(
        x where it is positive, negative_slope * x elsewhere.
        Source: Maas et al., 2013.
        negative_slope: Of the negative part.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.leaky_relu(x).tolist()
        [1.0, -0.01])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::SlopeByRange(c.in(0), c.grad(), -kEndless, 0.0,
                                    c.f("negative_slope"), 1.0, false)};
        },
        {"x"});

PD_OP(elu)
    .Schema("(Tensor x, float alpha=1.0) -> Tensor out")
    .Doc(R"(
        x where it is positive, alpha * (exp(x) - 1) elsewhere.
        Source: Clevert et al., 2016.
        alpha: Minus the bound below.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.elu(x).tolist()
        [1.0, -0.6321])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ExponentialSlope(c.in(0), 1.0, c.f("alpha"), c.grad())};
        },
        {"x"});

PD_OP(celu)
    .Schema("(Tensor x, float alpha=1.0) -> Tensor out")
    .Doc(R"(
        x where it is positive, alpha * (exp(x / alpha) - 1) elsewhere.
        Source: Barron, 2017.
        alpha: Minus the bound below.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.celu(x).tolist()
        [1.0, -0.6321])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .InferMeta([](const Args& args, Outs& outs) {
      PADDLE_ENFORCE(args.f("alpha") != 0,
                     errors::InvalidArgument("celu: `alpha` must not be 0."));
      ElementwiseInfer(args, outs);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ExponentialSlope(c.in(0), c.f("alpha"), 1.0, c.grad())};
        },
        {"x"});

PD_OP(selu)
    .Schema(
        "(Tensor x, float scale=1.0507009873554804934193349852946, float "
        "alpha=1.6732632423543772848170429916717) -> Tensor out")
    .Doc(R"(
        scale * elu(x, alpha), which keeps mean and variance.
        Source: Klambauer et al., 2017.
        scale: Above 1.
        alpha: 0 or more.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.selu(x).tolist()
        [1.0507, -1.1113])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .InferMeta([](const Args& args, Outs& outs) {
      ElementwiseInfer(args, outs);
      CheckAtLeast("selu", "alpha", args.f("alpha"), 0.0);
      CheckAtLeast("selu", "scale", args.f("scale"), std::nextafter(1.0, 2.0));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad() * c.f("scale");
          return {ExponentialSlope(c.in(0), 1.0, c.f("alpha"), g)};
        },
        {"x"});

PD_OP(hardshrink)
    .Schema("(Tensor x, float threshold=0.5) -> Tensor out")
    .Doc(R"(
        0 where |x| < threshold, x elsewhere.
        threshold: 0 or more.
        >>> x = paddle.to_tensor([0.3, -0.8])
        >>> F.hardshrink(x).tolist()
        [0.0, -0.8])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const double t = c.f("threshold");
          return {ops::SlopeByRange(c.in(0), c.grad(), -t, t, 0.0, 1.0, false)};
        },
        {"x"});

PD_OP(softshrink)
    .Schema("(Tensor x, float threshold=0.5) -> Tensor out")
    .Doc(R"(
        x brought nearer to 0 by threshold, at most to 0.
        threshold: 0 or more.
        >>> x = paddle.to_tensor([0.3, -0.8])
        >>> F.softshrink(x).tolist()
        [0.0, -0.3])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .InferMeta([](const Args& args, Outs& outs) {
      ElementwiseInfer(args, outs);
      CheckAtLeast("softshrink", "threshold", args.f("threshold"), 0.0);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {
              ops::SlopeByRange(c.out(), c.grad(), 0.0, 0.0, 0.0, 1.0, true)};
        },
        {"out"});

PD_OP(hardtanh)
    .Schema("(Tensor x, float min=-1.0, float max=1.0) -> Tensor out")
    .Doc(R"(
        x brought into [min, max].
        min: Lower bound.
        max: Upper bound.
        >>> x = paddle.to_tensor([0.5, -3.0])
        >>> F.hardtanh(x).tolist()
        [0.5, -1.0])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {WithinRange(c.out(), c.grad(), c.f("min"), c.f("max"))};
        },
        {"out"});

PD_OP(hardsigmoid)
    .Schema("(Tensor x, float slope=0.1666667, float offset=0.5) -> Tensor out")
    .Doc(R"(
        slope * x + offset, brought into [0, 1].
        Source: Courbariaux et al., 2015.
        slope: Of the middle part.
        offset: The value at 0.
        >>> x = paddle.to_tensor([0.0, 3.0])
        >>> F.hardsigmoid(x).tolist()
        [0.5, 1.0])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {WithinRange(c.out(), c.grad(), 0, 1, c.f("slope"))};
        },
        {"out"});

PD_OP(hardswish)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x * relu6(x + 3) / 6.
        Source: Howard et al., 2019.
        >>> x = paddle.to_tensor([1.0, 4.0])
        >>> F.hardswish(x).tolist()
        [0.6667, 4.0])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp([](const VjpContext& c)
             -> VarList { return {ops::HardswishGrad(c.in(0), c.grad())}; },
         {"x"});

PD_OP(thresholded_relu)
    .Schema("(Tensor x, float threshold=1.0, float value=0.0) -> Tensor out")
    .Doc(R"(
        x where it is above the threshold, `value` elsewhere.
        Source: Konda et al., 2015.
        threshold: Where x begins to pass.
        value: Below the threshold.
        >>> x = paddle.to_tensor([0.5, 2.0])
        >>> F.thresholded_relu(x).tolist()
        [0.0, 2.0])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {WithinRange(c.in(0), c.grad(), c.f("threshold"), kEndless)};
        },
        {"x"});

}  // namespace paddle
