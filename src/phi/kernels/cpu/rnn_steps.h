// What the kernels of the recurrent layers share.
#pragma once
#include <optional>
#include <vector>

#include "backends/cpu/blas.h"
#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/float_keys.h"
#include "phi/kernels/cpu/packed_matrix.h"
#include "phi/kernels/cpu/rnn_cells.h"
#include "phi/kernels/funcs/matmul_plan.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {

// Rows that are worth a step of their own on another thread.
constexpr int64_t kRnnRows = 8;
constexpr int64_t kRnnWork = 1 << 16;  // multiplications
// Rows of the steps of one turn: enough for fast products, few enough for a
// cache.
constexpr int64_t kTurnRows = 512;

struct RnnSteps {
  int64_t steps, batch, inputs, hidden, outputs;
  int sums, kept;  // for one unit
  bool reverse;
  std::vector<int64_t> lengths;  // empty: all rows have all steps

  int64_t wide() const { return kept * hidden; }  // a row of `gates`
  int64_t turn() const {
    return std::clamp<int64_t>(kTurnRows / std::max<int64_t>(1, batch), 1,
                               std::max<int64_t>(1, steps));
  }
  // f(first, count) for turns of `count` steps; once where there are none.
  template <typename F>
  void ForTurns(bool from_last, F&& f) const {
    int64_t done = 0;
    do {
      const int64_t count = std::min(turn(), steps - done);
      f(from_last ? steps - done - count : done, count);
      done += count;
    } while (done < steps);
  }
  bool Has(int64_t t, int64_t b) const {
    return lengths.empty() || t < lengths[b];
  }
  // Where the state that step t of row b starts from lies in `sequence`, or in
  // `first` where there is no step before.
  template <typename C>
  const C* Before(int64_t t, int64_t b, int64_t size, const C* sequence,
                  const C* first) const {
    const int64_t p = reverse ? t + 1 : t - 1;
    if (p < 0 || p >= steps || !Has(p, b)) return first + b * size;
    return sequence + (p * batch + b) * size;
  }
  // f(begin, end) over rows: each goes through the steps by itself.
  template <typename F>
  void ForRows(F&& f) const {
    const int64_t work = steps * kRnnRows * sums * hidden * outputs;
    ParallelFor((batch + kRnnRows - 1) / kRnnRows,
                std::max<int64_t>(1, kRnnWork / (work + 1)),
                [&](int64_t begin, int64_t end) {
                  f(begin * kRnnRows, std::min(end * kRnnRows, batch));
                });
  }
};

// `t` itself where it can be read so.
inline Var RowMajor(const DenseTensor& t, DataType dtype) {
  const Var v = CastTo(t, dtype);
  return Readable(*v, v->contiguous());
}

// The steps of a call; a unit has `sums` sums and keeps `kept` values.
inline RnnSteps StepsOf(const Args& a, int sums, int kept) {
  const DDim& x = a.at("x").tensor->dims;
  RnnSteps n{x[0],
             x[1],
             x[2],
             a.at("weight_ih").tensor->dims[0] / sums,
             a.at("h0").tensor->dims[1],
             sums,
             kept,
             a.b("reverse"),
             {}};
  if (const DenseTensor* lengths = a.at("sequence_length").tensor) {
    const Var v = RowMajor(*lengths, DataType::kInt64);
    n.lengths.assign(v->Data<int64_t>(), v->Data<int64_t>() + n.batch);
  }
  return n;
}

// C = op(A) op(B), or more of the same; nothing is an empty sum.
template <typename C>
void Product(const cpu::GemmCall<C>& g) {
  if (g.m == 0 || g.n == 0) return;
  if (g.k > 0) return cpu::Gemm(g);
  for (int64_t i = 0; g.beta == C(0) && i < g.m; ++i) {
    std::fill_n(g.c + i * g.ldc, g.n, C(0));
  }
}

// Rows of units, for each step and each row of the batch; perhaps none.
template <typename C>
struct RnnRows {
  const C* data = nullptr;
  int64_t step = 0, row = 0;  // how far they lie apart
  const C* At(int64_t t, int64_t b) const { return data + t * step + b * row; }
};

// The rows of some steps side by side; copied where they lie apart.
template <typename C>
class TurnRows {
 public:
  TurnRows(const RnnSteps& n, const RnnRows<C>& rows, int64_t size)
      : n_(n), rows_(rows), size_(size) {
    together_ = rows.row == size && rows.step == n.batch * size;
    if (together_) return;
    copy_ = EmptyTensor({n.turn() * n.batch, size}, DataTypeOf<C>());
  }
  const C* Get(int64_t first, int64_t count) {
    if (together_) return rows_.data + first * rows_.step;
    C* to = copy_->template Data<C>();
    for (int64_t t = first; t < first + count; ++t) {
      for (int64_t b = 0; b < n_.batch; ++b, to += size_) {
        std::copy_n(rows_.At(t, b), size_, to);
      }
    }
    return copy_->template Data<C>();
  }

 private:
  const RnnSteps& n_;
  const RnnRows<C> rows_;
  const int64_t size_;
  bool together_;
  Var copy_;
};

// The operands of a call as C, by name; null where there is none.
template <typename C>
class RnnOperands {
 public:
  explicit RnnOperands(const Args& args) : args_(args) {}
  const C* operator()(std::string_view name) {
    const int i = args_.op->schema.Find(name);
    const DenseTensor* t = i < 0 ? nullptr : args_.slot[i].tensor;
    if (!t) return nullptr;
    kept_.push_back(RowMajor(*t, DataTypeOf<C>()));
    return kept_.back()->template Data<C>();
  }
  // Of [time, batch, units]: as it lies, if the units are a run.
  RnnRows<C> Rows(std::string_view name) {
    const DenseTensor* t = args_.at(name).tensor;
    if (t && t->dtype == DataTypeOf<C>() && t->strides[2] == 1) {
      return {t->Data<C>(), t->strides[0], t->strides[1]};
    }
    const C* data = (*this)(name);
    if (!data) return {};
    return {data, t->dims[1] * t->dims[2], t->dims[2]};
  }

 private:
  const Args& args_;
  std::vector<Var> kept_;
};

// The results of a call, computed as C; Done() converts them.
template <typename C>
class RnnResults {
 public:
  RnnResults(const Args& args, Outs& outs)
      : names_(args.op->schema.outs), outs_(outs) {}
  C* operator()(std::string_view name) {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) return nullptr;
    DenseTensor* t = outs_[static_cast<int>(at - names_.begin())];
    if (t->dtype == DataTypeOf<C>()) return t->Data<C>();
    made_.emplace_back(t, EmptyTensor(t->dims, DataTypeOf<C>()));
    return made_.back().second->template Data<C>();
  }
  void Done() const {
    for (const auto& [to, made] : made_) ConvertElements(*made, to);
  }

 private:
  const std::vector<std::string>& names_;
  Outs& outs_;
  std::vector<std::pair<DenseTensor*, Var>> made_;
};

template <typename C>
struct RnnForwardCall {
  RnnSteps n;
  void (*row)(const ForwardRow<C>&);
  RnnRows<C> x;
  const C *h0, *c0, *weight_ih, *weight_hh, *bias_ih, *bias_hh, *weight_ho;
  C *out, *h, *c, *gates, *cells;  // `gates` of an rnn is `out`
};

template <typename C>
struct RnnBackwardCall {
  RnnSteps n;
  void (*row)(const BackwardRow<C>&);
  RnnRows<C> x;
  const C *h0, *c0, *weight_ih, *weight_hh, *weight_ho;
  const C* out;  // null: it follows from `gates` and `cells`
  const C *gates, *cells;
  C* over_gates;  // `gates`, where nobody needs it any more
  RnnRows<C> out_grad;
  const C *h_grad, *c_grad, *gates_grad, *cells_grad;
  C *x_grad, *h0_grad, *c0_grad, *weight_ih_grad, *weight_hh_grad;
  C *bias_ih_grad, *bias_hh_grad, *weight_ho_grad;
};

}  // namespace paddle::phi::PD_CPU_ISA
