// layer_norm, rms_norm and their gradients, one row at a time.
#include <cmath>
#include <memory>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kPart = 256;  // elements of a row done at a time

template <typename T>
using RowType = std::conditional_t<std::is_same_v<T, double>, double, float>;

// A tensor of n values as C, or null.
template <typename C>
class Values {
 public:
  explicit Values(const DenseTensor* t) {
    if (!t) return;
    kept_ = CastTo(*t, DataTypeOf<C>());
    data_ = kept_->template Data<C>();
  }
  const C* data() const { return data_; }

 private:
  Var kept_;
  const C* data_ = nullptr;
};

// sum f(i) over [0, n), vectorised: f fills a block of values.
template <typename C, typename F>
double SumOf(int64_t n, F&& f) {
  C block[kPart];
  double sum = 0;
  for (int64_t i = 0; i < n; i += kPart) {
    const int64_t m = std::min(kPart, n - i);
    f(i, m, block);
    sum = FoldRow<Sum<C, double>>(block, m, sum);
  }
  return sum;
}

// Row r of x as C: in place, or converted into `buffer`.
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

// y = (x - mean) / sqrt(var + epsilon) * weight + bias; without the mean where
// kCenter is false (rms_norm).
template <typename T, bool kCenter>
void NormRows(const DenseTensor& x, const DenseTensor* weight,
              const DenseTensor* bias, double epsilon, int64_t n,
              DenseTensor* out, DenseTensor* mean, DenseTensor* rstd) {
  using C = RowType<T>;
  if (x.numel == 0) return;
  const Values<C> w(weight), b(bias);
  ParallelFor(x.numel / n, std::max<int64_t>(1, 16384 / n),
              [&](int64_t begin, int64_t end) {
                constexpr bool kConvert = !std::is_same_v<T, C>;
                std::unique_ptr<C[]> buffer(kConvert ? new C[2 * n] : nullptr);
                for (int64_t r = begin; r < end; ++r) {
                  const C* p = RowOf<T, C>(x, r, n, buffer.get());
                  C center = 0;
                  double around = 0;  // of what is lost in rounding the center
                  if constexpr (kCenter) {
                    const double m = FoldRow<Sum<C, double>>(p, n, 0.0) / n;
                    center = C(m);
                    around = m - center;
                    mean->Data<C>()[r] = center;
                  }
                  const double squares =
                      SumOf<C>(n, [&](int64_t i, int64_t m, C* block) {
                        for (int64_t j = 0; j < m; ++j) {
                          const C d = p[i + j] - center;
                          block[j] = d * d;
                        }
                      });
                  const double var = squares / n - around * around;
                  const C scale = C(1 / std::sqrt(var + epsilon));
                  rstd->Data<C>()[r] = scale;
                  C* y;
                  if constexpr (kConvert)
                    y = buffer.get() + n;
                  else
                    y = out->Data<T>() + r * n;
                  const C *wp = w.data(), *bp = b.data();
                  if (wp && bp) {
                    for (int64_t i = 0; i < n; ++i) {
                      y[i] = (p[i] - center) * scale * wp[i] + bp[i];
                    }
                  } else {
                    for (int64_t i = 0; i < n; ++i) {
                      C v = (p[i] - center) * scale;
                      if (wp) v *= wp[i];
                      if (bp) v += bp[i];
                      y[i] = v;
                    }
                  }
                  if constexpr (kConvert) StoreAs(y, out->Data<T>() + r * n, n);
                }
              });
}

// With h = (x - mean) rstd and q = g weight:
// x_grad = rstd (q - mean(q) - h mean(q h)), sums of g h and g over the rows.
template <typename T, bool kCenter>
void NormRowsGrad(const DenseTensor& x, const DenseTensor* weight,
                  const DenseTensor* mean, const DenseTensor& rstd,
                  const DenseTensor& out_grad, int64_t n, DenseTensor* x_grad,
                  DenseTensor* weight_grad, DenseTensor* bias_grad) {
  using C = RowType<T>;
  const int64_t rows = n ? x.numel / n : 0;
  const Values<C> w(weight);
  // The same parts for any number of threads.
  const int64_t part_rows = std::max<int64_t>(
      std::max<int64_t>(1, 16384 / std::max<int64_t>(n, 1)), (rows + 31) / 32);
  const int64_t parts =
      std::max<int64_t>(1, (rows + part_rows - 1) / part_rows);
  const int64_t sums = bias_grad ? 2 : 1;
  std::vector<double> partial(parts * sums * n, 0.0);
  ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    constexpr bool kConvert = !std::is_same_v<T, C>;
    std::unique_ptr<C[]> buffer(kConvert ? new C[3 * n] : nullptr);
    for (int64_t part = begin; part < end; ++part) {
      double* wsum = &partial[part * sums * n];
      double* bsum = bias_grad ? wsum + n : nullptr;
      const int64_t last = std::min(rows, (part + 1) * part_rows);
      for (int64_t r = part * part_rows; r < last; ++r) {
        const C* p = RowOf<T, C>(x, r, n, buffer.get());
        const C* g = RowOf<T, C>(out_grad, r, n, buffer.get() + n);
        const C center = kCenter ? mean->Data<C>()[r] : C(0);
        const C scale = rstd.Data<C>()[r];
        const C* wp = w.data();
        C sum = 0;
        if constexpr (kCenter) {
          sum = C(SumOf<C>(n,
                           [&](int64_t i, int64_t m, C* block) {
                             for (int64_t j = 0; j < m; ++j) {
                               block[j] = wp ? g[i + j] * wp[i + j] : g[i + j];
                             }
                           }) /
                  n);
        }
        const C along =
            C(SumOf<C>(n,
                       [&](int64_t i, int64_t m, C* block) {
                         for (int64_t j = 0; j < m; ++j) {
                           const C q = wp ? g[i + j] * wp[i + j] : g[i + j];
                           block[j] = q * ((p[i + j] - center) * scale);
                         }
                       }) /
              n);
        C* y;
        if constexpr (kConvert)
          y = buffer.get() + 2 * n;
        else
          y = x_grad->Data<T>() + r * n;
        for (int64_t i = 0; i < n; ++i) {
          const C h = (p[i] - center) * scale;
          const C q = wp ? g[i] * wp[i] : g[i];
          y[i] = scale * (q - sum - h * along);
          wsum[i] += g[i] * h;
        }
        if (bsum) {
          for (int64_t i = 0; i < n; ++i) bsum[i] += g[i];
        }
        if constexpr (kConvert) StoreAs(y, x_grad->Data<T>() + r * n, n);
      }
    }
  });
  for (int64_t k = 0; k < sums; ++k) {
    DenseTensor* to = k ? bias_grad : weight_grad;
    for (int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int64_t part = 0; part < parts; ++part) {
        sum += partial[(part * sums + k) * n + i];
      }
      to->Data<C>()[i] = C(sum);
    }
  }
}

int64_t RowSize(const DenseTensor& x, int64_t begin_axis) {
  int64_t n = 1;
  for (int i = static_cast<int>(begin_axis); i < x.rank(); ++i) n *= x.dims[i];
  return n;
}

template <typename T, typename Context>
void LayerNormKernel(const Context&, const DenseTensor& x,
                     const DenseTensor* weight, const DenseTensor* bias,
                     double epsilon, int64_t begin_axis, DenseTensor* out,
                     DenseTensor* mean, DenseTensor* rstd) {
  NormRows<T, true>(x, weight, bias, epsilon, RowSize(x, begin_axis), out, mean,
                    rstd);
}
template <typename T, typename Context>
void LayerNormGradKernel(const Context&, const DenseTensor& x,
                         const DenseTensor* weight, const DenseTensor& mean,
                         const DenseTensor& rstd, const DenseTensor& out_grad,
                         int64_t begin_axis, DenseTensor* x_grad,
                         DenseTensor* weight_grad, DenseTensor* bias_grad) {
  NormRowsGrad<T, true>(x, weight, &mean, rstd, out_grad,
                        RowSize(x, begin_axis), x_grad, weight_grad, bias_grad);
}
template <typename T, typename Context>
void RmsNormKernel(const Context&, const DenseTensor& x,
                   const DenseTensor* weight, double epsilon,
                   int64_t begin_axis, DenseTensor* out, DenseTensor* rstd) {
  NormRows<T, false>(x, weight, nullptr, epsilon, RowSize(x, begin_axis), out,
                     nullptr, rstd);
}
template <typename T, typename Context>
void RmsNormGradKernel(const Context&, const DenseTensor& x,
                       const DenseTensor* weight, const DenseTensor& rstd,
                       const DenseTensor& out_grad, int64_t begin_axis,
                       DenseTensor* x_grad, DenseTensor* weight_grad) {
  NormRowsGrad<T, false>(x, weight, nullptr, rstd, out_grad,
                         RowSize(x, begin_axis), x_grad, weight_grad, nullptr);
}

#define PD_REGISTER_NORM(op, Kernel)                                        \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, float16, bfloat16, float, \
                     double) {}
PD_REGISTER_NORM(layer_norm_with_stats, LayerNormKernel)
PD_REGISTER_NORM(layer_norm_grad, LayerNormGradKernel)
PD_REGISTER_NORM(rms_norm_with_stats, RmsNormKernel)
PD_REGISTER_NORM(rms_norm_grad, RmsNormGradKernel)

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
