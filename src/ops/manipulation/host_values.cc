#include "ops/manipulation/host_values.h"

#include <cstring>

#include "ops/builder.h"
#include "ops/rules.h"

namespace paddle {

std::vector<int64_t> HostInts(const Var& v) {
  GradModeGuard no_grad(false);
  const Var ints = ops::Assign(
      v.dtype() == DataType::kInt64 ? v : ops::Cast(v, DataType::kInt64));
  PADDLE_ENFORCE(
      ints->data || ints->numel == 0,
      errors::Unimplemented("the values of a traced tensor decide a shape."));
  PADDLE_ENFORCE(ints->place == CPUPlace(),
                 errors::Unimplemented("the values of a tensor that is not on "
                                       "CPU decide a shape.")
                     .Hint("move it with Tensor.cpu()."));
  const auto* data = ints->Data<int64_t>();
  return std::vector<int64_t>(data, data + ints->numel);
}

Var FromInts(const std::vector<int64_t>& values) {
  const auto n = static_cast<int64_t>(values.size());
  Var v = EmptyTensor(DDim{n}, DataType::kInt64);
  if (n > 0) std::memcpy(v->data, values.data(), n * sizeof(int64_t));
  return v;
}

}  // namespace paddle
