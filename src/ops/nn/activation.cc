// Smooth activations.
#include "ops/rules.h"

#include <cmath>

namespace paddle {
namespace {

// Where the number, or the real part of a complex one, is above the limit.
Var IsAbove(const Var& z, double limit) {
  const Var real = IsComplex(z.dtype()) ? ops::Real(z) : z;
  return ops::GreaterThan(real, ops::Full({}, Scalar(limit), real.dtype()));
}

}  // namespace

PD_OP(gelu)
    .Schema("(Tensor x, bool approximate=false) -> Tensor out")
    .Doc(R"(
        x times the normal distribution function of x; with `approximate` by the
        formula with tanh.
        Source: Hendrycks and Gimpel, 2016.
        approximate: x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> F.gelu(x).tolist()
        [0.8413, -0.1587])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::GeluGrad(c.in(0), c.grad(), c.b("approximate"))};
        },
        {"x"});

PD_OP(gelu_grad)
    .Schema("(Tensor x, Tensor grad, bool approximate=false) -> Tensor x_grad")
    .Doc("The gradient of gelu.")
    .Elementwise(kFloats)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), g = a.tensor(1);
      if (a.b("approximate")) {
        constexpr double kRoot = 0.79788456080286535588, kCube = 0.044715;
        const Var square = ops::Square(x);
        const Var t = ops::Tanh(x * (square * kCube + 1.0) * kRoot);
        const Var slope = (square * (3 * kCube) + 1.0) * kRoot;
        return {g * (t + 1.0 + x * (1.0 - ops::Square(t)) * slope) * 0.5};
      }
      const Var cdf = (ops::Erf(x * M_SQRT1_2) + 1.0) * 0.5;
      const Var pdf =
          ops::Exp(ops::Square(x) * -0.5) * (M_SQRT1_2 * M_2_SQRTPI / 2);
      return {g * (cdf + x * pdf)};
    });

PD_OP(silu)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x * sigmoid(x).
        Source: Elfwing et al., 2018.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> F.silu(x).tolist()
        [0.0, 0.7311])")
    .In("nn.functional")
    .Elementwise(kFloats | kComplexes)
    .Vjp([](const VjpContext& c)
             -> VarList { return {ops::SiluGrad(c.in(0), c.grad())}; },
         {"x"});

PD_OP(silu_grad)
    .Schema("(Tensor x, Tensor grad) -> Tensor x_grad")
    .Doc("The gradient of silu.")
    .Elementwise(kFloats | kComplexes)
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), s = ops::Sigmoid(x);
      return {a.tensor(1) * ConjIfComplex(s * (x * (1.0 - s) + 1.0))};
    });

PD_OP(swish)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x * sigmoid(x), another name of silu.
        Source: Ramachandran et al., 2017.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> F.swish(x).tolist()
        [0.0, 0.7311])")
    .In("nn.functional")
    .Elementwise(kFloats | kComplexes)
    .Decompose([](const Args& a) -> VarList {
      return {ops::Silu(a.tensor(0))};
    });

PD_OP(mish)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x * tanh(softplus(x)).
        Source: Misra, 2019.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> F.mish(x).tolist()
        [0.0, 0.8651])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          const Var t = ops::Tanh(ops::Softplus(x));
          return {c.grad() *
                  (t + x * ops::Sigmoid(x) * (1.0 - ops::Square(t)))};
        },
        {"x"});

PD_OP(softplus)
    .Schema("(Tensor x, float beta=1.0, float threshold=20.0) -> Tensor out")
    .Doc(R"(
        log(1 + exp(beta * x)) / beta; x where beta * x (of complex numbers its
        real part) is above the threshold.
        beta: Sharpness, above 0.
        threshold: Where it becomes linear.
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> F.softplus(x).tolist()
        [0.6931, 1.3133])")
    .In("nn.functional")
    .Elementwise(kFloats | kComplexes)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), z = x * a.f("beta");
      return {ops::Where(IsAbove(z, a.f("threshold")), x,
                         ops::Log1p(ops::Exp(z)) / a.f("beta"))};
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), z = c.in(0) * c.f("beta");
          return {ops::Where(IsAbove(z, c.f("threshold")), g,
                             g * ConjIfComplex(ops::Sigmoid(z)))};
        },
        {"x"});

PD_OP(log_sigmoid)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        log(sigmoid(x)), without overflow.
        >>> x = paddle.to_tensor([0.0, 2.0])
        >>> F.log_sigmoid(x).tolist()
        [-0.6931, -0.1269])")
    .In("nn.functional")
    .Elementwise(kFloats | kComplexes)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ConjIfComplex(ops::Sigmoid(-c.in(0)))};
        },
        {"x"});

PD_OP(softsign)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x / (1 + |x|).
        >>> x = paddle.to_tensor([1.0, -3.0])
        >>> F.softsign(x).tolist()
        [0.5, -0.75])")
    .In("nn.functional")
    .Elementwise(kFloats | kComplexes)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      return {x / (ops::Abs(x) + 1.0)};
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), x = c.in(0);
          if (!IsComplex(x.dtype())) return {ops::SoftsignGrad(x, g)};
          const Var r = ops::Abs(x) + 1.0;
          // With s = x / |x|: g / r - s |x| Re(conj(s) g) / r^2
          const Var along = ops::Real(ops::Conj(ops::Sign(x)) * g);
          return {g / r - x * (along / ops::Square(r))};
        },
        {"x"});

PD_OP(tanhshrink)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        x - tanh(x).
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> F.tanhshrink(x).tolist()
        [0.0, 0.2384])")
    .In("nn.functional")
    .Elementwise(kFloats)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {c.grad() * ops::Square(ops::Tanh(c.in(0)))};
        },
        {"x"});

}  // namespace paddle
