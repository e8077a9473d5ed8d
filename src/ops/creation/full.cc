// full, and the values made from it.
#include "ops/rules.h"

namespace paddle {

PD_OP(full)
    .Schema("(IntArray shape, Scalar fill_value, DataType dtype=None) -> Tensor out")
    .Doc("A tensor of the given shape with every element equal to "
         "`fill_value`; dtype defaults to the default float.")
    .InferMeta([](const Args& args, Outs& outs) {
      const DataType dtype = static_cast<DataType>(args.slot[2].i);
      outs[0]->dims = DDim(args.slot[0].ints);
      outs[0]->dtype = dtype == DataType::kUndefined ? DefaultFloat() : dtype;
      SetContiguous(outs[0]);
    })
    .Traits(kNoMethod)
    .NotDifferentiable("it has no tensor input");

}  // namespace paddle
