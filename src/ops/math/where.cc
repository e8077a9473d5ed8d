// where.
#include "ops/rules.h"

namespace paddle {
namespace {

void WhereInfer(const Args& args, Outs& outs) {
  const DenseTensor& condition = *args.slot[0].tensor;
  PADDLE_ENFORCE(condition.dtype == DataType::kBool,
                 errors::InvalidArgument("where: `condition` is not bool.")
                     .Received(Name(condition.dtype))
                     .Hint("compare it, or convert it with astype('bool')."));
  ElementwiseInfer(args, outs);
  outs[0]->dtype = args.slot[1].tensor->dtype;
}

}  // namespace

PD_OP(where)
    .Schema("(Tensor condition, Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        x where the condition holds, y elsewhere, with broadcasting.
        condition: bool; broadcast.
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.where(x > 0, x, x * 0.5).tolist()
        [1.0, -1.0])")
    .Traits(kElementwise)
    .Key("x")
    .Promote({"x", "y"})
    .Dims(ElementwiseDims)
    .InferMeta(WhereInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), condition = c.in(0);
          const Var zero = ops::Full({}, Scalar(0.0), g.dtype());
          Var gx, gy;
          if (c.needs(1)) {
            gx = SumTo(ops::Where(condition, g, zero), c.in_dims(1));
          }
          if (c.needs(2)) {
            gy = SumTo(ops::Where(condition, zero, g), c.in_dims(2));
          }
          return {Var(), gx, gy};
        },
        {"condition"});

}  // namespace paddle
