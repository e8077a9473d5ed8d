// The gradients of rnn_layer, lstm_layer and gru_layer: back through the steps
// with what the layer kept, then one matrix product for each weight.
#include "ops/rnn/rnn_shapes.h"
#include "ops/vjp_by_parts.h"

namespace paddle {
namespace {

// A step's gradients.
struct Back {
  Var sums;                 // of what the activations got, from x
  Var hidden;               // the same from h; empty: equal
  std::vector<Var> direct;  // of the states before, not through `hidden`
};

// A gradient rule in terms of other operators.
class BackScan {
 public:
  BackScan(const Args& args, RnnKind kind)
      : a_(args), n_(args, kind), type_(n_.of_gates) {
    const int64_t steps = n_.steps;
    masks_ = RnnMasks(args, steps);
    zero_ = ops::Full({}, Scalar(0.0), type_);
  }
  const RnnShapes& n() const { return n_; }
  bool reverse() const { return a_.b("reverse"); }

  Var Get(std::string_view name) const {
    const Var v = RnnOperand(a_, name);
    return v ? CastIfNeeded(v, type_) : v;
  }
  // Of all steps; empty where it is None.
  VarList Steps(std::string_view name) const {
    const Var v = Get(name);
    return v && n_.steps > 0 ? ops::Unbind(v, 0) : VarList();
  }
  Var Masked(int t, const Var& v, const Var& other) const {
    return masks_.empty() ? v : ops::Where(masks_[t], v, other);
  }
  // The state that step t starts from; `sequence` has those after each step.
  VarList Before(const VarList& sequence, const Var& first) const {
    VarList before;
    for (int t = 0; t < n_.steps; ++t) {
      const int p = reverse() ? t + 1 : t - 1;
      before.push_back(p < 0 || p >= n_.steps ? first
                                              : Masked(p, sequence[p], first));
    }
    return before;
  }

  // back(t, gradients of the states) gives those of the sums of step t.
  template <typename F>
  void Run(std::vector<Var> states, F back) {
    const int64_t steps = n_.steps;
    const VarList out_grads = Steps("out_grad");
    const Var w = Get("weight_hh");
    sums_.resize(static_cast<size_t>(steps));
    hidden_.resize(static_cast<size_t>(steps));
    for (int64_t k = 0; k < steps; ++k) {
      const int t = static_cast<int>(reverse() ? k : steps - 1 - k);
      std::vector<Var> after = states;
      if (!out_grads.empty()) after[0] = after[0] + out_grads[t];
      Back b = back(t, after);
      const Var& hidden = b.hidden ? b.hidden : b.sums;
      const Var through = ops::Matmul(hidden, w);
      b.direct[0] = b.direct[0] ? b.direct[0] + through : through;
      sums_[t] = Masked(t, b.sums, zero_);
      hidden_[t] = b.hidden ? Masked(t, b.hidden, zero_) : sums_[t];
      for (size_t s = 0; s < states.size(); ++s) {
        states[s] = Masked(t, b.direct[s], states[s]);
      }
    }
    states_ = std::move(states);
  }

  // [time, batch, size] of the steps' tensors, as rows.
  Var Rows(const std::vector<Var>& list) const { return ops::Concat(list, 0); }
  Var Product(const Var& rows, const Var& by) const {
    return ops::Matmul(rows, by, /*transpose_x=*/true);
  }
  Var State(size_t s) const { return Out(states_[s]); }
  Var Out(const Var& v) const {
    return CastIfNeeded(v, a_.at("x").tensor->dtype);
  }
  Var Nothing() const { return Out(ops::Full({0}, Scalar(0.0), type_)); }

  // Of x, and of its weight and bias.
  VarList Inputs() const {
    const Var w = Get("weight_ih");
    if (n_.steps == 0) {
      return {a_.b("needs_x") ? Out(ZerosLike(Get("x"))) : Nothing(),
              Out(ZerosLike(w)),
              Out(ops::Full({w.dim(0)}, Scalar(0.0), type_))};
    }
    const Var sums = Rows(sums_);
    const Var x = ops::Reshape(Get("x"), {n_.steps * n_.batch, n_.inputs});
    const Var gx =
        a_.b("needs_x")
            ? Out(ops::Reshape(ops::Matmul(sums, w), Get("x").dims()))
            : Nothing();
    return {gx, Out(Product(sums, x)), Out(ops::Sum(sums, {0}))};
  }
  // Of the weight and bias of h; `before`: the h that the steps start from.
  VarList Hidden(const VarList& before) const {
    const Var w = Get("weight_hh");
    if (n_.steps == 0) {
      return {Out(ZerosLike(w)),
              Out(ops::Full({w.dim(0)}, Scalar(0.0), type_))};
    }
    const Var sums = Rows(hidden_);
    return {Out(Product(sums, Rows(ToVector(before)))),
            Out(ops::Sum(sums, {0}))};
  }

  static std::vector<Var> ToVector(const VarList& list) {
    std::vector<Var> v;
    for (int i = 0; i < list.size(); ++i) v.push_back(list[i]);
    return v;
  }

 private:
  const Args& a_;
  RnnShapes n_;
  DataType type_;
  VarList masks_;
  Var zero_;
  std::vector<Var> sums_, hidden_, states_;
};

Var Joined(std::vector<Var> parts) { return ops::Concat(parts, -1); }
Var PlusIfAny(const Var& v, const VarList& list, int i) {
  return list.empty() ? v : v + list[i];
}
Var SigmoidSlope(const Var& y) { return y * (1.0 - y); }
Var TanhSlope(const Var& y) { return 1.0 - y * y; }

// A state's gradient, zeros where none flowed in.
Var Start(const BackScan& scan, const char* name, const char* state) {
  const Var g = scan.Get(name);
  return g ? g : ZerosLike(scan.Get(state));
}

VarList RnnGrad(const Args& a) {
  BackScan scan(a, RnnKind::kRnn);
  const bool tanh = a.s("activation") == "tanh";
  const VarList out = scan.Steps("out");
  scan.Run({Start(scan, "h_grad", "h0")},
           [&](int t, const std::vector<Var>& after) -> Back {
             const Var slope =
                 tanh ? TanhSlope(out[t])
                      : CastIfNeeded(ops::Sign(out[t]), scan.n().of_gates);
             return {after[0] * slope, Var(), {Var()}};
           });
  const VarList in = scan.Inputs();
  const VarList hidden = scan.Hidden(scan.Before(out, scan.Get("h0")));
  return {in[0], scan.State(0), in[1], hidden[0], in[2]};
}

VarList LstmGrad(const Args& a) {
  BackScan scan(a, RnnKind::kLstm);
  const VarList gates = scan.Steps("gates"), cells = scan.Steps("cells"),
                gates_grad = scan.Steps("gates_grad"),
                cells_grad = scan.Steps("cells_grad");
  const VarList before = scan.Before(cells, scan.Get("c0"));
  VarList out = scan.Steps("out");
  if (!scan.Get("out")) {
    for (int t = 0; t < gates.size(); ++t) {
      out.push_back(ops::SplitWithNum(gates[t], 4, -1)[3] *
                    ops::Tanh(cells[t]));
    }
  }
  const Var ho = scan.Get("weight_ho");
  Var ho_grad = ho ? ZerosLike(ho) : Var();
  scan.Run({Start(scan, "h_grad", "h0"), Start(scan, "c_grad", "c0")},
           [&](int t, const std::vector<Var>& after) -> Back {
             const VarList y = ops::SplitWithNum(gates[t], 4, -1);
             const Var tanh = ops::Tanh(cells[t]);
             Var h = after[0];
             if (ho) {
               const Var full = y[3] * tanh;
               const Var g = scan.Masked(t, h, ZerosLike(h));
               ho_grad = ho_grad + ops::Matmul(full, g, /*transpose_x=*/true);
               h = ops::Matmul(h, ho, false, /*transpose_y=*/true);
             }
             const Var c = PlusIfAny(after[1], cells_grad, t) +
                           h * y[3] * TanhSlope(tanh);
             const Var g = PlusIfAny(
                 Joined({c * y[2], c * before[t], c * y[0], h * tanh}),
                 gates_grad, t);
             const Var slopes = Joined({SigmoidSlope(y[0]), SigmoidSlope(y[1]),
                                        TanhSlope(y[2]), SigmoidSlope(y[3])});
             return {g * slopes, Var(), {Var(), c * y[1]}};
           });
  const VarList in = scan.Inputs();
  const VarList hidden = scan.Hidden(scan.Before(out, scan.Get("h0")));
  VarList grads{in[0], scan.State(0), scan.State(1), in[1]};
  grads.push_back(hidden[0]);
  grads.push_back(in[2]);
  grads.push_back(ho ? scan.Out(ho_grad) : scan.Nothing());
  return grads;
}

VarList GruGrad(const Args& a) {
  BackScan scan(a, RnnKind::kGru);
  const VarList out = scan.Steps("out"), gates = scan.Steps("gates"),
                gates_grad = scan.Steps("gates_grad");
  const VarList before = scan.Before(out, scan.Get("h0"));
  scan.Run(
      {Start(scan, "h_grad", "h0")},
      [&](int t, const std::vector<Var>& after) -> Back {
        const VarList y = ops::SplitWithNum(gates[t], 4, -1);
        VarList more;
        if (!gates_grad.empty()) {
          more = ops::SplitWithNum(gates_grad[t], 4, -1);
        }
        const Var& h = after[0];
        const Var c = PlusIfAny(h * (1.0 - y[1]), more, 2) * TanhSlope(y[2]);
        const Var keep =
            PlusIfAny(h * (before[t] - y[2]), more, 1) * SigmoidSlope(y[1]);
        const Var reset = PlusIfAny(c * y[3], more, 0) * SigmoidSlope(y[0]);
        return {Joined({reset, keep, c}),
                Joined({reset, keep, PlusIfAny(c * y[0], more, 3)}),
                {h * y[1]}};
      });
  const VarList in = scan.Inputs(), hidden = scan.Hidden(before);
  VarList grads{in[0], scan.State(0), in[1], hidden[0]};
  grads.push_back(in[2]);
  grads.push_back(hidden[1]);
  return grads;
}

void Infer(const Args& a, Outs& outs, RnnKind kind) {
  CheckRnn(a, kind);
  const DataType type = a.at("x").tensor->dtype;
  int k = 0;
  const auto like = [&](const char* name) {
    const DenseTensor* t = a.at(name).tensor;
    SetOut(outs[k++], t ? t->dims : DDim{0}, type);
  };
  const auto bias = [&] {
    SetOut(outs[k++], {a.at("weight_ih").tensor->dims[0]}, type);
  };
  if (a.b("needs_x")) {
    like("x");
  } else {
    SetOut(outs[k++], {0}, type);
  }
  like("h0");
  if (kind == RnnKind::kLstm) like("c0");
  like("weight_ih");
  like("weight_hh");
  bias();
  if (kind == RnnKind::kGru) bias();
  if (kind == RnnKind::kLstm) like("weight_ho");
}

}  // namespace

PD_OP(rnn_layer_grad)
    .Schema(
        "(Tensor x, Tensor h0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? sequence_length, Tensor out, Tensor? out_grad, "
        "Tensor? h_grad, str activation, bool reverse, bool needs_x) "
        "-> Tensor x_grad, Tensor h0_grad, Tensor weight_ih_grad, "
        "Tensor weight_hh_grad, Tensor bias_grad")
    .Doc("The gradients of rnn_layer; without needs_x that of x is empty.")
    .Traits(kInternal)
    .InferMeta([](const Args& a, Outs& outs) { Infer(a, outs, RnnKind::kRnn); })
    .Dims(RnnGradDims)
    .Vjp(VjpByParts, {"x", "h0", "weight_ih", "weight_hh", "sequence_length",
                      "out", "out_grad", "h_grad"})
    .Decompose(RnnGrad);

PD_OP(lstm_layer_grad)
    .Schema(
        "(Tensor x, Tensor h0, Tensor c0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? sequence_length, Tensor? weight_ho, Tensor? out, "
        "Tensor gates, Tensor cells, Tensor? out_grad, Tensor? h_grad, Tensor? "
        "c_grad, "
        "Tensor? gates_grad, Tensor? cells_grad, bool reverse, bool needs_x) "
        "-> Tensor x_grad, Tensor h0_grad, Tensor c0_grad, "
        "Tensor weight_ih_grad, Tensor weight_hh_grad, Tensor bias_grad, "
        "Tensor weight_ho_grad")
    .Doc(
        "The gradients of lstm_layer; without needs_x that of x is empty. "
        "Without weight_ho, `out` follows from the others, and may be None.")
    .Traits(kInternal)
    .InferMeta([](const Args& a, Outs& outs) {
      PADDLE_ENFORCE(
          a.at("out").tensor || !a.at("weight_ho").tensor,
          errors::InvalidArgument("lstm_layer_grad: `out` is None.")
              .Expected("the output of the layer, which has a projection"));
      Infer(a, outs, RnnKind::kLstm);
    })
    .Dims(RnnGradDims)
    .Vjp(VjpByParts,
         {"x", "h0", "c0", "weight_ih", "weight_hh", "sequence_length",
          "weight_ho", "out", "gates", "cells", "out_grad", "h_grad", "c_grad",
          "gates_grad", "cells_grad"})
    .Decompose(LstmGrad);

PD_OP(gru_layer_grad)
    .Schema(
        "(Tensor x, Tensor h0, Tensor weight_ih, Tensor weight_hh, "
        "Tensor? sequence_length, Tensor out, Tensor gates, Tensor? out_grad, "
        "Tensor? h_grad, Tensor? gates_grad, bool reverse, bool needs_x) "
        "-> Tensor x_grad, Tensor h0_grad, Tensor weight_ih_grad, "
        "Tensor weight_hh_grad, Tensor bias_ih_grad, Tensor bias_hh_grad")
    .Doc("The gradients of gru_layer; without needs_x that of x is empty.")
    .Traits(kInternal)
    .InferMeta([](const Args& a, Outs& outs) { Infer(a, outs, RnnKind::kGru); })
    .Dims(RnnGradDims)
    .Vjp(VjpByParts, {"x", "h0", "weight_ih", "weight_hh", "sequence_length",
                      "out", "gates", "out_grad", "h_grad", "gates_grad"})
    .Decompose(GruGrad);

}  // namespace paddle
