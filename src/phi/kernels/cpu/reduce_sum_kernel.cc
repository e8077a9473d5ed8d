// sum, mean, nansum, count_nonzero: one set of loops, different loads.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename R, typename A>
void StoreSums(const A* acc, int64_t n, void* out, int64_t stride,
               int64_t divisor) {
  R* r = static_cast<R*>(out);
  for (int64_t i = 0; i < n; ++i) {
    A sum = acc[i];
    if constexpr (std::is_same_v<A, uint64_t>) {  // any integer, wrapping
      int64_t v = static_cast<int64_t>(sum);
      if (divisor != 1) v = divisor ? v / divisor : 0;
      r[i * stride] = static_cast<R>(v);
    } else {
      if (divisor != 1) sum /= static_cast<double>(divisor);
      if constexpr (kIsNarrow<R>) {
        r[i * stride] = R(static_cast<float>(sum));
      } else {
        r[i * stride] = R(sum);
      }
    }
  }
}

template <typename A, typename... R>
void FinishSum(const ReduceFinish& self, const void* acc, int64_t n, void* out,
               int64_t stride) {
  ((self.dtype == DataTypeOf<R>()
        ? StoreSums<R>(static_cast<const A*>(acc), n, out, stride, self.divisor)
        : void()),
   ...);
}
constexpr auto kFinishFloat =
    &FinishSum<double, float16, bfloat16, float, double>;
constexpr auto kFinishInt =
    &FinishSum<uint64_t, bool, uint8_t, int8_t, int16_t, int32_t, int64_t>;
constexpr auto kFinishComplex = &FinishSum<complex128, complex64, complex128>;

using FloatSum = Sum<float, double>;
using DoubleSum = Sum<double, double>;
using IntSum = Sum<uint64_t, uint64_t>;

// Reductions of T into a result of its own kind.
template <typename T>
ReduceCall SumCall() {
  if constexpr (kIsNarrow<T>) {
    return {&Loops<FloatSum>::kLoops,
            ConvertElements<T, float>,
            nullptr,
            {kFinishFloat}};
  } else if constexpr (std::is_same_v<T, float>) {
    return {&Loops<FloatSum>::kLoops,
            nullptr,
            GatherElements<float>,
            {kFinishFloat}};
  } else if constexpr (std::is_same_v<T, double>) {
    return {&Loops<DoubleSum>::kLoops,
            nullptr,
            GatherElements<double>,
            {kFinishFloat}};
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return {
        &Loops<IntSum>::kLoops, nullptr, GatherElements<int64_t>, {kFinishInt}};
  } else if constexpr (kIsComplexType<T>) {
    return {&Loops<Sum<T, complex128>>::kLoops,
            nullptr,
            GatherElements<T>,
            {kFinishComplex}};
  } else {
    return {&Loops<IntSum>::kLoops,
            ConvertElements<T, int64_t>,
            nullptr,
            {kFinishInt}};
  }
}

// Whether a sum of `from` can be stored as `to` with nothing lost on the way.
bool SumsInto(DataType from, DataType to) {
  if (from == to) return true;
  const bool whole = IsInteger(from) || from == DataType::kBool;
  if (whole) return to == DataType::kInt64;
  return IsFloating(from) && SizeOf(from) == 2 && to == DataType::kFloat32;
}

template <typename T>
void RunSum(const DenseTensor& x, uint32_t axes, DenseTensor* out,
            int64_t divisor) {
  ReduceCall call = SumCall<T>();
  call.finish.dtype = out->dtype;
  call.finish.divisor = divisor;
  Reduce(call, x, axes, out);
}

template <typename T>
void RunSumAs(const DenseTensor& x, uint32_t axes, DenseTensor* out,
              int64_t divisor) {
  if (PD_LIKELY(SumsInto(x.dtype, out->dtype))) {
    return RunSum<T>(x, axes, out, divisor);
  }
  const Var converted = CastTo(x, out->dtype);
  VisitDataType(out->dtype, [&]<typename R>(R) {
    if constexpr (sizeof(R) > 1 || std::is_integral_v<R>) {  // not float8
      RunSum<R>(*converted, axes, out, divisor);
    }
  });
}

template <typename T, typename Context>
void SumKernel(const Context&, const DenseTensor& x, IntArray axis, DataType,
               bool, DenseTensor* out) {
  RunSumAs<T>(x, AxisMask(axis, x.rank(), "sum"), out, 1);
}

template <typename T, typename Context>
void MeanKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
                DataType, DenseTensor* out) {
  const uint32_t axes = AxisMask(axis, x.rank(), "mean");
  int64_t count = 1;
  for (int a = 0; a < x.rank(); ++a) count *= axes >> a & 1 ? x.dims[a] : 1;
  RunSumAs<T>(x, axes, out, count);
}

template <typename T, typename C>
void LoadNonzero(const void* x, int64_t stride, void* to, int64_t n) {
  const T* from = static_cast<const T*>(x);
  C* t = static_cast<C*>(to);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsNarrow<T>)
      t[i] = static_cast<float>(from[i * stride]) != 0;
    else
      t[i] = from[i * stride] != T(0);
  }
}

template <typename T, typename Context>
void CountNonzeroKernel(const Context&, const DenseTensor& x, IntArray axis,
                        bool, DenseTensor* out) {
  ReduceCall call{
      &Loops<IntSum>::kLoops, LoadNonzero<T, int64_t>, nullptr, {kFinishInt}};
  call.finish.dtype = DataType::kInt64;
  Reduce(call, x, AxisMask(axis, x.rank(), "count_nonzero"), out);
}

#define PD_SUM_TYPES                                                    \
  uint8_t, int8_t, int16_t, int32_t, int64_t, float16, bfloat16, float, \
      double, complex64, complex128
PD_REGISTER_KERNEL(sum, CPU, ALL_LAYOUT, SumKernel, bool, PD_SUM_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(mean, CPU, ALL_LAYOUT, MeanKernel, bool, PD_SUM_TYPES) {
  options.strided = true;
}
PD_REGISTER_KERNEL(count_nonzero, CPU, ALL_LAYOUT, CountNonzeroKernel, bool,
                   PD_SUM_TYPES) {
  options.strided = true;
}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
