#include "ops/nn/norm_dims.h"

namespace paddle {

void CheckParameter(const DenseTensor* t, int64_t n, const char* op,
                    const char* arg) {
  PADDLE_ENFORCE(
      !t || t->numel == n,
      errors::InvalidArgument("%s: the size of `%s` is wrong.", op, arg)
          .Expected(std::to_string(n) + " elements, as `x` has it")
          .Shapes({{arg, t->dims}})
          .Hint("the layer was made for another number of features."));
}

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

Var CastIfNeeded(const Var& v, DataType dtype) {
  return v.dtype() == dtype ? v : ops::Cast(v, dtype);
}

}  // namespace paddle
