// any, all.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(any)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Whether some element is not zero, over the given axes or over all.
        >>> x = paddle.to_tensor([[True, False], [False, False]])
        >>> paddle.any(x, axis=1).tolist()
        [True, False])")
    .Out(OutType::kBool)
    .Dims(ReduceDims<Combine::kAny>)
    .InferMeta(ReduceInfer)
    .NotDifferentiable("its result is a bool");

PD_OP(all)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Whether no element is zero, over the given axes or over all.
        >>> x = paddle.to_tensor([[True, False], [True, True]])
        >>> paddle.all(x, axis=1).tolist()
        [False, True])")
    .Out(OutType::kBool)
    .Dims(ReduceDims<Combine::kAll>)
    .InferMeta(ReduceInfer)
    .NotDifferentiable("its result is a bool");

}  // namespace paddle
