// Depthwise convolutions of small square kernels over planes [h, w]. oneDNN
// would spend more time on reordering the images than on the sums.
#include <algorithm>
#include <cstring>
#include <vector>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

#if PD_CPU_ISA_LEVEL >= 4
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
constexpr int64_t kGrainElements = 16384;

// Where a plane lies in a buffer of zeros: rows and columns `step` apart. The
// columns of a row are stored `split` parts after each other, column c at place
// c / split of part c % split, so that strided windows read runs of memory.
struct Canvas {
  int64_t rows, width;
  int64_t top, left, step;
  int64_t split = 1;
  int64_t part() const { return (width + split - 1) / split; }
  int64_t row_size() const { return part() * split; }
  int64_t size() const { return rows * row_size() + kLanes; }
};
void Draw(const float* plane, int64_t h, int64_t w, const Canvas& c,
          float* to) {
  std::memset(to, 0, sizeof(float) * c.size());
  const int64_t part = c.part();
  int64_t begin = 0, end = w;  // the columns that lie on the canvas
  while (begin < end && begin * c.step + c.left < 0) ++begin;
  while (begin < end && (end - 1) * c.step + c.left >= c.width) --end;
  for (int64_t y = 0; y < h; ++y) {
    const int64_t row = y * c.step + c.top;
    if (row < 0 || row >= c.rows) continue;
    float* at = to + row * c.row_size();
    const float* from = plane + y * w;
    if (c.split == 1) {
      if (c.step == 1) {
        std::copy(from + begin, from + end, at + begin + c.left);
      } else {
        for (int64_t x = begin; x < end; ++x) at[x * c.step + c.left] = from[x];
      }
      continue;
    }
    for (int64_t first = begin; first < std::min(end, begin + c.split);
         ++first) {  // step is 1: each part gets every split-th column
      const int64_t column = first + c.left;
      float* run = at + column % c.split * part + column / c.split;
      for (int64_t x = first; x < end; x += c.split) *run++ = from[x];
    }
  }
}

// out[y][x] = bias + sum of the K x K window of `in` at (y S, x S).
template <int K, int S>
void Correlate(const float* in, const Canvas& c, const float* w, float bias,
               float* out, int64_t h, int64_t ow) {
  float k[K * K];
  std::copy_n(w, K * K, k);
  const int64_t width = c.row_size(), part = c.part();
  for (int64_t y = 0; y < h; ++y) {
    const float* row = in + y * S * width;
    float* to = out + y * ow;
    for (int64_t x = 0; x < ow; ++x) {
      float sum = bias;
#pragma GCC unroll 8
      for (int i = 0; i < K; ++i) {
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          sum += k[i * K + j] * row[i * width + j % S * part + j / S + x];
        }
      }
      to[x] = sum;
    }
  }
}

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
inline Lanes LoadLanes(const float* p) {
  Lanes v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

// w[i][j] += sum over the plane of g[y][x] in[y S + i][x S + j]; rows of `g`
// are padded with zeros to `gw`, a multiple of kLanes.
template <int K, int S>
void CorrelateWeights(const float* in, const Canvas& c, const float* g,
                      int64_t h, int64_t gw, float* w) {
  const int64_t width = c.row_size(), part = c.part();
  for (int i = 0; i < K; ++i) {
    Lanes acc[K] = {};
    for (int64_t y = 0; y < h; ++y) {
      const float* row = in + (y * S + i) * width;
      for (int64_t x = 0; x < gw; x += kLanes) {
        const Lanes one = LoadLanes(g + y * gw + x);
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          acc[j] += one * LoadLanes(row + j % S * part + j / S + x);
        }
      }
    }
    for (int j = 0; j < K; ++j) {
      float sum = 0;
      for (int l = 0; l < kLanes; ++l) sum += acc[j][l];
      w[i * K + j] += sum;
    }
  }
}

struct Planes {
  int64_t n, channels, h, w, oh, ow, kernel, stride, top, left;
  Planes(const DDim& x, const DDim& y, int64_t kernel, IntArray stride,
         IntArray padding)
      : n(x[0]),
        channels(x[1]),
        h(x[2]),
        w(x[3]),
        oh(y[2]),
        ow(y[3]),
        kernel(kernel),
        stride(stride[0]),
        top(padding[0]),
        left(padding[2]) {}
  int64_t grain() const {
    return std::max<int64_t>(1, kGrainElements / (h * w + oh * ow));
  }
};

// Calls f(std::integral_constant<int, K>, <int, S>).
template <typename F>
void VisitKernel(int64_t kernel, int64_t stride, F&& f) {
  const auto of_stride = [&](auto k) {
    if (stride == 1)
      f(k, std::integral_constant<int, 1>());
    else
      f(k, std::integral_constant<int, 2>());
  };
  if (kernel == 3)
    of_stride(std::integral_constant<int, 3>());
  else
    of_stride(std::integral_constant<int, 5>());
}

const char* Refuse(const DDim& weight, int64_t channels, IntArray stride,
                   IntArray dilation, int64_t groups, bool channels_last) {
  if (groups != channels || weight[0] != channels || weight[1] != 1) {
    return "not one filter for each channel";
  }
  if (weight.rank() != 4 || channels_last) return "not NCHW images";
  if (weight[2] != weight[3] || (weight[2] != 3 && weight[2] != 5)) {
    return "the kernel is not 3x3 or 5x5";
  }
  if (stride[0] != stride[1] || stride[0] > 2 || dilation[0] != 1 ||
      dilation[1] != 1) {
    return "the stride is not 1 or 2, or there is a dilation";
  }
  return nullptr;
}
const char* RefuseForward(const Args& a, const Outs&) {
  return Refuse(a.dims(1), a.dims(0)[1], a.slot[3].ints, a.slot[5].ints,
                a.slot[6].i, a.slot[7].i != 0);
}
const char* RefuseGradInput(const Args& a, const Outs&) {
  return RefuseForward(a, Outs(0));
}
const char* RefuseGradWeight(const Args& a, const Outs& outs) {
  return Refuse(outs[0]->dims, a.dims(0)[1], a.slot[3].ints, a.slot[5].ints,
                a.slot[6].i, a.slot[7].i != 0);
}

}  // namespace

template <typename T, typename Context>
void DepthwiseKernel(const Context&, const DenseTensor& x,
                     const DenseTensor& weight, const DenseTensor* bias,
                     IntArray stride, IntArray padding, IntArray, int64_t, bool,
                     DenseTensor* out) {
  const Planes p(x.dims, out->dims, weight.dims[2], stride, padding);
  const Canvas canvas{(p.oh - 1) * p.stride + p.kernel,
                      (p.ow - 1) * p.stride + p.kernel,
                      p.top,
                      p.left,
                      1,
                      p.stride};
  const int64_t taps = p.kernel * p.kernel;
  ParallelFor(p.n * p.channels, p.grain(), [&](int64_t begin, int64_t end) {
    std::vector<float> buffer(canvas.size());
    for (int64_t i = begin; i < end; ++i) {
      const int64_t c = i % p.channels;
      Draw(x.Data<float>() + i * p.h * p.w, p.h, p.w, canvas, buffer.data());
      const float b = bias ? bias->Data<float>()[c] : 0.0f;
      VisitKernel(p.kernel, p.stride, [&](auto k, auto s) {
        Correlate<k.value, s.value>(
            buffer.data(), canvas, weight.Data<float>() + c * taps, b,
            out->Data<float>() + i * p.oh * p.ow, p.oh, p.ow);
      });
    }
  });
}
PD_REGISTER_KERNEL(convolution, CPU, ALL_LAYOUT, DepthwiseKernel, float) {
  options.priority = 10;
  options.refuse = RefuseForward;
  options.label = "depthwise";
}

// A correlation of the gradient, spread out by the stride, with the kernel
// turned around.
template <typename T, typename Context>
void DepthwiseGradInputKernel(const Context&, const DenseTensor& grad,
                              const DenseTensor& weight, IntArray,
                              IntArray stride, IntArray padding, IntArray,
                              int64_t, bool, DenseTensor* out) {
  const Planes p(out->dims, grad.dims, weight.dims[2], stride, padding);
  const Canvas canvas{p.h + p.kernel - 1, p.w + p.kernel - 1,
                      p.kernel - 1 - p.top, p.kernel - 1 - p.left, p.stride};
  const int64_t taps = p.kernel * p.kernel;
  ParallelFor(p.n * p.channels, p.grain(), [&](int64_t begin, int64_t end) {
    std::vector<float> buffer(canvas.size()), turned(taps);
    for (int64_t i = begin; i < end; ++i) {
      const float* w = weight.Data<float>() + i % p.channels * taps;
      std::reverse_copy(w, w + taps, turned.data());
      Draw(grad.Data<float>() + i * p.oh * p.ow, p.oh, p.ow, canvas,
           buffer.data());
      VisitKernel(p.kernel, 1, [&](auto k, auto) {
        Correlate<k.value, 1>(buffer.data(), canvas, turned.data(), 0.0f,
                              out->Data<float>() + i * p.h * p.w, p.h, p.w);
      });
    }
  });
}
PD_REGISTER_KERNEL(conv_grad_input, CPU, ALL_LAYOUT, DepthwiseGradInputKernel,
                   float) {
  options.priority = 10;
  options.refuse = RefuseGradInput;
  options.label = "depthwise";
}

template <typename T, typename Context>
void DepthwiseGradWeightKernel(const Context&, const DenseTensor& x,
                               const DenseTensor& grad, IntArray,
                               IntArray stride, IntArray padding, IntArray,
                               int64_t, bool, DenseTensor* out) {
  const Planes p(x.dims, grad.dims, out->dims[2], stride, padding);
  const int64_t gw = (p.ow + kLanes - 1) / kLanes * kLanes;
  const Canvas canvas{(p.oh - 1) * p.stride + p.kernel,
                      (gw - 1) * p.stride + p.kernel,
                      p.top,
                      p.left,
                      1,
                      p.stride};
  const Canvas grad_canvas{p.oh, gw, 0, 0, 1};
  const int64_t taps = p.kernel * p.kernel;
  ParallelFor(p.channels, std::max<int64_t>(1, p.grain() / p.n),
              [&](int64_t begin, int64_t end) {
                std::vector<float> buffer(canvas.size()), g(grad_canvas.size());
                for (int64_t c = begin; c < end; ++c) {
                  float* w = out->Data<float>() + c * taps;
                  std::fill_n(w, taps, 0.0f);
                  for (int64_t n = 0; n < p.n; ++n) {
                    const int64_t i = n * p.channels + c;
                    Draw(x.Data<float>() + i * p.h * p.w, p.h, p.w, canvas,
                         buffer.data());
                    Draw(grad.Data<float>() + i * p.oh * p.ow, p.oh, p.ow,
                         grad_canvas, g.data());
                    VisitKernel(p.kernel, p.stride, [&](auto k, auto s) {
                      CorrelateWeights<k.value, s.value>(buffer.data(), canvas,
                                                         g.data(), p.oh, gw, w);
                    });
                  }
                }
              });
}
PD_REGISTER_KERNEL(conv_grad_weight, CPU, ALL_LAYOUT, DepthwiseGradWeightKernel,
                   float) {
  options.priority = 10;
  options.refuse = RefuseGradWeight;
  options.label = "depthwise";
}

}  // namespace paddle::phi::PD_CPU_ISA
