// roi_pool and psroi_pool: bins of whole pixels.
#include <algorithm>
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/roi_boxes.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 512;  // bins

template <typename T>
Span Clamped(T begin, T end, int64_t size) {
  const T most = static_cast<T>(size);
  return {static_cast<int64_t>(std::clamp(begin, T(0), most)),
          static_cast<int64_t>(std::clamp(end, T(0), most))};
}

// Bin `b` of `count` along an axis of `size` pixels, between the coordinates
// `from` and `to` of a box, whose last pixel is inside.
template <typename T>
Span MaxBin(T from, T to, T scale, int64_t b, int64_t count, int64_t size) {
  const T begin = std::round(from * scale), end = std::round(to * scale);
  const T bin = std::max(end - begin + 1, T(1)) / static_cast<T>(count);
  return Clamped(std::floor(static_cast<T>(b) * bin) + begin,
                 std::ceil(static_cast<T>(b + 1) * bin) + begin, size);
}
template <typename T>
Span MeanBin(T from, T to, T scale, int64_t b, int64_t count, int64_t size) {
  const T begin = Rounded(std::round(from) * scale),
          end = Rounded((std::round(to) + T(1)) * scale);
  const T bin = std::max(end - begin, T(0.1)) / static_cast<T>(count);
  return Clamped(std::floor(Rounded(static_cast<T>(b) * bin) + begin),
                 std::ceil(Rounded(static_cast<T>(b + 1) * bin) + begin), size);
}

// The bins of all boxes: rows of the first box, its columns, ...
template <auto kBin, typename T>
std::vector<Span> BinsOf(const DenseTensor& boxes, double spatial_scale,
                         int64_t rows, int64_t columns, const DDim& image) {
  const T scale = static_cast<T>(spatial_scale);
  std::vector<Span> bins;
  bins.reserve(boxes.dims[0] * (rows + columns));
  for (int64_t r = 0; r < boxes.dims[0]; ++r) {
    const T* b = boxes.Data<T>() + 4 * r;
    for (int64_t k = 0; k < rows; ++k) {
      bins.push_back(kBin(b[1], b[3], scale, k, rows, image[2]));
    }
    for (int64_t k = 0; k < columns; ++k) {
      bins.push_back(kBin(b[0], b[2], scale, k, columns, image[3]));
    }
  }
  return bins;
}

// Where the largest of some pixels is, or -1; NaN where there is one. Branches
// would be guessed wrong as often as not: the largest number is found first.
template <typename T>
int64_t Largest(const T* plane, int64_t width, Span ys, Span xs) {
  if (ys.size() == 0 || xs.size() == 0) return -1;
  T most = plane[ys.begin * width + xs.begin];
  bool numbers = true;
  for (int64_t y = ys.begin; y < ys.end; ++y) {
    const T* row = plane + y * width;
    for (int64_t i = xs.begin; i < xs.end; ++i) {
      most = row[i] > most ? row[i] : most;
      numbers &= row[i] == row[i];
    }
  }
  for (int64_t y = ys.begin; y < ys.end; ++y) {
    const T* row = plane + y * width;
    for (int64_t i = xs.begin; i < xs.end; ++i) {
      if (numbers ? row[i] == most : row[i] != row[i]) return y * width + i;
    }
  }
  return -1;
}

template <typename T, typename Context>
void RoiPoolKernel(const Context&, const DenseTensor& x,
                   const DenseTensor& boxes, const DenseTensor& boxes_num,
                   IntArray, double spatial_scale, DenseTensor* out,
                   DenseTensor* index) {
  const int64_t count = boxes.dims[0];
  EnforceSoundBoxes(boxes.Data<T>(), count, spatial_scale, "roi_pool");
  const std::vector<int64_t> images =
      ImageOfBoxes(boxes_num, x.dims[0], count, "roi_pool");
  if (out->numel == 0) return;
  const int64_t channels = x.dims[1], width = x.dims[3];
  const int64_t pixels = x.dims[2] * width;
  const int64_t rows = out->dims[2], columns = out->dims[3];
  const std::vector<Span> bins =
      BinsOf<MaxBin<T>, T>(boxes, spatial_scale, rows, columns, x.dims);
  ParallelFor(count * channels, std::max<int64_t>(1, kGrain / (rows * columns)),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t box = i / channels;
                  const int64_t first =
                      (images[box] * channels + i % channels) * pixels;
                  const T* plane = x.Data<T>() + first;
                  const Span* ys = bins.data() + box * (rows + columns);
                  for (int64_t k = 0; k < rows * columns; ++k) {
                    const int64_t best = Largest(plane, width, ys[k / columns],
                                                 ys[rows + k % columns]);
                    const int64_t at = i * rows * columns + k;
                    out->Data<T>()[at] = best < 0 ? T(0) : plane[best];
                    index->Data<int64_t>()[at] = best < 0 ? -1 : first + best;
                  }
                }
              });
}

// The bins of psroi_pool, each of which has channels of its own.
template <typename T>
struct MeanBins {
  MeanBins(const DenseTensor& boxes, const DenseTensor& boxes_num,
           const DDim& image, const DDim& out, double spatial_scale)
      : channels(out[1]),
        rows(out[2]),
        columns(out[3]),
        pixels(image[2] * image[3]),
        width(image[3]) {
    EnforceSoundBoxes(boxes.Data<T>(), boxes.dims[0], spatial_scale,
                      "psroi_pool");
    images = ImageOfBoxes(boxes_num, image[0], boxes.dims[0], "psroi_pool");
    bins = BinsOf<MeanBin<T>, T>(boxes, spatial_scale, rows, columns, image);
  }
  // Calls f(plane, ys, xs, place in the result) for the bins of box `r`.
  template <typename F>
  void ForEach(int64_t r, int64_t channel, F&& f) const {
    const Span* ys = bins.data() + r * (rows + columns);
    const int64_t count = rows * columns;
    for (int64_t k = 0; k < count; ++k) {
      const int64_t plane = (images[r] * channels + channel) * count + k;
      f(plane * pixels, ys[k / columns], ys[rows + k % columns],
        (r * channels + channel) * count + k);
    }
  }
  int64_t channels, rows, columns, pixels, width;
  std::vector<int64_t> images;
  std::vector<Span> bins;
};

template <typename T, typename Context>
void PsroiPoolKernel(const Context&, const DenseTensor& x,
                     const DenseTensor& boxes, const DenseTensor& boxes_num,
                     IntArray, double spatial_scale, DenseTensor* out) {
  const MeanBins<T> bins(boxes, boxes_num, x.dims, out->dims, spatial_scale);
  if (out->numel == 0) return;
  const T* in = x.Data<T>();
  T* o = out->Data<T>();
  ParallelFor(boxes.dims[0] * bins.channels,
              std::max<int64_t>(1, kGrain / (bins.rows * bins.columns)),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  bins.ForEach(
                      i / bins.channels, i % bins.channels,
                      [&](int64_t plane, Span ys, Span xs, int64_t at) {
                        T sum = 0;
                        for (int64_t y = ys.begin; y < ys.end; ++y) {
                          const T* row = in + plane + y * bins.width;
                          for (int64_t p = xs.begin; p < xs.end; ++p) {
                            sum += row[p];
                          }
                        }
                        const int64_t area = ys.size() * xs.size();
                        o[at] = area > 0 ? sum / static_cast<T>(area) : T(0);
                      });
                }
              });
}

template <typename T, typename Context>
void PsroiPoolGradKernel(const Context&, const DenseTensor& grad,
                         const DenseTensor& boxes, const DenseTensor& boxes_num,
                         IntArray, IntArray, double spatial_scale,
                         DenseTensor* out) {
  const MeanBins<T> bins(boxes, boxes_num, out->dims, grad.dims, spatial_scale);
  if (out->numel == 0) return;
  const T* g = grad.Data<T>();
  T* to = out->Data<T>();
  std::fill_n(to, out->numel, T(0));
  // Boxes share pixels: each thread has channels of its own.
  ParallelFor(bins.channels, boxes.dims[0] > 16 ? 1 : bins.channels,
              [&](int64_t begin, int64_t end) {
                for (int64_t r = 0; r < boxes.dims[0]; ++r) {
                  for (int64_t c = begin; c < end; ++c) {
                    bins.ForEach(
                        r, c, [&](int64_t plane, Span ys, Span xs, int64_t at) {
                          const int64_t area = ys.size() * xs.size();
                          if (area == 0) return;
                          const T share = g[at] / static_cast<T>(area);
                          for (int64_t y = ys.begin; y < ys.end; ++y) {
                            T* row = to + plane + y * bins.width;
                            for (int64_t p = xs.begin; p < xs.end; ++p) {
                              row[p] += share;
                            }
                          }
                        });
                  }
                }
              });
}

PD_REGISTER_KERNEL(roi_pool_with_index, CPU, ALL_LAYOUT, RoiPoolKernel, float,
                   double) {}
PD_REGISTER_KERNEL(psroi_pool, CPU, ALL_LAYOUT, PsroiPoolKernel, float,
                   double) {}
PD_REGISTER_KERNEL(psroi_pool_grad, CPU, ALL_LAYOUT, PsroiPoolGradKernel, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
