// quantize_levels: one pass, channel by channel. The arithmetic is that of the
// decomposition, step by step: another rounding would give another level.
#include <algorithm>
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 1 << 14;  // elements worth a thread

template <typename C>
struct Levels {
  C scale, levels, low, high, inverse;

  template <bool kHalfEven, bool kDequantize>
  void Run(const C* x, C* out, int64_t n) const {
    const C factor = inverse * levels;
    for (int64_t i = 0; i < n; ++i) {
      C q;
      if constexpr (kHalfEven) {
        q = std::nearbyint(x[i] * factor);
      } else {
        C v = x[i] < -scale ? -scale : x[i];
        v = (v > scale ? scale : v) * factor;
        const C whole = std::trunc(v);
        q = whole + std::trunc((v - whole) * C(2));
      }
      q = q < low ? low : q;
      q = q > high ? high : q;
      out[i] = kDequantize ? q * scale / levels : q;
    }
  }
  void Run(const C* x, C* out, int64_t n, bool half_even,
           bool dequantize) const {
    if (half_even) {
      dequantize ? Run<true, true>(x, out, n) : Run<true, false>(x, out, n);
    } else {
      dequantize ? Run<false, true>(x, out, n) : Run<false, false>(x, out, n);
    }
  }
};

// `n` neighbours that share a scale.
template <typename T, typename C>
void RunPart(const Levels<C>& levels, const T* x, T* out, int64_t n,
             bool half_even, bool dequantize) {
  if constexpr (std::is_same_v<T, C>) {
    levels.Run(x, out, n, half_even, dequantize);
  } else {
    alignas(64) C block[kBlock];
    for (int64_t at = 0; at < n; at += kBlock) {
      const int64_t size = std::min<int64_t>(kBlock, n - at);
      LoadBlock(x + at, 1, block, size);
      levels.Run(block, block, size, half_even, dequantize);
      StoreBlock(block, out + at, 1, size);
    }
  }
}

}  // namespace

template <typename T, typename Context>
void QuantizeLevelsKernel(const Context&, const DenseTensor& x,
                          const DenseTensor& scale, int64_t axis, double levels,
                          double low, double high, bool half_even,
                          bool dequantize, DenseTensor* out) {
  using C = ComputeType<T>;
  const auto of = [&](int64_t channel) {
    const C s = scale.dtype == DataType::kFloat64
                    ? static_cast<C>(scale.Data<double>()[channel])
                    : static_cast<C>(scale.Data<float>()[channel]);
    const C divisor = s <= C(1e-30) ? s + C(1e-6) : s;
    return Levels<C>{s, static_cast<C>(levels), static_cast<C>(low),
                     static_cast<C>(high), C(1) / divisor};
  };
  const T* from = x.Data<T>();
  T* to = out->Data<T>();
  if (axis < 0) {
    const Levels<C> one = of(0);
    ParallelFor(x.numel, kGrain, [&](int64_t begin, int64_t end) {
      RunPart(one, from + begin, to + begin, end - begin, half_even,
              dequantize);
    });
    return;
  }
  const int64_t channels = x.dims[static_cast<int>(axis)];
  int64_t inner = 1;
  for (int i = static_cast<int>(axis) + 1; i < x.rank(); ++i) {
    inner *= x.dims[i];
  }
  if (x.numel == 0) return;
  ParallelFor(x.numel / inner, std::max<int64_t>(1, kGrain / inner),
              [&](int64_t begin, int64_t end) {
                for (int64_t row = begin; row < end; ++row) {
                  RunPart(of(row % channels), from + row * inner,
                          to + row * inner, inner, half_even, dequantize);
                }
              });
}

PD_REGISTER_KERNEL(quantize_levels, CPU, ALL_LAYOUT, QuantizeLevelsKernel,
                   float, double, float16, bfloat16) {}

}  // namespace paddle::phi::PD_CPU_ISA
