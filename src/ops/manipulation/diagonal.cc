// diagonal, diag, diagflat, diag_embed, diagonal_scatter, fill_diagonal, tril,
// triu.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/update.h"
#include "ops/manipulation/view_infer.h"

namespace paddle {
namespace {

struct Diagonal {
  int axis1, axis2;
  int64_t row, column, size;  // of its first element; how many there are
};
Diagonal ResolveDiagonal(const DDim& x, int64_t offset, int64_t axis1,
                         int64_t axis2, const char* op) {
  Diagonal d;
  d.axis1 = NormalizeAxis(axis1, x.rank(), op);
  d.axis2 = NormalizeAxis(axis2, x.rank(), op);
  PADDLE_ENFORCE(
      x.rank() >= 2 && d.axis1 != d.axis2,
      errors::InvalidArgument("%s: needs two different axes.", op)
          .Expected("two axes of `x`, not the same")
          .Shapes({{"x", x}})
          .Received(std::to_string(axis1) + " and " + std::to_string(axis2)));
  d.row = offset < 0 ? -std::max(offset, -INT64_MAX) : 0;
  d.column = offset > 0 ? offset : 0;
  d.size =
      std::max<int64_t>(0, std::min(x[d.axis1] - d.row, x[d.axis2] - d.column));
  return d;
}
Diagonal ResolveDiagonal(const Args& args) {
  return ResolveDiagonal(args.dims(0), args.slot[1].i, args.slot[2].i,
                         args.slot[3].i, "diagonal");
}

void DiagonalInfer(const Args& args, Outs& outs) {
  const Diagonal d = ResolveDiagonal(args);
  DDim dims;
  for (int i = 0; i < args.dims(0).rank(); ++i) {
    if (i != d.axis1 && i != d.axis2) dims.push_back(args.dims(0)[i]);
  }
  dims.push_back(d.size);
  SetShape(args, outs, dims);
}

bool DiagonalView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const Diagonal d = ResolveDiagonal(args);
  DenseTensor* out = outs[0];
  int o = 0;
  for (int i = 0; i < x.rank(); ++i) {
    if (i != d.axis1 && i != d.axis2) out->strides[o++] = x.strides[i];
  }
  out->strides[o] = x.strides[d.axis1] + x.strides[d.axis2];
  const int64_t offset =
      d.row * x.strides[d.axis1] + d.column * x.strides[d.axis2];
  FinishView(x, out->numel == 0 ? 0 : offset, out);
  return true;
}

void DiagonalDims(const Args& args, AxisMap& map) {
  const Diagonal d = ResolveDiagonal(args);
  AxisLinks links(args, map);
  for (int i = 0, o = 0; i < links.in(0).rank(); ++i) {
    if (i != d.axis1 && i != d.axis2) links.Pass(0, i, o++);
  }
}
void DiagonalScatterDims(const Args& args, AxisMap& map) {
  const Diagonal d =
      ResolveDiagonal(args.dims(0), args.slot[2].i, args.slot[3].i,
                      args.slot[4].i, args.op->name.c_str());
  AxisLinks links(args, map);
  std::vector<int> factors;
  for (int i = 0; i < links.in(0).rank(); ++i) {
    if (i != d.axis1 && i != d.axis2) factors.push_back(links.Pass(0, i, i));
  }
  factors.push_back(AxisMap::kUnset);
  links.Broadcast(1, factors);
}

// (x, y, offset, first axis, second axis), whatever the axes are called.
void WriteDiagonal(const Args& a) {
  WriteInto(ops::Diagonal(a.tensor(0), a.slot[2].i, a.slot[3].i, a.slot[4].i),
            a.tensor(1));
}
VarList DiagonalScatterGrad(const VjpContext& c, int64_t axis1, int64_t axis2) {
  const Var g = c.grad();
  const int64_t offset = c.i("offset");
  Var gx, gy;
  if (c.needs(0)) {
    gx = ops::DiagonalScatter(g, ops::Full({}, Scalar(0.0), g.dtype()), offset,
                              axis1, axis2);
  }
  if (c.needs(1)) gy = ValueGrad(ops::Diagonal(g, offset, axis1, axis2), c, 1);
  return {gx, gy};
}

// `x` as the diagonal of `fill`ed matrices.
Var Embed(const Var& x, const Scalar& fill, int64_t offset, int64_t dim1,
          int64_t dim2, const char* op) {
  static const OpDef& set = GetOp("diagonal_scatter");
  const int rank = x.rank() + 1;
  PADDLE_ENFORCE(x.rank() > 0,
                 errors::InvalidArgument("%s: a 0-D tensor has no axis.", op));
  const int a = NormalizeAxis(dim1, rank, op);
  const int b = NormalizeAxis(dim2, rank, op);
  PADDLE_ENFORCE(a != b, errors::InvalidArgument("%s: the axes are equal.", op)
                             .Received(std::to_string(dim1)));
  const int64_t n = CheckedAdd(
      x.dim(-1), offset < 0 ? -std::max(offset, -INT64_MAX) : offset);
  DDim dims;
  for (int i = 0, k = 0; i < rank; ++i) {
    dims.push_back(i == a || i == b ? n : x.dims()[k++]);
  }
  return ops::CallInplace(set, ops::Full(dims, fill, x.dtype()), x, offset,
                          int64_t{a}, int64_t{b});
}

void TriangleInfer(const Args& args, Outs& outs) {
  PADDLE_ENFORCE_GE(
      args.dims(0).rank(), 2,
      errors::InvalidArgument("%s: `x` needs two axes.", args.op->name.c_str())
          .Shapes({{"x", args.dims(0)}}));
  SetShape(args, outs, args.dims(0));
}

void TriangleDims(const Args& args, AxisMap& map) {
  const DDim& x = args.dims(0);
  auto& in = map.AddInput(x.rank());
  auto& out = map.AddOutput(x.rank());
  for (int i = 0; i < x.rank(); ++i) {
    const int f = i < x.rank() - 2 ? map.Pass(x[i]) : map.Whole(x[i]);
    AxisMap::Set(in, i, f);
    AxisMap::Set(out, i, f);
  }
}

}  // namespace

PD_OP(diagonal)
    .Schema("(Tensor x, int offset=0, int axis1=0, int axis2=1) -> Tensor out")
    .Doc(R"(
        A diagonal of the matrices that two axes span, as the last axis. A view.
        offset: The diagonal: above the main one where positive.
        axis1: The axis of the rows.
        axis2: The axis of the columns.
        Returns: The other axes, then the diagonal.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.diagonal(x).tolist()
        [1, 4])")
    .Dims(DiagonalDims)
    .InferMeta(DiagonalInfer)
    .View(DiagonalView)
    .Vjp([](const VjpContext& c) -> VarList {
      static const OpDef& set = GetOp("diagonal_scatter");
      const Var g = c.grad();
      return {ops::CallInplace(set,
                               ops::Full(c.in_dims(0), Scalar(0.0), g.dtype()),
                               g, c.i("offset"), c.i("axis1"), c.i("axis2"))};
    });

PD_OP(diagonal_scatter)
    .Schema(
        "(Tensor x, Tensor y, int offset=0, int axis1=0, int axis2=1) "
        "-> Tensor out")
    .Doc(R"(
        `x` with a diagonal replaced by `y`.
        y: Of the shape of the diagonal.
        offset: The diagonal: above the main one where positive.
        axis1: The axis of the rows.
        axis2: The axis of the columns.
        Returns: Of the shape of `x`.
        Raises: ValueError: The shape of `y` does not match.
        >>> x = paddle.zeros([2, 2])
        >>> paddle.diagonal_scatter(x, paddle.ones([2])).tolist()
        [[1.0, 0.0], [0.0, 1.0]])")
    .Dims(DiagonalScatterDims)
    .Into(WriteDiagonal)
    .Vjp([](const VjpContext& c) -> VarList {
      return DiagonalScatterGrad(c, c.i("axis1"), c.i("axis2"));
    });

PD_OP(fill_diagonal_tensor)
    .Schema(
        "(Tensor x, Tensor y, int offset=0, int dim1=0, int dim2=1) "
        "-> Tensor out")
    .Doc(R"(
        `x` with a diagonal replaced by `y`.
        y: Of the shape of the diagonal.
        offset: The diagonal: above the main one where positive.
        dim1: The axis of the rows.
        dim2: The axis of the columns.
        Returns: Of the shape of `x`.
        Raises: ValueError: The shape of `y` does not match.
        >>> x = paddle.zeros([2, 2])
        >>> x.fill_diagonal_tensor(paddle.to_tensor([1.0, 2.0])).tolist()
        [[1.0, 0.0], [0.0, 2.0]])")
    .Dims(DiagonalScatterDims)
    .Into(WriteDiagonal)
    .Vjp([](const VjpContext& c) -> VarList {
      return DiagonalScatterGrad(c, c.i("dim1"), c.i("dim2"));
    });

PD_OP(fill_diagonal)
    .Schema(
        "(Tensor x, Scalar value, int offset=0, bool wrap=false) "
        "-> Tensor out")
    .Doc(R"(
        `x` with its main diagonal filled with a number. With `wrap`, the
        diagonal of a tall matrix begins again after each block.
        value: A number.
        offset: The diagonal: above the main one where positive.
        wrap: Go on after the end of the diagonal of a tall matrix.
        Returns: Of the shape of `x`.
        >>> x = paddle.zeros([2, 2])
        >>> _ = x.fill_diagonal_(5.0)
        >>> x.tolist()
        [[5.0, 0.0], [0.0, 5.0]])")
    .NoDims("the diagonal ties all axes")
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      PADDLE_ENFORCE_GE(
          x.rank(), 2,
          errors::InvalidArgument("fill_diagonal: `x` needs two axes.")
              .Shapes({{"x", x.dims()}}));
      const Var value = ops::Full({}, a.scalar("value"), x.dtype());
      const int64_t offset = a.i("offset");
      if (x.rank() == 2) {
        const int64_t rows = x.dim(0), columns = x.dim(1);
        int64_t block = 0;
        do {  // one row stays free between blocks
          const int64_t end =
              a.b("wrap") ? std::min(rows, block + columns) : rows;
          WriteInto(ops::Diagonal(ops::Slice(x, {0}, {block}, {end}), offset),
                    value);
          block += columns + 1;
        } while (a.b("wrap") && columns > 0 && block < rows);
        return;
      }
      Var diagonal = x;  // of a hypercube: axis by axis
      for (int i = 1; i < x.rank(); ++i) {
        PADDLE_ENFORCE(x.dim(i) == x.dim(0),
                       errors::InvalidArgument(
                           "fill_diagonal: the axes of more than a matrix "
                           "must be equal.")
                           .Shapes({{"x", x.dims()}}));
        diagonal =
            ops::Diagonal(diagonal, i == 1 ? offset : 0, 0, i == 1 ? 1 : -1);
        diagonal = ops::Moveaxis(diagonal, {-1}, {0});
      }
      WriteInto(diagonal, value);
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {
          ops::FillDiagonal(c.grad(), Scalar(0.0), c.i("offset"), c.b("wrap"))};
    });

PD_OP(diag_embed)
    .Schema(
        "(Tensor input, int offset=0, int dim1=-2, int dim2=-1) "
        "-> Tensor out")
    .Doc(R"(
        The last axis as a diagonal of matrices that are 0 elsewhere.
        input: [..., n].
        offset: The diagonal: above the main one where positive.
        dim1: The axis of the rows in the result.
        dim2: The axis of the columns in the result.
        Returns: With one axis more; matrices of n + |offset| rows and columns.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.diag_embed(x, offset=1).tolist()
        [[0, 1, 0], [0, 0, 2], [0, 0, 0]])")
    .Decompose([](const Args& a) -> VarList {
      return {Embed(a.tensor(0), Scalar(0.0), a.i("offset"), a.i("dim1"),
                    a.i("dim2"), "diag_embed")};
    });

PD_OP(diag)
    .Schema("(Tensor x, int offset=0, Scalar padding_value=0) -> Tensor out")
    .Doc(R"(
        A matrix with the vector `x` on a diagonal, or that diagonal of the
        matrix `x`.
        x: 1-D or 2-D.
        offset: The diagonal: above the main one where positive.
        padding_value: What stands outside the diagonal of a new matrix.
        Returns: A matrix for a vector, a vector for a matrix.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.diag(x).tolist()
        [[1, 0], [0, 2]]
        >>> paddle.diag(paddle.to_tensor([[1, 2], [3, 4]])).tolist()
        [1, 4])")
    .NoDims("the diagonal ties all axes")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      PADDLE_ENFORCE(
          x.rank() == 1 || x.rank() == 2,
          errors::InvalidArgument("diag: takes a vector or a matrix.")
              .Expected("one axis or two")
              .Shapes({{"x", x.dims()}}));
      if (x.rank() == 2) return {ops::Assign(ops::Diagonal(x, a.i("offset")))};
      return {Embed(x, a.scalar("padding_value"), a.i("offset"), 0, 1, "diag")};
    });

PD_OP(diagflat)
    .Schema("(Tensor x, int offset=0) -> Tensor out")
    .Doc(R"(
        A matrix with the elements of `x` on a diagonal.
        offset: The diagonal: above the main one where positive.
        Returns: [n + |offset|, n + |offset|] for n elements.
        >>> x = paddle.to_tensor([[1, 2]])
        >>> paddle.diagflat(x).tolist()
        [[1, 0], [0, 2]])")
    .NoDims("the diagonal ties all axes")
    .Decompose([](const Args& a) -> VarList {
      return {Embed(ops::Reshape(a.tensor(0), {-1}), Scalar(0.0), a.i("offset"),
                    0, 1, "diagflat")};
    });

PD_OP(tril)
    .Schema("(Tensor x, int diagonal=0) -> Tensor out")
    .Doc(R"(
        The lower triangle of the matrices in the last two axes; 0 above
        `diagonal`.
        x: [..., m, n].
        diagonal: The last one that stays; above the main one where positive.
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.tril(x).tolist()
        [[1, 0], [3, 4]])")
    .Dims(TriangleDims)
    .InferMeta(TriangleInfer)
    .Inplace()
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Tril(c.grad(), c.i("diagonal"))};
    });

PD_OP(triu)
    .Schema("(Tensor x, int diagonal=0) -> Tensor out")
    .Doc(R"(
        The upper triangle of the matrices in the last two axes; 0 below
        `diagonal`.
        x: [..., m, n].
        diagonal: The first one that stays; above the main one where positive.
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.triu(x).tolist()
        [[1, 2], [0, 4]])")
    .Dims(TriangleDims)
    .InferMeta(TriangleInfer)
    .Inplace()
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Triu(c.grad(), c.i("diagonal"))};
    });

}  // namespace paddle
