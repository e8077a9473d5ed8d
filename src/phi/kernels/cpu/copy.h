// Copies between tensors of any strides: by element size, whatever the dtype.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi::PD_CPU_ISA {

// `from` is broadcast to the shape of `to`; both have the same dtype and do
// not overlap, unless they are the same.
void CopyTensor(const DenseTensor& from, DenseTensor* to);

// `t` itself where it is row-major, else a copy that is.
Var RowMajor(const DenseTensor& t);

}  // namespace paddle::phi::PD_CPU_ISA
