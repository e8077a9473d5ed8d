// Small integer tensors whose values decide a shape.
#pragma once
#include <vector>

#include "core/dense_tensor.h"

namespace paddle {

// The values of a CPU tensor of numbers, in row-major order.
PADDLE_API std::vector<int64_t> HostInts(const Var& v);
// A 1-D int64 tensor.
PADDLE_API Var FromInts(const std::vector<int64_t>& values);

}  // namespace paddle
