// add_n.
#include "ops/rules.h"

namespace paddle {
namespace {

void CheckTerms(const Args& args) {
  const TensorList x = args.slot[0].tensors;
  PADDLE_ENFORCE(x.size() > 0,
                 errors::InvalidArgument("add_n: `inputs` is empty.")
                     .Expected("at least one Tensor")
                     .Received("none"));
  for (const DenseTensor* t : x) {
    PADDLE_ENFORCE(
        t->dims == x[0]->dims,
        errors::InvalidArgument("add_n: the shapes of `inputs` differ.")
            .Expected("one shape")
            .Shapes({{"inputs[0]", x[0]->dims}, {"another", t->dims}}));
  }
}

}  // namespace

PD_OP(add_n)
    .Schema("(Tensor[] inputs) -> Tensor out")
    .Doc(R"(
        The sum of tensors of one shape, in one pass.
        inputs: Of one shape and dtype, at least one.
        Returns: Of the shape and dtype of the inputs.
        Raises: ValueError: There is no input.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.add_n([x, x, x]).tolist()
        [3.0, 6.0])")
    .Traits(kNoMethod | kVarArgs)
    .Promote()
    .Dtypes(kNumbers | kBoolBit)
    .Dims([](const Args& args, AxisMap& map) {
      CheckTerms(args);
      const TensorList x = args.slot[0].tensors;
      const DDim& dims = x[0]->dims;
      for (int64_t n : dims) map.Pass(n);
      const auto fill = [&](AxisMap::Tensor& t) {
        for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, i);
      };
      for (int k = 0; k < x.size(); ++k) fill(map.AddInput(dims.rank()));
      fill(map.AddOutput(dims.rank()));
    })
    .InferMeta([](const Args& args, Outs& outs) {
      CheckTerms(args);
      outs[0]->dims = args.slot[0].tensors[0]->dims;
      outs[0]->dtype = args.slot[0].tensors[0]->dtype;
      SetContiguous(outs[0]);
    })
    .Vjp([](const VjpContext& c) -> VarList {
      VarList out;
      for (int k = 0; k < c.num_operands(); ++k) {
        out.push_back(c.needs(k) ? c.grad() : Var());
      }
      return out;
    });

}  // namespace paddle
