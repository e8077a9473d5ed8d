// binary_cross_entropy, with and without logits.
#include "ops/loss/reduce_loss.h"

namespace paddle {
namespace {

Var Constant(double value, DataType dtype) {
  return ops::Full({}, Scalar(value), dtype);
}

}  // namespace

PD_OP(binary_cross_entropy)
    .Schema(
        "(Tensor input, Tensor label, Tensor? weight=None, "
        "str reduction=\"mean\") -> Tensor out")
    .Doc(R"(
        -weight * (label * log(input) + (1 - label) * log(1 - input)), where
        `input` is a probability. A logarithm is at least -100.
        input: Probabilities in [0, 1], of any shape.
        weight: Factor of each element; broadcast.
        Returns: 0-D, or of the shape of `input` for "none".
        >>> x = paddle.to_tensor([0.5, 0.9])
        >>> y = paddle.to_tensor([0.0, 1.0])
        >>> F.binary_cross_entropy(x, y, reduction="none").tolist()
        [0.6931, 0.1054])")
    .In("nn.functional")
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), label = c.in(1), weight = c.in(2);
          Var g = c.grad();
          const DDim dims = weight ? BroadcastDims(x.dims(), weight.dims(),
                                                   "binary_cross_entropy")
                                   : x.dims();
          if (c.s("reduction") == "mean") {
            g = g * (1.0 / static_cast<double>(Product(dims)));
          }
          const Var weighted = weight ? g * weight : g;
          const Var low = Constant(-100.0, x.dtype());
          const Var yes = ops::Maximum(ops::Log(x), low);
          const Var no = ops::Maximum(ops::Log1p(-x), low);
          Var gx, glabel, gweight;
          if (c.needs(0)) {  // bounded at 0 and 1 as the logarithms are
            const double least = x.dtype() == DataType::kFloat16 ? 6e-8 : 1e-12;
            const Var slope =
                ops::Maximum((1.0 - x) * x, Constant(least, x.dtype()));
            gx = SumTo(weighted * ((x - label) / slope), x.dims());
          }
          if (c.needs(1)) glabel = SumTo(weighted * (no - yes), x.dims());
          if (c.has_in(2) && c.needs(2)) {
            const Var loss = (label - 1.0) * no - label * yes;
            gweight = SumTo(g * loss, weight.dims());
          }
          return {gx, glabel, gweight};
        },
        {"input", "label", "weight"})
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), label = a.tensor(1), weight = a.tensor(2);
      PADDLE_ENFORCE(
          x.dims() == label.dims(),
          errors::InvalidArgument("binary_cross_entropy: the "
                                  "shapes differ.")
              .Expected("label.shape == input.shape")
              .Shapes({{"input", x.dims()}, {"label", label.dims()}}));
      const Var low = Constant(-100.0, x.dtype());
      const Var yes = ops::Maximum(ops::Log(x), low);
      const Var no = ops::Maximum(ops::Log1p(-x), low);
      Var loss = (label - 1.0) * no - label * yes;
      if (weight) loss = loss * weight;
      return {ReduceLoss(loss, a.s("reduction"), "binary_cross_entropy")};
    });

PD_OP(binary_cross_entropy_with_logits)
    .Schema(
        "(Tensor logit, Tensor label, Tensor? weight=None, "
        "str reduction=\"mean\", Tensor? pos_weight=None) -> Tensor out")
    .Doc(R"(
        binary_cross_entropy of sigmoid(logit), computed without overflow.
        `pos_weight` multiplies the part of label 1.
        logit: Of any shape.
        label: Of the shape of `logit`.
        weight: Factor of each element; broadcast.
        pos_weight: Factor of the part of label 1; broadcast.
        Returns: 0-D, or of the shape of `logit` for "none".
        >>> x = paddle.to_tensor([0.0, 2.0])
        >>> y = paddle.to_tensor([0.0, 1.0])
        >>> F.binary_cross_entropy_with_logits(x, y, reduction="none").tolist()
        [0.6931, 0.1269])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), label = a.tensor(1);
      const Var weight = a.tensor(2), positive = a.tensor(4);
      PADDLE_ENFORCE(
          x.dims() == label.dims(),
          errors::InvalidArgument("binary_cross_entropy_with_"
                                  "logits: the shapes differ.")
              .Expected("label.shape == logit.shape")
              .Shapes({{"logit", x.dims()}, {"label", label.dims()}}));
      // -log(sigmoid(x)) = softplus(-x).
      const Var soft = ops::Softplus(-x);
      Var factor;
      if (positive) factor = (positive - 1.0) * label + 1.0;
      Var loss = (1.0 - label) * x + (factor ? factor * soft : soft);
      if (weight) loss = loss * weight;
      return {ReduceLoss(loss, a.s("reduction"),
                         "binary_cross_entropy_with_logits")};
    });

}  // namespace paddle
