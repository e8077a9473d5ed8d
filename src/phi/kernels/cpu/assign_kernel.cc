// Copies between layouts, dtypes and tensors.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename T, typename Context>
void AssignKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  Unary<T>(x, out, [](ComputeType<T> v) { return v; });
}

// Into memory that exists already: `to` may have any strides; `value` is
// broadcast. The output is `to` itself.
template <typename T, typename Context>
void CopyIntoKernel(const Context&, const DenseTensor& to,
                    const DenseTensor& value, DenseTensor*) {
  DenseTensor* target = const_cast<DenseTensor*>(&to);
  if (to.numel == 0) return;
  UnaryStrided<T, T>(value, target, [](ComputeType<T> v) { return v; });
}

template <typename To, typename From>
inline To Convert(From v) {
  if constexpr (kIsComplexType<From>) {
    if constexpr (kIsComplexType<To>) {
      return To(v);
    } else {
      return Convert<To>(v.real());
    }
  } else if constexpr (kIsComplexType<To>) {
    return To(static_cast<typename To::value_type>(v));
  } else if constexpr (std::is_same_v<To, bool>) {
    return v != From(0);
  } else {
    return static_cast<To>(v);
  }
}

template <typename T, typename Context>
void CastKernel(const Context&, const DenseTensor& x, DataType dtype,
                DenseTensor* out) {
  using C = ComputeType<T>;
  VisitDataType(dtype, [&]<typename R>(R) {
    Unary<T, R>(x, out, [](C v) { return Convert<ComputeType<R>>(v); });
  });
}

#define PD_ALL_TYPES                                                         \
  bool, uint8_t, int8_t, int16_t, int32_t, int64_t, float8_e4m3fn,           \
      float8_e5m2, float16, bfloat16, float, double, complex64, complex128
PD_REGISTER_KERNEL(assign, CPU, ALL_LAYOUT, AssignKernel, PD_ALL_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(copy_into, CPU, ALL_LAYOUT, CopyIntoKernel, PD_ALL_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(cast, CPU, ALL_LAYOUT, CastKernel, PD_ALL_TYPES) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
