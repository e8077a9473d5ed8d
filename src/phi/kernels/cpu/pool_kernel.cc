// Pools. A window is folded in two steps, over rows (vectorised along the row)
// and then within the folded row; with the channels last, over pixels.
#include <algorithm>
#include <cmath>
#include <limits>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/pool_windows.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainElements = 32768;

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
            for (int64_t k = 0; k < w.in; ++k) row[k] = Op::Join(row[k], from[k]);
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

// Calls f(plane) or, channels last, f(image) in parallel.
template <typename F>
void ForEachPlane(const PoolGeometry& g, F&& f) {
  const int64_t planes = g.channels_last ? g.n : g.n * g.channels;
  const int64_t size = (g.in_pixels() + g.out_pixels()) *
                       (g.channels_last ? g.channels : 1);
  ParallelFor(planes, std::max<int64_t>(1, kGrainElements / (size + 1)), f);
}

// Calls f(output pixel, its i, j, k).
template <typename F>
void ForEachWindow(const PoolGeometry& g, F&& f) {
  int64_t at = 0;
  for (int64_t i = 0; i < g.axis[0].out; ++i) {
    for (int64_t j = 0; j < g.axis[1].out; ++j) {
      for (int64_t k = 0; k < g.axis[2].out; ++k) f(at++, i, j, k);
    }
  }
}
// Calls f(input pixel) for each pixel of a window.
template <typename F>
void ForEachPixel(const PoolGeometry& g, int64_t i, int64_t j, int64_t k,
                  F&& f) {
  const AxisWindows &d = g.axis[0], &h = g.axis[1], &w = g.axis[2];
  for (int64_t z = d.begin[i]; z < d.end[i]; ++z) {
    for (int64_t y = h.begin[j]; y < h.end[j]; ++y) {
      for (int64_t x = w.begin[k]; x < w.end[k]; ++x) {
        f((z * h.in + y) * w.in + x);
      }
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
          for (int64_t c = 0; c < g.channels; ++c) to[c] = Op::Join(to[c], from[c]);
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

// x and out in the compute type: narrow floats are converted as a whole.
template <typename T, typename F>
void AsCompute(const DenseTensor& x, DenseTensor* out, F&& run) {
  using C = ComputeType<T>;
  if constexpr (kIsNarrow<T>) {
    const Var a = EmptyTensor(x.dims, DataType::kFloat32);
    const Var b = EmptyTensor(out->dims, DataType::kFloat32);
    ConvertElements(x, a.get());
    run(a->Data<C>(), b->Data<C>());
    ConvertElements(*b, out);
  } else {
    run(x.Data<C>(), out->Data<C>());
  }
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
void MaxPoolIndexKernel(const Context&, const DenseTensor& x, IntArray size,
                        IntArray kernel, IntArray stride, IntArray padding,
                        bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g =
      MakePoolGeometry(x.dims, size, kernel, stride, padding, channels_last);
  const int64_t width = channels_last ? g.channels : 1;
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const T* image = x.Data<T>() + p * g.in_pixels() * width;
      int32_t* to = out->Data<int32_t>() + p * g.out_pixels() * width;
      ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
        for (int64_t c = 0; c < width; ++c) {
          int64_t best = -1;
          C most = 0;
          ForEachPixel(g, i, j, k, [&](int64_t pixel) {
            const C v = static_cast<C>(image[pixel * width + c]);
            const bool first_nan = v != v && most == most;
            if (best < 0 || v > most || first_nan) {
              most = v;
              best = pixel;
            }
          });
          to[at * width + c] = static_cast<int32_t>(best);
        }
      });
    }
  });
}
PD_REGISTER_KERNEL(max_pool_index, CPU, ALL_LAYOUT, MaxPoolIndexKernel, float16,
                   bfloat16, float, double) {}

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
  const PoolGeometry g = MakePoolGeometry(out->dims, size, kernel, stride,
                                          padding, channels_last);
  const std::vector<C> weights = Weights<C>(g, exclusive, divisor);
  AsCompute<T>(grad, out, [&](const C* a, C* b) {
    SpreadWindows(g, weights, a, b);
  });
}
PD_REGISTER_KERNEL(avg_pool_grad, CPU, ALL_LAYOUT, AvgPoolGradKernel, float16,
                   bfloat16, float, double) {}

namespace {

struct IndexedImages {
  int64_t images, from, to, width;  // pixels on both sides, channels last
};
IndexedImages Images(const DenseTensor& x, const DenseTensor& out,
                     bool channels_last) {
  IndexedImages m;
  m.width = channels_last ? x.dims.back() : 1;
  m.images = x.dims[0] * (channels_last ? 1 : x.dims[1]);
  const int64_t per = std::max<int64_t>(1, m.images * m.width);
  m.from = x.numel / per;
  m.to = out.numel / per;
  return m;
}

void EnforceIndex(const DenseTensor& index, const DDim& expected, int64_t size,
                  const char* op) {
  PADDLE_ENFORCE(index.dims == expected && index.dtype == DataType::kInt32,
                 errors::InvalidArgument("%s: the index does not suit.", op)
                     .Shapes({{"index", index.dims}, {"expected", expected}}));
  const int32_t* i = index.Data<int32_t>();
  for (int64_t k = 0; k < index.numel; ++k) {
    PADDLE_ENFORCE(i[k] >= 0 && i[k] < size,
                   errors::OutOfRange("%s: an index is out of range.", op)
                       .Expected("0 <= index < " + std::to_string(size))
                       .Received(std::to_string(i[k])));
  }
}

}  // namespace

template <typename T, typename Context>
void PoolScatterKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& index, IntArray, bool channels_last,
                       DenseTensor* out) {
  using C = ComputeType<T>;
  const IndexedImages m = Images(x, *out, channels_last);
  EnforceIndex(index, x.dims, m.to, "pool_scatter");
  if (out->numel == 0) return;
  AsCompute<T>(x, out, [&](const C* from, C* to) {
    const int64_t grain =
        std::max<int64_t>(1, kGrainElements / (m.width * (m.from + m.to)));
    ParallelFor(m.images, grain, [&](int64_t begin, int64_t end) {
      const int32_t* at = index.Data<int32_t>();
      for (int64_t p = begin; p < end; ++p) {
        C* image = to + p * m.to * m.width;
        std::fill_n(image, m.to * m.width, C(0));
        for (int64_t i = 0; i < m.from; ++i) {
          for (int64_t c = 0; c < m.width; ++c) {
            const int64_t k = (p * m.from + i) * m.width + c;
            image[at[k] * m.width + c] += from[k];
          }
        }
      }
    });
  });
}
PD_REGISTER_KERNEL(pool_scatter, CPU, ALL_LAYOUT, PoolScatterKernel, float16,
                   bfloat16, float, double) {}

template <typename T, typename Context>
void PoolGatherKernel(const Context&, const DenseTensor& x,
                      const DenseTensor& index, IntArray, bool channels_last,
                      DenseTensor* out) {
  const IndexedImages m = Images(x, *out, channels_last);
  EnforceIndex(index, out->dims, m.from, "pool_gather");
  const int64_t grain =
      std::max<int64_t>(1, kGrainElements / (m.width * m.to + 1));
  ParallelFor(m.images, grain, [&](int64_t begin, int64_t end) {
    const int32_t* at = index.Data<int32_t>();
    for (int64_t p = begin; p < end; ++p) {
      const T* image = x.Data<T>() + p * m.from * m.width;
      for (int64_t i = 0; i < m.to; ++i) {
        for (int64_t c = 0; c < m.width; ++c) {
          const int64_t k = (p * m.to + i) * m.width + c;
          out->Data<T>()[k] = image[at[k] * m.width + c];
        }
      }
    }
  });
}
PD_REGISTER_KERNEL(pool_gather, CPU, ALL_LAYOUT, PoolGatherKernel, float16,
                   bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
