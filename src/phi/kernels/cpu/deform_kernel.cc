// deform_columns and its gradients: values between pixels at moved places.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Between which four pixels a place lies. Those outside have weight 0 and
// stand at pixel 0.
template <typename T>
struct Place {
  int32_t at[4];
  T inside[4];          // 1 or 0
  T row[2], column[2];  // weights along each axis
  T weight(int k) const { return inside[k] * row[k / 2] * column[k % 2]; }
  T value(int k, const T* x) const { return inside[k] != 0 ? x[at[k]] : T(0); }
};

template <typename T>
Place<T> PlaceAt(T y, T x, int64_t height, int64_t width) {
  Place<T> p{};
  const bool on = y > -1 && x > -1 && y < static_cast<T>(height) &&
                  x < static_cast<T>(width);
  if (!on) return p;
  const int64_t top = static_cast<int64_t>(std::floor(y)),
                left = static_cast<int64_t>(std::floor(x));
  p.row[1] = y - static_cast<T>(top);
  p.row[0] = 1 - p.row[1];
  p.column[1] = x - static_cast<T>(left);
  p.column[0] = 1 - p.column[1];
  for (int k = 0; k < 4; ++k) {
    const int64_t r = top + k / 2, c = left + k % 2;
    if (r < 0 || r >= height || c < 0 || c >= width) continue;
    p.inside[k] = 1;
    p.at[k] = static_cast<int32_t>(r * width + c);
  }
  return p;
}

struct Sizes {
  int64_t n, channels, height, width, groups, taps, places;
  int64_t out_width, kernel_width;
  IntArray stride, padding, dilation;
  Sizes(const DDim& x, const DenseTensor& offset, IntArray kernel, IntArray s,
        IntArray p, IntArray d, int64_t g)
      : n(x[0]),
        channels(x[1]),
        height(x[2]),
        width(x[3]),
        groups(g),
        taps(kernel[0] * kernel[1]),
        places(offset.dims[2] * offset.dims[3]),
        out_width(offset.dims[3]),
        kernel_width(kernel[1]),
        stride(s),
        padding(p),
        dilation(d) {
    PADDLE_ENFORCE(height * width <= INT32_MAX,
                   errors::InvalidArgument("deform_conv2d: the image is too "
                                           "large.")
                       .Expected("fewer than 2^31 pixels"));
  }
  int64_t per_group() const { return channels / groups; }
};

// The places of one tap of one group in image `i`; out has `places` of them.
template <typename T>
void PlacesOf(const Sizes& s, const T* offset, int64_t i, int64_t group,
              int64_t tap, Place<T>* out) {
  const T* dy = offset + ((i * s.groups + group) * s.taps + tap) * 2 * s.places;
  const T* dx = dy + s.places;
  const int64_t tap_y = tap / s.kernel_width * s.dilation[0] - s.padding[0],
                tap_x = tap % s.kernel_width * s.dilation[1] - s.padding[1];
  for (int64_t l = 0; l < s.places; ++l) {
    const int64_t y = l / s.out_width * s.stride[0] + tap_y,
                  x = l % s.out_width * s.stride[1] + tap_x;
    out[l] = PlaceAt(static_cast<T>(y) + dy[l], static_cast<T>(x) + dx[l],
                     s.height, s.width);
  }
}

template <typename T, typename Context>
void DeformColumnsKernel(const Context&, const DenseTensor& x,
                         const DenseTensor& offset, const DenseTensor* mask,
                         IntArray kernel, IntArray stride, IntArray padding,
                         IntArray dilation, int64_t deformable_groups,
                         DenseTensor* out) {
  if (out->numel == 0) return;
  const Sizes s(x.dims, offset, kernel, stride, padding, dilation,
                deformable_groups);
  const int64_t pixels = s.height * s.width, per = s.per_group();
  ParallelFor(
      s.n * s.groups * s.taps,
      std::max<int64_t>(1, 4096 / (s.places * std::max<int64_t>(per, 1))),
      [&](int64_t begin, int64_t end) {
        std::vector<Place<T>> places(s.places);
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = i / (s.groups * s.taps),
                        group = i / s.taps % s.groups, tap = i % s.taps;
          PlacesOf(s, offset.Data<T>(), image, group, tap, places.data());
          const T* times = mask ? mask->Data<T>() + i * s.places : nullptr;
          for (int64_t c = 0; c < per; ++c) {
            const int64_t channel = image * s.channels + group * per + c;
            const T* from = x.Data<T>() + channel * pixels;
            T* to = out->Data<T>() + (channel * s.taps + tap) * s.places;
            for (int64_t l = 0; l < s.places; ++l) {
              const Place<T>& p = places[l];
              T v = 0;
              for (int k = 0; k < 4; ++k) v += p.weight(k) * p.value(k, from);
              to[l] = times ? v * times[l] : v;
            }
          }
        }
      });
}

// For one tap of one group: by the offsets, and by the mask where there is one.
template <typename T>
void GradOfPlaces(const Sizes& s, const T* x, const T* grad, const T* times,
                  const Place<T>* places, int64_t tap, T* by_y, T* by_x,
                  T* by_mask) {
  std::fill_n(by_y, s.places, T(0));
  std::fill_n(by_x, s.places, T(0));
  if (by_mask) std::fill_n(by_mask, s.places, T(0));
  for (int64_t c = 0; c < s.per_group(); ++c, x += s.height * s.width) {
    const T* g = grad + (c * s.taps + tap) * s.places;
    for (int64_t l = 0; l < s.places; ++l) {
      const Place<T>& p = places[l];
      T v[4];
      for (int k = 0; k < 4; ++k) v[k] = p.value(k, x);
      const T masked = times ? g[l] * times[l] : g[l];
      by_y[l] +=
          masked * (p.column[0] * (v[2] - v[0]) + p.column[1] * (v[3] - v[1]));
      by_x[l] += masked * (p.row[0] * (v[1] - v[0]) + p.row[1] * (v[3] - v[2]));
      if (by_mask) {
        by_mask[l] +=
            g[l] * (p.row[0] * (p.column[0] * v[0] + p.column[1] * v[1]) +
                    p.row[1] * (p.column[0] * v[2] + p.column[1] * v[3]));
      }
    }
  }
}

template <typename T, typename Context>
void DeformColumnsGradKernel(const Context&, const DenseTensor& x,
                             const DenseTensor& offset, const DenseTensor* mask,
                             const DenseTensor& grad, IntArray kernel,
                             IntArray stride, IntArray padding,
                             IntArray dilation, int64_t deformable_groups,
                             DenseTensor* by_x, DenseTensor* by_offset,
                             DenseTensor* by_mask) {
  std::fill_n(by_x->Data<T>(), by_x->numel, T(0));
  std::fill_n(by_offset->Data<T>(), by_offset->numel, T(0));
  std::fill_n(by_mask->Data<T>(), by_mask->numel, T(0));
  if (grad.numel == 0) return;
  const Sizes s(x.dims, offset, kernel, stride, padding, dilation,
                deformable_groups);
  const int64_t pixels = s.height * s.width, per = s.per_group();
  const int64_t grain = std::max<int64_t>(1, 4096 / s.places);
  std::vector<Place<T>> places(s.groups * s.taps * s.places);
  for (int64_t image = 0; image < s.n; ++image) {
    const T* from = x.Data<T>() + image * s.channels * pixels;
    const T* g = grad.Data<T>() + image * s.channels * s.taps * s.places;
    const T* times =
        mask ? mask->Data<T>() + image * s.groups * s.taps * s.places : nullptr;
    ParallelFor(s.groups * s.taps, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t group = i / s.taps, tap = i % s.taps;
        Place<T>* at = places.data() + i * s.places;
        PlacesOf(s, offset.Data<T>(), image, group, tap, at);
        const int64_t to = image * s.groups * s.taps + i;
        GradOfPlaces(s, from + group * per * pixels,
                     g + group * per * s.taps * s.places,
                     times ? times + i * s.places : nullptr, at, tap,
                     by_offset->Data<T>() + to * 2 * s.places,
                     by_offset->Data<T>() + (to * 2 + 1) * s.places,
                     mask ? by_mask->Data<T>() + to * s.places : nullptr);
      }
    });
    // Places share pixels: each thread has channels of its own.
    ParallelFor(s.channels, grain, [&](int64_t begin, int64_t end) {
      for (int64_t c = begin; c < end; ++c) {
        T* to = by_x->Data<T>() + (image * s.channels + c) * pixels;
        const int64_t first = c / per * s.taps;
        for (int64_t i = 0; i < s.taps * s.places; ++i) {
          const Place<T>& p = places[first * s.places + i];
          T v = g[c * s.taps * s.places + i];
          if (times) v *= times[first * s.places + i];
          for (int k = 0; k < 4; ++k) to[p.at[k]] += p.weight(k) * v;
        }
      }
    });
  }
}

PD_REGISTER_KERNEL(deform_columns, CPU, ALL_LAYOUT, DeformColumnsKernel, float,
                   double) {}
PD_REGISTER_KERNEL(deform_columns_grad, CPU, ALL_LAYOUT,
                   DeformColumnsGradKernel, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
