#include "ops/linalg/matmul_dims.h"

#include <algorithm>

namespace paddle {
namespace {

[[noreturn]] PD_COLD void ThrowMismatch(const char* op, const DDim& x,
                                        const DDim& y, bool transpose_x,
                                        bool transpose_y, int64_t kx,
                                        int64_t ky) {
  const bool x_rows = transpose_x && x.rank() > 1;
  const bool y_rows = !transpose_y && y.rank() > 1;
  PADDLE_THROW(
      errors::InvalidArgument("%s: last dimension of `x` does not match `y`.",
                              op)
          .Expected(std::string("x.shape[") + (x_rows ? "-2" : "-1") +
                    "] == y.shape[" + (y_rows ? "-2" : "-1") + "]")
          .Shapes({{"x", x}, {"y", y}})
          .Received("(" + std::to_string(kx) + " != " + std::to_string(ky) +
                    ")")
          .Hint(transpose_y
                    ? "transpose_y=True reads `y` as [n, k]."
                    : "pass transpose_y=True if `y` is stored as [n, k]."));
}

int64_t Rows(const DDim& x, bool transpose) {
  return x[x.rank() - (transpose ? 1 : 2)];
}
int64_t Columns(const DDim& y, bool transpose) {
  return y[y.rank() - (transpose ? 2 : 1)];
}

void Check(const DDim& x, const DDim& y, bool transpose_x, bool transpose_y,
           const char* op) {
  PADDLE_ENFORCE(x.rank() > 0 && y.rank() > 0,
                 errors::InvalidArgument("%s: a 0-D tensor has no axis to "
                                         "multiply over.",
                                         op)
                     .Expected("tensors of rank 1 or more")
                     .Shapes({{"x", x}, {"y", y}})
                     .Hint("use paddle.multiply for scalars."));
  const int64_t kx = x.rank() == 1 ? x[0] : Columns(x, transpose_x);
  const int64_t ky = y.rank() == 1 ? y[0] : Rows(y, transpose_y);
  if (PD_UNLIKELY(kx != ky)) {
    ThrowMismatch(op, x, y, transpose_x, transpose_y, kx, ky);
  }
}

}  // namespace

DDim MatmulShape(const DDim& x, const DDim& y, bool transpose_x,
                 bool transpose_y, const char* op) {
  if (PD_LIKELY(x.rank() == 2 && y.rank() == 2)) {
    if (PD_LIKELY(x[!transpose_x] == y[transpose_y])) {
      return {x[transpose_x], y[!transpose_y]};
    }
  }
  Check(x, y, transpose_x, transpose_y, op);
  DDim out;
  const int rank = std::max(x.rank(), y.rank());
  for (int d = 0; d < rank - 2; ++d) {
    const int dx = d - (rank - x.rank()), dy = d - (rank - y.rank());
    const int64_t nx = dx >= 0 ? x[dx] : 1, ny = dy >= 0 ? y[dy] : 1;
    PADDLE_ENFORCE(
        nx == ny || nx == 1 || ny == 1,
        errors::InvalidArgument("%s: the batch dimensions of `x` "
                                "and `y` do not broadcast.",
                                op)
            .Expected("equal sizes, or 1, at each axis before the last two")
            .Shapes({{"x", x}, {"y", y}}));
    out.push_back(nx == 1 ? ny : nx);
  }
  if (x.rank() > 1) out.push_back(Rows(x, transpose_x));
  if (y.rank() > 1) out.push_back(Columns(y, transpose_y));
  return out;
}

void MatmulAxes(const DDim& x, const DDim& y, bool transpose_x,
                bool transpose_y, const char* op, AxisMap& map) {
  const DDim out_dims = MatmulShape(x, y, transpose_x, transpose_y, op);
  auto& in_x = map.AddInput(x.rank());
  auto& in_y = map.AddInput(y.rank());
  auto& out = map.AddOutput(out_dims.rank());
  const int batch = std::max({x.rank(), y.rank(), 2}) - 2;
  for (int d = 0; d < batch; ++d) {
    const int f = map.Pass(out_dims[d]);
    AxisMap::Set(out, d, f);
    const auto set = [&](AxisMap::Tensor& in, const DDim& dims) {
      const int axis = d - (batch + 2 - dims.rank());
      if (axis < 0 || axis >= dims.rank() - 2) return;
      if (dims[axis] == 1 && out_dims[d] != 1) {
        AxisMap::SetFixed(in, axis, 1);
      } else {
        AxisMap::Set(in, axis, f);
      }
    };
    set(in_x, x);
    set(in_y, y);
  }
  const int k =
      map.Reduce(x.rank() == 1 ? x[0] : Columns(x, transpose_x), Combine::kSum);
  int axis = batch;
  if (x.rank() > 1) {
    const int m = map.Pass(Rows(x, transpose_x));
    AxisMap::Set(in_x, x.rank() - (transpose_x ? 1 : 2), m);
    AxisMap::Set(in_x, x.rank() - (transpose_x ? 2 : 1), k);
    AxisMap::Set(out, axis++, m);
  } else {
    AxisMap::Set(in_x, 0, k);
  }
  if (y.rank() > 1) {
    const int n = map.Pass(Columns(y, transpose_y));
    AxisMap::Set(in_y, y.rank() - (transpose_y ? 2 : 1), n);
    AxisMap::Set(in_y, y.rank() - (transpose_y ? 1 : 2), k);
    AxisMap::Set(out, axis, n);
  } else {
    AxisMap::Set(in_y, 0, k);
  }
}

}  // namespace paddle
