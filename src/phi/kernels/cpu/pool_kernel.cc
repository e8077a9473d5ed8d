// Pools. Where registers of windows do not fit, a window is folded in two
// steps, over rows (vectorised along the row) and then within the folded row;
// with the channels last, over pixels.
#include <algorithm>
#include <cmath>
#include <limits>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pool_rows.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
struct MaxJoin {
  using Rows = MaxFold<C>;
  static C First() { return -std::numeric_limits<C>::infinity(); }
  static C Join(C a, C b) { return scalar::TakesPlace(b, a) ? b : a; }
};
template <typename C>
struct SumJoin {
  using Rows = SumFold<C>;
  static C First() { return C(0); }
  static C Join(C a, C b) { return a + b; }
};

// Every window of one plane [d, h, w], channels first.
template <typename Op, typename C>
void FoldPlane(const PoolGeometry& g, const C* x, C* out, C* row) {
  const AxisWindows &d = g.axis[0], &h = g.axis[1], &w = g.axis[2];
  for (int64_t i = 0; i < d.out; ++i) {
    for (int64_t j = 0; j < h.out; ++j) {
      bool first = true;
      for (int64_t z = d.begin[i]; z < d.end[i]; ++z) {
        for (int64_t y = h.begin[j]; y < h.end[j]; ++y) {
          const C* from = x + (z * h.in + y) * w.in;
          if (first) {
            std::copy_n(from, w.in, row);
          } else {
            for (int64_t k = 0; k < w.in; ++k)
              row[k] = Op::Join(row[k], from[k]);
          }
          first = false;
        }
      }
      if (first) std::fill_n(row, w.in, Op::First());
      for (int64_t k = 0; k < w.out; ++k) {
        C v = Op::First();
        for (int64_t c = w.begin[k]; c < w.end[k]; ++c) v = Op::Join(v, row[c]);
        *out++ = v;
      }
    }
  }
}

template <typename Op, typename C>
void FoldWindow(const PoolGeometry& g, const C* x, int64_t at, int64_t i,
                int64_t j, int64_t k, C* out, int32_t*) {
  C v = Op::First();
  ForEachPixel(g, i, j, k, [&](int64_t pixel) { v = Op::Join(v, x[pixel]); });
  out[at] = v;
}

// Channels last; rows of windows are shared out.
template <typename Fold, typename C>
void FoldPixels(const PoolGeometry& g, const C* x, C* out) {
  constexpr int64_t kLanes = Pack<C>::kLanes;
  const int64_t planes = g.axis[0].out, height = g.axis[1].out;
  const int64_t width = g.axis[2].out, channels = g.channels;
  const int64_t grain = std::max<int64_t>(1, kPoolGrain / (width * channels));
  ParallelFor(g.n * planes * height, grain, [&](int64_t begin, int64_t end) {
    C* to = out + begin * width * channels;
    for (int64_t row = begin; row < end; ++row) {
      const int64_t i = row / height % planes, j = row % height;
      const C* image = x + row / (height * planes) * g.in_pixels() * channels;
      for (int64_t k = 0; k < width; ++k, to += channels) {
        for (int64_t c = 0; c < channels; c += kLanes) {
          const int64_t lanes = std::min(kLanes, channels - c);
          Fold fold;
          fold.Start(0, 1);
          ForEachPixel(g, i, j, k, [&](int64_t pixel) {
            const C* from = image + pixel * channels + c;
            fold.Take(lanes == kLanes ? Pack<C>::Load(from)
                                      : Pack<C>::LoadPart(from, lanes),
                      pixel);
          });
          fold.Store(to + c, nullptr, lanes);
        }
      }
    }
  });
}

// Whether one window holds all of its plane.
bool IsWholePlane(const PoolGeometry& g) {
  return std::all_of(std::begin(g.axis), std::end(g.axis), [](const auto& w) {
    return w.out == 1 && w.begin[0] == 0 && w.end[0] == w.in;
  });
}

template <typename C>
C SumOf(const C* x, int64_t n) {
  constexpr int64_t kLanes = Pack<C>::kLanes, kStep = 4 * kLanes;
  Vec<C> sum[4] = {};
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    for (int k = 0; k < 4; ++k) sum[k] += LoadVec(x + i + k * kLanes);
  }
  const Vec<C> lanes = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  C total(0);
  for (int64_t k = 0; k < kLanes; ++k) total += lanes[k];
  for (; i < n; ++i) total += x[i];
  return total;
}

template <typename Op, typename C>
void FoldWindows(const PoolGeometry& g, const C* x, C* out) {
  if (g.channels_last) return FoldPixels<typename Op::Rows>(g, x, out);
  constexpr bool sums = std::is_same_v<Op, SumJoin<C>>;
  const bool whole = IsWholePlane(g);
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    std::vector<C> row(g.axis[2].in);
    for (int64_t p = begin; p < end; ++p) {
      const C* plane = x + p * g.in_pixels();
      C* to = out + p * g.out_pixels();
      if (sums && whole) {
        *to = SumOf(plane, g.in_pixels());
      } else if (SuitsRows(g)) {
        FoldPlaneByRows<typename Op::Rows>(g, plane, to, nullptr,
                                           FoldWindow<Op, C>);
      } else {
        FoldPlane<Op>(g, plane, to, row.data());
      }
    }
  });
}

// One over what a window's sum is divided by, for each output pixel.
template <typename C>
std::vector<C> Weights(const PoolGeometry& g, bool exclusive, double divisor) {
  std::vector<C> weights(g.out_pixels());
  const auto size = [&](const AxisWindows& w, int64_t i) {
    return exclusive ? w.end[i] - w.begin[i] : w.padded[i];
  };
  ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
    const double count = static_cast<double>(
        size(g.axis[0], i) * size(g.axis[1], j) * size(g.axis[2], k));
    weights[at] = static_cast<C>(1.0 / (divisor != 0 ? divisor : count));
  });
  return weights;
}

// Scales each output pixel (of all planes) by its weight.
template <typename C>
void ScalePixels(const PoolGeometry& g, const std::vector<C>& weights, C* out) {
  const int64_t pixels = g.out_pixels();
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      if (g.channels_last) {
        C* to = out + p * pixels * g.channels;
        for (int64_t i = 0; i < pixels; ++i) {
          for (int64_t c = 0; c < g.channels; ++c) *to++ *= weights[i];
        }
      } else {
        C* to = out + p * pixels;
        for (int64_t i = 0; i < pixels; ++i) to[i] *= weights[i];
      }
    }
  });
}

// The adjoint of the scaled sums: each gradient goes to its whole window.
template <typename C>
void SpreadWindows(const PoolGeometry& g, const std::vector<C>& weights,
                   const C* grad, C* out) {
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    const int64_t width = g.channels_last ? g.channels : 1;
    for (int64_t p = begin; p < end; ++p) {
      C* image = out + p * g.in_pixels() * width;
      const C* from = grad + p * g.out_pixels() * width;
      std::fill_n(image, g.in_pixels() * width, C(0));
      ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
        if (width == 1) {
          const C v = from[at] * weights[at];
          ForEachRow(g, i, j, k, [&](int64_t pixel, int64_t n) {
            for (int64_t c = 0; c < n; ++c) image[pixel + c] += v;
          });
          return;
        }
        ForEachPixel(g, i, j, k, [&](int64_t pixel) {
          for (int64_t c = 0; c < width; ++c) {
            image[pixel * width + c] += from[at * width + c] * weights[at];
          }
        });
      });
    }
  });
}

}  // namespace

template <typename T, typename Context>
void MaxPoolKernel(const Context&, const DenseTensor& x, IntArray,
                   IntArray kernel, IntArray stride, IntArray padding,
                   bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g = MakePoolGeometry(x.dims, out->dims, kernel, stride,
                                          padding, channels_last);
  AsCompute<T>(x, out,
               [&](const C* a, C* b) { FoldWindows<MaxJoin<C>>(g, a, b); });
}
PD_REGISTER_KERNEL(max_pool, CPU, ALL_LAYOUT, MaxPoolKernel, float16, bfloat16,
                   float, double) {}

template <typename T, typename Context>
void AvgPoolKernel(const Context&, const DenseTensor& x, IntArray,
                   IntArray kernel, IntArray stride, IntArray padding,
                   bool exclusive, double divisor, bool channels_last,
                   DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g = MakePoolGeometry(x.dims, out->dims, kernel, stride,
                                          padding, channels_last);
  const std::vector<C> weights = Weights<C>(g, exclusive, divisor);
  AsCompute<T>(x, out, [&](const C* a, C* b) {
    FoldWindows<SumJoin<C>>(g, a, b);
    ScalePixels(g, weights, b);
  });
}
PD_REGISTER_KERNEL(avg_pool, CPU, ALL_LAYOUT, AvgPoolKernel, float16, bfloat16,
                   float, double) {}

template <typename T, typename Context>
void AvgPoolGradKernel(const Context&, const DenseTensor& grad, IntArray,
                       IntArray kernel, IntArray stride, IntArray padding,
                       bool exclusive, double divisor, bool channels_last,
                       DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g = MakePoolGeometry(out->dims, grad.dims, kernel, stride,
                                          padding, channels_last);
  const std::vector<C> weights = Weights<C>(g, exclusive, divisor);
  AsCompute<T>(grad, out,
               [&](const C* a, C* b) { SpreadWindows(g, weights, a, b); });
}
PD_REGISTER_KERNEL(avg_pool_grad, CPU, ALL_LAYOUT, AvgPoolGradKernel, float16,
                   bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
