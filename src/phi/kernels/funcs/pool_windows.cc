#include "phi/kernels/funcs/pool_windows.h"

#include <algorithm>

namespace paddle::phi {
namespace {

AxisWindows Fixed(int64_t in, int64_t out, int64_t kernel, int64_t stride,
                  int64_t pad_begin, int64_t pad_end) {
  AxisWindows w{in, out, {}, {}, {}};
  w.stride = stride;
  for (int64_t i = 0; i < out; ++i) {
    const int64_t begin = i * stride - pad_begin;
    const int64_t end = std::min(begin + kernel, in + pad_end);
    w.padded.push_back(end - begin);
    w.begin.push_back(std::clamp<int64_t>(begin, 0, in));
    w.end.push_back(std::clamp<int64_t>(end, 0, in));
    if (begin < 0) w.interior_begin = i + 1;
    if (begin + kernel <= in) w.interior_end = i + 1;
  }
  w.interior_end = std::max(w.interior_begin, w.interior_end);
  return w;
}

AxisWindows Adaptive(int64_t in, int64_t out) {
  AxisWindows w{in, out, {}, {}, {}};
  for (int64_t i = 0; i < out; ++i) {
    w.begin.push_back(i * in / out);
    w.end.push_back(((i + 1) * in + out - 1) / out);
    w.padded.push_back(w.end.back() - w.begin.back());
  }
  return w;
}

}  // namespace

PoolGeometry MakePoolGeometry(const DDim& image, const DDim& pooled,
                              IntArray kernel, IntArray stride,
                              IntArray padding, bool channels_last) {
  PoolGeometry g;
  const int rank = image.rank() - 2;
  g.n = image[0];
  g.channels = image[channels_last ? image.rank() - 1 : 1];
  g.channels_last = channels_last;
  for (int d = 0; d < 3; ++d) {
    const int at = d - (3 - rank);
    if (at < 0) {
      g.axis[d] = Adaptive(1, 1);
      continue;
    }
    const int axis = at + (channels_last ? 1 : 2);
    const int64_t in = image[axis], out = pooled[axis];
    g.axis[d] = kernel.empty() ? Adaptive(in, out)
                               : Fixed(in, out, kernel[at], stride[at],
                                       padding[2 * at], padding[2 * at + 1]);
  }
  return g;
}

}  // namespace paddle::phi
