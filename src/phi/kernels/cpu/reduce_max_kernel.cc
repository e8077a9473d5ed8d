// max, min, amax, amin: a NaN anywhere is the result.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pack.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"
#include "phi/kernels/cpu/stream.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C, typename T>
void FinishAs(const ReduceFinish&, const void* acc, int64_t n, void* out,
              int64_t stride) {
  const C* a = static_cast<const C*>(acc);
  T* r = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) r[i * stride] = static_cast<T>(a[i]);
}

PD_PACK Pack<C> Pick(Max<C>, Pack<C> a, Pack<C> b) { return MaxOf(a, b); }
PD_PACK Pack<C> Pick(Min<C>, Pack<C> a, Pack<C> b) { return MinOf(a, b); }

// FoldRow of Max or Min with fewer instructions, which leaves the processor
// room to look further ahead in memory: NaN is looked for by pairs.
template <typename Op>
typename Op::A ExtremeOfRow(const typename Op::C* x, int64_t n,
                            typename Op::A acc) {
  using P = Pack<typename Op::C>;
  constexpr int64_t kLanes = P::kLanes, kStep = 4 * kLanes;
  if (n < kStep) return FoldRow<Op>(x, n, acc);
  P a(acc), b = a, c = a, d = a;
  auto nan = Unordered(a, a);
  auto step = [&](const typename Op::C* at) {
    const P p = P::Load(at), q = P::Load(at + kLanes);
    const P r = P::Load(at + 2 * kLanes), s = P::Load(at + 3 * kLanes);
    nan = nan | (Unordered(p, q) | Unordered(r, s));
    a = Pick(Op(), a, p);
    b = Pick(Op(), b, q);
    c = Pick(Op(), c, r);
    d = Pick(Op(), d, s);
  };
  for (int64_t i = 0; i + kStep <= n; i += kStep) {
    for (int byte = 0; byte < 4 * kVecBytes; byte += 64) {
      PrefetchAhead(reinterpret_cast<const char*>(x + i) + byte);
    }
    step(x + i);
  }
  if (n % kStep != 0) step(x + n - kStep);  // some once more
  if (PD_UNLIKELY(nan.Any())) return scalar::kNan<typename Op::C>;
  const P all = Pick(Op(), Pick(Op(), a, b), Pick(Op(), c, d));
  return FoldLanes<Op>(all.v);
}

template <typename Op>
struct ExtremeLoops : Loops<Op> {
  static void Rows(const void* x, int64_t rows, int64_t row_stride, int64_t n,
                   void* acc) {
    if (n < 16) return Loops<Op>::Rows(x, rows, row_stride, n, acc);
    auto* row = static_cast<const typename Op::C*>(x);
    auto* a = static_cast<typename Op::A*>(acc);
    for (int64_t r = 0; r < rows; ++r, row += row_stride) {
      a[r] = ExtremeOfRow<Op>(row, n, a[r]);
    }
  }
  static constexpr ReduceLoops kLoops = [] {
    ReduceLoops loops = Loops<Op>::kLoops;
    loops.rows = Rows;
    return loops;
  }();
};

template <template <typename> class Op, typename T>
void RunMax(const DenseTensor& x, IntArray axis, DenseTensor* out) {
  using C = ComputeType<T>;
  using L = std::conditional_t<std::is_floating_point_v<C>, ExtremeLoops<Op<C>>,
                               Loops<Op<C>>>;
  ReduceCall call{&L::kLoops, nullptr, nullptr, {FinishAs<C, T>, out->dtype}};
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
