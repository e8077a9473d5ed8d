// any, all.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

struct Any {
  using C = uint8_t;
  using A = uint8_t;
  static A Init() { return 0; }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    return a | b;
  }
  static PD_INLINE A Merge(A a, A b) { return a | b; }
};
struct All {
  using C = uint8_t;
  using A = uint8_t;
  static A Init() { return 1; }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    return a & b;
  }
  static PD_INLINE A Merge(A a, A b) { return a & b; }
};

void FinishLogical(const ReduceFinish&, const void* acc, int64_t n, void* out,
                   int64_t stride) {
  const uint8_t* a = static_cast<const uint8_t*>(acc);
  bool* r = static_cast<bool*>(out);
  for (int64_t i = 0; i < n; ++i) r[i * stride] = a[i] != 0;
}

template <typename T>
void LoadTruth(const void* x, int64_t stride, void* to, int64_t n) {
  const T* from = static_cast<const T*>(x);
  uint8_t* t = static_cast<uint8_t*>(to);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsNarrow<T>)
      t[i] = static_cast<float>(from[i * stride]) != 0;
    else
      t[i] = from[i * stride] != T(0);
  }
}

template <typename Op, typename T>
void RunLogical(const DenseTensor& x, IntArray axis, DenseTensor* out) {
  ReduceCall call{
      &Loops<Op>::kLoops, LoadTruth<T>, nullptr, {FinishLogical, out->dtype}};
  if constexpr (std::is_same_v<T, bool>) {
    call.load = nullptr;  // a bool is a byte, 0 or 1
    call.gather = GatherElements<uint8_t>;
  }
  Reduce(call, x, AxisMask(axis, x.rank(), "any"), out);
}
template <typename T, typename Context>
void AnyKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
               DenseTensor* out) {
  RunLogical<Any, T>(x, axis, out);
}
template <typename T, typename Context>
void AllKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
               DenseTensor* out) {
  RunLogical<All, T>(x, axis, out);
}

#define PD_NUMBER_TYPES                                                 \
  uint8_t, int8_t, int16_t, int32_t, int64_t, float16, bfloat16, float, \
      double, complex64, complex128
PD_REGISTER_KERNEL(any, CPU, ALL_LAYOUT, AnyKernel, bool, PD_NUMBER_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(all, CPU, ALL_LAYOUT, AllKernel, bool, PD_NUMBER_TYPES) {
  options.strided = true;
}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
