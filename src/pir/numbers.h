// Numbers in programs: tensors of rank 0 that never change.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::pir {

bool IsReal(DataType type);  // no complex number
double NumberOf(const DenseTensor& t);
Var NumberLike(const DenseTensor& like, double v);
Var NumberLike(const DenseTensor& like, int64_t v);
// As a tensor of the type holds it.
double RoundTo(double v, DataType type);

}  // namespace paddle::pir
