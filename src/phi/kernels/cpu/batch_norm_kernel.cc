// Normalisation by channel: [n, channels, inner] or, with channels last,
// [rows, channels].
#include <cmath>
#include <memory>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/moments.h"
#include "phi/kernels/cpu/pack_rows.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kPart = 512;  // elements done at a time

struct Layout {
  int64_t outer = 1, channels = 1, inner = 1;
  Layout(const DenseTensor& x, bool channels_last) {
    const int axis = channels_last || x.rank() < 2 ? x.rank() - 1 : 1;
    channels = x.dims[axis];
    for (int i = 0; i < axis; ++i) outer *= x.dims[i];
    for (int i = axis + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
  int64_t count() const { return outer * inner; }  // of one channel
};

template <typename C>
std::vector<C> ToVector(const DenseTensor* t, int64_t n, C missing) {
  std::vector<C> v(n, missing);
  if (!t) return v;
  const Var converted = CastTo(*t, DataTypeOf<C>());
  std::copy_n(converted->Data<C>(), n, v.data());
  return v;
}

// out = (x - center[c]) * scale[c] + shift[c].
template <typename T, typename C>
void Affine(const DenseTensor& x, const Layout& l, const C* center,
            const C* scale, const C* shift, DenseTensor* out) {
  if (x.numel == 0) return;
  if (l.inner > 1) {
    ParallelFor(l.outer * l.channels, std::max<int64_t>(1, 32768 / l.inner),
                [&](int64_t begin, int64_t end) {
                  C in[kPart], result[kPart];
                  for (int64_t s = begin; s < end; ++s) {
                    const int64_t c = s % l.channels;
                    const C m = center[c], a = scale[c], b = shift[c];
                    const T* p = x.Data<T>() + s * l.inner;
                    T* y = out->Data<T>() + s * l.inner;
                    if constexpr (std::is_same_v<T, C>) {
                      using P = Pack<C>;
                      MapRow(p, l.inner, y, [&](P v, int64_t) {
                        return MulAdd(v - P(m), P(a), P(b));
                      });
                      continue;
                    }
                    for (int64_t i = 0; i < l.inner; i += kPart) {
                      const int64_t n = std::min(kPart, l.inner - i);
                      LoadAs(p + i, 1, in, n);
                      for (int64_t j = 0; j < n; ++j)
                        result[j] = (in[j] - m) * a + b;
                      StoreAs(result, y + i, n);
                    }
                  }
                });
    return;
  }
  ParallelFor(l.outer, std::max<int64_t>(1, 32768 / l.channels),
              [&](int64_t begin, int64_t end) {
                C in[kPart], result[kPart];
                for (int64_t r = begin; r < end; ++r) {
                  for (int64_t i = 0; i < l.channels; i += kPart) {
                    const int64_t n = std::min(kPart, l.channels - i);
                    LoadAs(x.Data<T>() + r * l.channels + i, 1, in, n);
                    for (int64_t j = 0; j < n; ++j) {
                      result[j] =
                          (in[j] - center[i + j]) * scale[i + j] + shift[i + j];
                    }
                    StoreAs(result, out->Data<T>() + r * l.channels + i, n);
                  }
                }
              });
}

// Each channel's mean and variance, as pairs.
void WriteMoments(const ReduceFinish&, const void* acc, int64_t n, void* out,
                  int64_t stride) {
  const Moments* a = static_cast<const Moments*>(acc);
  complex128* pairs = static_cast<complex128*>(out);
  for (int64_t i = 0; i < n; ++i) {
    pairs[i * stride] = {a[i].mean, a[i].m2 / a[i].count};
  }
}

template <typename T, typename Context>
void BatchNormKernel(const Context&, const DenseTensor& x,
                     const DenseTensor* weight, const DenseTensor* bias,
                     double epsilon, bool channels_last, DenseTensor* out,
                     DenseTensor* mean, DenseTensor* variance) {
  using C = ComputeType<T>;
  const Layout l(x, channels_last);
  const Var flat = Alias(x);
  flat->dims = {l.outer, l.channels, l.inner};
  SetContiguous(flat.get());
  const Var pairs = EmptyTensor({l.channels}, DataType::kComplex128);
  ReduceCall call = MomentCall(x.dtype);
  call.finish = {WriteMoments, DataType::kComplex128};
  Reduce(call, *flat, 0b101, pairs.get());
  std::vector<C> scale = ToVector<C>(weight, l.channels, C(1));
  const std::vector<C> shift = ToVector<C>(bias, l.channels, C(0));
  for (int64_t c = 0; c < l.channels; ++c) {
    const complex128 pair = pairs->Data<complex128>()[c];
    mean->Data<C>()[c] = C(pair.real());
    variance->Data<C>()[c] = C(pair.imag());
    scale[c] = C(scale[c] / std::sqrt(pair.imag() + epsilon));
  }
  Affine<T, C>(x, l, mean->Data<C>(), scale.data(), shift.data(), out);
}

template <typename T, typename Context>
void BatchNormInferenceKernel(const Context&, const DenseTensor& x,
                              const DenseTensor& mean,
                              const DenseTensor& variance,
                              const DenseTensor* weight,
                              const DenseTensor* bias, double epsilon,
                              bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  const Layout l(x, channels_last);
  const std::vector<C> center = ToVector<C>(&mean, l.channels, C(0));
  const std::vector<C> var = ToVector<C>(&variance, l.channels, C(0));
  std::vector<C> scale = ToVector<C>(weight, l.channels, C(1));
  const std::vector<C> shift = ToVector<C>(bias, l.channels, C(0));
  for (int64_t c = 0; c < l.channels; ++c) {
    scale[c] = C(scale[c] / std::sqrt(double{var[c]} + epsilon));
  }
  Affine<T, C>(x, l, center.data(), scale.data(), shift.data(), out);
}

// sums[0][c] of g and sums[1][c] of g (x - center) over a channel.
template <typename T, typename C>
void ChannelSums(const DenseTensor& x, const DenseTensor& g, const Layout& l,
                 const C* center, double* sum, double* along) {
  if (l.inner > 1) {
    ParallelFor(l.channels, std::max<int64_t>(1, 32768 / l.count()),
                [&](int64_t begin, int64_t end) {
                  C a[kPart], b[kPart];
                  for (int64_t c = begin; c < end; ++c) {
                    const C m = center[c];
                    for (int64_t o = 0; o < l.outer; ++o) {
                      const int64_t at = (o * l.channels + c) * l.inner;
                      for (int64_t i = 0; i < l.inner; i += kPart) {
                        const int64_t n = std::min(kPart, l.inner - i);
                        LoadAs(g.Data<T>() + at + i, 1, a, n);
                        LoadAs(x.Data<T>() + at + i, 1, b, n);
                        for (int64_t j = 0; j < n; ++j)
                          b[j] = (b[j] - m) * a[j];
                        sum[c] = FoldRow<Sum<C, double>>(a, n, sum[c]);
                        along[c] = FoldRow<Sum<C, double>>(b, n, along[c]);
                      }
                    }
                  }
                });
    return;
  }
  // The same parts for any number of threads.
  const int64_t rows =
      std::max<int64_t>({1, 16384 / l.channels, (l.outer + 31) / 32});
  const int64_t parts = (l.outer + rows - 1) / rows;
  std::vector<double> partial(2 * parts * l.channels, 0.0);
  ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    C a[kPart], b[kPart];
    for (int64_t p = begin; p < end; ++p) {
      double* s = &partial[2 * p * l.channels];
      double* t = s + l.channels;
      for (int64_t r = p * rows; r < std::min(l.outer, (p + 1) * rows); ++r) {
        for (int64_t i = 0; i < l.channels; i += kPart) {
          const int64_t n = std::min(kPart, l.channels - i);
          LoadAs(g.Data<T>() + r * l.channels + i, 1, a, n);
          LoadAs(x.Data<T>() + r * l.channels + i, 1, b, n);
          for (int64_t j = 0; j < n; ++j) {
            s[i + j] += a[j];
            t[i + j] += a[j] * (b[j] - center[i + j]);
          }
        }
      }
    }
  });
  for (int64_t p = 0; p < parts; ++p) {
    for (int64_t c = 0; c < l.channels; ++c) {
      sum[c] += partial[2 * p * l.channels + c];
      along[c] += partial[(2 * p + 1) * l.channels + c];
    }
  }
}

// out = g * scale[c] + (x - center[c]) * slope[c] + shift[c].
template <typename T, typename C>
void AffineOfTwo(const DenseTensor& g, const DenseTensor& x, const Layout& l,
                 const C* center, const C* scale, const C* slope,
                 const C* shift, DenseTensor* out) {
  const int64_t run = l.inner > 1 ? l.inner : l.channels;
  const int64_t runs = x.numel / run;
  ParallelFor(
      runs, std::max<int64_t>(1, 32768 / run), [&](int64_t begin, int64_t end) {
        C a[kPart], b[kPart];
        for (int64_t s = begin; s < end; ++s) {
          const int64_t c = s % l.channels;
          for (int64_t i = 0; i < run; i += kPart) {
            const int64_t n = std::min(kPart, run - i);
            LoadAs(g.Data<T>() + s * run + i, 1, a, n);
            LoadAs(x.Data<T>() + s * run + i, 1, b, n);
            if (l.inner > 1) {
              const C m = center[c], p = scale[c], q = slope[c], t = shift[c];
              for (int64_t j = 0; j < n; ++j)
                a[j] = a[j] * p + (b[j] - m) * q + t;
            } else {
              for (int64_t j = 0; j < n; ++j) {
                a[j] = a[j] * scale[i + j] +
                       (b[j] - center[i + j]) * slope[i + j] + shift[i + j];
              }
            }
            StoreAs(a, out->Data<T>() + s * run + i, n);
          }
        }
      });
}

// With r = 1 / sqrt(variance + epsilon), h = (x - mean) r, m elements:
// x_grad = weight r (g - sum(g) / m - h sum(g h) / m); without the sums where
// mean and variance are given and not the batch's own.
template <typename T, typename Context>
void BatchNormGradKernel(const Context&, const DenseTensor& x,
                         const DenseTensor* weight, const DenseTensor& mean,
                         const DenseTensor& variance,
                         const DenseTensor& out_grad, double epsilon,
                         bool channels_last, bool batch_stats,
                         DenseTensor* x_grad, DenseTensor* weight_grad,
                         DenseTensor* bias_grad) {
  using C = ComputeType<T>;
  const Layout l(x, channels_last);
  const int64_t channels = l.channels;
  const std::vector<C> center = ToVector<C>(&mean, channels, C(0));
  const std::vector<C> var = ToVector<C>(&variance, channels, C(0));
  const std::vector<C> w = ToVector<C>(weight, channels, C(1));
  std::vector<double> sum(channels, 0.0), along(channels, 0.0);
  if (x.numel > 0) {
    ChannelSums<T, C>(x, out_grad, l, center.data(), sum.data(), along.data());
  }
  std::vector<C> scale(channels), slope(channels), shift(channels);
  for (int64_t c = 0; c < channels; ++c) {
    const double r = 1 / std::sqrt(double{var[c]} + epsilon);
    weight_grad->Data<C>()[c] = C(along[c] * r);
    bias_grad->Data<C>()[c] = C(sum[c]);
    scale[c] = C(w[c] * r);
    if (!batch_stats) continue;
    slope[c] = C(-w[c] * r * r * r * along[c] / l.count());
    shift[c] = C(-w[c] * r * sum[c] / l.count());
  }
  if (x.numel == 0) return;
  AffineOfTwo<T, C>(out_grad, x, l, center.data(), scale.data(), slope.data(),
                    shift.data(), x_grad);
}

#define PD_REGISTER_BATCH_NORM(op, Kernel)                                  \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, float16, bfloat16, float, \
                     double) {}
PD_REGISTER_BATCH_NORM(batch_norm_with_stats, BatchNormKernel)
PD_REGISTER_BATCH_NORM(batch_norm_inference, BatchNormInferenceKernel)
PD_REGISTER_BATCH_NORM(batch_norm_grad, BatchNormGradKernel)

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
