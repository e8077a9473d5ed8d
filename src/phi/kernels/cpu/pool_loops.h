// Walks over the windows of a pool that its kernels share.
#pragma once
#include <algorithm>

#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/pool_windows.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr int64_t kPoolGrain = 32768;  // elements per piece of work

// Calls f(plane) or, channels last, f(image) in parallel.
template <typename F>
void ForEachPlane(const PoolGeometry& g, F&& f) {
  const int64_t planes = g.channels_last ? g.n : g.n * g.channels;
  const int64_t size =
      (g.in_pixels() + g.out_pixels()) * (g.channels_last ? g.channels : 1);
  ParallelFor(planes, std::max<int64_t>(1, kPoolGrain / (size + 1)), f);
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
// Calls f(first input pixel, their number) for each row of a window.
template <typename F>
void ForEachRow(const PoolGeometry& g, int64_t i, int64_t j, int64_t k, F&& f) {
  const AxisWindows &d = g.axis[0], &h = g.axis[1], &w = g.axis[2];
  for (int64_t z = d.begin[i]; z < d.end[i]; ++z) {
    for (int64_t y = h.begin[j]; y < h.end[j]; ++y) {
      f((z * h.in + y) * w.in + w.begin[k], w.end[k] - w.begin[k]);
    }
  }
}
// Calls f(input pixel) for each pixel of a window.
template <typename F>
void ForEachPixel(const PoolGeometry& g, int64_t i, int64_t j, int64_t k,
                  F&& f) {
  ForEachRow(g, i, j, k, [&](int64_t first, int64_t n) {
    for (int64_t c = 0; c < n; ++c) f(first + c);
  });
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

}  // namespace paddle::phi::PD_CPU_ISA
