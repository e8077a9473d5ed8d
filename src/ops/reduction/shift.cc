#include "ops/reduction/shift.h"

namespace paddle {

Var ShiftAlong(const Var& x, int64_t axis, bool back, double fill) {
  if (x->numel == 0) return x;
  if (x.rank() == 0) return ops::Full({}, Scalar(fill), x.dtype());
  const int64_t n = x.dim(static_cast<int>(axis));
  DDim edge = x.dims();
  edge[static_cast<int>(axis)] = 1;
  const Var filled = ops::Full(edge, Scalar(fill), x.dtype());
  if (n == 1) return filled;
  const Var rest = ops::Slice(x, {axis}, {back ? 1 : 0}, {back ? n : n - 1});
  return back ? ops::Concat({rest, filled}, axis)
              : ops::Concat({filled, rest}, axis);
}

}  // namespace paddle
