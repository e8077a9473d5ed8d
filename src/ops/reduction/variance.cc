// var, std.
#include "ops/reduction/reduce_dims.h"
#include "ops/reduction/safe_root.h"
#include "ops/rules.h"

namespace paddle {
namespace {

double Correction(const Args& args) {
  const Scalar unbiased = args.scalar("unbiased");
  if (!unbiased.has_value()) return args.f("correction");
  return unbiased.To<bool>() ? 1 : 0;
}

}  // namespace

PD_OP(variance)
    .Schema(
        "(Tensor x, IntArray axis=None, float correction=1.0, "
        "bool keepdim=false) -> Tensor out")
    .Doc(
        "Sum of squared distances from the mean, divided by the number of "
        "elements less `correction`.")
    .Traits(kInternal)
    .Dtypes(kFloats)
    .Promote()
    .Dims(ReduceWholeDims)
    .InferMeta(ReduceInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0);
          const IntArray axis = c.ints("axis");
          const uint32_t axes = AxisMask(axis, x.rank(), "var");
          int64_t count = 1;
          for (int i = 0; i < x.rank(); ++i) {
            if (axes >> i & 1) count = CheckedMul(count, x.dims()[i]);
          }
          const double freedom =
              std::max(static_cast<double>(count) - c.f("correction"), 0.0);
          const Var g = UnreduceTo(c.grad(), x.dims(), axis, c.b("keepdim"));
          return {g * (x - ops::Mean(x, axis, true)) * (2.0 / freedom)};
        },
        {"x"});

PD_OP(var)
    .Schema(
        "(Tensor x, IntArray axis=None, Scalar unbiased=None, "
        "bool keepdim=false, float correction=1.0) -> Tensor out")
    .Doc(R"(
        Variance over the given axes, or over all: the sum of squared distances
        from the mean, divided by the number of elements less `correction` (1,
        or 0 where unbiased is False).
        Source: Chan, Golub and LeVeque, 1983.
        unbiased: False: `correction` is 0.
        correction: The divisor is n less this.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([1.0, 3.0])
        >>> paddle.var(x).tolist()
        2.0)")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Variance(RealFloat(a.tensor(0), "var"), a.ints("axis"),
                            Correction(a), a.b("keepdim"))};
    });

PD_OP(std)
    .Schema(
        "(Tensor x, IntArray axis=None, bool unbiased=true, "
        "bool keepdim=false) -> Tensor out")
    .Doc(R"(
        Standard deviation over the given axes, or over all: the square root of
        the variance. Where that is 0 the gradient is 0.
        unbiased: Divide by n - 1, else by n.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([1.0, 3.0])
        >>> paddle.std(x).tolist()
        1.4142)")
    .Decompose([](const Args& a) -> VarList {
      return {
          SafeRoot(ops::Variance(RealFloat(a.tensor(0), "std"), a.ints("axis"),
                                 a.b("unbiased") ? 1 : 0, a.b("keepdim")),
                   2)};
    });

}  // namespace paddle
