// max, min, amax, amin: a NaN anywhere is the result.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C, typename T>
void FinishAs(const ReduceFinish&, const void* acc, int64_t n, void* out,
              int64_t stride) {
  const C* a = static_cast<const C*>(acc);
  T* r = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) r[i * stride] = static_cast<T>(a[i]);
}

template <template <typename> class Op, typename T>
void RunMax(const DenseTensor& x, IntArray axis, DenseTensor* out) {
  using C = std::conditional_t<kIsNarrow<T>, float, T>;
  ReduceCall call{
      &Loops<Op<C>>::kLoops, nullptr, nullptr, {FinishAs<C, T>, out->dtype}};
  if constexpr (kIsNarrow<T>)
    call.load = ConvertElements<T, C>;
  else
    call.gather = GatherElements<C>;
  Reduce(call, x, AxisMask(axis, x.rank(), "max"), out);
}

template <typename T, typename Context>
void MaxKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
               DenseTensor* out) {
  RunMax<Max, T>(x, axis, out);
}
template <typename T, typename Context>
void MinKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
               DenseTensor* out) {
  RunMax<Min, T>(x, axis, out);
}

#define PD_ORDERED_TYPES \
  uint8_t, int8_t, int16_t, int32_t, int64_t, float16, bfloat16, float, double
#define PD_REGISTER_MAX(op, Kernel)                                   \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, PD_ORDERED_TYPES) { \
    options.strided = true;                                           \
  }
PD_REGISTER_MAX(max, MaxKernel)
PD_REGISTER_MAX(amax, MaxKernel)
PD_REGISTER_MAX(min, MinKernel)
PD_REGISTER_MAX(amin, MinKernel)

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
