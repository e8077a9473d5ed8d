// How a matmul of any ranks and strides falls into plain matrix products.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi {

// A matrix as the kernels read it: element (i, j) lies at i * rs + j * cs.
struct MatrixView {
  int64_t rows, cols, rs, cs;

  // Whether BLAS can read it: rows (or columns) are runs of memory that do
  // not overlap.
  bool IsBlas() const { return RowsAreRuns() || ColumnsAreRuns(); }
  bool RowsAreRuns() const {
    return (cs == 1 || cols == 1) && (rs >= cols || rows == 1);
  }
  bool ColumnsAreRuns() const {
    return (rs == 1 || rows == 1) && (cs >= rows || cols == 1);
  }
  int64_t ld() const {
    const int64_t least = RowsAreRuns() ? cols : rows;
    const int64_t stride = RowsAreRuns() ? rs : cs;
    return stride > least ? stride : (least > 0 ? least : 1);
  }
};

struct MatmulPlan {
  MatrixView a, b;  // m x k, k x n
  int64_t batch = 1;
  int batch_rank = 0;
  int64_t sizes[kMaxRank], a_step[kMaxRank], b_step[kMaxRank];

  int64_t m() const { return a.rows; }
  int64_t k() const { return a.cols; }
  int64_t n() const { return b.cols; }
  // Where the operands of product `i` begin; C lies at i * m * n.
  void Offsets(int64_t i, int64_t* at_a, int64_t* at_b) const {
    *at_a = *at_b = 0;
    for (int d = batch_rank - 1; d >= 0; --d) {
      const int64_t index = i % sizes[d];
      i /= sizes[d];
      *at_a += index * a_step[d];
      *at_b += index * b_step[d];
    }
  }
};

// The shapes have been checked.
PADDLE_API MatmulPlan PlanMatmul(const DenseTensor& x, const DenseTensor& y,
                                 bool transpose_x, bool transpose_y);

// `t` as BLAS can read it: itself where `is_blas`, else a copy.
PADDLE_API Var Readable(const DenseTensor& t, bool is_blas);

}  // namespace paddle::phi
