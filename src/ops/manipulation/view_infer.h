// Shapes and strides of view operators.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// `shape` with -1 (deduced) and 0 (copied from x) resolved; raises
// InvalidArgument naming `op`.
DDim ResolveShape(const DDim& x, int64_t numel, IntArray shape, const char* op);

// Strides that show `x` as `dims` without a copy; false: there are none.
bool ReshapedStrides(const DenseTensor& x, const DDim& dims,
                     int64_t (&strides)[kMaxRank]);

// The first output as a reshaped view of the first input.
bool ReshapeView(const Args& args, Outs& outs);

}  // namespace paddle
