// Pieces of products that blas.cc divides the work into; each runs on the
// calling thread.
#pragma once
#include "backends/cpu/blas.h"

namespace paddle::cpu {

// amx_matmul.cc. Needs HasFastBfloat16(), k > 0 and beta = 0.
void RunBfloat16(const GemmCall<bfloat16>& call);

}  // namespace paddle::cpu
