// Convolutions in double, for checks and scientific use: every image is
// unfolded into a matrix of patches.
#include <algorithm>

#include "backends/cpu/blas.h"
#include "backends/cpu/conv.h"
#include "core/dense_tensor.h"

namespace paddle::cpu {
namespace {

// Element (c, pixel) of image `n`.
struct Image {
  int64_t base, channel, pixel;
};
Image ImageAt(bool channels_last, int64_t n, int64_t channels, int64_t pixels) {
  return {n * channels * pixels, channels_last ? 1 : pixels,
          channels_last ? channels : 1};
}

// Calls f(tap row, output pixel, input pixel) for each pair that meets.
template <typename F>
void ForEachTap(const ConvShape& s, F&& f) {
  int64_t in[kMaxSpatial] = {1, 1, 1}, out[kMaxSpatial] = {1, 1, 1};
  int64_t kernel[kMaxSpatial] = {1, 1, 1}, stride[kMaxSpatial] = {1, 1, 1};
  int64_t dilation[kMaxSpatial] = {1, 1, 1}, pad[kMaxSpatial] = {0, 0, 0};
  for (int d = 0; d < s.rank; ++d) {
    const int to = d + kMaxSpatial - s.rank;
    in[to] = s.in[d];
    out[to] = s.out[d];
    kernel[to] = s.kernel[d];
    stride[to] = s.stride[d];
    dilation[to] = s.dilation[d];
    pad[to] = s.pad_begin[d];
  }
  int64_t tap = 0;
  for (int64_t a = 0; a < kernel[0]; ++a) {
    for (int64_t b = 0; b < kernel[1]; ++b) {
      for (int64_t c = 0; c < kernel[2]; ++c, ++tap) {
        int64_t pixel = 0;
        for (int64_t i = 0; i < out[0]; ++i) {
          const int64_t z = i * stride[0] + a * dilation[0] - pad[0];
          for (int64_t j = 0; j < out[1]; ++j) {
            const int64_t y = j * stride[1] + b * dilation[1] - pad[1];
            for (int64_t k = 0; k < out[2]; ++k, ++pixel) {
              const int64_t x = k * stride[2] + c * dilation[2] - pad[2];
              const bool inside = z >= 0 && z < in[0] && y >= 0 && y < in[1] &&
                                  x >= 0 && x < in[2];
              f(tap, pixel, inside ? (z * in[1] + y) * in[2] + x : -1);
            }
          }
        }
      }
    }
  }
}

struct Sizes {
  int64_t taps, in_pixels, pixels, ic, oc;  // channels of one group
  explicit Sizes(const ConvShape& s)
      : taps(s.kernel_pixels()),
        in_pixels(s.in_pixels()),
        pixels(s.out_pixels()),
        ic(s.ic / s.groups),
        oc(s.oc / s.groups) {}
};

// columns[c * taps + tap][pixel] of one image and group.
void Unfold(const ConvShape& s, const Sizes& z, const double* x, int64_t n,
            int64_t group, double* columns) {
  const Image image = ImageAt(s.channels_last, n, s.ic, z.in_pixels);
  for (int64_t c = 0; c < z.ic; ++c) {
    const double* plane = x + image.base + (group * z.ic + c) * image.channel;
    double* to = columns + c * z.taps * z.pixels;
    ForEachTap(s, [&](int64_t tap, int64_t pixel, int64_t from) {
      to[tap * z.pixels + pixel] = from < 0 ? 0.0 : plane[from * image.pixel];
    });
  }
}

// The output pixels of one image and group as rows [oc][pixel].
template <bool kStore>
void Rows(const ConvShape& s, const Sizes& z, double* out, int64_t n,
          int64_t group, double* rows) {
  const Image image = ImageAt(s.channels_last, n, s.oc, z.pixels);
  for (int64_t c = 0; c < z.oc; ++c) {
    double* plane = out + image.base + (group * z.oc + c) * image.channel;
    for (int64_t i = 0; i < z.pixels; ++i) {
      if (kStore)
        plane[i * image.pixel] = rows[c * z.pixels + i];
      else
        rows[c * z.pixels + i] = plane[i * image.pixel];
    }
  }
}

Var Buffer(int64_t n) { return EmptyTensor({n}, DataType::kFloat64); }

}  // namespace

void ConvForward(const ConvShape& s, const double* x, const double* w,
                 const double* bias, double* out) {
  const Sizes z(s);
  const int64_t depth = z.ic * z.taps;
  const Var columns = Buffer(depth * z.pixels), rows = Buffer(z.oc * z.pixels);
  double* r = rows->Data<double>();
  for (int64_t n = 0; n < s.n; ++n) {
    for (int64_t g = 0; g < s.groups; ++g) {
      Unfold(s, z, x, n, g, columns->Data<double>());
      for (int64_t c = 0; bias && c < z.oc; ++c) {
        std::fill_n(r + c * z.pixels, z.pixels, bias[g * z.oc + c]);
      }
      Gemm(GemmCall<double>{
          false, false, z.oc, z.pixels, depth, w + g * z.oc * depth, depth,
          columns->Data<double>(), z.pixels, bias ? 1.0 : 0.0, r, z.pixels});
      Rows<true>(s, z, out, n, g, r);
    }
  }
}

void ConvGradInput(const ConvShape& s, const double* g, const double* w,
                   double* gx) {
  const Sizes z(s);
  const int64_t depth = z.ic * z.taps;
  const Var columns = Buffer(depth * z.pixels), rows = Buffer(z.oc * z.pixels);
  std::fill_n(gx, s.n * s.ic * z.in_pixels, 0.0);
  for (int64_t n = 0; n < s.n; ++n) {
    const Image image = ImageAt(s.channels_last, n, s.ic, z.in_pixels);
    for (int64_t group = 0; group < s.groups; ++group) {
      Rows<false>(s, z, const_cast<double*>(g), n, group, rows->Data<double>());
      Gemm(GemmCall<double>{true, false, depth, z.pixels, z.oc,
                            w + group * z.oc * depth, depth,
                            rows->Data<double>(), z.pixels, 0.0,
                            columns->Data<double>(), z.pixels});
      for (int64_t c = 0; c < z.ic; ++c) {
        double* plane = gx + image.base + (group * z.ic + c) * image.channel;
        const double* from = columns->Data<double>() + c * z.taps * z.pixels;
        ForEachTap(s, [&](int64_t tap, int64_t pixel, int64_t to) {
          if (to >= 0) plane[to * image.pixel] += from[tap * z.pixels + pixel];
        });
      }
    }
  }
}

void ConvGradWeight(const ConvShape& s, const double* x, const double* g,
                    double* gw) {
  const Sizes z(s);
  const int64_t depth = z.ic * z.taps;
  const Var columns = Buffer(depth * z.pixels), rows = Buffer(z.oc * z.pixels);
  for (int64_t n = 0; n < s.n; ++n) {
    for (int64_t group = 0; group < s.groups; ++group) {
      Unfold(s, z, x, n, group, columns->Data<double>());
      Rows<false>(s, z, const_cast<double*>(g), n, group, rows->Data<double>());
      Gemm(GemmCall<double>{false, true, z.oc, depth, z.pixels,
                            rows->Data<double>(), z.pixels,
                            columns->Data<double>(), z.pixels, n ? 1.0 : 0.0,
                            gw + group * z.oc * depth, depth});
    }
  }
}

}  // namespace paddle::cpu
