// rotate_pairs: one pass over the rows of x.
#include <algorithm>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
void RotateRow(const C* x, const C* sin, const C* cos, int64_t n,
               bool neighbours, C* out) {
  if (neighbours) {
    for (int64_t i = 0; i < n; i += 2) {
      out[i] = x[i] * cos[i] - x[i + 1] * sin[i];
      out[i + 1] = x[i + 1] * cos[i + 1] + x[i] * sin[i + 1];
    }
    return;
  }
  const int64_t half = n / 2;
  for (int64_t i = 0; i < half; ++i) {
    out[i] = x[i] * cos[i] - x[half + i] * sin[i];
  }
  for (int64_t i = half; i < n; ++i) {
    out[i] = x[i] * cos[i] + x[i - half] * sin[i];
  }
}

template <typename T, typename Context>
void RotatePairsKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& sin, const DenseTensor& cos,
                       bool neighbours, DenseTensor* out) {
  using C = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const int64_t n = x.dims[3];
  if (x.numel == 0) return;
  // Elements from one index of an axis to the next; 0 where it is broadcast.
  auto step = [&](const DenseTensor& t, int axis) {
    int64_t each = t.dims[axis] == 1 ? 0 : 1;
    for (int a = axis + 1; a < 4; ++a) each *= t.dims[a];
    return each;
  };
  const int64_t rows = x.numel / n, heads = x.dims[2], steps = x.dims[1];
  ParallelFor(rows, std::max<int64_t>(1, 16384 / n),
              [&](int64_t begin, int64_t end) {
                std::vector<C> in(n), result(n);
                for (int64_t r = begin; r < end; ++r) {
                  const int64_t h = r % heads, s = r / heads % steps,
                                b = r / heads / steps;
                  auto row = [&](const DenseTensor& t) {
                    return t.Data<C>() + b * step(t, 0) + s * step(t, 1) +
                           h * step(t, 2);
                  };
                  if constexpr (std::is_same_v<T, C>) {
                    RotateRow(x.Data<T>() + r * n, row(sin), row(cos), n,
                              neighbours, out->Data<T>() + r * n);
                  } else {
                    LoadBlock(x.Data<T>() + r * n, 1, in.data(), n);
                    RotateRow(in.data(), row(sin), row(cos), n, neighbours,
                              result.data());
                    StoreBlock(result.data(), out->Data<T>() + r * n, 1, n);
                  }
                }
              });
}

PD_REGISTER_KERNEL(rotate_pairs, CPU, ALL_LAYOUT, RotatePairsKernel, float,
                   double, float16, bfloat16) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
