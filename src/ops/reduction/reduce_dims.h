// Shapes of reductions, whose schema has `axis` and `keepdim`.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Reduced axes are factors combined by `how`.
void ReduceDimsWith(const Args& args, AxisMap& map, FactorKind kind,
                    Combine how);

template <Combine how>
void ReduceDims(const Args& args, AxisMap& map) {
  ReduceDimsWith(args, map, FactorKind::kReduce, how);
}
// For reductions of which parts can not be combined (median, std).
inline void ReduceWholeDims(const Args& args, AxisMap& map) {
  ReduceDimsWith(args, map, FactorKind::kWhole, Combine::kSum);
}

// The output's shape, without an AxisMap: the fast road.
DDim ReducedShape(const Args& args);
void ReduceInfer(const Args& args, Outs& outs);  // dtype by OutType
// Raises InvalidArgument where elements are chosen from none (max of nothing).
void CheckNotEmpty(const Args& args, const DenseTensor& out);
// `dtype` itself where it is int32 or int64; else raises InvalidType.
DataType CheckIndexType(DataType dtype, const char* op);
// dtype: the argument `dtype`, else int64 for bool and integers.
void SumInfer(const Args& args, Outs& outs);

}  // namespace paddle
