// Dims and shapes of operators that work along one axis (scan, sort, softmax):
// the axis is whole, all others pass.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// All tensors have the shape of the first; `axis` is an attribute.
void AlongAxisDims(const Args& args, AxisMap& map);
// Every output has the shape of the first input; dtypes by OutType.
void AlongAxisInfer(const Args& args, Outs& outs);
// A result (values, int64 indices) with the axis cut to `size`; -1 drops it.
void IndexedInfer(const Args& args, Outs& outs, int64_t axis, int64_t size);

}  // namespace paddle
