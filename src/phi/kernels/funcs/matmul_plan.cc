#include "phi/kernels/funcs/matmul_plan.h"

#include <algorithm>

#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::phi {
namespace {

// The last two axes; a vector is a row on the left, a column on the right.
MatrixView View(const DenseTensor& t, bool transpose, bool left) {
  const int r = t.rank();
  if (r == 1) {
    return left ? MatrixView{1, t.dims[0], t.dims[0], t.strides[0]}
                : MatrixView{t.dims[0], 1, t.strides[0], 1};
  }
  MatrixView v{t.dims[r - 2], t.dims[r - 1], t.strides[r - 2],
               t.strides[r - 1]};
  if (transpose) {
    std::swap(v.rows, v.cols);
    std::swap(v.rs, v.cs);
  }
  return v;
}

// Many products with one B and evenly spaced rows of A are one product.
void Fold(MatmulPlan* p) {
  int64_t next = p->a.rows * p->a.rs;
  for (int d = p->batch_rank - 1; d >= 0; --d) {
    if (p->sizes[d] == 1) continue;
    if (p->b_step[d] != 0 || p->a_step[d] != next) return;
    next *= p->sizes[d];
  }
  p->a.rows *= p->batch;
  p->batch = 1;
  p->batch_rank = 0;
}

}  // namespace

MatmulPlan PlanMatmul(const DenseTensor& x, const DenseTensor& y,
                      bool transpose_x, bool transpose_y) {
  MatmulPlan p;
  p.a = View(x, transpose_x, true);
  p.b = View(y, transpose_y, false);
  const int bx = std::max(x.rank() - 2, 0), by = std::max(y.rank() - 2, 0);
  if (PD_LIKELY(bx == 0 && by == 0)) return p;
  p.batch_rank = std::max(bx, by);
  for (int d = 0; d < p.batch_rank; ++d) {
    const int dx = d - (p.batch_rank - bx), dy = d - (p.batch_rank - by);
    const int64_t nx = dx >= 0 ? x.dims[dx] : 1, ny = dy >= 0 ? y.dims[dy] : 1;
    p.sizes[d] = nx == 1 ? ny : nx;
    p.a_step[d] = nx == 1 ? 0 : x.strides[dx];
    p.b_step[d] = ny == 1 ? 0 : y.strides[dy];
    p.batch *= p.sizes[d];
  }
  if (p.batch > 0) Fold(&p);
  return p;
}

Var Readable(const DenseTensor& t, bool is_blas) {
  Var v = Var::Share(const_cast<DenseTensor*>(&t));
  if (is_blas) return v;
  GradModeGuard no_grad(false);
  return ops::Assign(v);
}

}  // namespace paddle::phi
