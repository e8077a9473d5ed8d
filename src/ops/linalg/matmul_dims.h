// Shapes of matrix products.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// The shape of x @ y for tensors of any ranks; raises InvalidArgument naming
// `op`.
DDim MatmulShape(const DDim& x, const DDim& y, bool transpose_x,
                 bool transpose_y, const char* op);

// b m k, b k n -> b m n, on `map`; a further operand (a bias) may follow.
void MatmulAxes(const DDim& x, const DDim& y, bool transpose_x,
                bool transpose_y, const char* op, AxisMap& map);

}  // namespace paddle
