// One layer of a recurrent network in one direction, over all steps of time:
// rnn_layer, lstm_layer, gru_layer. The products with the inputs are one matrix
// product for all steps; the states go through the steps one after the other.
#include "ops/generated/rnn.h"
#include "ops/rnn/rnn_shapes.h"

namespace paddle {
namespace {

// ---- by other operators, a dozen a step ----

// x W + b
Var Project(const Var& x, const Var& weight, const Var& bias) {
  const Var y = ops::Matmul(x, weight, false, /*transpose_y=*/true);
  return bias ? y + bias : y;
}

// What is computed in: the narrow floats as float.
struct Operands {
  explicit Operands(const Args& args)
      : a(args), type(StatsType(args.at("x").tensor->dtype)) {}
  Var Get(std::string_view name) const {
    const Var v = RnnOperand(a, name);
    return v ? CastIfNeeded(v, type) : v;
  }
  const Args& a;
  DataType type;
};

struct Step {
  std::vector<Var> states;  // the first is the output
  std::vector<Var> kept;
};

// Goes through the steps: next(inputs of the step, states). Gives the outputs,
// the last states, and what is kept of all steps.
template <typename Next>
VarList Scan(const Operands& o, const RnnShapes& n, std::vector<Var> states,
             std::vector<int64_t> kept_sizes, Next next) {
  const int64_t steps = n.steps;
  VarList xs, masks = RnnMasks(o.a, steps);
  if (steps > 0) {
    xs = ops::Unbind(Project(o.Get("x"), o.Get("weight_ih"), o.Get("bias_ih")),
                     0);
  }
  const Var zero = ops::Full({}, Scalar(0.0), o.type);
  std::vector<std::vector<Var>> lists(1 + kept_sizes.size());
  for (auto& list : lists) list.resize(static_cast<size_t>(steps));
  for (int64_t k = 0; k < steps; ++k) {
    const int t = static_cast<int>(o.a.b("reverse") ? steps - 1 - k : k);
    Step made = next(xs[t], states);
    const auto put = [&](size_t list, const Var& v) {
      lists[list][t] = masks.empty() ? v : ops::Where(masks[t], v, zero);
    };
    put(0, made.states[0]);
    for (size_t i = 0; i < made.kept.size(); ++i) put(1 + i, made.kept[i]);
    for (size_t s = 0; !masks.empty() && s < states.size(); ++s) {
      made.states[s] = ops::Where(masks[t], made.states[s], states[s]);
    }
    states = std::move(made.states);
  }
  const auto stack = [&](size_t list, int64_t size) {
    return steps > 0 ? ops::Stack(lists[list], 0)
                     : ops::Full({0, n.batch, size}, Scalar(0.0), o.type);
  };
  const DataType out_type = o.a.at("x").tensor->dtype;
  VarList result;
  result.push_back(CastIfNeeded(stack(0, n.outputs), out_type));
  for (Var& s : states) {
    result.push_back(s.dtype() == out_type ? ops::Assign(s)
                                           : ops::Cast(s, out_type));
  }
  for (size_t i = 0; i < kept_sizes.size(); ++i) {
    result.push_back(stack(1 + i, kept_sizes[i]));
  }
  return result;
}

bool IsTanh(const Args& a) {
  const std::string_view activation = a.s("activation");
  PADDLE_ENFORCE(activation == "tanh" || activation == "relu",
                 errors::InvalidArgument("rnn_layer: unknown `activation`.")
                     .Expected("tanh or relu")
                     .Received(std::string(activation)));
  return activation == "tanh";
}

VarList RnnLayer(const Args& a) {
  CheckRnn(a, RnnKind::kRnn);
  const bool tanh = IsTanh(a);
  const Operands o(a);
  const Var w = o.Get("weight_hh"), b = o.Get("bias_hh");
  return Scan(o, RnnShapes(a, RnnKind::kRnn), {o.Get("h0")}, {},
              [&](const Var& x, const std::vector<Var>& s) -> Step {
                const Var sum = x + Project(s[0], w, b);
                return {{tanh ? ops::Tanh(sum) : ops::Relu(sum)}, {}};
              });
}

VarList LstmLayer(const Args& a) {
  CheckRnn(a, RnnKind::kLstm);
  const RnnShapes n(a, RnnKind::kLstm);
  const Operands o(a);
  const Var w = o.Get("weight_hh"), b = o.Get("bias_hh");
  const Var ho = o.Get("weight_ho");
  return Scan(o, n, {o.Get("h0"), o.Get("c0")}, {4 * n.hidden, n.hidden},
              [&](const Var& x, const std::vector<Var>& s) -> Step {
                const VarList g =
                    ops::SplitWithNum(x + Project(s[0], w, b), 4, -1);
                const Var i = ops::Sigmoid(g[0]), f = ops::Sigmoid(g[1]);
                const Var n = ops::Tanh(g[2]), r = ops::Sigmoid(g[3]);
                const Var c = f * s[1] + i * n;
                const Var h = r * ops::Tanh(c);
                return {{ho ? ops::Matmul(h, ho) : h, c},
                        {ops::Concat({i, f, n, r}, -1), c}};
              });
}

VarList GruLayer(const Args& a) {
  CheckRnn(a, RnnKind::kGru);
  const RnnShapes n(a, RnnKind::kGru);
  const Operands o(a);
  const Var w = o.Get("weight_hh"), b = o.Get("bias_hh");
  return Scan(o, n, {o.Get("h0")}, {4 * n.hidden},
              [&](const Var& x, const std::vector<Var>& s) -> Step {
                const VarList g = ops::SplitWithNum(x, 3, -1);
                const VarList r = ops::SplitWithNum(Project(s[0], w, b), 3, -1);
                const Var reset = ops::Sigmoid(g[0] + r[0]);
                const Var keep = ops::Sigmoid(g[1] + r[1]);
                const Var c = ops::Tanh(g[2] + reset * r[2]);
                return {{(s[0] - c) * keep + c},
                        {ops::Concat({reset, keep, c, r[2]}, -1)}};
              });
}

// ---- shapes ----

void Infer(const Args& a, Outs& outs, RnnKind kind) {
  CheckRnn(a, kind);
  const RnnShapes n(a, kind);
  const DataType type = a.at("x").tensor->dtype;
  SetOut(outs[0], {n.steps, n.batch, n.outputs}, type);
  SetOut(outs[1], {n.batch, n.outputs}, type);
  const bool lstm = kind == RnnKind::kLstm;
  if (lstm) SetOut(outs[2], {n.batch, n.hidden}, type);
  if (n.kept == 0) return;
  SetOut(outs[lstm ? 3 : 2], {n.steps, n.batch, n.kept * n.hidden}, n.of_gates);
  if (lstm) SetOut(outs[4], {n.steps, n.batch, n.hidden}, n.of_gates);
}

// ---- gradients ----

Var GradOrNone(const VjpContext& c, int out) {
  return c.has_grad(out) ? c.grad(out) : Var();
}
Var InOrNone(const VjpContext& c, int operand) {
  return c.has_in(operand) ? c.in(operand) : Var();
}
Var IfNeeded(const VjpContext& c, int operand, const Var& g) {
  return c.has_in(operand) && c.needs(operand) ? g : Var();
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
    .Promote({"x", "h0", "weight_ih", "weight_hh", "bias_ih", "bias_hh"})
    .InferMeta([](const Args& a, Outs& outs) {
      IsTanh(a);
      Infer(a, outs, RnnKind::kRnn);
    })
    .Dims(RnnDims)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          VarList g = ops::RnnLayerGrad(
              c.in(0), c.in(1), c.in(2), c.in(3), InOrNone(c, 6), c.out(0),
              GradOrNone(c, 0), GradOrNone(c, 1), c.s("activation"),
              c.b("reverse"), c.needs(0));
          return {IfNeeded(c, 0, g[0]), g[1], g[2], g[3], IfNeeded(c, 4, g[4]),
                  IfNeeded(c, 5, g[4]), Var()};
        },
        {"x", "h0", "weight_ih", "weight_hh", "sequence_length", "out"})
    .Decompose(RnnLayer);

PD_OP(lstm_layer)
    .Schema(
        "(Tensor x, Tensor h0, Tensor c0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? bias_ih=None, Tensor? bias_hh=None, "
        "Tensor? sequence_length=None, Tensor? weight_ho=None, "
        "bool reverse=false) "
        "-> Tensor out, Tensor h, Tensor c, Tensor gates, Tensor cells")
    .Doc(
        "Long short-term memory, step by step, with gates in the order input, "
        "forget, cell, output: all h (times weight_ho), the last h and c; all "
        "gates and c, 0 beyond the length of a sequence. "
        "Source: Hochreiter and Schmidhuber, 1997.")
    .Traits(kInternal)
    .Promote({"x", "h0", "c0", "weight_ih", "weight_hh", "bias_ih", "bias_hh",
              "weight_ho"})
    .InferMeta([](const Args& a, Outs& outs) {
      Infer(a, outs, RnnKind::kLstm);
    })
    .Dims(RnnDims)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          VarList g = ops::LstmLayerGrad(
              c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), InOrNone(c, 7),
              InOrNone(c, 8), c.out(0), c.out(3), c.out(4), GradOrNone(c, 0),
              GradOrNone(c, 1), GradOrNone(c, 2), GradOrNone(c, 3),
              GradOrNone(c, 4), c.b("reverse"), c.needs(0));
          return {IfNeeded(c, 0, g[0]),
                  g[1],
                  g[2],
                  g[3],
                  g[4],
                  IfNeeded(c, 5, g[5]),
                  IfNeeded(c, 6, g[5]),
                  Var(),
                  IfNeeded(c, 8, g[6])};
        },
        {"x", "h0", "c0", "weight_ih", "weight_hh", "sequence_length",
         "weight_ho", "out", "gates", "cells"})
    .Decompose(LstmLayer);

PD_OP(gru_layer)
    .Schema(
        "(Tensor x, Tensor h0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? bias_ih=None, Tensor? bias_hh=None, "
        "Tensor? sequence_length=None, bool reverse=false) "
        "-> Tensor out, Tensor h, Tensor gates")
    .Doc(
        "Gated recurrent unit, step by step, with gates in the order reset, "
        "update, candidate: all h, and the last; all gates and the candidate's "
        "part from h, 0 beyond the length of a sequence. "
        "Source: Cho et al., 2014.")
    .Traits(kInternal)
    .Promote({"x", "h0", "weight_ih", "weight_hh", "bias_ih", "bias_hh"})
    .InferMeta([](const Args& a, Outs& outs) { Infer(a, outs, RnnKind::kGru); })
    .Dims(RnnDims)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          VarList g = ops::GruLayerGrad(
              c.in(0), c.in(1), c.in(2), c.in(3), InOrNone(c, 6), c.out(0),
              c.out(2), GradOrNone(c, 0), GradOrNone(c, 1), GradOrNone(c, 2),
              c.b("reverse"), c.needs(0));
          return {IfNeeded(c, 0, g[0]), g[1], g[2], g[3], IfNeeded(c, 4, g[4]),
                  IfNeeded(c, 5, g[5]), Var()};
        },
        {"x", "h0", "weight_ih", "weight_hh", "sequence_length", "out",
         "gates"})
    .Decompose(GruLayer);

}  // namespace paddle
