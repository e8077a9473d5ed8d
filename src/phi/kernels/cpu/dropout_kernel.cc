#include <cmath>

#include "core/generator.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename T, typename Context>
void DropoutMaskKernel(const Context& context, IntArray, double p,
                       DenseTensor* out) {
  constexpr int64_t kGroup = PhiloxStream::kGroup;
  const int64_t n = out->numel;
  const PhiloxStream stream = DefaultGenerator(context.place()).Reserve(n);
  // Of 2^32 values these many are dropped.
  const auto dropped = static_cast<uint64_t>(std::llround(p * 0x1p32));
  const auto last_dropped = static_cast<uint32_t>(dropped - 1);
  uint8_t* mask = out->Data<uint8_t>();
  ParallelFor((n + kGroup - 1) / kGroup, 256, [&](int64_t begin, int64_t end) {
    uint32_t bits[kGroup];
    for (int64_t g = begin; g < end; ++g) {
      stream.Group(g, bits);
      const int64_t count = std::min(kGroup, n - g * kGroup);
      for (int64_t i = 0; i < count; ++i) {
        mask[g * kGroup + i] = dropped == 0 || bits[i] > last_dropped;
      }
    }
  });
}
PD_REGISTER_KERNEL(dropout_mask, CPU, ALL_LAYOUT, DropoutMaskKernel, uint8_t) {}

template <typename T, typename Context>
void DropoutApplyKernel(const Context&, const DenseTensor& x,
                        const DenseTensor& mask, double scale,
                        DenseTensor* out) {
  using C = ComputeType<T>;
  const C s = static_cast<C>(scale);
  const T* from = x.Data<T>();
  const uint8_t* keep = mask.Data<uint8_t>();
  T* to = out->Data<T>();
  ParallelFor(out->numel, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const C v = static_cast<C>(from[i]) * s;
      to[i] = keep[i] ? T(v) : T(C(0));
    }
  });
}
PD_REGISTER_KERNEL(dropout_apply, CPU, ALL_LAYOUT, DropoutApplyKernel, float16,
                   bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
