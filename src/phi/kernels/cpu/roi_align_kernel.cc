// roi_align and its gradient. The mean of a bin is a weighted sum of rows of
// weighted sums of columns: out = Wy x Wx', with few weights in each row of W.
#include <algorithm>
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/roi_boxes.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// One axis of a region: bin b reads size() pixels with weights from `at`.
template <typename T>
struct AxisBins {
  struct Bin {
    Span pixels;
    int64_t at;
  };
  std::vector<Bin> bins;
  std::vector<T> weights;
  Span all{0, 0};  // pixels that any bin reads

  // The box from `begin` to `end` in `count` bins, of an axis of `size` pixels.
  AxisBins(T begin, T end, int64_t count, int64_t size, int64_t sampling_ratio,
           bool aligned) {
    T length = end - begin;
    if (!aligned) length = std::max(length, T(1));
    const T bin_size = length / static_cast<T>(count);
    const int64_t samples = sampling_ratio > 0
                                ? sampling_ratio
                                : static_cast<int64_t>(std::ceil(bin_size));
    for (int64_t b = 0; b < count; ++b) {
      AddBin(begin + Rounded(static_cast<T>(b) * bin_size), bin_size, samples,
             size);
    }
  }

 private:
  // The mean of `samples` values along `length`; there is nothing beyond the
  // pixels. Those that reach no pixel are not visited.
  void AddBin(T begin, T length, int64_t samples, int64_t size) {
    Bin bin{{0, 0}, static_cast<int64_t>(weights.size())};
    int64_t first = 0, last = size > 0 ? samples : 0;
    if (length > 0 && last > 0) {
      const double step = static_cast<double>(length) / samples;
      const double from = (-1.0 - begin) / step - 2,
                   to = (static_cast<double>(size) - begin) / step + 2;
      first = static_cast<int64_t>(
          std::clamp(from, 0.0, static_cast<double>(samples)));
      last = static_cast<int64_t>(
          std::clamp(to, 0.0, static_cast<double>(samples)));
    }
    const T share = T(1) / static_cast<T>(std::max<int64_t>(samples, 1));
    for (int64_t s = first; s < last; ++s) {
      // A box whose end is before its begin is read from its end.
      const int64_t sample = length < 0 ? samples - 1 - s : s;
      const T y = begin + (static_cast<T>(sample) + T(0.5)) * length /
                              static_cast<T>(samples);
      if (!(y >= -1 && y <= static_cast<T>(size))) continue;
      const T inside = std::max(y, T(0));
      const int64_t low = std::min(static_cast<int64_t>(inside), size - 1);
      const T high_part = low == size - 1 ? T(0) : inside - static_cast<T>(low);
      AddWeight(bin, low, (T(1) - high_part) * share);
      if (high_part > 0) AddWeight(bin, low + 1, high_part * share);
    }
    if (bin.pixels.size() > 0) {
      const bool none = all.size() == 0;
      all.begin =
          none ? bin.pixels.begin : std::min(all.begin, bin.pixels.begin);
      all.end = none ? bin.pixels.end : std::max(all.end, bin.pixels.end);
    }
    bins.push_back(bin);
  }
  // Pixels come in rising order.
  void AddWeight(Bin& bin, int64_t pixel, T weight) {
    if (bin.pixels.size() == 0) bin.pixels = {pixel, pixel};
    while (bin.pixels.end <= pixel) {
      weights.push_back(0);
      ++bin.pixels.end;
    }
    weights[bin.at + pixel - bin.pixels.begin] += weight;
  }
};

template <typename T>
struct Region {
  int64_t image;
  AxisBins<T> rows, columns;
};

template <typename T>
std::vector<Region<T>> Regions(const DenseTensor& boxes,
                               const DenseTensor& boxes_num, const DDim& image,
                               const DDim& out, double spatial_scale,
                               int64_t sampling_ratio, bool aligned,
                               const char* op) {
  const int64_t count = boxes.dims[0];
  const T* b = boxes.Data<T>();
  EnforceSoundBoxes(b, count, spatial_scale, op);
  const std::vector<int64_t> images =
      ImageOfBoxes(boxes_num, image[0], count, op);
  const T scale = static_cast<T>(spatial_scale), offset = aligned ? 0.5 : 0;
  std::vector<Region<T>> regions;
  regions.reserve(count);
  for (int64_t r = 0; r < count; ++r, b += 4) {
    const auto axis = [&](int from, int64_t bins, int64_t size) {
      return AxisBins<T>(Rounded(b[from] * scale) - offset,
                         Rounded(b[from + 2] * scale) - offset, bins, size,
                         sampling_ratio, aligned);
    };
    regions.push_back(
        {images[r], axis(1, out[2], image[2]), axis(0, out[3], image[3])});
  }
  return regions;
}

template <typename T>
void Align(const Region<T>& region, const T* x, int64_t width,
           std::vector<T>& sums, T* out) {
  const AxisBins<T>&rows = region.rows, &columns = region.columns;
  const int64_t bins = static_cast<int64_t>(columns.bins.size());
  sums.resize(static_cast<size_t>(rows.all.size() * bins));
  T* sum = sums.data();
  for (int64_t y = rows.all.begin; y < rows.all.end; ++y) {
    for (const auto& bin : columns.bins) {
      const T *w = columns.weights.data() + bin.at,
              *from = x + y * width + bin.pixels.begin;
      T s = 0;
      for (int64_t i = 0; i < bin.pixels.size(); ++i) s += w[i] * from[i];
      *sum++ = s;
    }
  }
  for (const auto& bin : rows.bins) {
    std::fill_n(out, bins, T(0));
    const T* w = rows.weights.data() + bin.at;
    const T* from = sums.data() + (bin.pixels.begin - rows.all.begin) * bins;
    for (int64_t i = 0; i < bin.pixels.size(); ++i, from += bins) {
      for (int64_t b = 0; b < bins; ++b) out[b] += w[i] * from[b];
    }
    out += bins;
  }
}

// Adds to the gradient of one channel.
template <typename T>
void AlignGrad(const Region<T>& region, const T* grad, int64_t width,
               std::vector<T>& sums, T* out) {
  const AxisBins<T>&rows = region.rows, &columns = region.columns;
  const int64_t bins = static_cast<int64_t>(columns.bins.size());
  sums.assign(static_cast<size_t>(rows.all.size() * bins), T(0));
  for (const auto& bin : rows.bins) {
    const T* w = rows.weights.data() + bin.at;
    T* to = sums.data() + (bin.pixels.begin - rows.all.begin) * bins;
    for (int64_t i = 0; i < bin.pixels.size(); ++i, to += bins) {
      for (int64_t b = 0; b < bins; ++b) to[b] += w[i] * grad[b];
    }
    grad += bins;
  }
  const T* sum = sums.data();
  for (int64_t y = rows.all.begin; y < rows.all.end; ++y) {
    for (const auto& bin : columns.bins) {
      const T* w = columns.weights.data() + bin.at;
      T* to = out + y * width + bin.pixels.begin;
      for (int64_t i = 0; i < bin.pixels.size(); ++i) to[i] += w[i] * *sum;
      ++sum;
    }
  }
}

constexpr int64_t kGrain = 16384;  // numbers

template <typename T, typename Context>
void RoiAlignKernel(const Context&, const DenseTensor& x,
                    const DenseTensor& boxes, const DenseTensor& boxes_num,
                    IntArray, double spatial_scale, int64_t sampling_ratio,
                    bool aligned, DenseTensor* out) {
  const auto regions =
      Regions<T>(boxes, boxes_num, x.dims, out->dims, spatial_scale,
                 sampling_ratio, aligned, "roi_align");
  if (out->numel == 0) return;
  const int64_t channels = x.dims[1], plane = x.dims[2] * x.dims[3],
                bins = out->dims[2] * out->dims[3];
  ParallelFor(static_cast<int64_t>(regions.size()) * channels,
              std::max<int64_t>(1, kGrain / (8 * bins)),
              [&](int64_t begin, int64_t end) {
                std::vector<T> sums;
                for (int64_t i = begin; i < end; ++i) {
                  const Region<T>& region = regions[i / channels];
                  const int64_t image = region.image * channels + i % channels;
                  Align(region, x.Data<T>() + image * plane, x.dims[3], sums,
                        out->Data<T>() + i * bins);
                }
              });
}

template <typename T, typename Context>
void RoiAlignGradKernel(const Context&, const DenseTensor& grad,
                        const DenseTensor& boxes, const DenseTensor& boxes_num,
                        IntArray, IntArray, double spatial_scale,
                        int64_t sampling_ratio, bool aligned,
                        DenseTensor* out) {
  const auto regions =
      Regions<T>(boxes, boxes_num, out->dims, grad.dims, spatial_scale,
                 sampling_ratio, aligned, "roi_align");
  if (out->numel == 0) return;
  std::fill_n(out->Data<T>(), out->numel, T(0));
  const int64_t channels = grad.dims[1], plane = out->dims[2] * out->dims[3],
                bins = grad.dims[2] * grad.dims[3];
  // Regions share pixels: each thread has channels of its own.
  ParallelFor(channels, regions.size() * bins > 256 ? 1 : channels,
              [&](int64_t begin, int64_t end) {
                std::vector<T> sums;
                for (size_t r = 0; r < regions.size(); ++r) {
                  for (int64_t c = begin; c < end; ++c) {
                    const int64_t from = static_cast<int64_t>(r) * channels + c,
                                  to = regions[r].image * channels + c;
                    AlignGrad(regions[r], grad.Data<T>() + from * bins,
                              out->dims[3], sums, out->Data<T>() + to * plane);
                  }
                }
              });
}

PD_REGISTER_KERNEL(roi_align, CPU, ALL_LAYOUT, RoiAlignKernel, float, double) {}
PD_REGISTER_KERNEL(roi_align_grad, CPU, ALL_LAYOUT, RoiAlignGradKernel, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
