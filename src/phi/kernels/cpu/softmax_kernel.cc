// softmax, log_softmax and their gradients along any axis. A line (or a tile
// of neighbouring lines) stays in the cache between its sweeps.
#include <cmath>
#include <memory>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/exp_shifted.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// The axis as rows: `outer` blocks of n rows of `inner` elements.
struct Lines {
  int64_t outer = 1, n = 1, inner = 1;
  Lines(const DenseTensor& x, int64_t axis) {
    if (x.rank() == 0) return;
    const int a = NormalizeAxis(axis, x.rank(), "softmax");
    n = x.dims[a];
    for (int i = 0; i < a; ++i) outer *= x.dims[i];
    for (int i = a + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
};

// to[i] = exp(x[i] - shift); returns the sum.
template <typename C>
double ExpInto(const C* x, C shift, C* to, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i += 256) {
    const int64_t m = std::min<int64_t>(256, n - i);
    for (int64_t j = 0; j < m; ++j) to[i + j] = ExpShifted(x[i + j] - shift);
    sum = FoldRow<Sum<C, double>>(to + i, m, sum);
  }
  return sum;
}
// The same sum with nothing kept.
template <typename C>
double ExpSum(const C* x, C shift, int64_t n) {
  C buffer[256];
  double sum = 0;
  for (int64_t i = 0; i < n; i += 256) {
    const int64_t m = std::min<int64_t>(256, n - i);
    for (int64_t j = 0; j < m; ++j) buffer[j] = ExpShifted(x[i + j] - shift);
    sum = FoldRow<Sum<C, double>>(buffer, m, sum);
  }
  return sum;
}
// sum of a[i] * b[i].
template <typename C>
double Dot(const C* a, const C* b, int64_t n) {
  C buffer[256];
  double sum = 0;
  for (int64_t i = 0; i < n; i += 256) {
    const int64_t m = std::min<int64_t>(256, n - i);
    for (int64_t j = 0; j < m; ++j) buffer[j] = a[i + j] * b[i + j];
    sum = FoldRow<Sum<C, double>>(buffer, m, sum);
  }
  return sum;
}

constexpr int64_t kTile = 1024;  // neighbouring lines done at a time, at most

// The maximum of each of `width` lines and sum(exp(x - maximum)), in one sweep:
// the sum is brought to the new maximum after every few rows.
template <typename C>
void MaxAndSum(const C* x, int64_t n, int64_t stride, int64_t width, C* high,
               double* sum) {
  constexpr int64_t kRows = 8;
  C next[kTile], part[kTile];
  Loops<Max<C>>::Init(high, width);
  std::fill_n(sum, width, 0.0);
  for (int64_t r = 0; r < n; r += kRows) {
    const int64_t m = std::min(kRows, n - r);
    const C* p = x + r * stride;
    std::copy_n(high, width, next);
    Loops<Max<C>>::Columns(p, m, stride, width, next);
    for (int64_t j = 0; j < width; ++j) {
      part[j] = next[j] == high[j] ? C(1) : ExpShifted(high[j] - next[j]);
    }
    for (int64_t j = 0; j < width; ++j) {
      sum[j] *= part[j];
      high[j] = next[j];
      part[j] = 0;
    }
    for (int64_t k = 0; k < m; ++k, p += stride) {
      for (int64_t j = 0; j < width; ++j) part[j] += ExpShifted(p[j] - high[j]);
    }
    for (int64_t j = 0; j < width; ++j) sum[j] += part[j];
  }
}

template <typename C>
struct Softmax {
  static void Row(const C* const* in, C* out, int64_t n) {
    const C* x = in[0];
    const C high = FoldRow<Max<C>>(x, n, Max<C>::Init());
    const C scale = C(1 / ExpInto(x, high, out, n));
    for (int64_t i = 0; i < n; ++i) out[i] *= scale;
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t width) {
    const C* x = in[0];
    C high[kTile], scale[kTile];
    double sum[kTile];
    MaxAndSum(x, n, stride, width, high, sum);
    for (int64_t j = 0; j < width; ++j) scale[j] = C(1 / sum[j]);
    for (int64_t r = 0; r < n; ++r, x += stride, out += stride) {
      for (int64_t j = 0; j < width; ++j) {
        out[j] = ExpShifted(x[j] - high[j]) * scale[j];
      }
    }
  }
};

template <typename C>
struct LogSoftmax {
  static void Row(const C* const* in, C* out, int64_t n) {
    const C* x = in[0];
    const C high = FoldRow<Max<C>>(x, n, Max<C>::Init());
    const C rest = C(std::log(ExpSum(x, high, n)));
    for (int64_t i = 0; i < n; ++i) out[i] = (x[i] - high) - rest;
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t width) {
    const C* x = in[0];
    C high[kTile], rest[kTile];
    double sum[kTile];
    MaxAndSum(x, n, stride, width, high, sum);
    for (int64_t j = 0; j < width; ++j) rest[j] = C(std::log(sum[j]));
    for (int64_t r = 0; r < n; ++r, x += stride, out += stride) {
      for (int64_t j = 0; j < width; ++j) out[j] = (x[j] - high[j]) - rest[j];
    }
  }
};

// in: the softmax y and the gradient g; y (g - sum(y g)).
template <typename C>
struct SoftmaxGrad {
  static void Row(const C* const* in, C* out, int64_t n) {
    const C *y = in[0], *g = in[1];
    const C sum = C(Dot(y, g, n));
    for (int64_t i = 0; i < n; ++i) out[i] = y[i] * (g[i] - sum);
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t width) {
    const C *y = in[0], *g = in[1];
    double sum[kTile] = {};
    for (int64_t r = 0; r < n; ++r) {
      const int64_t at = r * stride;
      for (int64_t j = 0; j < width; ++j) sum[j] += y[at + j] * g[at + j];
    }
    for (int64_t r = 0; r < n; ++r) {
      const int64_t at = r * stride;
      for (int64_t j = 0; j < width; ++j) {
        out[at + j] = y[at + j] * (g[at + j] - C(sum[j]));
      }
    }
  }
};

// in: the log of the softmax y and the gradient g; g - exp(y) sum(g).
template <typename C>
struct LogSoftmaxGrad {
  static void Row(const C* const* in, C* out, int64_t n) {
    const C *y = in[0], *g = in[1];
    const C sum = C(FoldRow<Sum<C, double>>(g, n, 0.0));
    for (int64_t i = 0; i < n; ++i) out[i] = g[i] - ExpShifted(y[i]) * sum;
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t width) {
    const C *y = in[0], *g = in[1];
    double sum[kTile] = {};
    Loops<Sum<C, double>>::Columns(g, n, stride, width, sum);
    for (int64_t r = 0; r < n; ++r) {
      const int64_t at = r * stride;
      for (int64_t j = 0; j < width; ++j) {
        out[at + j] = g[at + j] - ExpShifted(y[at + j]) * C(sum[j]);
      }
    }
  }
};

// Runs Op over all lines. Narrow floats pass through a buffer of floats.
template <template <typename> class Op, typename T, int kInputs>
void RunLines(const DenseTensor* const (&inputs)[kInputs], int64_t axis,
              DenseTensor* out) {
  using C = std::conditional_t<kIsNarrow<T>, float, T>;
  const Lines lines(*out, axis);
  const int64_t n = lines.n, inner = lines.inner;
  if (out->numel == 0) return;
  // Wide tiles read memory in order; converted ones should fit into the cache.
  const bool few = lines.outer * inner < 16 * kTile;
  const int64_t tile = kIsNarrow<T> ? 64 : few ? kTile / 4 : kTile;
  const int64_t tiles = (inner + tile - 1) / tile;
  const int64_t work = n * std::min(inner, tile);
  ParallelFor(lines.outer * tiles, std::max<int64_t>(1, 16384 / work),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<C[]> buffers;
                if (kIsNarrow<T>) buffers.reset(new C[(kInputs + 1) * work]);
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t c = i % tiles * tile;
                  const int64_t width = std::min(tile, inner - c);
                  const int64_t at = i / tiles * n * inner + c;
                  const C* in[kInputs];
                  if constexpr (std::is_same_v<T, C>) {
                    for (int k = 0; k < kInputs; ++k)
                      in[k] = inputs[k]->template Data<C>() + at;
                    C* to = out->Data<C>() + at;
                    if (inner == 1)
                      Op<C>::Row(in, to, n);
                    else
                      Op<C>::Tile(in, to, n, inner, width);
                  } else {
                    const int64_t rows = inner == 1 ? 1 : n,
                                  run = inner == 1 ? n : width;
                    for (int k = 0; k < kInputs; ++k) {
                      C* buffer = &buffers[k * work];
                      in[k] = buffer;
                      const T* from = inputs[k]->template Data<T>() + at;
                      for (int64_t r = 0; r < rows; ++r) {
                        LoadAs(from + r * inner, 1, buffer + r * run, run);
                      }
                    }
                    C* result = &buffers[kInputs * work];
                    T* to = out->Data<T>() + at;
                    if (inner == 1)
                      Op<C>::Row(in, result, n);
                    else
                      Op<C>::Tile(in, result, n, width, width);
                    for (int64_t r = 0; r < rows; ++r) {
                      StoreAs(result + r * run, to + r * inner, run);
                    }
                  }
                }
              });
}

template <template <typename> class Op>
void RunSoftmax(const DenseTensor& x, int64_t axis, DenseTensor* out) {
  const Var converted = CastTo(x, out->dtype);
  const DenseTensor* const inputs[] = {converted.get()};
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (kIsFloatType<T> && sizeof(T) > 1) {
      RunLines<Op, T>(inputs, axis, out);
    }
  });
}

template <typename T, typename Context>
void SoftmaxKernel(const Context&, const DenseTensor& x, int64_t axis, DataType,
                   DenseTensor* out) {
  RunSoftmax<Softmax>(x, axis, out);
}
template <typename T, typename Context>
void LogSoftmaxKernel(const Context&, const DenseTensor& x, int64_t axis,
                      DataType, DenseTensor* out) {
  RunSoftmax<LogSoftmax>(x, axis, out);
}
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

#define PD_REGISTER_SOFTMAX(op, Kernel)                                     \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, float16, bfloat16, float, \
                     double) {}
PD_REGISTER_SOFTMAX(softmax, SoftmaxKernel)
PD_REGISTER_SOFTMAX(log_softmax, LogSoftmaxKernel)
PD_REGISTER_SOFTMAX(softmax_grad, SoftmaxGradKernel)
PD_REGISTER_SOFTMAX(log_softmax_grad, LogSoftmaxGradKernel)

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
