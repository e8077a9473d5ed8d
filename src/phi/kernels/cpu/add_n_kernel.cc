// The sum of many tensors: a chunk of the result stays in the cache while all
// terms are added to it.
#include <algorithm>

#include "core/thread_pool.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/scalar/arithmetic.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T, typename Context>
void AddNKernel(const Context&, TensorList inputs, DenseTensor* out) {
  using C = ComputeType<T>;
  constexpr int64_t kChunk = 2048, kGrainElements = 32768;
  const int64_t n = out->numel;
  T* to = out->Data<T>();
  const int64_t grain =
      std::max<int64_t>(1, kGrainElements / (kChunk * inputs.count));
  ParallelFor((n + kChunk - 1) / kChunk, grain, [&](int64_t b, int64_t e) {
    C sum[kChunk];
    for (int64_t chunk = b; chunk < e; ++chunk) {
      const int64_t at = chunk * kChunk, size = std::min(kChunk, n - at);
      const T* first = inputs[0]->Data<T>() + at;
      for (int64_t i = 0; i < size; ++i) sum[i] = static_cast<C>(first[i]);
      for (int k = 1; k < inputs.size(); ++k) {
        const T* x = inputs[k]->Data<T>() + at;
        for (int64_t i = 0; i < size; ++i) {
          sum[i] = scalar::Add<C>()(sum[i], static_cast<C>(x[i]));
        }
      }
      for (int64_t i = 0; i < size; ++i) to[at + i] = static_cast<T>(sum[i]);
    }
  });
}
PD_REGISTER_KERNEL(add_n, CPU, ALL_LAYOUT, AddNKernel, bool, PD_NUMBER_TYPES) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
