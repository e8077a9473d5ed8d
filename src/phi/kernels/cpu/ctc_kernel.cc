// ctc_align: the forward and backward sums over all alignments, in log space.
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
  PADDLE_THROW(errors::OutOfRange("ctc_loss: %s is out of range.", what)
                   .Expected("[" + std::to_string(low) + ", " +
                             std::to_string(high) + "]")
                   .Received(std::to_string(v) + " of sequence " +
                             std::to_string(sequence)));
}

// One sequence. States are the labels with blanks around each.
template <typename T>
struct Lattice {
  const T* log_p;  // of step 0; `stride` elements from step to step
  int64_t stride, steps;
  std::vector<int64_t> state;
  std::vector<double> alpha, beta, next;

  double P(int64_t t, int64_t s) const {
    return static_cast<double>(log_p[t * stride + state[s]]);
  }
  // Whether state s follows state s - 2: a blank may not be skipped, nor the
  // one between two equal labels.
  bool Skips(int64_t s) const {
    return s >= 2 && s % 2 == 1 && state[s] != state[s - 2];
  }

  // -log of the probability; adds to `expected`, laid out as log_p.
  double Run(T* expected) {
    const int64_t n = static_cast<int64_t>(state.size());
    int64_t needed = n / 2;
    for (int64_t s = 3; s < n; s += 2) needed += state[s] == state[s - 2];
    if (needed > steps || steps == 0) return 0;
    alpha.assign(steps * n, kNone);
    for (int64_t s = 0; s < std::min<int64_t>(n, 2); ++s) alpha[s] = P(0, s);
    for (int64_t t = 1; t < steps; ++t) {
      const double* from = alpha.data() + (t - 1) * n;
      for (int64_t s = 0; s < n; ++s) {
        double sum = from[s];
        if (s >= 1) sum = LogAdd(sum, from[s - 1]);
        if (Skips(s)) sum = LogAdd(sum, from[s - 2]);
        alpha[t * n + s] = sum + P(t, s);
      }
    }
    const double* end = alpha.data() + (steps - 1) * n;
    const double total = n > 1 ? LogAdd(end[n - 1], end[n - 2]) : end[0];
    if (total == kNone) return -total;
    // beta: from state s at step t to the end, without its own step.
    beta.assign(n, kNone);
    next.assign(n, kNone);
    beta[n - 1] = 0;
    if (n > 1) beta[n - 2] = 0;
    for (int64_t t = steps - 1; t >= 0; --t) {
      for (int64_t s = 0; s < n; ++s) {
        const double share = std::exp(alpha[t * n + s] + beta[s] - total);
        expected[t * stride + state[s]] += static_cast<T>(share);
      }
      if (t == 0) break;
      for (int64_t s = 0; s < n; ++s) {
        double sum = beta[s] + P(t, s);
        if (s + 1 < n) sum = LogAdd(sum, beta[s + 1] + P(t, s + 1));
        if (s + 2 < n && Skips(s + 2)) {
          sum = LogAdd(sum, beta[s + 2] + P(t, s + 2));
        }
        next[s] = sum;
      }
      beta.swap(next);
    }
    return -total;
  }
};

template <typename T, typename Context>
void CtcAlignKernel(const Context&, const DenseTensor& log_p,
                    const DenseTensor& labels, const DenseTensor& input_lengths,
                    const DenseTensor& label_lengths, int64_t blank, bool,
                    DenseTensor* loss, DenseTensor* expected) {
  const int64_t steps = log_p.dims[0], batch = log_p.dims[1];
  const int64_t classes = log_p.dims[2], longest = labels.dims[1];
  const Var label = CastTo(labels, DataType::kInt64);
  const Var times = CastTo(input_lengths, DataType::kInt64);
  const Var counts = CastTo(label_lengths, DataType::kInt64);
  T* const out = expected->Data<T>();
  std::fill_n(out, expected->numel, T(0));
  ParallelFor(batch, 1, [&](int64_t begin, int64_t end) {
    Lattice<T> lattice;
    lattice.stride = batch * classes;
    for (int64_t b = begin; b < end; ++b) {
      const int64_t count = counts->Data<int64_t>()[b];
      lattice.steps = times->Data<int64_t>()[b];
      CheckRange(lattice.steps, 0, steps, "a value of `input_lengths`", b);
      CheckRange(count, 0, longest, "a value of `label_lengths`", b);
      lattice.state.assign(2 * count + 1, blank);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t c = label->Data<int64_t>()[b * longest + i];
        CheckRange(c, 0, classes - 1, "a value of `labels`", b);
        lattice.state[2 * i + 1] = c;
      }
      lattice.log_p = log_p.Data<T>() + b * classes;
      loss->Data<T>()[b] = static_cast<T>(lattice.Run(out + b * classes));
    }
  });
}

PD_REGISTER_KERNEL(ctc_align, CPU, ALL_LAYOUT, CtcAlignKernel, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
