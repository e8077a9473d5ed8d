// mse_loss, l1_loss, smooth_l1_loss, kl_div.
#include "ops/loss/reduce_loss.h"

namespace paddle {

PD_OP(mse_loss)
    .Schema(
        "(Tensor input, Tensor label, str reduction=\"mean\") "
        "-> Tensor out")
    .Doc(R"(
        (input - label)^2: its mean, sum, or all of it (none).
        input: Of any shape.
        Returns: 0-D, or of the shape of `input` for "none".
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> y = paddle.to_tensor([1.0, 5.0])
        >>> F.mse_loss(x, y).tolist()
        4.5)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var d = a.tensor(0) - a.tensor(1);
      return {ReduceLoss(d * d, a.s("reduction"), "mse_loss")};
    });

PD_OP(l1_loss)
    .Schema(
        "(Tensor input, Tensor label, str reduction=\"mean\") "
        "-> Tensor out")
    .Doc(R"(
        |input - label|: its mean, sum, or all of it (none).
        input: Of any shape.
        Returns: 0-D, or of the shape of `input` for "none".
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> y = paddle.to_tensor([1.0, 5.0])
        >>> F.l1_loss(x, y).tolist()
        1.5)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      return {ReduceLoss(ops::Abs(a.tensor(0) - a.tensor(1)), a.s("reduction"),
                         "l1_loss")};
    });

PD_OP(smooth_l1_loss)
    .Schema(
        "(Tensor input, Tensor label, str reduction=\"mean\", "
        "float delta=1.0, bool is_huber=true) -> Tensor out")
    .Doc(R"(
        d^2 / 2 where d = |input - label| is at most delta, else delta * (d -
        delta / 2): Huber's loss. Divided by delta where is_huber is False.
        Source: Huber, 1964; Girshick, 2015.
        input: Of any shape.
        delta: Where the square ends, above 0.
        is_huber: False: divide by `delta`.
        Returns: 0-D, or of the shape of `input` for "none".
        >>> x = paddle.to_tensor([0.5, 3.0])
        >>> y = paddle.to_tensor([0.0, 0.0])
        >>> F.smooth_l1_loss(x, y, reduction="none").tolist()
        [0.125, 2.5])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const double delta = a.f("delta");
      Var loss = ops::Huber(a.tensor(0) - a.tensor(1), delta);
      if (!a.b("is_huber")) loss = loss / delta;
      return {ReduceLoss(loss, a.s("reduction"), "smooth_l1_loss")};
    });

PD_OP(kl_div)
    .Schema(
        "(Tensor input, Tensor label, str reduction=\"mean\", "
        "bool log_target=false) -> Tensor out")
    .Doc(R"(
        label * (log(label) - input), where `input` is a logarithm, and `label`
        too if log_target is True. `batchmean` divides the sum by the size of
        the first axis.
        input: Logarithms of probabilities.
        reduction: "mean", "batchmean", "sum" or "none".
        log_target: `label` holds logarithms too.
        Returns: 0-D, or of the shape of `input` for "none".
        >>> x = paddle.to_tensor([-1.0, -1.0])
        >>> y = paddle.to_tensor([0.5, 0.5])
        >>> F.kl_div(x, y, reduction="sum").tolist()
        0.3069)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var input = a.tensor(0), label = a.tensor(1);
      Var loss;
      if (a.b("log_target")) {
        loss = ops::Exp(label) * (label - input);
      } else {
        // 0 log(0) is 0.
        const Var zero = ops::Full({}, Scalar(0.0), label.dtype());
        const Var one = ops::Full({}, Scalar(1.0), label.dtype());
        const Var positive = ops::GreaterThan(label, zero);
        const Var safe = ops::Where(positive, label, one);
        const Var product = label * (ops::Log(safe) - input);
        loss = ops::Where(positive, product, product * zero);
      }
      const std::string_view reduction = a.s("reduction");
      if (reduction == "batchmean") {
        PADDLE_ENFORCE(
            input.rank() > 0,
            errors::InvalidArgument("kl_div: batchmean needs a first axis."));
        const double n = static_cast<double>(input.dim(0));
        return {ops::Sum(loss) / n};
      }
      return {ReduceLoss(loss, reduction, "kl_div")};
    });

}  // namespace paddle
