// rnnt_align: the forward and backward sums over all paths, in log space.
#include <cmath>
#include <limits>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

double LogAdd(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNone ? a : a + std::log1p(std::exp(b - a));
}

void CheckRange(int64_t v, int64_t low, int64_t high, const char* what,
                int64_t sequence) {
  if (PD_LIKELY(v >= low && v <= high)) return;
  PADDLE_THROW(errors::OutOfRange("rnnt_loss: %s is out of range.", what)
                   .Expected("[" + std::to_string(low) + ", " +
                             std::to_string(high) + "]")
                   .Received(std::to_string(v) + " of sequence " +
                             std::to_string(sequence)));
}

// One sequence. Node (t, u): u labels are emitted before the blank of step t.
template <typename T>
struct Lattice {
  const T* log_p;                              // [time, length + 1, class]
  int64_t steps, labels, row, classes, blank;  // row: nodes of a step in memory
  const int64_t* label;
  std::vector<double> alpha, beta;

  int64_t Node(int64_t t, int64_t u) const { return t * row + u; }
  int64_t Blank(int64_t t, int64_t u) const {
    return Node(t, u) * classes + blank;
  }
  int64_t Emit(int64_t t, int64_t u) const {
    return Node(t, u) * classes + label[u];
  }
  double P(int64_t at) const { return static_cast<double>(log_p[at]); }

  // -log of the probability; fills `expected`, laid out as log_p.
  double Run(double weight_of_labels, T* expected) {
    alpha.assign(steps * row, kNone);
    beta.assign(steps * row, kNone);
    for (int64_t t = 0; t < steps; ++t) {
      for (int64_t u = 0; u <= labels; ++u) {
        double sum = t + u == 0 ? 0 : kNone;
        if (t > 0)
          sum = LogAdd(sum, alpha[Node(t - 1, u)] + P(Blank(t - 1, u)));
        if (u > 0) sum = LogAdd(sum, alpha[Node(t, u - 1)] + P(Emit(t, u - 1)));
        alpha[Node(t, u)] = sum;
      }
    }
    for (int64_t t = steps - 1; t >= 0; --t) {
      for (int64_t u = labels; u >= 0; --u) {
        const bool last = t == steps - 1 && u == labels;
        double sum = last ? P(Blank(t, u)) : kNone;
        if (t + 1 < steps) {
          sum = LogAdd(sum, beta[Node(t + 1, u)] + P(Blank(t, u)));
        }
        if (u < labels) sum = LogAdd(sum, beta[Node(t, u + 1)] + P(Emit(t, u)));
        beta[Node(t, u)] = sum;
      }
    }
    const double total = beta[0];
    if (total == kNone) return -total;
    for (int64_t t = 0; t < steps; ++t) {
      for (int64_t u = 0; u <= labels; ++u) {
        const double here = alpha[Node(t, u)] - total;
        const bool last = t == steps - 1 && u == labels;
        if (last || t + 1 < steps) {
          const double after = last ? 0 : beta[Node(t + 1, u)];
          expected[Blank(t, u)] +=
              static_cast<T>(std::exp(here + P(Blank(t, u)) + after));
        }
        if (u < labels) {
          const double after = beta[Node(t, u + 1)];
          expected[Emit(t, u)] += static_cast<T>(
              weight_of_labels * std::exp(here + P(Emit(t, u)) + after));
        }
      }
    }
    return -total;
  }
};

template <typename T, typename Context>
void RnntAlignKernel(const Context&, const DenseTensor& log_p,
                     const DenseTensor& labels,
                     const DenseTensor& input_lengths,
                     const DenseTensor& label_lengths, int64_t blank,
                     double fastemit_lambda, DenseTensor* loss,
                     DenseTensor* expected) {
  const int64_t batch = log_p.dims[0], steps = log_p.dims[1];
  const int64_t row = log_p.dims[2], classes = log_p.dims[3];
  const Var label = CastTo(labels, DataType::kInt64);
  const Var times = CastTo(input_lengths, DataType::kInt64);
  const Var counts = CastTo(label_lengths, DataType::kInt64);
  T* const out = expected->Data<T>();
  std::fill_n(out, expected->numel, T(0));
  ParallelFor(batch, 1, [&](int64_t begin, int64_t end) {
    Lattice<T> lattice;
    lattice.row = row;
    lattice.classes = classes;
    lattice.blank = blank;
    for (int64_t b = begin; b < end; ++b) {
      lattice.steps = times->Data<int64_t>()[b];
      lattice.labels = counts->Data<int64_t>()[b];
      CheckRange(lattice.steps, 1, steps, "a value of `input_lengths`", b);
      CheckRange(lattice.labels, 0, row - 1, "a value of `label_lengths`", b);
      lattice.label = label->Data<int64_t>() + b * (row - 1);
      for (int64_t u = 0; u < lattice.labels; ++u) {
        CheckRange(lattice.label[u], 0, classes - 1, "a value of `label`", b);
      }
      const int64_t first = b * steps * row * classes;
      lattice.log_p = log_p.Data<T>() + first;
      loss->Data<T>()[b] =
          static_cast<T>(lattice.Run(1 + fastemit_lambda, out + first));
    }
  });
}

PD_REGISTER_KERNEL(rnnt_align, CPU, ALL_LAYOUT, RnntAlignKernel, float,
                   double) {}

template <typename T, typename Context>
void GatherTreeKernel(const Context&, const DenseTensor& ids,
                      const DenseTensor& parents, DenseTensor* out) {
  const int64_t steps = ids.dims[0], batch = ids.dims[1], beams = ids.dims[2];
  const T *id = ids.Data<T>(), *from = parents.Data<T>();
  T* const to = out->Data<T>();
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t w = 0; w < beams; ++w) {
      int64_t beam = w;
      for (int64_t t = steps - 1; t >= 0; --t) {
        const int64_t row = (t * batch + b) * beams;
        to[row + w] = id[row + beam];
        beam = static_cast<int64_t>(from[row + beam]);
        PADDLE_ENFORCE(
            t == 0 || (beam >= 0 && beam < beams),
            errors::OutOfRange("gather_tree: a value of `parents` is no beam.")
                .Expected("[0, " + std::to_string(beams) + ")")
                .Received(std::to_string(beam)));
      }
    }
  }
}

PD_REGISTER_KERNEL(gather_tree, CPU, ALL_LAYOUT, GatherTreeKernel, int32_t,
                   int64_t) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
