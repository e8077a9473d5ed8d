// The gradients of softmax and log_softmax along any axis.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/softmax_lines.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// in: the softmax y and the gradient g; y (g - sum(y g)).
template <typename C>
struct SoftmaxGrad {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, const Tile<C>& t) {
    const C *y = in[0], *g = in[1];
    const P sum(C(SumOfRow(y, t.n, C(0), [&](P p, int64_t i, int64_t m) {
      PrefetchAhead(y + i);
      PrefetchAhead(g + i);
      return p * LoadUpTo(g + i, m);
    })));
    FinishRow(t, y, out, [&](P p, int64_t i) {
      return p * (LoadUpTo(g + i, std::min(t.n - i, P::kLanes)) - sum);
    });
  }
  static void Columns(const C* const* in, C* out, const Tile<C>& t) {
    const C *y = in[0], *g = in[1];
    double sum[kMaxWidth<C>];
    C total[kMaxWidth<C>];
    std::fill_n(sum, t.width, 0.0);
    for (int64_t r = 0; r < t.n; ++r) {
      const int64_t at = r * t.stride;
      for (int64_t j = 0; j < t.width; ++j) sum[j] += y[at + j] * g[at + j];
    }
    for (int64_t j = 0; j < t.width; ++j) total[j] = C(sum[j]);
    FinishColumns(t, out, [&](int64_t r, int64_t j, int64_t m) {
      const int64_t at = r * t.stride + j;
      return LoadUpTo(y + at, m) *
             (LoadUpTo(g + at, m) - LoadUpTo(total + j, m));
    });
  }
};

// in: the log of the softmax y and the gradient g; g - exp(y) sum(g).
template <typename C>
struct LogSoftmaxGrad {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, const Tile<C>& t) {
    const C *y = in[0], *g = in[1];
    const P sum(C(FoldRow<Sum<C, double>>(g, t.n, 0.0)));
    FinishRow(t, y, out, [&](P p, int64_t i) {
      PrefetchAhead(y + i);
      const P q = LoadUpTo(g + i, std::min(t.n - i, P::kLanes));
      return q - ExpShifted(p) * sum;
    });
  }
  static void Columns(const C* const* in, C* out, const Tile<C>& t) {
    const C *y = in[0], *g = in[1];
    double sum[kMaxWidth<C>];
    C total[kMaxWidth<C>];
    std::fill_n(sum, t.width, 0.0);
    Loops<Sum<C, double>>::Columns(g, t.n, t.stride, t.width, sum);
    for (int64_t j = 0; j < t.width; ++j) total[j] = C(sum[j]);
    FinishColumns(t, out, [&](int64_t r, int64_t j, int64_t m) {
      const int64_t at = r * t.stride + j;
      const P e = ExpShifted(LoadUpTo(y + at, m));
      return LoadUpTo(g + at, m) - e * LoadUpTo(total + j, m);
    });
  }
};

template <typename T, typename Context>
void SoftmaxGradKernel(const Context&, const DenseTensor& out,
                       const DenseTensor& out_grad, int64_t axis,
                       DenseTensor* x_grad) {
  const DenseTensor* const inputs[] = {&out, &out_grad};
  RunLines<SoftmaxGrad, T>(inputs, axis, x_grad);
}
template <typename T, typename Context>
void LogSoftmaxGradKernel(const Context&, const DenseTensor& out,
                          const DenseTensor& out_grad, int64_t axis,
                          DenseTensor* x_grad) {
  const DenseTensor* const inputs[] = {&out, &out_grad};
  RunLines<LogSoftmaxGrad, T>(inputs, axis, x_grad);
}
PD_REGISTER_KERNEL(softmax_grad, CPU, ALL_LAYOUT, SoftmaxGradKernel, float16,
                   bfloat16, float, double) {}
PD_REGISTER_KERNEL(log_softmax_grad, CPU, ALL_LAYOUT, LogSoftmaxGradKernel,
                   float16, bfloat16, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
