// prod.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(prod)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false, "
            "DataType dtype=None) -> Tensor out")
    .Doc("Product over the given axes, or over all.")
    .Out(OutType::kArg)
    .Dims(ReduceDims<Combine::kProd>)
    .InferMeta(ReduceInfer)
    .NotDifferentiable("its rule waits for `cumprod`");

}  // namespace paddle
