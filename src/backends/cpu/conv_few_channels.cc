// A product gives what each output pixel sends to each tap of the kernel; rows
// of that are then added.
#include "backends/cpu/conv_few_channels.h"

#include <algorithm>

#include "backends/cpu/blas.h"
#include "core/dense_tensor.h"
#include "core/thread_pool.h"

namespace paddle::cpu {
namespace {

constexpr int64_t kMostChannels = 4;
constexpr int64_t kStripElements = 1 << 17;  // stay in the second-level cache

void AddRow(const float* from, float* to, int64_t n) {
#pragma GCC ivdep
  for (int64_t k = 0; k < n; ++k) to[k] += from[k];
}

}  // namespace

bool HasFewChannels(const ConvShape& s) {
  return s.rank == 2 && s.groups == 1 && !s.channels_last &&
         s.ic <= kMostChannels && s.oc >= 16;
}

void FewChannelsGradInput(const ConvShape& s, const float* g, const float* w,
                          float* gx) {
  const int64_t stride = s.stride[1], pad = s.pad_begin[1];
  const int64_t taps = s.kernel_pixels(), depth = s.ic * taps;
  const int64_t pixels = s.out_pixels(), width = s.out[1];
  const int64_t strip =
      std::clamp<int64_t>(kStripElements / (depth * width), 1, s.out[0]);
  // Column x of an image row lies in phase (x + pad) % stride of that row, so
  // that the pixels a tap meets are side by side.
  const int64_t last = (s.kernel[1] - 1) * s.dilation[1];
  const int64_t phase =
      std::max(width + last / stride, (s.in[1] - 1 + pad) / stride + 1);
  const int64_t row = stride * phase;
  ParallelFor(s.n, 1, [&](int64_t begin, int64_t end) {
    const Var columns =
        EmptyTensor({depth * strip * width}, DataType::kFloat32);
    const Var image = EmptyTensor({s.ic * s.in[0] * row}, DataType::kFloat32);
    float* sums = image->Data<float>();
    for (int64_t n = begin; n < end; ++n) {
      std::fill_n(sums, image->numel, 0.0f);
      for (int64_t top = 0; top < s.out[0]; top += strip) {
        const int64_t rows = std::min(strip, s.out[0] - top);
        const float* column = columns->Data<float>();
        Gemm(GemmCall<float>{true, false, depth, rows * width, s.oc, w, depth,
                             g + n * s.oc * pixels + top * width, pixels, 0.0f,
                             columns->Data<float>(), rows * width});
        for (int64_t t = 0; t < depth; ++t) {
          const int64_t c = t / taps, ky = t % taps / s.kernel[1];
          const int64_t at = t % s.kernel[1] * s.dilation[1];
          for (int64_t i = top; i < top + rows; ++i, column += width) {
            const int64_t y =
                i * s.stride[0] + ky * s.dilation[0] - s.pad_begin[0];
            if (y < 0 || y >= s.in[0]) continue;
            AddRow(column,
                   sums + (c * s.in[0] + y) * row + at % stride * phase +
                       at / stride,
                   width);
          }
        }
      }
      float* to = gx + n * s.ic * s.in_pixels();
      for (int64_t r = 0; r < s.ic * s.in[0]; ++r, to += s.in[1]) {
        for (int64_t p = 0; p < stride; ++p) {
          const float* from = sums + r * row + p * phase;
          // The first k whose column k * stride + p - pad is in the image.
          int64_t k = p < pad ? (pad - p + stride - 1) / stride : 0;
          for (int64_t x = k * stride + p - pad; x < s.in[1]; x += stride) {
            to[x] = from[k++];
          }
        }
      }
    }
  });
}

}  // namespace paddle::cpu
