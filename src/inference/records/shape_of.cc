// shape_of: sizes as a tensor, for programs from files in which they decide
// other sizes.
#include "ops/dims.h"
#include "ops/manipulation/host_values.h"

namespace paddle {

PD_OP(shape_of)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("The sizes of `x` as a 1-D int64 tensor on the CPU.")
    .Traits(kInternal)
    .NoDims("its values are sizes of the whole tensor")
    .Decompose([](const Args& args) -> VarList {
      const DDim& dims = args.dims(0);
      return {FromInts({dims.begin(), dims.end()})};
    });

}  // namespace paddle
