// Cross-entropy of logits along the last axis, and its gradient.
#include <cmath>
#include <limits>
#include <memory>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/logsumexp_rows.h"
#include "phi/kernels/cpu/reduce_loops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

[[noreturn]] void ThrowBadLabel(int64_t label, int64_t classes, int64_t line,
                                int64_t ignore_index) {
  PADDLE_THROW(
      errors::OutOfRange("cross_entropy: a value of `label` is not a "
                         "class.")
          .Expected("a class in [0, " + std::to_string(classes) +
                    "), or ignore_index = " + std::to_string(ignore_index))
          .Received("label = " + std::to_string(label) + " at position " +
                    std::to_string(line)));
}

// Labels of any integer type.
class Classes {
 public:
  Classes(const DenseTensor& label, int64_t classes, int64_t ignore_index)
      : kept_(CastTo(label, DataType::kInt64)),
        data_(kept_->Data<int64_t>()),
        classes_(classes),
        ignore_(ignore_index) {}
  // -1 where it is to be ignored.
  int64_t At(int64_t line) const {
    const int64_t c = data_[line];
    if (c == ignore_) return -1;
    if (PD_UNLIKELY(c < 0 || c >= classes_)) {
      ThrowBadLabel(c, classes_, line, ignore_);
    }
    return c;
  }

 private:
  Var kept_;
  const int64_t* data_;
  int64_t classes_, ignore_;
};

template <typename T, typename C>
const C* RowOf(const DenseTensor& x, int64_t r, int64_t n, C* buffer) {
  const T* row = x.Data<T>() + r * n;
  if constexpr (std::is_same_v<T, C>) {
    return row;
  } else {
    LoadAs(row, 1, buffer, n);
    return buffer;
  }
}

template <typename T, typename C>
void StoreOne(C v, T* to) {
  StoreAs(&v, to, 1);
}

template <typename T, typename Context>
void CrossEntropyKernel(const Context&, const DenseTensor& logits,
                        const DenseTensor& label, bool soft_label,
                        int64_t ignore_index, DenseTensor* loss,
                        DenseTensor* lse) {
  using C = ComputeType<T>;
  const int64_t n = logits.dims.back(), lines = loss->numel;
  if (lines == 0) return;
  const Var soft = soft_label ? CastTo(label, logits.dtype) : Var();
  std::unique_ptr<Classes> hard;
  if (!soft_label) hard.reset(new Classes(label, n, ignore_index));
  constexpr C kInfinity = std::numeric_limits<C>::infinity();
  // Several rows are summed at a time, which stay in the cache for the rest.
  constexpr bool kConvert = !std::is_same_v<T, C>;
  constexpr int64_t kGroup = kConvert ? 1 : Pack<C>::kLanes;
  ParallelFor((lines + kGroup - 1) / kGroup,
              std::max<int64_t>(1, 8192 / std::max<int64_t>(n * kGroup, 1)),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<C[]> buffer(kConvert ? new C[2 * n] : nullptr);
                C* const sums = lse->Data<C>();
                end = std::min(end * kGroup, lines);
                for (int64_t r = begin * kGroup; r < end; ++r) {
                  const C* x = RowOf<T, C>(logits, r, n, buffer.get());
                  if (r % kGroup == 0) {
                    LogSumExpOfRows(x, std::min(kGroup, end - r), n, sums + r);
                  }
                  // An infinite logit leaves no probabilities.
                  if (sums[r] == kInfinity) sums[r] = C(NAN);
                  const C log_sum = sums[r];
                  C value = 0;
                  if (hard) {
                    const int64_t c = hard->At(r);
                    if (c >= 0) value = log_sum - x[c];
                  } else {
                    const C* y = RowOf<T, C>(*soft, r, n, buffer.get() + n);
                    const Pack<C> top(log_sum);
                    value = C(SumOfRow(
                        y, n, C(0), [&](Pack<C> p, int64_t i, int64_t m) {
                          return p * (top - Pack<C>::LoadPart(x + i, m));
                        }));
                  }
                  StoreOne(value, loss->Data<T>() + r);
                }
              });
}

// Hard: g (softmax - one_hot). Soft: g (softmax sum(label) - label).
template <typename T, typename Context>
void CrossEntropyGradKernel(const Context&, const DenseTensor& logits,
                            const DenseTensor& label, const DenseTensor& lse,
                            const DenseTensor& loss_grad, bool soft_label,
                            int64_t ignore_index, DenseTensor* logits_grad) {
  using C = ComputeType<T>;
  const int64_t n = logits.dims.back(), lines = loss_grad.numel;
  if (logits.numel == 0) return;
  const Var soft = soft_label ? CastTo(label, logits.dtype) : Var();
  std::unique_ptr<Classes> hard;
  if (!soft_label) hard.reset(new Classes(label, n, ignore_index));
  ParallelFor(
      lines, std::max<int64_t>(1, 8192 / n), [&](int64_t begin, int64_t end) {
        constexpr bool kConvert = !std::is_same_v<T, C>;
        std::unique_ptr<C[]> buffer(kConvert ? new C[3 * n] : nullptr);
        for (int64_t r = begin; r < end; ++r) {
          C g;
          LoadAs(loss_grad.Data<T>() + r, 1, &g, 1);
          const C* x = RowOf<T, C>(logits, r, n, buffer.get());
          const C log_sum = lse.Data<C>()[r];
          C* to;
          if constexpr (kConvert)
            to = buffer.get() + 2 * n;
          else
            to = logits_grad->Data<T>() + r * n;
          if (hard) {
            const int64_t c = hard->At(r);
            if (c < 0) g = 0;
            const Pack<C> top(log_sum), scale(g);
            MapRow(x, n, to, [&](Pack<C> p, int64_t) {
              return ExpShifted(p - top) * scale;
            });
            if (c >= 0)
              to[c] -= g;
            else
              std::fill_n(to, n, C(0));
          } else {
            const C* y = RowOf<T, C>(*soft, r, n, buffer.get() + n);
            const C sum = C(FoldRow<Sum<C, double>>(y, n, 0.0));
            const Pack<C> top(log_sum), scale(g), total(sum);
            MapRow(x, n, to, [&](Pack<C> p, int64_t i) {
              const Pack<C> q =
                  Pack<C>::LoadPart(y + i, std::min(n - i, Pack<C>::kLanes));
              return scale * (ExpShifted(p - top) * total - q);
            });
          }
          if constexpr (kConvert)
            StoreAs(to, logits_grad->Data<T>() + r * n, n);
        }
      });
}

PD_REGISTER_KERNEL(softmax_cross_entropy, CPU, ALL_LAYOUT, CrossEntropyKernel,
                   float16, bfloat16, float, double) {}
PD_REGISTER_KERNEL(softmax_cross_entropy_grad, CPU, ALL_LAYOUT,
                   CrossEntropyGradKernel, float16, bfloat16, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
