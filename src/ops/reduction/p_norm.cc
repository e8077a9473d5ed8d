// p_norm, and the root that it ends with.
#include <cmath>

#include "ops/reduction/reduce_dims.h"
#include "ops/reduction/safe_root.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr DataType kUnset = DataType::kUndefined;

}  // namespace

Var SafeRoot(const Var& sum, double p) {
  const Var zero = ops::Full({}, Scalar(0.0), sum.dtype());
  const Var one = ops::Full({}, Scalar(1.0), sum.dtype());
  const Var none = ops::Equal(sum, zero);
  const Var safe = ops::Where(none, one, sum);
  const Var root =
      p == 2 ? ops::Sqrt(safe)
             : ops::Pow(safe, ops::Full({}, Scalar(1 / p), sum.dtype()));
  return ops::Where(none, zero, root);
}

PD_OP(p_norm)
    .Schema(
        "(Tensor x, float porder=2.0, IntArray axis=None, "
        "bool keepdim=false) -> Tensor out")
    .Doc(
        "sum(|x|^p)^(1 / p) over the given axes, or over all; the largest |x| "
        "where p is infinite, the smallest where it is -infinite, how many "
        "elements are not 0 where p is 0. At the zero vector its gradient is "
        "0.")
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const double p = a.f("porder");
      const IntArray axis = a.ints("axis");
      const bool keepdim = a.b("keepdim");
      Var x = a.tensor(0);
      PADDLE_ENFORCE(IsDifferentiable(x.dtype()),
                     errors::InvalidType("norm: `x` must be floating or "
                                         "complex.")
                         .Received(Name(x.dtype())));
      if (p == 2 && !IsComplex(x.dtype())) {
        return {SafeRoot(ops::Sum(x * x, axis, kUnset, keepdim), 2)};
      }
      x = ops::Abs(x);
      if (p == HUGE_VAL) return {ops::Amax(x, axis, keepdim)};
      if (p == -HUGE_VAL) return {ops::Amin(x, axis, keepdim)};
      if (p == 1) return {ops::Sum(x, axis, kUnset, keepdim)};
      if (p == 0) {
        return {ops::Cast(ops::CountNonzero(x, axis, keepdim), x.dtype())};
      }
      const Var power =
          p == 2 ? x * x : ops::Pow(x, ops::Full({}, Scalar(p), x.dtype()));
      return {SafeRoot(ops::Sum(power, axis, kUnset, keepdim), p)};
    });

}  // namespace paddle
