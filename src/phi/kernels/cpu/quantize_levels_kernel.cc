// quantize_levels: one pass, channel by channel. The arithmetic is that of the
// decomposition, step by step: another rounding would give another level.
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 1 << 14;  // elements worth a thread

// One scale for all, or one for each element.
template <bool kEach, typename C>
struct Scales {
  const C* scale;
  const C* factor;  // levels / scale
  C At(int64_t i) const { return scale[kEach ? i : 0]; }
  C Factor(int64_t i) const { return factor[kEach ? i : 0]; }
};

template <typename C>
struct Levels {
  C levels, low, high;
  bool half_even, dequantize;

  template <bool kHalfEven, bool kDequantize, typename S>
  void RunAs(const C* x, C* out, int64_t n, const S& scales) const {
    for (int64_t i = 0; i < n; ++i) {
      const C scale = scales.At(i);
      C q;
      if constexpr (kHalfEven) {
        q = std::nearbyint(x[i] * scales.Factor(i));
      } else {
        C v = x[i] < -scale ? -scale : x[i];
        v = (v > scale ? scale : v) * scales.Factor(i);
        const C whole = std::trunc(v);
        q = whole + std::trunc((v - whole) * C(2));
      }
      q = q < low ? low : q;
      q = q > high ? high : q;
      out[i] = kDequantize ? q * scale / levels : q;
    }
  }
  template <typename S>
  void RunBlock(const C* x, C* out, int64_t n, const S& s) const {
    if (half_even) {
      dequantize ? RunAs<true, true>(x, out, n, s)
                 : RunAs<true, false>(x, out, n, s);
    } else {
      dequantize ? RunAs<false, true>(x, out, n, s)
                 : RunAs<false, false>(x, out, n, s);
    }
  }

  // Neighbours, of any float type.
  template <bool kEach, typename T>
  void Run(const T* x, T* out, int64_t n, Scales<kEach, C> s) const {
    if constexpr (std::is_same_v<T, C>) {
      RunBlock(x, out, n, s);
    } else {
      alignas(64) C block[kBlock];
      for (int64_t at = 0; at < n; at += kBlock) {
        const int64_t size = std::min<int64_t>(kBlock, n - at);
        LoadBlock(x + at, 1, block, size);
        RunBlock(block, block, size, s);
        StoreBlock(block, out + at, 1, size);
        if (kEach) s = {s.scale + size, s.factor + size};
      }
    }
  }
};

}  // namespace

template <typename T, typename Context>
void QuantizeLevelsKernel(const Context&, const DenseTensor& x,
                          const DenseTensor& scale, int64_t axis, double levels,
                          double low, double high, bool half_even,
                          bool dequantize, DenseTensor* out) {
  using C = ComputeType<T>;
  const Levels<C> kernel{static_cast<C>(levels), static_cast<C>(low),
                         static_cast<C>(high), half_even, dequantize};
  std::vector<C> scales(scale.numel), factors(scale.numel);
  for (int64_t i = 0; i < scale.numel; ++i) {
    const C s = scale.dtype == DataType::kFloat64
                    ? static_cast<C>(scale.Data<double>()[i])
                    : static_cast<C>(scale.Data<float>()[i]);
    scales[i] = s;
    factors[i] = C(1) / (s <= C(1e-30) ? s + C(1e-6) : s) * kernel.levels;
  }
  if (x.numel == 0) return;
  const T* from = x.Data<T>();
  T* to = out->Data<T>();
  int64_t inner = 1;  // neighbours that share a scale
  for (int i = static_cast<int>(axis) + 1; i < x.rank(); ++i) {
    inner *= x.dims[i];
  }
  const int64_t channels = scale.numel;
  if (axis < 0) {
    const Scales<false, C> one{scales.data(), factors.data()};
    ParallelFor(x.numel, kGrain, [&](int64_t begin, int64_t end) {
      kernel.Run(from + begin, to + begin, end - begin, one);
    });
  } else if (inner == 1) {
    const Scales<true, C> each{scales.data(), factors.data()};
    ParallelFor(x.numel / channels, std::max<int64_t>(1, kGrain / channels),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end; ++row) {
                    kernel.Run(from + row * channels, to + row * channels,
                               channels, each);
                  }
                });
  } else {
    ParallelFor(x.numel / inner, std::max<int64_t>(1, kGrain / inner),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end; ++row) {
                    const int64_t c = row % channels;
                    const Scales<false, C> one{&scales[c], &factors[c]};
                    kernel.Run(from + row * inner, to + row * inner, inner,
                               one);
                  }
                });
  }
}

PD_REGISTER_KERNEL(quantize_levels, CPU, ALL_LAYOUT, QuantizeLevelsKernel,
                   float, double, float16, bfloat16) {}

}  // namespace paddle::phi::PD_CPU_ISA
