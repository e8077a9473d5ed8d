// rnn_layer, lstm_layer, gru_layer: one product of all inputs, then each row of
// the batch goes through the steps with packed weights.
#include "phi/kernels/cpu/rnn_steps.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// What is added to the sums of a row.
template <typename C>
std::vector<C> BiasRow(const RnnForwardCall<C>& call) {
  const RnnSteps& n = call.n;
  const int64_t size = n.sums * n.hidden, shared = size - n.hidden;
  std::vector<C> row(n.wide(), C(0));
  if (call.bias_ih) std::copy_n(call.bias_ih, size, row.data());
  for (int64_t j = 0; call.bias_hh && j < size; ++j) {
    // The candidate of a gru keeps its part from the state apart.
    row[n.kept > n.sums && j >= shared ? j + n.hidden : j] += call.bias_hh[j];
  }
  return row;
}

template <typename C>
class Forward {
 public:
  explicit Forward(const RnnForwardCall<C>& call)
      : c_(call),
        n_(call.n),
        apart_(n_.kept > n_.sums),
        shared_((apart_ ? n_.sums - 1 : n_.sums) * n_.hidden),
        bias_(BiasRow(call)),
        x_(n_, call.x, n_.inputs),
        weight_(n_.outputs, shared_, call.weight_hh, 1, n_.outputs) {
    if (apart_) {
      candidate_.emplace(n_.outputs, n_.hidden,
                         call.weight_hh + shared_ * n_.outputs, 1, n_.outputs);
    }
    if (call.weight_ho) {
      projection_.emplace(n_.hidden, n_.outputs, call.weight_ho, n_.outputs, 1);
      units_ = EmptyTensor({n_.batch, n_.hidden}, DataTypeOf<C>());
    }
  }

  void Run() {
    std::copy_n(c_.h0, n_.batch * n_.outputs, c_.h);
    if (c_.c) std::copy_n(c_.c0, n_.batch * n_.hidden, c_.c);
    n_.ForTurns(n_.reverse, [&](int64_t first, int64_t count) {
      Inputs(first, count);
      n_.ForRows([&](int64_t begin, int64_t end) {
        for (int64_t k = 0; k < count; ++k) {
          Step(n_.reverse ? first + count - 1 - k : first + k, begin, end);
        }
      });
    });
  }

 private:
  // The inputs' part of the sums.
  void Inputs(int64_t first, int64_t count) {
    const int64_t at = first * n_.batch, ld = std::max<int64_t>(1, n_.inputs);
    Product<C>({false, true, count * n_.batch, n_.sums * n_.hidden, n_.inputs,
                x_.Get(first, count), ld, c_.weight_ih, ld, C(0),
                c_.gates + at * n_.wide(), std::max<int64_t>(1, n_.wide())});
  }

  // `h` and `c` of the call hold the states.
  void Step(int64_t t, int64_t begin, int64_t end) {
    const int64_t rows = end - begin, at = t * n_.batch + begin;
    const C* before = c_.h + begin * n_.outputs;
    C* gates = c_.gates + at * n_.wide();
    weight_.Multiply(rows, before, n_.outputs, gates, n_.wide(), true);
    if (apart_) {
      candidate_->Multiply(rows, before, n_.outputs,
                           gates + n_.sums * n_.hidden, n_.wide(), false);
    }
    C* out = c_.out + at * n_.outputs;
    C* units =
        projection_ ? units_->template Data<C>() + begin * n_.hidden : out;
    for (int64_t b = begin; b < end; ++b) {
      const int64_t row = at + b - begin;
      c_.row({n_.hidden, c_.gates + row * n_.wide(), bias_.data(),
              c_.c ? c_.c + b * n_.hidden : c_.h + b * n_.outputs,
              c_.c ? c_.cells + row * n_.hidden : nullptr,
              units + (b - begin) * n_.hidden});
    }
    if (projection_) {
      projection_->Multiply(rows, units, n_.hidden, out, n_.outputs, false);
    }
    for (int64_t b = begin; b < end; ++b) Keep(t, b);
  }

  // The new state, or none beyond the length of a sequence.
  void Keep(int64_t t, int64_t b) {
    const int64_t row = t * n_.batch + b;
    C* out = c_.out + row * n_.outputs;
    C* cell = c_.c ? c_.cells + row * n_.hidden : nullptr;
    if (n_.Has(t, b)) {
      std::copy_n(out, n_.outputs, c_.h + b * n_.outputs);
      if (cell) std::copy_n(cell, n_.hidden, c_.c + b * n_.hidden);
      return;
    }
    std::fill_n(out, n_.outputs, C(0));
    if (cell) std::fill_n(cell, n_.hidden, C(0));
    std::fill_n(c_.gates + row * n_.wide(), n_.wide(), C(0));
  }

  const RnnForwardCall<C>& c_;
  const RnnSteps& n_;
  const bool apart_;
  const int64_t shared_;  // sums that get products of x and of h
  const std::vector<C> bias_;
  TurnRows<C> x_;
  const PackedMatrix<C> weight_;
  std::optional<PackedMatrix<C>> candidate_, projection_;
  Var units_;
};

// Compiled once for each C.
template <typename C>
PD_NOINLINE void RunForward(const RnnForwardCall<C>& call) {
  Forward<C>(call).Run();
}

template <typename C>
void Run(const Args& args, Outs& outs, int sums, int kept,
         void (*row)(const ForwardRow<C>&)) {
  RnnOperands<C> in(args);
  RnnResults<C> to(args, outs);
  C *out = to("out"), *gates = to("gates");
  RunForward<C>({StepsOf(args, sums, kept), row, in.Rows("x"), in("h0"),
                 in("c0"), in("weight_ih"), in("weight_hh"), in("bias_ih"),
                 in("bias_hh"), in("weight_ho"), out, to("h"), to("c"),
                 gates ? gates : out, to("cells")});
  to.Done();
}

template <typename C>
void Lstm(const DeviceContext&, const Args& args, Outs& outs) {
  using Cell = LstmCell<C>;
  Run(args, outs, Cell::kSums, Cell::kKept, &Cell::Forward);
}
template <typename C>
void Gru(const DeviceContext&, const Args& args, Outs& outs) {
  using Cell = GruCell<C>;
  Run(args, outs, Cell::kSums, Cell::kKept, &Cell::Forward);
}
template <typename C>
void Rnn(const DeviceContext&, const Args& args, Outs& outs) {
  Run(args, outs, 1, 1,
      args.s("activation") == "tanh" ? &RnnCell<C, true>::Forward
                                     : &RnnCell<C, false>::Forward);
}

PD_REGISTER_KEYS(lstm_layer,
                 FloatKeys(Lstm<float>, Lstm<double>, "TTTTT????bOOOOO"));
PD_REGISTER_KEYS(gru_layer, FloatKeys(Gru<float>, Gru<double>, "TTTT???bOOO"));
PD_REGISTER_KEYS(rnn_layer, FloatKeys(Rnn<float>, Rnn<double>, "TTTT???sbOO"));

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
