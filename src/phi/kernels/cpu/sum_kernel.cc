#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

// Plain for now: see the reductions room for the vectorised ones.
template <typename T, typename Context>
void SumKernel(const Context&, const DenseTensor& x, IntArray axis, DataType,
               bool, DenseTensor* out) {
  const uint32_t mask = AxisMask(axis, x.rank(), "sum");
  VisitDataType(out->dtype, [&]<typename R>(R) {
    using Acc = std::conditional_t<kIsFloatType<R>, double,
                std::conditional_t<kIsComplexType<R>, complex128, int64_t>>;
    int64_t strides[2][kMaxRank], step = 1;
    for (int a = x.rank() - 1; a >= 0; --a) {
      strides[1][a] = x.strides[a];
      strides[0][a] = mask >> a & 1 ? 0 : step;
      if (!(mask >> a & 1)) step *= x.dims[a];
    }
    std::vector<Acc> sums(out->numel, Acc(0));
    if (x.numel > 0) {
      const StridedRange<2> range(x.dims, strides);
      range.ForEach(0, range.outer, [&](const int64_t* at) {
        for (int64_t i = 0; i < range.inner; ++i) {
          const auto v = static_cast<ComputeType<T>>(
              x.Data<T>()[at[1] + i * range.inner_stride[1]]);
          if constexpr (kIsComplexType<T> && !kIsComplexType<R>) {
            sums[at[0] + i * range.inner_stride[0]] += static_cast<Acc>(v.real());
          } else {
            sums[at[0] + i * range.inner_stride[0]] += static_cast<Acc>(v);
          }
        }
      });
    }
    for (int64_t i = 0; i < out->numel; ++i) {
      if constexpr (kIsNarrow<R>) out->Data<R>()[i] = R(static_cast<float>(sums[i]));
      else if constexpr (kIsComplexType<R>) out->Data<R>()[i] = R(sums[i]);
      else out->Data<R>()[i] = static_cast<R>(sums[i]);
    }
  });
}
PD_REGISTER_KERNEL(sum, CPU, ALL_LAYOUT, SumKernel, bool, int32_t, int64_t, float, double) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
