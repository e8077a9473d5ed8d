// layer_norm, rms_norm and their gradients, one row at a time.
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pack_rows.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/stream.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

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
  using C = ComputeType<T>;
  using P = Pack<C>;
  if (x.numel == 0) return;
  const Values<C> w(weight), b(bias);
  constexpr bool kConvert = !std::is_same_v<T, C>;
  const bool stream = !kConvert &&
                      out->numel * int64_t{sizeof(T)} >= kStreamBytes &&
                      n >= 128 && n * int64_t{sizeof(T)} <= kStreamedRow;
  ParallelFor(x.numel / n, std::max<int64_t>(1, 16384 / n),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<C[]> buffer(kConvert || stream ? new C[2 * n]
                                                               : nullptr);
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
                  const P c(center);
                  const double squares =
                      SumOfRow(p, n, center, [&](P v, int64_t, int64_t) {
                        const P d = v - c;
                        return d * d;
                      });
                  const double var = squares / n - around * around;
                  const C scale = C(1 / std::sqrt(var + epsilon));
                  rstd->Data<C>()[r] = scale;
                  C* y;
                  if constexpr (kConvert)
                    y = buffer.get() + n;
                  else
                    y = stream ? buffer.get() : out->Data<T>() + r * n;
                  const C *wp = w.data(), *bp = b.data();
                  const P s(scale);
                  auto map = [&](auto&& tail) {
                    MapRow(p, n, y, [&](P v, int64_t i) {
                      return tail((v - c) * s, i, std::min(n - i, P::kLanes));
                    });
                  };
                  if (wp && bp) {
                    map([&](P h, int64_t i, int64_t m) {
                      return MulAdd(h, LoadUpTo(wp + i, m),
                                    LoadUpTo(bp + i, m));
                    });
                  } else if (wp) {
                    map([&](P h, int64_t i, int64_t m) {
                      return h * LoadUpTo(wp + i, m);
                    });
                  } else {
                    map([&](P h, int64_t i, int64_t m) {
                      return bp ? h + LoadUpTo(bp + i, m) : h;
                    });
                  }
                  if constexpr (kConvert) {
                    StoreAs(y, out->Data<T>() + r * n, n);
                  } else if (stream) {
                    StreamCopy(y, out->Data<T>() + r * n, n * sizeof(T));
                  }
                }
                if (stream) FinishStream();
              });
}

constexpr int64_t kRows = 4;  // whose gradients are added before they are kept

// A row of the backward pass, with h = (x - mean) rstd and q = g weight.
template <typename C>
struct GradRow {
  using P = Pack<C>;
  const C *x, *g;
  C* y;
  C center, scale;
  C sum = 0, along = 0;  // mean(q), mean(q h)

  template <bool kCenter>
  void Fold(const C* w, int64_t n) {
    const P c(center);
    P q_sum(C(0));
    double total = 0;
    int64_t since = 0;
    const double dot = SumOfRow(g, n, C(0), [&](P q, int64_t i, int64_t m) {
      if (w) q = q * LoadUpTo(w + i, m);
      if constexpr (kCenter) {
        q_sum = q_sum + q;
        if (++since == 64) {  // few are added in C
          total += SumOfLanes(q_sum);
          q_sum = P(C(0));
          since = 0;
        }
      }
      return q * (LoadUpTo(x + i, m) - c);
    });
    if constexpr (kCenter) sum = C((total + SumOfLanes(q_sum)) / n);
    along = C(dot * scale / n);
  }
};

// y = rstd (q - mean(q) - h mean(q h)) of N rows; sums of g h and g over them.
template <int N, typename C>
void GradOfRows(const GradRow<C>* row, const C* w, int64_t n, C* wsum,
                C* bsum) {
  using P = Pack<C>;
  ForPacks<C>(n, [&](int64_t i, int64_t m) {
    P weight(C(1)), ws(C(0)), bs(C(0));
    if (w) weight = LoadUpTo(w + i, m);
    for (int k = 0; k < N; ++k) {
      const GradRow<C>& r = row[k];
      const P g = LoadUpTo(r.g + i, m), scale(r.scale);
      const P h = (LoadUpTo(r.x + i, m) - P(r.center)) * scale;
      const P rest = MulAdd(-h, P(r.along), MulAdd(g, weight, -P(r.sum)));
      (scale * rest).StoreUpTo(r.y + i, m);
      ws = MulAdd(g, h, ws);
      bs = bs + g;
    }
    if (wsum) ws.StoreUpTo(wsum + i, m);
    if (bsum) bs.StoreUpTo(bsum + i, m);
  });
}

// The gradients of x (see GradOfRows), weight and bias; without the latter one
// or both.
template <typename T, bool kCenter>
void NormRowsGrad(const DenseTensor& x, const DenseTensor* weight,
                  const DenseTensor* mean, const DenseTensor& rstd,
                  const DenseTensor& out_grad, int64_t n, DenseTensor* x_grad,
                  DenseTensor* weight_grad, DenseTensor* bias_grad) {
  using C = ComputeType<T>;
  const int64_t rows = n ? x.numel / n : 0;
  const Values<C> w(weight);
  // The same parts for any number of threads.
  const int64_t part_rows = std::max<int64_t>(
      std::max(kRows, 16384 / std::max<int64_t>(n, 1)), (rows + 31) / 32);
  const int64_t parts =
      std::max<int64_t>(1, (rows + part_rows - 1) / part_rows);
  const int64_t sums = (weight_grad ? 1 : 0) + (bias_grad ? 1 : 0);
  constexpr bool kConvert = !std::is_same_v<T, C>;
  const bool stream = !kConvert &&
                      x.numel * int64_t{sizeof(T)} >= kStreamBytes &&
                      n >= 128 && n * int64_t{sizeof(T)} <= kStreamedRow;
  std::vector<double> partial(parts * sums * n, 0.0);
  ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    std::unique_ptr<C[]> buffer(new C[(kConvert ? 3 * kRows
                                       : stream ? kRows
                                                : 0) *
                                          n +
                                      sums * n]);
    // Of a few rows.
    C* const wsum = weight_grad ? buffer.get() : nullptr;
    C* const bsum = bias_grad ? wsum + n : nullptr;
    C* const rows_buffer = buffer.get() + sums * n;
    const C* const wp = w.data();
    for (int64_t part = begin; part < end; ++part) {
      double* const total = &partial[part * sums * n];
      const int64_t last = std::min(rows, (part + 1) * part_rows);
      for (int64_t r = part * part_rows; r < last; r += kRows) {
        const int64_t m = std::min(kRows, last - r);
        GradRow<C> row[kRows];
        for (int64_t k = 0; k < m; ++k) {
          C* own = rows_buffer + (kConvert ? 3 * k : k) * n;
          row[k].x = RowOf<T, C>(x, r + k, n, own);
          row[k].g = RowOf<T, C>(out_grad, r + k, n, own + n);
          if constexpr (kConvert)
            row[k].y = own + 2 * n;
          else
            row[k].y = stream ? own : x_grad->Data<T>() + (r + k) * n;
          row[k].center = kCenter ? mean->Data<C>()[r + k] : C(0);
          row[k].scale = rstd.Data<C>()[r + k];
          row[k].template Fold<kCenter>(wp, n);
        }
        if (m == kRows) {
          GradOfRows<kRows>(row, wp, n, wsum, bsum);
        } else {
          GradOfRows<1>(row, wp, n, wsum, bsum);
          for (int64_t k = 1; k < m; ++k) {
            for (int64_t i = 0; i < sums * n; ++i) total[i] += wsum[i];
            GradOfRows<1>(row + k, wp, n, wsum, bsum);
          }
        }
        for (int64_t i = 0; i < sums * n; ++i) total[i] += wsum[i];
        for (int64_t k = 0; k < m; ++k) {
          T* to = x_grad->Data<T>() + (r + k) * n;
          if constexpr (kConvert) {
            StoreAs(row[k].y, to, n);
          } else if (stream) {
            StreamCopy(row[k].y, to, n * sizeof(T));
          }
        }
      }
    }
    if (stream) FinishStream();
  });
  double* const total = partial.data();
  for (int64_t part = 1; part < parts; ++part) {
    const double* more = total + part * sums * n;
    for (int64_t i = 0; i < sums * n; ++i) total[i] += more[i];
  }
  for (int64_t k = 0; k < sums; ++k) {
    C* const to = (k ? bias_grad : weight_grad)->Data<C>();
    for (int64_t i = 0; i < n; ++i) to[i] = C(total[k * n + i]);
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
                         int64_t begin_axis, bool of_parameters,
                         DenseTensor* x_grad, DenseTensor* weight_grad,
                         DenseTensor* bias_grad) {
  if (!of_parameters) {
    for (DenseTensor* t : {weight_grad, bias_grad}) {
      if (t->numel) std::memset(t->data, 0, t->bytes());
    }
    weight_grad = bias_grad = nullptr;
  }
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
