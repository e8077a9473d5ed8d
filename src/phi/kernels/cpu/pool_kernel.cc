// Pools. A window is folded in two steps, over rows (vectorised along the row)
// and then within the folded row; with the channels last, over pixels.
#include <algorithm>
#include <cmath>
#include <limits>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pool_loops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
struct Max {
  static C First() { return -std::numeric_limits<C>::infinity(); }
  static C Join(C a, C b) { return b > a || b != b ? b : a; }
};
template <typename C>
struct Sum {
  static C First() { return C(0); }
  static C Join(C a, C b) { return a + b; }
};

// out[i] = fold of row[begin[i] .. end[i])
template <typename Op, typename C>
void FoldRow(const AxisWindows& w, const C* row, C* out) {
  const int64_t n = w.out;
  const int64_t* begin = w.begin.data();
  const int64_t* end = w.end.data();
  int64_t i = 0;
  // Windows of 2, side by side, are the common case.
  if (n > 0 && begin[0] == 0 && begin[n - 1] == 2 * (n - 1) &&
      end[n - 1] == 2 * n && end[0] == 2 && (n == 1 || begin[1] == 2)) {
    for (; i < n; ++i) out[i] = Op::Join(row[2 * i], row[2 * i + 1]);
    return;
  }
  for (; i < n; ++i) {
    C v = Op::First();
    for (int64_t k = begin[i]; k < end[i]; ++k) v = Op::Join(v, row[k]);
    out[i] = v;
  }
}

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
      FoldRow<Op>(w, row, out);
      out += w.out;
    }
  }
}

template <typename Op, typename C>
void FoldWindows(const PoolGeometry& g, const C* x, C* out) {
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    if (!g.channels_last) {
      std::vector<C> row(g.axis[2].in);
      for (int64_t p = begin; p < end; ++p) {
        FoldPlane<Op>(g, x + p * g.in_pixels(), out + p * g.out_pixels(),
                      row.data());
      }
      return;
    }
    for (int64_t n = begin; n < end; ++n) {
      const C* image = x + n * g.in_pixels() * g.channels;
      C* result = out + n * g.out_pixels() * g.channels;
      ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
        C* to = result + at * g.channels;
        std::fill_n(to, g.channels, Op::First());
        ForEachPixel(g, i, j, k, [&](int64_t pixel) {
          const C* from = image + pixel * g.channels;
          for (int64_t c = 0; c < g.channels; ++c)
            to[c] = Op::Join(to[c], from[c]);
        });
      });
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
void MaxPoolKernel(const Context&, const DenseTensor& x, IntArray size,
                   IntArray kernel, IntArray stride, IntArray padding,
                   bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g =
      MakePoolGeometry(x.dims, size, kernel, stride, padding, channels_last);
  AsCompute<T>(x, out, [&](const C* a, C* b) { FoldWindows<Max<C>>(g, a, b); });
}
PD_REGISTER_KERNEL(max_pool, CPU, ALL_LAYOUT, MaxPoolKernel, float16, bfloat16,
                   float, double) {}

template <typename T, typename Context>
void AvgPoolKernel(const Context&, const DenseTensor& x, IntArray size,
                   IntArray kernel, IntArray stride, IntArray padding,
                   bool exclusive, double divisor, bool channels_last,
                   DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g =
      MakePoolGeometry(x.dims, size, kernel, stride, padding, channels_last);
  const std::vector<C> weights = Weights<C>(g, exclusive, divisor);
  AsCompute<T>(x, out, [&](const C* a, C* b) {
    FoldWindows<Sum<C>>(g, a, b);
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
  DDim size;
  const int rank = grad.rank() - 2;
  for (int d = 0; d < rank; ++d) {
    size.push_back(grad.dims[d + (channels_last ? 1 : 2)]);
  }
  const PoolGeometry g =
      MakePoolGeometry(out->dims, size, kernel, stride, padding, channels_last);
  const std::vector<C> weights = Weights<C>(g, exclusive, divisor);
  AsCompute<T>(grad, out,
               [&](const C* a, C* b) { SpreadWindows(g, weights, a, b); });
}
PD_REGISTER_KERNEL(avg_pool_grad, CPU, ALL_LAYOUT, AvgPoolGradKernel, float16,
                   bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
