// prod.
#include "ops/reduction/reduce_dims.h"
#include "ops/reduction/shift.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// The product of all others, for each element: what comes before it times what
// comes after. No division, so that zeros are no exception.
VarList ProdVjp(const VjpContext& c) {
  const Var g = c.grad();
  Var x = ConjIfComplex(c.in(0));
  if (x.dtype() != g.dtype()) x = ops::Cast(x, g.dtype());
  if (x->numel == 0) return {ops::Cast(x, c.in_dtype(0))};
  const uint32_t axes = AxisMask(c.ints("axis"), x.rank(), "prod");
  DDim order, kept, back;  // reduced axes go last, as one
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < x.rank(); ++i) {
      if (static_cast<int>(axes >> i & 1) != pass) continue;
      order.push_back(i);
      if (pass == 0) kept.push_back(x.dims()[i]);
    }
  }
  for (int i = 0; i < x.rank(); ++i) back.push_back(0);
  for (int i = 0; i < x.rank(); ++i) back[static_cast<int>(order[i])] = i;
  const Var moved = x.rank() > 1 ? ops::Transpose(x, order) : x;
  const int last = kept.rank();
  DDim line = kept, one = kept;
  line.push_back(-1);
  one.push_back(1);
  const Var y = ops::Reshape(moved, line);
  const Var before = ShiftAlong(ops::ScanProd(y, last, false), last, false, 1);
  const Var after = ShiftAlong(ops::ScanProd(y, last, true), last, true, 1);
  Var gx = ops::Reshape(g, one) * (before * after);
  gx = ops::Reshape(gx, moved.dims());
  if (x.rank() > 1) gx = ops::Transpose(gx, back);
  return {gx.dtype() == c.in_dtype(0) ? gx : ops::Cast(gx, c.in_dtype(0))};
}

}  // namespace

PD_OP(prod)
    .Schema(
        "(Tensor x, IntArray axis=None, bool keepdim=false, "
        "DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Product over the given axes, or over all.
        dtype: `x` is converted to it first.
        Returns: Without the reduced axes.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.prod(x, axis=1).tolist()
        [2.0, 12.0])")
    .Out(OutType::kArg)
    .Dims(ReduceDims<Combine::kProd>)
    .InferMeta(ReduceInfer)
    .Vjp(ProdVjp, {"x"});

}  // namespace paddle
