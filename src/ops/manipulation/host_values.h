// Small integer tensors whose values decide a shape.
#pragma once
#include <vector>

#include "core/dense_tensor.h"

namespace paddle {

// What host code reads in the place of `v`: a tensor that has its values, also
// in the middle of a capture. Installed by eager.
extern PADDLE_API Var (*readable)(const Var& v);

// The values of a CPU tensor of numbers, in row-major order.
PADDLE_API std::vector<int64_t> HostInts(const Var& v);
// A 1-D int64 tensor.
PADDLE_API Var FromInts(const std::vector<int64_t>& values);

}  // namespace paddle
