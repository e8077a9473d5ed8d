// One layer of a recurrent network in one direction, over all steps of time:
// rnn_layer, lstm_layer, gru_layer. The products with the inputs are one matrix
// product for all steps; the states go through the steps one after the other.
#include "ops/nn/norm_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void CheckShapes(const Args& a, int64_t gates, const char* op) {
  const DDim &x = a.at("x").tensor->dims, &h = a.at("h0").tensor->dims;
  const DDim& ih = a.at("weight_ih").tensor->dims;
  const DDim& hh = a.at("weight_hh").tensor->dims;
  PADDLE_ENFORCE(
      x.rank() == 3 && h.rank() == 2 && h[0] == x[1] && ih.rank() == 2 &&
          ih[0] == gates * h[1] && ih[1] == x[2] && hh.rank() == 2 &&
          hh[0] == gates * h[1] && hh[1] == h[1],
      errors::InvalidArgument("%s: the shapes do not match.", op)
          .Expected("x [time, batch, input], h0 [batch, hidden], "
                    "weights [" +
                    std::to_string(gates) + " * hidden, input or hidden]")
          .Shapes({{"x", x}, {"h0", h}, {"weight_ih", ih}, {"weight_hh", hh}}));
  const DenseTensor* length = a.at("sequence_length").tensor;
  PADDLE_ENFORCE(
      length == nullptr ||
          (IsInteger(length->dtype) && length->dims == DDim{x[1]}),
      errors::InvalidArgument("%s: argument `sequence_length` is wrong.", op)
          .Expected("integers of shape [batch]")
          .Shapes({{"x", x}, {"sequence_length", length->dims}}));
}

Var Project(const Var& x, const Var& weight, const Var& bias) {
  const Var y = ops::Matmul(x, weight, false, /*transpose_y=*/true);
  return bias ? y + bias : y;
}

// Goes through the steps: next(inputs of the step) changes states; the first
// state is the output.
template <typename Next>
VarList Scan(const Args& a, const Var& inputs, std::vector<Var> states,
             Next next) {
  const int64_t steps = inputs.dim(0);
  const Var length = a.at("sequence_length").tensor
                         ? Var::Share(a.at("sequence_length").tensor)
                         : Var();
  VarList xs, masks;
  if (steps > 0) xs = ops::Unbind(inputs, 0);
  Var zero;
  if (length && steps > 0) {
    const Var at =
        ops::Reshape(ops::Arange(Scalar(int64_t{0}), Scalar(steps),
                                 Scalar(int64_t{1}), DataType::kInt64),
                     {steps, 1, 1});
    const Var end =
        ops::Reshape(CastIfNeeded(length, DataType::kInt64), {-1, 1});
    masks = ops::Unbind(ops::LessThan(at, end), 0);
    zero = ops::Full({}, Scalar(0.0), inputs.dtype());
  }
  std::vector<Var> outs(static_cast<size_t>(steps));
  for (int64_t k = 0; k < steps; ++k) {
    const int t = static_cast<int>(a.b("reverse") ? steps - 1 - k : k);
    std::vector<Var> made = next(xs[t], states);
    outs[t] = made[0];
    if (length) {
      outs[t] = ops::Where(masks[t], made[0], zero);
      for (size_t s = 0; s < made.size(); ++s) {
        made[s] = ops::Where(masks[t], made[s], states[s]);
      }
    }
    states = std::move(made);
  }
  VarList result;
  result.push_back(steps > 0
                       ? ops::Stack(outs, 0)
                       : ops::Full({0, states[0].dim(0), states[0].dim(1)},
                                   Scalar(0.0), inputs.dtype()));
  for (Var& s : states) result.push_back(ops::Assign(s));
  return result;
}

Var At(const Args& a, std::string_view name) {
  DenseTensor* t = a.at(name).tensor;
  return t ? Var::Share(t) : Var();
}

// x W_ih + b_ih of all steps, [time, batch, gates * hidden].
Var InputGates(const Args& a) {
  return Project(At(a, "x"), At(a, "weight_ih"), At(a, "bias_ih"));
}

VarList RnnLayer(const Args& a) {
  CheckShapes(a, 1, "rnn_layer");
  const std::string_view activation = a.s("activation");
  PADDLE_ENFORCE(activation == "tanh" || activation == "relu",
                 errors::InvalidArgument("rnn_layer: unknown `activation`.")
                     .Expected("tanh or relu")
                     .Received(std::string(activation)));
  const Var w = At(a, "weight_hh"), b = At(a, "bias_hh");
  return Scan(a, InputGates(a), {At(a, "h0")},
              [&](const Var& x, const std::vector<Var>& s) {
                const Var sum = x + Project(s[0], w, b);
                return std::vector<Var>{activation == "tanh" ? ops::Tanh(sum)
                                                             : ops::Relu(sum)};
              });
}

VarList LstmLayer(const Args& a) {
  CheckShapes(a, 4, "lstm_layer");
  PADDLE_ENFORCE(a.at("c0").tensor->dims == a.at("h0").tensor->dims,
                 errors::InvalidArgument("lstm_layer: the shapes differ.")
                     .Expected("c0.shape == h0.shape")
                     .Shapes({{"h0", a.at("h0").tensor->dims},
                              {"c0", a.at("c0").tensor->dims}}));
  const Var w = At(a, "weight_hh"), b = At(a, "bias_hh");
  Var gates = InputGates(a);
  if (b) gates = gates + b;
  return Scan(a, gates, {At(a, "h0"), At(a, "c0")},
              [&](const Var& x, const std::vector<Var>& s) {
                const Var sum = x + Project(s[0], w, Var());
                const VarList g = ops::SplitWithNum(sum, 4, -1);
                const Var c = ops::Sigmoid(g[1]) * s[1] +
                              ops::Sigmoid(g[0]) * ops::Tanh(g[2]);
                return std::vector<Var>{ops::Sigmoid(g[3]) * ops::Tanh(c), c};
              });
}

VarList GruLayer(const Args& a) {
  CheckShapes(a, 3, "gru_layer");
  const Var w = At(a, "weight_hh"), b = At(a, "bias_hh");
  return Scan(a, InputGates(a), {At(a, "h0")},
              [&](const Var& x, const std::vector<Var>& s) {
                const VarList g = ops::SplitWithNum(x, 3, -1);
                const VarList r = ops::SplitWithNum(Project(s[0], w, b), 3, -1);
                const Var reset = ops::Sigmoid(g[0] + r[0]);
                const Var keep = ops::Sigmoid(g[1] + r[1]);
                const Var c = ops::Tanh(g[2] + reset * r[2]);
                return std::vector<Var>{(s[0] - c) * keep + c};
              });
}

}  // namespace

PD_OP(rnn_layer)
    .Schema(
        "(Tensor x, Tensor h0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? bias_ih=None, Tensor? bias_hh=None, "
        "Tensor? sequence_length=None, str activation=\"tanh\", "
        "bool reverse=false) -> Tensor out, Tensor h")
    .Doc(
        "h = activation(x W_ih + b_ih + h W_hh + b_hh), step by step: all h, "
        "and the last.")
    .Traits(kInternal)
    .Decompose(RnnLayer);

PD_OP(lstm_layer)
    .Schema(
        "(Tensor x, Tensor h0, Tensor c0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? bias_ih=None, Tensor? bias_hh=None, "
        "Tensor? sequence_length=None, bool reverse=false) "
        "-> Tensor out, Tensor h, Tensor c")
    .Doc(
        "Long short-term memory, step by step, with gates in the order input, "
        "forget, cell, output: all h, the last h and c. "
        "Source: Hochreiter and Schmidhuber, 1997.")
    .Traits(kInternal)
    .Decompose(LstmLayer);

PD_OP(gru_layer)
    .Schema(
        "(Tensor x, Tensor h0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? bias_ih=None, Tensor? bias_hh=None, "
        "Tensor? sequence_length=None, bool reverse=false) "
        "-> Tensor out, Tensor h")
    .Doc(
        "Gated recurrent unit, step by step, with gates in the order reset, "
        "update, candidate: all h, and the last. Source: Cho et al., 2014.")
    .Traits(kInternal)
    .Decompose(GruLayer);

}  // namespace paddle
