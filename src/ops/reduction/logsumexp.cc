// logsumexp, nansum, nanmean.
#include <cmath>

#include "ops/builder.h"
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr DataType kUnset = DataType::kUndefined;

Var NanToZero(const Var& x) {
  if (!IsDifferentiable(x.dtype())) return x;
  return ops::Where(ops::Isnan(x), ops::Full({}, Scalar(0.0), x.dtype()), x);
}

}  // namespace

PD_OP(logsumexp)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        log(sum(exp(x))) over the given axes, or over all, without overflow.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([[0.0, 0.0], [1.0, 1.0]])
        >>> paddle.logsumexp(x, axis=1).tolist()
        [0.6931, 1.6931])")
    .Dtypes(kFloats)
    .Promote()
    .Traits(kIntsToFloat)
    .Dims(ReduceWholeDims)
    .InferMeta(ReduceInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const IntArray axis = c.ints("axis");
          const DDim dims = c.in_dims(0);
          const bool keepdim = c.b("keepdim");
          const Var lse = UnreduceTo(c.out(), dims, axis, keepdim);
          return {UnreduceTo(c.grad(), dims, axis, keepdim) *
                  ops::Exp(c.in(0) - lse)};
        },
        {"x", "out"})
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      const IntArray axis = a.ints("axis");
      if (x->numel == 0) {
        return {ops::Log(ops::Sum(x, axis, kUnset, a.b("keepdim")))};
      }
      Var shift = ops::Max(x, axis, true);
      const Var zero = ops::Full({}, Scalar(0.0), x.dtype());
      shift = ops::Where(ops::Isfinite(shift), shift, zero);
      const Var sum = ops::Sum(ops::Exp(x - shift), axis, kUnset, true);
      const Var out = ops::Log(sum) + shift;
      if (a.b("keepdim")) return {out};
      DDim dims;
      const uint32_t axes = AxisMask(axis, x.rank(), "logsumexp");
      for (int i = 0; i < x.rank(); ++i) {
        if (!(axes >> i & 1)) dims.push_back(x.dims()[i]);
      }
      return {ops::Reshape(out, dims)};
    });

PD_OP(nansum)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=None, "
        "bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Sum over the given axes, or over all, with NaN counted as 0.
        dtype: `x` is converted to it first.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([1.0, float("nan"), 3.0])
        >>> paddle.nansum(x).tolist()
        4.0)")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Sum(NanToZero(a.tensor(0)), a.ints("axis"), a.dtype("dtype"),
                       a.b("keepdim"))};
    });

PD_OP(nanmean)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Mean over the given axes, or over all, of what is not NaN.
        Returns: Without the reduced axes; NaN where nothing is left.
        >>> x = paddle.to_tensor([1.0, float("nan"), 3.0])
        >>> paddle.nanmean(x).tolist()
        2.0)")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      if (!IsDifferentiable(x.dtype())) x = ops::Cast(x, DefaultFloat());
      const IntArray axis = a.ints("axis");
      const bool keepdim = a.b("keepdim");
      const Var there = ops::Cast(ops::LogicalNot(ops::Isnan(x)), x.dtype());
      return {ops::Sum(NanToZero(x), axis, kUnset, keepdim) /
              ops::Sum(there, axis, kUnset, keepdim)};
    });

}  // namespace paddle
