// The process's own pool: workers spin for a moment, then park. Small work
// never enters it. Honours OMP_NUM_THREADS and SetNumThreads.
#pragma once
#include <cstdint>
#include <type_traits>

#include "common/macros.h"

namespace paddle {

PADDLE_API int NumThreads();
// 1 to 1024; raises InvalidArgument otherwise.
PADDLE_API void SetNumThreads(int n);
// True inside a body of ParallelFor: nested loops run in place.
PADDLE_API bool InParallel();

namespace internal {
using RangeFn = void (*)(void* context, int64_t begin, int64_t end);
PADDLE_API void RunParallel(int64_t n, int64_t grain, RangeFn fn,
                            void* context);
}  // namespace internal

// Calls f(begin, end) over [0, n) in pieces of at least `grain`. The first
// exception thrown by a piece is rethrown here, after all pieces ended.
template <typename F>
inline void ParallelFor(int64_t n, int64_t grain, F&& f) {
  if (PD_LIKELY(n <= grain)) {
    if (n > 0) f(int64_t{0}, n);
    return;
  }
  using Body = std::remove_reference_t<F>;
  internal::RunParallel(
      n, grain,
      [](void* context, int64_t begin, int64_t end) {
        (*static_cast<Body*>(context))(begin, end);
      },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace paddle
