// Matrix products over plain memory, row-major: C = op(A) op(B) + beta C, where
// op(A) is m x k, op(B) is k x n and `ld` is the distance between stored rows.
// Large products are split over the thread pool; one piece never starts
// threads of its own. float runs on oneDNN, bfloat16 on amx_matmul.cc, the
// others on OpenBLAS.
#pragma once
#include <cstdint>

#include "core/float_types.h"

namespace paddle::cpu {

template <typename T>
struct GemmCall {
  bool trans_a, trans_b;
  int64_t m, n, k;
  const T* a;
  int64_t lda;
  const T* b;
  int64_t ldb;
  T beta;
  T* c;
  int64_t ldc;
  const T* row = nullptr;  // what each row of C starts from; `beta` is 0 then
};

PADDLE_API void Gemm(const GemmCall<float>& call);
PADDLE_API void Gemm(const GemmCall<double>& call);
PADDLE_API void Gemm(const GemmCall<complex64>& call);
PADDLE_API void Gemm(const GemmCall<complex128>& call);

// bfloat16 with matrix units (AMX) runs several times faster than float;
// without them it is better computed as float. `beta` must be 0 and k > 0.
// Subnormal numbers count as 0, as the units have it.
PADDLE_API bool HasFastBfloat16();
PADDLE_API void Gemm(const GemmCall<bfloat16>& call);

// oneDNN must not start threads: the pool is the only one of the process. Lives
// while one of its functions runs; others that use OpenMP on this thread keep
// their number of threads.
class OneOmpThread {
 public:
  OneOmpThread();
  OneOmpThread(const OneOmpThread&) = delete;
  ~OneOmpThread();

 private:
  int previous_ = 0;
};

}  // namespace paddle::cpu
