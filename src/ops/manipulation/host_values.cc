#include "ops/manipulation/host_values.h"

#include <cmath>
#include <cstring>
#include <type_traits>

#include "ops/rules.h"

namespace paddle {

namespace {

template <typename T>
int64_t WholeNumber(T v) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<int64_t>(v);
  } else {
    const double d = static_cast<double>(v);
    PADDLE_ENFORCE(
        d == std::floor(d) && std::abs(d) < 0x1p63,
        errors::InvalidArgument(
            "index: a value that decides a size is not a whole number.")
            .Received(std::to_string(d)));
    return static_cast<int64_t>(d);
  }
}

}  // namespace

Var (*readable)(const Var& v) = [](const Var& v) { return v; };

// Read straight from memory: the current builder may only note shapes.
std::vector<int64_t> HostInts(const Var& tensor) {
  const Var v = readable(tensor);
  PADDLE_ENFORCE(
      v->data || v->numel == 0,
      errors::Unimplemented("the values of a traced tensor decide a shape."));
  PADDLE_ENFORCE(v->place == CPUPlace(),
                 errors::Unimplemented("the values of a tensor that is not on "
                                       "CPU decide a shape.")
                     .Hint("move it with Tensor.cpu()."));
  std::vector<int64_t> values(v->numel);
  const DDim& dims = v.dims();
  VisitDataType(v.dtype(), [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) {
      int64_t at[kMaxRank] = {}, offset = 0;
      for (int64_t& value : values) {
        value = WholeNumber(v->Data<T>()[offset]);
        for (int a = dims.rank() - 1; a >= 0; --a) {
          offset += v->strides[a];
          if (++at[a] < dims[a]) break;
          at[a] = 0;
          offset -= v->strides[a] * dims[a];
        }
      }
    } else {
      PADDLE_THROW(errors::InvalidType("sizes must be integers.")
                       .Received(Name(v.dtype())));
    }
  });
  return values;
}

Var FromInts(const std::vector<int64_t>& values) {
  const auto n = static_cast<int64_t>(values.size());
  Var v = EmptyTensor(DDim{n}, DataType::kInt64);
  if (n > 0) std::memcpy(v->data, values.data(), n * sizeof(int64_t));
  return v;
}

}  // namespace paddle
