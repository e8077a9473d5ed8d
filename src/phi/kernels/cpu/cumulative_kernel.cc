// Running sums, products, extrema and log-sum-exp along one axis.
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/vector.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kTile = 128;  // columns done at a time

// The axis as rows: `outer` blocks of n rows of `inner` elements.
struct Extent {
  int64_t outer = 1, n = 1, inner = 1;
  Extent(const DenseTensor& x, int64_t axis, const char* op) {
    if (x.rank() == 0) return;
    const int a = NormalizeAxis(axis, x.rank(), op);
    n = x.dims[a];
    for (int i = 0; i < a; ++i) outer *= x.dims[i];
    for (int i = a + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
  // Calls f(first element, width) for tiles of columns.
  template <typename F>
  void ForEachTile(F&& f) const {
    if (outer * n * inner == 0) return;
    const int64_t tiles = (inner + kTile - 1) / kTile;
    const int64_t work = n * std::min(inner, kTile);
    ParallelFor(outer * tiles, std::max<int64_t>(1, 32768 / work),
                [&](int64_t begin, int64_t end) {
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t c = i % tiles * kTile;
                    f(i / tiles * n * inner + c, std::min(kTile, inner - c));
                  }
                });
  }
};

template <typename T>
using ScanType =
    std::conditional_t<kIsComplexType<T>, complex128,
                       std::conditional_t<kIsFloatType<T>, double, uint64_t>>;

template <typename A, typename T>
inline A Widen(T v) {
  if constexpr (kIsNarrow<T>)
    return static_cast<float>(v);
  else
    return A(v);
}
template <typename T, typename A>
inline T Narrow(A v) {
  if constexpr (kIsNarrow<T>)
    return T(static_cast<float>(v));
  else
    return T(v);
}

struct AddStep {
  template <typename A>
  A operator()(A a, A b) const {
    return a + b;
  }
};
struct MultiplyStep {
  template <typename A>
  A operator()(A a, A b) const {
    return a * b;
  }
};
struct LogAddStep {
  double operator()(double a, double b) const {
    const double high = a > b ? a : b, low = a > b ? b : a;
    if (low == -INFINITY || high == INFINITY)
      return a != a || b != b ? NAN : high;
    return high + std::log1p(std::exp(low - high));
  }
};

// y[i] = step(... step(x[0], x[1]) ..., x[i]), from the end if `reverse`.
template <typename T, typename Step>
void Scan(const DenseTensor& x, int64_t axis, bool reverse, DenseTensor* out,
          const char* op) {
  using A = ScanType<T>;
  const Extent extent(x, axis, op);
  const int64_t first = reverse ? (extent.n - 1) * extent.inner : 0;
  const int64_t next = reverse ? -extent.inner : extent.inner;
  extent.ForEachTile([&](int64_t at, int64_t width) {
    const T* p = x.Data<T>() + at + first;
    T* r = out->Data<T>() + at + first;
    const Step step;
    if (width == 1) {
      A sum = Widen<A>(*p);
      *r = Narrow<T>(sum);
      for (int64_t i = 1; i < extent.n; ++i) {
        p += next;
        r += next;
        sum = step(sum, Widen<A>(*p));
        *r = Narrow<T>(sum);
      }
      return;
    }
    A sums[kTile];
    for (int64_t j = 0; j < width; ++j) {
      sums[j] = Widen<A>(p[j]);
      r[j] = Narrow<T>(sums[j]);
    }
    for (int64_t i = 1; i < extent.n; ++i) {
      p += next;
      r += next;
      for (int64_t j = 0; j < width; ++j) {
        sums[j] = step(sums[j], Widen<A>(p[j]));
        r[j] = Narrow<T>(sums[j]);
      }
    }
  });
}

template <typename T, typename Context>
void ScanSumKernel(const Context&, const DenseTensor& x, int64_t axis,
                   bool reverse, DenseTensor* out) {
  Scan<T, AddStep>(x, axis, reverse, out, "cumsum");
}
template <typename T, typename Context>
void ScanProdKernel(const Context&, const DenseTensor& x, int64_t axis,
                    bool reverse, DenseTensor* out) {
  Scan<T, MultiplyStep>(x, axis, reverse, out, "cumprod");
}
template <typename T, typename Context>
void ScanLogsumexpKernel(const Context&, const DenseTensor& x, int64_t axis,
                         bool reverse, DenseTensor* out) {
  Scan<T, LogAddStep>(x, axis, reverse, out, "logcumsumexp");
}

// s[i] = b[i] + a[i] s[i - 1]; if `reverse` s[i] = b[i] + a[i] s[i + 1].
template <typename T, typename Context>
void LinearScanKernel(const Context&, const DenseTensor& a,
                      const DenseTensor& b, int64_t axis, bool reverse,
                      DenseTensor* out) {
  using A = ScanType<T>;
  const Extent extent(a, axis, "linear_scan");
  const int64_t first = reverse ? (extent.n - 1) * extent.inner : 0;
  const int64_t next = reverse ? -extent.inner : extent.inner;
  extent.ForEachTile([&](int64_t at, int64_t width) {
    A state[kTile] = {};
    int64_t row = at + first;
    for (int64_t i = 0; i < extent.n; ++i, row += next) {
      for (int64_t j = 0; j < width; ++j) {
        state[j] = Widen<A>(b.Data<T>()[row + j]) +
                   Widen<A>(a.Data<T>()[row + j]) * state[j];
        out->Data<T>()[row + j] = Narrow<T>(state[j]);
      }
    }
  });
}

// Values and the place of the last that is as large; NaN stays.
template <typename T, bool kMax>
void ScanExtremum(const DenseTensor& x, int64_t axis, DenseTensor* out,
                  DenseTensor* indices) {
  using C = ComputeType<T>;
  const Extent extent(x, axis, kMax ? "cummax" : "cummin");
  const bool small = indices->dtype == DataType::kInt32;
  extent.ForEachTile([&](int64_t at, int64_t width) {
    for (int64_t j = 0; j < width; ++j) {
      int64_t i = at + j, place = 0;
      C best = static_cast<C>(x.Data<T>()[i]);
      for (int64_t r = 0; r < extent.n; ++r, i += extent.inner) {
        const C v = static_cast<C>(x.Data<T>()[i]);
        const bool beats = kMax ? v >= best : v <= best;
        if (best == best && (beats || v != v)) {
          best = v;
          place = r;
        }
        out->Data<T>()[i] = static_cast<T>(best);
        if (small)
          indices->Data<int32_t>()[i] = place;
        else
          indices->Data<int64_t>()[i] = place;
      }
    }
  });
}

template <typename T, typename Context>
void CummaxKernel(const Context&, const DenseTensor& x, int64_t axis, DataType,
                  DenseTensor* out, DenseTensor* indices) {
  ScanExtremum<T, true>(x, axis, out, indices);
}
template <typename T, typename Context>
void CumminKernel(const Context&, const DenseTensor& x, int64_t axis, DataType,
                  DenseTensor* out, DenseTensor* indices) {
  ScanExtremum<T, false>(x, axis, out, indices);
}

#define PD_SCAN_FLOATS float16, bfloat16, float, double
#define PD_SCAN_TYPES int32_t, int64_t, PD_SCAN_FLOATS, complex64, complex128
#define PD_SCAN_INTEGERS uint8_t, int8_t, int16_t
PD_REGISTER_KERNEL(scan_sum, CPU, ALL_LAYOUT, ScanSumKernel, PD_SCAN_INTEGERS,
                   PD_SCAN_TYPES) {}
PD_REGISTER_KERNEL(scan_prod, CPU, ALL_LAYOUT, ScanProdKernel, PD_SCAN_INTEGERS,
                   PD_SCAN_TYPES) {}
PD_REGISTER_KERNEL(scan_logsumexp, CPU, ALL_LAYOUT, ScanLogsumexpKernel,
                   PD_SCAN_FLOATS) {}
PD_REGISTER_KERNEL(linear_scan, CPU, ALL_LAYOUT, LinearScanKernel,
                   PD_SCAN_TYPES) {}
PD_REGISTER_KERNEL(scan_max, CPU, ALL_LAYOUT, CummaxKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, PD_SCAN_FLOATS) {}
PD_REGISTER_KERNEL(scan_min, CPU, ALL_LAYOUT, CumminKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, PD_SCAN_FLOATS) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
