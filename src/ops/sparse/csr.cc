// Products of a matrix in compressed rows with dense ones, and the entries of a
// dense product at its places: each is a gradient of the other.
#include "ops/generated/sparse.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

// crows [batch * (rows + 1)], cols [nnz]; `y` [batch, rows, n] or [rows, n].
int64_t RowsOf(const Args& args, int64_t batch) {
  const DDim& crows = args.dims(0);
  const int64_t rows = batch > 0 ? crows[0] / batch - 1 : 0;
  PADDLE_ENFORCE(
      crows.rank() == 1 && args.dims(1).rank() == 1 &&
          (batch == 0 || (rows >= 0 && (rows + 1) * batch == crows[0])),
      errors::InvalidArgument("%s: `crows` does not suit the batch.",
                              args.op->name.c_str())
          .Expected("[batch * (rows + 1)]")
          .Shapes({{"crows", crows}, {"cols", args.dims(1)}})
          .Received("a batch of " + std::to_string(batch)));
  return rows;
}
int64_t BatchOf(const DDim& y) { return y.rank() == 3 ? y[0] : 1; }

void CheckIndices(const Args& args) {
  for (int i = 0; i < 2; ++i) {
    PADDLE_ENFORCE(args.slot[i].tensor->dtype == DataType::kInt64,
                   errors::InvalidType("%s: the indices must be int64.",
                                       args.op->name.c_str())
                       .Expected("int64 `crows` and `cols`")
                       .Received(Name(args.slot[i].tensor->dtype)));
  }
}
void CheckDense(const Args& args, int i) {
  const DDim& y = args.dims(i);
  PADDLE_ENFORCE(y.rank() == 2 || y.rank() == 3,
                 errors::InvalidArgument("%s: a dense operand has the wrong "
                                         "rank.",
                                         args.op->name.c_str())
                     .Expected("[rows, columns] or [batch, rows, columns]")
                     .Shapes({{"y", y}}));
}
DDim WithRows(const DDim& y, int64_t rows) {
  DDim out = y;
  out[y.rank() - 2] = rows;
  return out;
}

}  // namespace

PD_OP(csr_matmul)
    .Schema(
        "(Tensor crows, Tensor cols, Tensor values, Tensor y, bool transpose, "
        "int columns) -> Tensor out")
    .Doc(
        "The matrix in compressed rows, of so many columns, or its transpose, "
        "times the dense y.")
    .Traits(kInternal | kChecksValues)
    .Key("values")
    .NoDims("an entry knows its row by its place alone")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckIndices(args);
      CheckDense(args, 3);
      const DDim& y = args.dims(3);
      const int64_t rows = RowsOf(args, BatchOf(y));
      const int64_t columns = args.i("columns");
      const int64_t meets = args.b("transpose") ? rows : columns;
      PADDLE_ENFORCE(
          columns >= 0 && y[y.rank() - 2] == meets &&
              args.dims(2) == args.dims(1) &&
              args.slot[2].tensor->dtype == args.slot[3].tensor->dtype,
          errors::InvalidArgument("csr_matmul: the operands do not match.")
              .Expected("y.shape[-2] == " + std::to_string(meets) +
                        ", one value for each of `cols`, one dtype")
              .Shapes({{"cols", args.dims(1)},
                       {"values", args.dims(2)},
                       {"y", y}}));
      SetOut(outs[0], WithRows(y, args.b("transpose") ? columns : rows),
             args.slot[2].tensor->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var crows = c.in(0), cols = c.in(1), values = c.in(2),
                    y = c.in(3), g = c.grad(0);
          const bool transpose = c.b("transpose");
          return {Var(), Var(),
                  c.needs(2) ? ops::CsrEntries(crows, cols, transpose ? y : g,
                                               transpose ? g : y)
                             : Var(),
                  c.needs(3) ? ops::CsrMatmul(crows, cols, values, g,
                                              !transpose, c.i("columns"))
                             : Var()};
        },
        {"crows", "cols", "values", "y"});

PD_OP(csr_entries)
    .Schema("(Tensor crows, Tensor cols, Tensor x, Tensor y) -> Tensor out")
    .Doc(
        "x y^T at the places of a matrix in compressed rows: rows of x times "
        "rows of y.")
    .Traits(kInternal | kChecksValues)
    .Key("x")
    .NoDims("an entry knows its row by its place alone")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckIndices(args);
      CheckDense(args, 2);
      CheckDense(args, 3);
      const DDim &x = args.dims(2), &y = args.dims(3);
      const int64_t rows = RowsOf(args, BatchOf(x));
      PADDLE_ENFORCE(
          x.rank() == y.rank() && BatchOf(x) == BatchOf(y) &&
              x[x.rank() - 1] == y[y.rank() - 1] && x[x.rank() - 2] == rows &&
              args.slot[2].tensor->dtype == args.slot[3].tensor->dtype,
          errors::InvalidArgument("csr_entries: the operands do not match.")
              .Expected("x [rows, k], y [columns, k] of one dtype, rows = " +
                        std::to_string(rows))
              .Shapes({{"x", x}, {"y", y}}));
      SetOut(outs[0], args.dims(1), args.slot[2].tensor->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var crows = c.in(0), cols = c.in(1), x = c.in(2), y = c.in(3),
                    g = c.grad(0);
          const int64_t columns = y.dims()[y.rank() - 2];
          return {Var(), Var(),
                  c.needs(2) ? ops::CsrMatmul(crows, cols, g, y, false, columns)
                             : Var(),
                  c.needs(3) ? ops::CsrMatmul(crows, cols, g, x, true, columns)
                             : Var()};
        },
        {"crows", "cols", "x", "y"});

}  // namespace paddle
