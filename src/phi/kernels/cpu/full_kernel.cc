#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename T, typename Context>
void FullKernel(const Context&, IntArray, Scalar value, DataType,
                DenseTensor* out) {
  const T v = value.To<T>();
  T* data = out->Data<T>();
  ParallelFor(out->numel, kElementwiseGrain, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) data[i] = v;
  });
}
PD_REGISTER_KERNEL(full, CPU, ALL_LAYOUT, FullKernel, bool, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float8_e4m3fn, float8_e5m2,
                   float16, bfloat16, float, double, complex64, complex128) {}

template <typename T, typename Context>
void ConjKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  Unary<T>(x, out, [](ComputeType<T> v) {
    if constexpr (kIsComplexType<T>) return std::conj(v);
    else return v;
  });
}
PD_REGISTER_KERNEL(conj, CPU, ALL_LAYOUT, ConjKernel, uint8_t, int8_t, int16_t,
                   int32_t, int64_t, float16, bfloat16, float, double,
                   complex64, complex128) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
