// sum.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(sum)
    .Schema("(Tensor x, IntArray axis=None, DataType dtype=None, "
            "bool keepdim=false) -> Tensor out")
    .Doc("Sum over the given axes, or over all. bool and integers below int64 "
         "are summed as int64. A long float32 sum is exact to a few ulp.")
    .Dims(ReduceDims<Combine::kSum>)
    .InferMeta(SumInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      Var g = UnreduceTo(c.grad(), c.in_dims(0), c.ints("axis"),
                         c.b("keepdim"));
      return {g.dtype() == c.in_dtype(0) ? g : ops::Cast(g, c.in_dtype(0))};
    });

}  // namespace paddle
