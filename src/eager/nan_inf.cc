#include "eager/nan_inf.h"

#include <cmath>
#include <utility>

#include "eager/eager_builder.h"

namespace paddle {
namespace {

template <typename T>
bool IsNan(T v) {
  if constexpr (kIsComplexType<T>)
    return std::isnan(v.real()) || std::isnan(v.imag());
  else
    return std::isnan(static_cast<double>(v));
}
template <typename T>
bool IsInf(T v) {
  if constexpr (kIsComplexType<T>)
    return std::isinf(v.real()) || std::isinf(v.imag());
  else
    return std::isinf(static_cast<double>(v));
}

thread_local const OpDef* gradient_of = nullptr;

std::string Told(const OpDef& op) {
  if (!gradient_of) return op.name;
  return op.name + ", in the gradient of " + gradient_of->name;
}

}  // namespace

GradientOf::GradientOf(const OpDef* op)
    : before_(std::exchange(gradient_of, op)) {}
GradientOf::~GradientOf() { gradient_of = before_; }

void CheckNanInf(const OpDef& op, const Outs& outs) {
  for (int k = 0; k < outs.size(); ++k) {
    if (!IsDifferentiable(outs[k]->dtype)) continue;
    const Var host = OnHost(Var::Share(outs[k]));
    const DenseTensor& t = *host;
    int64_t nans = 0, infs = 0, first = -1;
    VisitDataType(t.dtype, [&]<typename T>(T) {
      const T* data = t.Data<T>();
      for (int64_t i = 0; i < t.numel; ++i) {
        const bool nan = IsNan(data[i]), inf = IsInf(data[i]);
        nans += nan;
        infs += inf;
        if ((nan || inf) && first < 0) first = i;
      }
    });
    PADDLE_ENFORCE(
        first < 0,
        errors::PreconditionNotMet(
            "%s: output `%s` holds NaN or infinity.", Told(op).c_str(),
            op.schema.outs[op.schema.list_out ? 0 : k].c_str())
            .Received(std::to_string(nans) + " NaN, " + std::to_string(infs) +
                      " infinite of " + std::to_string(t.numel) +
                      " values, the first at element " + std::to_string(first))
            .Hint("found because FLAGS_check_nan_inf is set."));
  }
}

}  // namespace paddle
