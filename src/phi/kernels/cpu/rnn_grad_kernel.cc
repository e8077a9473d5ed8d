// The gradients of the recurrent layers: rows go back through some steps at a
// time, whose gradients of sums then become those of weights and inputs in one
// matrix product each.
#include "phi/kernels/cpu/rnn_steps.h"
#include "phi/overwriting_kernel.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Zeros where `from` is null.
template <typename C>
void CopyOrClear(const C* from, int64_t n, C* to) {
  if (from)
    std::copy_n(from, n, to);
  else
    std::fill_n(to, n, C(0));
}

template <typename C>
void AddTo(int64_t n, const C* from, C* to) {
  ForPacks<C>(n, [&](int64_t i, int64_t m) {
    (LoadUpTo(to + i, m) + LoadUpTo(from + i, m)).StoreUpTo(to + i, m);
  });
}

template <typename C>
class Backward {
 public:
  explicit Backward(const RnnBackwardCall<C>& call)
      : c_(call),
        n_(call.n),
        apart_(n_.kept > n_.sums),
        shared_((apart_ ? n_.sums - 1 : n_.sums) * n_.hidden),
        weight_(n_.sums * n_.hidden, n_.outputs, call.weight_hh, n_.outputs, 1),
        x_(n_, call.x, n_.inputs),
        bias_(n_.wide(), 0.0) {
    const int64_t rows = n_.turn() * n_.batch;
    if (!call.over_gates) {
      sums_ = EmptyTensor({rows, n_.wide()}, DataTypeOf<C>());
    }
    before_ = EmptyTensor({rows, n_.outputs}, DataTypeOf<C>());
    if (!call.weight_ho) return;
    projection_.emplace(n_.outputs, n_.hidden, call.weight_ho, 1, n_.outputs);
    units_ = EmptyTensor({rows, n_.hidden}, DataTypeOf<C>());
    unit_grads_ = EmptyTensor({n_.batch, n_.hidden}, DataTypeOf<C>());
    out_grads_ = EmptyTensor({rows, n_.outputs}, DataTypeOf<C>());
  }

  void Run() {
    CopyOrClear(c_.h_grad, n_.batch * n_.outputs, c_.h0_grad);
    if (c_.c0) CopyOrClear(c_.c_grad, n_.batch * n_.hidden, c_.c0_grad);
    C beta = 0;  // of the first turn
    n_.ForTurns(!n_.reverse, [&](int64_t first, int64_t count) {
      first_ = first;
      count_ = count;
      turn_sums_ = c_.over_gates ? c_.over_gates + first * n_.batch * n_.wide()
                                 : sums_->template Data<C>();
      n_.ForRows([&](int64_t begin, int64_t end) {
        for (int64_t k = 0; k < count; ++k) {
          const int64_t slot = n_.reverse ? k : count - 1 - k;
          Step(first + slot, slot, begin, end);
        }
      });
      Products(beta);
      beta = 1;
    });
    const int64_t size = n_.sums * n_.hidden;
    for (int64_t j = 0; j < size; ++j) {
      c_.bias_ih_grad[j] = static_cast<C>(bias_[j]);
      if (!apart_) continue;
      c_.bias_hh_grad[j] =
          static_cast<C>(bias_[j < shared_ ? j : j + n_.hidden]);
    }
  }

 private:
  C* Row(const Var& v, int64_t row, int64_t size) const {
    return v->template Data<C>() + row * size;
  }
  C* Sums(int64_t row) const { return turn_sums_ + row * n_.wide(); }
  bool InTurn(int64_t t) const { return t >= first_ && t < first_ + count_; }

  // The output of an lstm's step, before a projection.
  void Units(int64_t t, int64_t b, C* to) const {
    const int64_t row = t * n_.batch + b;
    const C* read = c_.gates + row * n_.wide() + 3 * n_.hidden;
    const C* cell = c_.cells + row * n_.hidden;
    ForPacks<C>(n_.hidden, [&](int64_t u, int64_t m) {
      (LoadUpTo(read + u, m) * scalar::TanhOf(LoadUpTo(cell + u, m)))
          .StoreUpTo(to + u, m);
    });
  }

  // The h that step t starts from.
  void Before(int64_t t, int64_t b, C* to) const {
    const int64_t p = n_.reverse ? t + 1 : t - 1;
    if (c_.out || p < 0 || p >= n_.steps || !n_.Has(p, b)) {
      std::copy_n(n_.Before(t, b, n_.outputs, c_.out, c_.h0), n_.outputs, to);
    } else if (!InTurn(p)) {  // else step p gives it
      Units(p, b, to);
    }
  }
  // Where step t gives its h, which the step after it starts from.
  C* After(int64_t t, int64_t b) const {
    const int64_t n = n_.reverse ? t - 1 : t + 1;
    if (c_.out || !InTurn(n) || !n_.Has(n, b)) return nullptr;
    return Row(before_, (n - first_) * n_.batch + b, n_.outputs);
  }

  // Step t, the slot-th of this turn; h0_grad and c0_grad of the call hold the
  // gradients of the states.
  void Step(int64_t t, int64_t slot, int64_t begin, int64_t end) {
    const int64_t rows = end - begin, base = slot * n_.batch;
    C* states = c_.h0_grad + begin * n_.outputs;
    for (int64_t b = begin; b < end; ++b) {
      if (!n_.Has(t, b)) {
        Skip(base + b);
        continue;
      }
      C* grad = c_.h0_grad + b * n_.outputs;
      if (c_.out_grad.data) {
        AddTo(n_.outputs, c_.out_grad.At(t, b), grad);
      }
      Before(t, b, Row(before_, base + b, n_.outputs));
      if (projection_) {
        std::copy_n(grad, n_.outputs, Row(out_grads_, base + b, n_.outputs));
      }
    }
    if (projection_) {
      projection_->Multiply(rows, states, n_.outputs,
                            Row(unit_grads_, begin, n_.hidden), n_.hidden,
                            false);
    }
    for (int64_t b = begin; b < end; ++b) {
      if (n_.Has(t, b)) Back(t, base + b, b);
    }
    const C* sums = Sums(base + begin);
    weight_.Multiply(rows, sums, n_.wide(), 0, shared_, states, n_.outputs,
                     true);
    if (apart_) {
      weight_.Multiply(rows, sums + n_.sums * n_.hidden, n_.wide(), shared_,
                       n_.hidden, states, n_.outputs, true);
    }
  }

  void Back(int64_t t, int64_t row, int64_t b) {
    const int64_t at = t * n_.batch + b;
    C* grad = c_.h0_grad + b * n_.outputs;
    const auto of_step = [&](const C* p, int64_t size) {
      return p ? p + at * size : nullptr;
    };
    if (projection_) Units(t, b, Row(units_, row, n_.hidden));
    c_.row({n_.hidden, c_.gates + at * n_.wide(), of_step(c_.cells, n_.hidden),
            c_.c0 ? n_.Before(t, b, n_.hidden, c_.cells, c_.c0)
                  : Row(before_, row, n_.outputs),
            projection_ ? Row(unit_grads_, b, n_.hidden) : grad,
            c_.c0 ? c_.c0_grad + b * n_.hidden : nullptr, grad,
            of_step(c_.gates_grad, n_.wide()),
            of_step(c_.cells_grad, n_.hidden), Sums(row), After(t, b)});
    if (!apart_) std::fill_n(grad, n_.outputs, C(0));
  }

  // A row without this step.
  void Skip(int64_t row) {
    std::fill_n(Sums(row), n_.wide(), C(0));
    std::fill_n(Row(before_, row, n_.outputs), n_.outputs, C(0));
    if (!projection_) return;
    std::fill_n(Row(units_, row, n_.hidden), n_.hidden, C(0));
    std::fill_n(Row(out_grads_, row, n_.outputs), n_.outputs, C(0));
  }

  // What the steps of this turn give to weights and inputs; `beta` is 0 at the
  // first turn.
  void Products(C beta) {
    const int64_t rows = count_ * n_.batch, size = n_.sums * n_.hidden;
    const C* sums = turn_sums_;
    const auto weight = [&](int64_t m, int64_t n, const C* a, int64_t lda,
                            const C* b, C* to) {
      Product<C>({true, false, m, n, rows, a, std::max<int64_t>(1, lda), b,
                  std::max<int64_t>(1, n), beta, to, std::max<int64_t>(1, n)});
    };
    weight(size, n_.inputs, sums, n_.wide(), x_.Get(first_, count_),
           c_.weight_ih_grad);
    const C* before = before_->template Data<C>();
    weight(shared_, n_.outputs, sums, n_.wide(), before, c_.weight_hh_grad);
    if (apart_) {
      weight(n_.hidden, n_.outputs, sums + size, n_.wide(), before,
             c_.weight_hh_grad + shared_ * n_.outputs);
    }
    if (projection_) {
      weight(n_.hidden, n_.outputs, units_->template Data<C>(), n_.hidden,
             out_grads_->template Data<C>(), c_.weight_ho_grad);
    }
    if (c_.x_grad) {
      const int64_t ld = std::max<int64_t>(1, n_.inputs);
      Product<C>({false, false, rows, n_.inputs, size, sums,
                  std::max<int64_t>(1, n_.wide()), c_.weight_ih, ld, C(0),
                  c_.x_grad + first_ * n_.batch * n_.inputs, ld});
    }
    std::vector<C> total(n_.wide(), C(0));
    for (int64_t r = 0; r < rows; ++r) {
      AddTo(n_.wide(), sums + r * n_.wide(), total.data());
    }
    for (int64_t j = 0; j < n_.wide(); ++j) bias_[j] += total[j];
  }

  const RnnBackwardCall<C>& c_;
  const RnnSteps& n_;
  const bool apart_;
  const int64_t shared_;  // sums that have one gradient for x and for h
  const PackedMatrix<C> weight_;
  TurnRows<C> x_;
  std::vector<double> bias_;
  std::optional<PackedMatrix<C>> projection_;
  // Of the steps of a turn: gradients of the sums, h before, and with a
  // projection what it gets and its gradient.
  Var sums_, before_, units_, unit_grads_, out_grads_;
  C* turn_sums_ = nullptr;
  int64_t first_ = 0, count_ = 0;  // steps of this turn
};

// Compiled once for each C.
template <typename C>
PD_NOINLINE void RunBackward(const RnnBackwardCall<C>& call) {
  Backward<C>(call).Run();
}

template <typename C>
void Run(const Args& args, Outs& outs, int sums, int kept,
         void (*row)(const BackwardRow<C>&), bool over_gates = false) {
  RnnOperands<C> in(args);
  RnnResults<C> to(args, outs);
  const C *out = in("out"), *gates = in("gates");
  C *bias = to("bias_grad"), *x = to("x_grad");
  RunBackward<C>({StepsOf(args, sums, kept),
                  row,
                  in.Rows("x"),
                  in("h0"),
                  in("c0"),
                  in("weight_ih"),
                  in("weight_hh"),
                  in("weight_ho"),
                  out,
                  gates ? gates : out,
                  in("cells"),
                  over_gates ? const_cast<C*>(gates) : nullptr,
                  in.Rows("out_grad"),
                  in("h_grad"),
                  in("c_grad"),
                  in("gates_grad"),
                  in("cells_grad"),
                  args.b("needs_x") ? x : nullptr,
                  to("h0_grad"),
                  to("c0_grad"),
                  to("weight_ih_grad"),
                  to("weight_hh_grad"),
                  bias ? bias : to("bias_ih_grad"),
                  to("bias_hh_grad"),
                  to("weight_ho_grad")});
  to.Done();
}

template <typename C, bool kOver = false>
void LstmGrad(const DeviceContext&, const Args& args, Outs& outs) {
  using Cell = LstmCell<C>;
  Run(args, outs, Cell::kSums, Cell::kKept, &Cell::Backward, kOver);
}
template <typename C, bool kOver = false>
void GruGrad(const DeviceContext&, const Args& args, Outs& outs) {
  using Cell = GruCell<C>;
  Run(args, outs, Cell::kSums, Cell::kKept, &Cell::Backward, kOver);
}
template <typename C>
void RnnGrad(const DeviceContext&, const Args& args, Outs& outs) {
  Run(args, outs, 1, 1,
      args.s("activation") == "tanh" ? &RnnCell<C, true>::Backward
                                     : &RnnCell<C, false>::Backward);
}

PD_REGISTER_KEYS(lstm_layer_grad, FloatKeys(LstmGrad<float>, LstmGrad<double>,
                                            "TTTTT???TT?????bbOOOOOOO"));
PD_REGISTER_KEYS(gru_layer_grad, FloatKeys(GruGrad<float>, GruGrad<double>,
                                           "TTTT?TT???bbOOOOOO"));
PD_REGISTER_KEYS(rnn_layer_grad, FloatKeys(RnnGrad<float>, RnnGrad<double>,
                                           "TTTT?T??sbbOOOOO"));

// The gates' gradients over the gates.
constexpr int kLstmGates = 8, kGruGates = 6;  // slots
constexpr OverwritingKernel kOver[] = {
    {&LstmGrad<float>, kLstmGates, &LstmGrad<float, true>},
    {&LstmGrad<double>, kLstmGates, &LstmGrad<double, true>},
    {&GruGrad<float>, kGruGates, &GruGrad<float, true>},
    {&GruGrad<double>, kGruGates, &GruGrad<double, true>}};
const OverwritingRegistrar over_gates(kOver);

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
