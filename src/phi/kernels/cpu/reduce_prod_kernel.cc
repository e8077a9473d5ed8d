// prod.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Always in double: in float a part of a product could overflow alone.
template <typename T>
struct Product {
  using C = T;
  using A = T;
  static A Init() { return A(1); }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    return a * b;
  }
  static PD_INLINE A Merge(A a, A b) { return a * b; }
};
template <typename C, typename T>
void FinishProduct(const ReduceFinish&, const void* acc, int64_t n, void* out,
                   int64_t stride) {
  const C* a = static_cast<const C*>(acc);
  T* r = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsNarrow<T>)
      r[i * stride] = T(static_cast<float>(a[i]));
    else
      r[i * stride] = T(a[i]);
  }
}

template <typename T>
void RunProd(const DenseTensor& x, uint32_t axes, DenseTensor* out) {
  using C =
      std::conditional_t<kIsComplexType<T>, complex128,
                         std::conditional_t<kIsFloatType<T>, double, uint64_t>>;
  const ReduceCall call{&Loops<Product<C>>::kLoops,
                        ConvertElements<T, C>,
                        nullptr,
                        {FinishProduct<C, T>, out->dtype}};
  Reduce(call, x, axes, out);
}

template <typename T, typename Context>
void ProdKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
                DataType, DenseTensor* out) {
  const uint32_t axes = AxisMask(axis, x.rank(), "prod");
  const Var converted = CastTo(x, out->dtype);
  VisitDataType(out->dtype, [&]<typename R>(R) {
    if constexpr (sizeof(R) > 1 || std::is_integral_v<R>) {  // not float8
      RunProd<R>(*converted, axes, out);
    }
  });
}

PD_REGISTER_KERNEL(prod, CPU, ALL_LAYOUT, ProdKernel, bool, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float, double,
                   complex64, complex128) {
  options.strided = true;
}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
