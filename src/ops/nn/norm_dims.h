// What normalisations share: shapes, statistics in float32 or float64.
#pragma once
#include "ops/rules.h"

namespace paddle {

// Statistics and gradients of parameters are kept in this type.
inline DataType StatsType(DataType x) {
  return x == DataType::kFloat64 ? x : DataType::kFloat32;
}
// `t` must be absent or have n elements, in any shape; raises InvalidArgument
// naming the argument.
void CheckParameter(const DenseTensor* t, int64_t n, const char* op,
                    const char* arg);
void SetOut(DenseTensor* out, const DDim& dims, DataType dtype);
Var CastIfNeeded(const Var& v, DataType dtype);

}  // namespace paddle
