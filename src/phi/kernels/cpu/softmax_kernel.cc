// softmax, log_softmax and their gradients along any axis. A line (or a tile
// of neighbouring lines) stays in the cache between its sweeps.
#include <cmath>
#include <memory>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/exp_rows.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/stream.h"
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

constexpr int64_t kTile = 1024;  // neighbouring lines done at a time, at most
constexpr int64_t kTileBytes = int64_t{1} << 19;  // so much stays in the caches

// Neighbouring lines are done in tiles, which stay in the second cache from one
// sweep to the next where the lines are not too long for that.
template <typename C>
int64_t TileWidth(int64_t n) {
  constexpr int64_t kLanes = Pack<C>::kLanes;
  const int64_t fits =
      kTileBytes / static_cast<int64_t>(n * sizeof(C)) / kLanes * kLanes;
  return fits < 2 * kLanes ? kTile : std::min(fits, kTile);
}

// The maximum of each of `width` lines and sum(exp(x - maximum)), in one sweep:
// the sum is brought to the new maximum after every few rows.
template <typename C>
void MaxAndSum(const C* x, int64_t n, int64_t stride, int64_t width, C* high,
               double* sum) {
  using P = Pack<C>;
  constexpr int64_t kRows = 8;
  const P least(Max<C>::Init()), zero(C(0));
  std::fill_n(high, width, Max<C>::Init());
  std::fill_n(sum, width, 0.0);
  for (int64_t r = 0; r < n; r += kRows, x += kRows * stride) {
    const int64_t rows = std::min(kRows, n - r);
    ForPacks<C>(width, [&](int64_t j, int64_t m) {
      P row[kRows];
      const P before = LoadUpTo(high + j, m);
      P now = before;
      for (int64_t k = 0; k < rows; ++k) {
        row[k] = LoadUpTo(x + k * stride + j, m);
        now = MaxOf(now, row[k]);
      }
      const P shift = Select(now == least, zero, now);
      P part = zero;
      for (int64_t k = 0; k < rows; ++k) {
        part = part + ExpShifted(row[k] - shift);
      }
      C scale[P::kLanes], add[P::kLanes];
      Select(before == least, zero, ExpShifted(before - shift)).Store(scale);
      part.Store(add);
      now.StoreUpTo(high + j, m);
      for (int64_t l = 0; l < m; ++l)
        sum[j + l] = sum[j + l] * scale[l] + add[l];
    });
  }
}

template <typename C>
struct Softmax {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, int64_t n) {
    const C* x = in[0];
    if (n <= P::kLanes) {
      const P p = P::LoadPart(x, n, -scalar::kInf<C>);
      const P e = ExpShifted(p - P(MaxOfLanes(p)));
      return (e * P(C(1) / SumOfLanes(e))).StorePart(out, n);
    }
    const double sum = ExpSumOfRow<true>(x, n, MaxOfRow(x, n), out);
    const P scale(C(1 / sum));
    MapRow(out, n, out, [&](P e, int64_t) { return e * scale; });
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t out_stride, int64_t width) {
    const C* x = in[0];
    C high[kTile], scale[kTile];
    double sum[kTile];
    const bool cached = n * width * int64_t{sizeof(C)} <= kTileBytes;
    if (cached) return CachedTile(x, out, n, stride, out_stride, width);
    MaxAndSum(x, n, stride, width, high, sum);
    for (int64_t j = 0; j < width; ++j) scale[j] = C(1 / sum[j]);
    for (int64_t r = 0; r < n; ++r, x += stride, out += out_stride) {
      ForPacks<C>(width, [&](int64_t j, int64_t m) {
        const P d = LoadUpTo(x + j, m) - LoadUpTo(high + j, m);
        (ExpShifted(d) * LoadUpTo(scale + j, m)).StoreUpTo(out + j, m);
      });
    }
  }

 private:
  // Keeps the terms in the output, which the last sweep finds in the cache.
  static void CachedTile(const C* x, C* out, int64_t n, int64_t stride,
                         int64_t out_stride, int64_t width) {
    constexpr int64_t kRows = 16;  // few are added in C
    C high[kTile], scale[kTile];
    double sum[kTile];
    std::fill_n(sum, width, 0.0);
    std::fill_n(high, width, Max<C>::Init());
    for (int64_t r = 0; r < n; ++r) {
      const C* row = x + r * stride;
      ForPacks<C>(width, [&](int64_t j, int64_t m) {
        __builtin_prefetch(row + 16 * stride + j);  // of another page
        MaxOf(LoadUpTo(high + j, m), LoadUpTo(row + j, m))
            .StoreUpTo(high + j, m);
      });
    }
    for (int64_t r = 0; r < n; r += kRows) {
      const int64_t rows = std::min(kRows, n - r);
      ForPacks<C>(width, [&](int64_t j, int64_t m) {
        const P shift = LoadUpTo(high + j, m);
        P part(C(0));
        for (int64_t k = r; k < r + rows; ++k) {
          const P e = ExpShifted(LoadUpTo(x + k * stride + j, m) - shift);
          e.StoreUpTo(out + k * out_stride + j, m);
          part = part + e;
        }
        C add[P::kLanes];
        part.Store(add);
        for (int64_t l = 0; l < m; ++l) sum[j + l] += add[l];
      });
    }
    for (int64_t j = 0; j < width; ++j) scale[j] = C(1 / sum[j]);
    for (int64_t r = 0; r < n; ++r, out += out_stride) {
      ForPacks<C>(width, [&](int64_t j, int64_t m) {
        (LoadUpTo(out + j, m) * LoadUpTo(scale + j, m)).StoreUpTo(out + j, m);
      });
    }
  }
};

template <typename C>
struct LogSoftmax {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, int64_t n) {
    const C* x = in[0];
    if (n <= P::kLanes) {
      const P p = P::LoadPart(x, n, -scalar::kInf<C>);
      const P d = p - P(MaxOfLanes(p));
      const C sum = SumOfLanes(ExpShifted(d));
      return (d - P(scalar::LogOf(sum))).StorePart(out, n);
    }
    const C high = MaxOfRow(x, n);
    const C sum = C(ExpSumOfRow<false, C>(x, n, high, nullptr));
    const P shift(high), rest(scalar::LogOf(sum));
    MapRow(x, n, out, [&](P p, int64_t) { return (p - shift) - rest; });
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t out_stride, int64_t width) {
    const C* x = in[0];
    C high[kTile], rest[kTile];
    double sum[kTile];
    MaxAndSum(x, n, stride, width, high, sum);
    for (int64_t j = 0; j < width; ++j) rest[j] = C(std::log(sum[j]));
    for (int64_t r = 0; r < n; ++r, x += stride, out += out_stride) {
      for (int64_t j = 0; j < width; ++j) out[j] = (x[j] - high[j]) - rest[j];
    }
  }
};

// in: the softmax y and the gradient g; y (g - sum(y g)).
template <typename C>
struct SoftmaxGrad {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, int64_t n) {
    const C *y = in[0], *g = in[1];
    const P sum(C(SumOfRow(y, n, C(0), [&](P p, int64_t i, int64_t m) {
      return p * LoadUpTo(g + i, m);
    })));
    MapRow(y, n, out, [&](P p, int64_t i) {
      return p * (LoadUpTo(g + i, std::min(n - i, P::kLanes)) - sum);
    });
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t out_stride, int64_t width) {
    const C *y = in[0], *g = in[1];
    double sum[kTile];
    std::fill_n(sum, width, 0.0);
    for (int64_t r = 0; r < n; ++r) {
      const int64_t at = r * stride;
      for (int64_t j = 0; j < width; ++j) sum[j] += y[at + j] * g[at + j];
    }
    for (int64_t r = 0; r < n; ++r, out += out_stride) {
      const int64_t at = r * stride;
      for (int64_t j = 0; j < width; ++j) {
        out[j] = y[at + j] * (g[at + j] - C(sum[j]));
      }
    }
  }
};

// in: the log of the softmax y and the gradient g; g - exp(y) sum(g).
template <typename C>
struct LogSoftmaxGrad {
  using P = Pack<C>;
  static void Row(const C* const* in, C* out, int64_t n) {
    const C *y = in[0], *g = in[1];
    const P sum(C(FoldRow<Sum<C, double>>(g, n, 0.0)));
    MapRow(y, n, out, [&](P p, int64_t i) {
      const P q = LoadUpTo(g + i, std::min(n - i, P::kLanes));
      return q - ExpShifted(p) * sum;
    });
  }
  static void Tile(const C* const* in, C* out, int64_t n, int64_t stride,
                   int64_t out_stride, int64_t width) {
    const C *y = in[0], *g = in[1];
    double sum[kTile];
    std::fill_n(sum, width, 0.0);
    C total[kTile];
    Loops<Sum<C, double>>::Columns(g, n, stride, width, sum);
    for (int64_t j = 0; j < width; ++j) total[j] = C(sum[j]);
    for (int64_t r = 0; r < n; ++r, out += out_stride) {
      const int64_t at = r * stride;
      ForPacks<C>(width, [&](int64_t j, int64_t m) {
        const P e = ExpShifted(LoadUpTo(y + at + j, m));
        const P q = LoadUpTo(g + at + j, m) - e * LoadUpTo(total + j, m);
        q.StoreUpTo(out + j, m);
      });
    }
  }
};

// Lines of T are brought to C and the result back through buffers, where T is
// not C; results far larger than the caches pass through a buffer too.
template <template <typename> class Op, typename T, int kInputs>
void RunLines(const DenseTensor* const (&inputs)[kInputs], int64_t axis,
              DenseTensor* out) {
  using C = std::conditional_t<kIsNarrow<T>, float, T>;
  constexpr bool kConvert = !std::is_same_v<T, C>;
  const Lines lines(*out, axis);
  const int64_t n = lines.n, inner = lines.inner;
  if (out->numel == 0) return;
  const bool few = lines.outer * inner < 16 * kTile;
  const int64_t tile =
      kConvert ? 64 : std::min(TileWidth<C>(n), few ? kTile / 4 : kTile);
  const int64_t tiles = (inner + tile - 1) / tile;
  const int64_t work = n * std::min(inner, tile);
  const int64_t run_bytes =
      (inner == 1 ? n : std::min(inner, tile)) * sizeof(T);
  const bool stream = !kConvert && run_bytes >= 128 &&
                      out->numel * int64_t{sizeof(T)} >= kStreamBytes &&
                      work * int64_t{sizeof(T)} <= kTileBytes;
  const int64_t num_buffers = kConvert ? kInputs + 1 : stream ? 1 : 0;
  ParallelFor(lines.outer * tiles, std::max<int64_t>(1, 16384 / work),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<C[]> buffers;
                if (num_buffers > 0) buffers.reset(new C[num_buffers * work]);
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t c = i % tiles * tile;
                  const int64_t width = std::min(tile, inner - c);
                  const int64_t at = i / tiles * n * inner + c;
                  const int64_t rows = inner == 1 ? 1 : n;
                  const int64_t run = inner == 1 ? n : width;
                  T* const to = out->Data<T>() + at;
                  const C* in[kInputs];
                  C* result;
                  int64_t stride = inner, out_stride = inner;
                  if constexpr (kConvert) {
                    for (int k = 0; k < kInputs; ++k) {
                      C* buffer = &buffers[k * work];
                      in[k] = buffer;
                      const T* from = inputs[k]->template Data<T>() + at;
                      for (int64_t r = 0; r < rows; ++r) {
                        LoadAs(from + r * inner, 1, buffer + r * run, run);
                      }
                    }
                    result = &buffers[kInputs * work];
                    stride = out_stride = width;
                  } else {
                    for (int k = 0; k < kInputs; ++k) {
                      in[k] = inputs[k]->template Data<C>() + at;
                    }
                    result = stream ? buffers.get() : to;
                    if (stream) out_stride = width;
                  }
                  if (inner == 1)
                    Op<C>::Row(in, result, n);
                  else
                    Op<C>::Tile(in, result, n, stride, out_stride, width);
                  if constexpr (kConvert) {
                    for (int64_t r = 0; r < rows; ++r) {
                      StoreAs(result + r * run, to + r * inner, run);
                    }
                  } else if (stream) {
                    for (int64_t r = 0; r < rows; ++r) {
                      StreamCopy(result + r * run, to + r * inner,
                                 run * sizeof(T));
                    }
                  }
                }
                if (stream) FinishStream();
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
