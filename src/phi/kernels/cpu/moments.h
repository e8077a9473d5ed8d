// Count, mean and sum of squared distances from the mean, as a reduction.
#pragma once
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {

struct Moments {
  double count, mean, m2;
};

// The reduction of float16, bfloat16, float32 or float64 to Moments; the
// caller sets `finish`.
ReduceCall MomentCall(DataType dtype);

}  // namespace paddle::phi::PD_CPU_ISA
