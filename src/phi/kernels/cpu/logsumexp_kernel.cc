// log(sum(exp(x))) over the last axes.
#include <memory>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/logsumexp_rows.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T, typename Context>
void LogsumexpKernel(const Context&, const DenseTensor& x, IntArray, bool,
                     DenseTensor* out) {
  using C = ComputeType<T>;
  constexpr bool kConvert = !std::is_same_v<T, C>;
  const int64_t rows = out->numel, n = x.numel / rows;
  // In groups, which do not depend on how the work is shared.
  constexpr int64_t kGroup = Pack<C>::kLanes;
  ParallelFor((rows + kGroup - 1) / kGroup,
              std::max<int64_t>(1, 16384 / (kGroup * n)),
              [&](int64_t begin, int64_t end) {
                begin *= kGroup;
                end = std::min(end * kGroup, rows);
                if constexpr (kConvert) {
                  const std::unique_ptr<C[]> buffer(new C[n]);
                  for (int64_t r = begin; r < end; ++r) {
                    C value;
                    LoadAs(x.Data<T>() + r * n, 1, buffer.get(), n);
                    LogSumExpOfRows<C>(buffer.get(), 1, n, &value);
                    StoreAs(&value, out->Data<T>() + r, 1);
                  }
                } else {
                  LogSumExpOfRows(x.Data<C>() + begin * n, end - begin, n,
                                  out->Data<C>() + begin);
                }
              });
}

const char* RefuseOtherAxes(const Args& args, const Outs&) {
  const DenseTensor& x = *args.slot[0].tensor;
  const uint32_t axes = AxisMask(args.ints("axis"), x.rank(), "logsumexp");
  const uint32_t kept = ~axes & ((1u << x.rank()) - 1);
  if (x.numel == 0) return "there are no elements";
  return (kept & (kept + 1)) == 0 ? nullptr : "takes the last axes alone";
}

PD_REGISTER_KERNEL(logsumexp, CPU, ALL_LAYOUT, LogsumexpKernel, float16,
                   bfloat16, float, double) {
  options.refuse = RefuseOtherAxes;
}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
