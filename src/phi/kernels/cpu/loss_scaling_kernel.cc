// Gradients of a scaled loss: brought back to their size, and looked through
// for what is not finite; and how the scale goes on.
#include <atomic>
#include <bit>
#include <cmath>

#include "common/enforce.h"
#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 1 << 15;  // elements worth a thread

// x *= factor; whether a result is infinite or no number.
bool ScaleBlock(float* x, float factor, int64_t n) {
  uint32_t bad = 0;
  for (int64_t i = 0; i < n; ++i) {
    x[i] *= factor;
    bad |= (std::bit_cast<uint32_t>(x[i]) & 0x7fffffffu) >= 0x7f800000u;
  }
  return bad;
}
bool ScaleBlock(double* x, double factor, int64_t n) {
  uint64_t bad = 0;
  for (int64_t i = 0; i < n; ++i) {
    x[i] *= factor;
    bad |= (std::bit_cast<uint64_t>(x[i]) & ~(uint64_t{1} << 63)) >=
           uint64_t{0x7ff} << 52;
  }
  return bad;
}

template <typename T>
bool Scale(T* x, ComputeType<T> factor, int64_t n) {
  using C = ComputeType<T>;
  if constexpr (std::is_same_v<T, C>) {
    return ScaleBlock(x, factor, n);
  } else {
    alignas(64) C block[kBlock];
    bool bad = false;
    for (int64_t at = 0; at < n; at += kBlock) {
      const int64_t size = std::min<int64_t>(kBlock, n - at);
      LoadBlock(x + at, 1, block, size);
      bad |= ScaleBlock(block, factor, size);
      StoreBlock(block, x + at, 1, size);
    }
    return bad;
  }
}

}  // namespace

template <typename T, typename Context>
void CheckFiniteAndUnscaleKernel(const Context&, TensorList list,
                                 const DenseTensor& scale,
                                 DenseTensor* found_inf) {
  using C = ComputeType<T>;
  const C factor = C(1) / static_cast<C>(*scale.Data<float>());
  std::atomic<bool> bad = false;
  for (DenseTensor* x : list) {
    PADDLE_ENFORCE(
        x->dtype == DataTypeOf<T>() && x->contiguous(),
        errors::InvalidArgument("check_finite_and_unscale: a tensor of `x` has "
                                "the wrong dtype or is strided.")
            .Expected(Name(DataTypeOf<T>()))
            .Received(Name(x->dtype)));
    T* data = x->Data<T>();
    ParallelFor(x->numel, kGrain, [&](int64_t begin, int64_t end) {
      if (Scale(data + begin, factor, end - begin)) {
        bad.store(true, std::memory_order_relaxed);
      }
    });
    x->BumpVersion();
  }
  *found_inf->Data<bool>() = bad;
}

template <typename T, typename Context>
void UpdateLossScalingKernel(const Context&, const DenseTensor& found_inf,
                             const DenseTensor& scale,
                             const DenseTensor& good_steps,
                             const DenseTensor& bad_steps, int64_t incr_every,
                             int64_t decr_every, double incr_ratio,
                             double decr_ratio, Outs&) {
  T& value = *const_cast<T*>(scale.Data<T>());
  int32_t& good = *const_cast<int32_t*>(good_steps.Data<int32_t>());
  int32_t& bad = *const_cast<int32_t*>(bad_steps.Data<int32_t>());
  if (*found_inf.Data<bool>()) {
    good = 0;
    if (++bad == decr_every) {
      value *= static_cast<T>(decr_ratio);
      bad = 0;
    }
  } else {
    bad = 0;
    if (++good == incr_every) {
      const T more = value * static_cast<T>(incr_ratio);
      if (std::isfinite(more)) value = more;
      good = 0;
    }
  }
  for (const DenseTensor* t : {&scale, &good_steps, &bad_steps}) {
    const_cast<DenseTensor*>(t)->BumpVersion();
  }
}

PD_REGISTER_KERNEL(check_finite_and_unscale_, CPU, ALL_LAYOUT,
                   CheckFiniteAndUnscaleKernel, float, double, float16,
                   bfloat16) {
  options.strided = true;
}
PD_REGISTER_KERNEL(update_loss_scaling_, CPU, ALL_LAYOUT,
                   UpdateLossScalingKernel, float) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
