// mm, bmm, mv, dot, inner, outer, addmm, baddbmm: matmul by other names.
#include "ops/linalg/matmul_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void EnforceRank(const char* op, const char* name, const Var& v, int rank) {
  PADDLE_ENFORCE(v.rank() == rank, errors::InvalidArgument(
                                       "%s: `%s` has the wrong rank.", op, name)
                                       .Expected(std::to_string(rank) + "-D")
                                       .Shapes({{name, v.dims()}}));
}

// alpha x @ y + beta input.
Var AddProduct(const Args& a, int rank, const char* op) {
  const Var input = a.tensor(0), x = a.tensor(1), y = a.tensor(2);
  EnforceRank(op, "x", x, rank);
  EnforceRank(op, "y", y, rank);
  const double beta = a.f("beta"), alpha = a.f("alpha");
  Var product = ops::Matmul(x, y);
  PADDLE_ENFORCE(
      BroadcastDims(input.dims(), product.dims(), op) == product.dims(),
      errors::InvalidArgument("%s: `input` does not broadcast to x @ y.", op)
          .Shapes({{"input", input.dims()}, {"x @ y", product.dims()}}));
  if (alpha != 1) product = ops::Scale(product, Scalar(alpha));
  return (beta == 1 ? input : ops::Scale(input, Scalar(beta))) + product;
}

}  // namespace

PD_OP(mm)
    .Schema("(Tensor input, Tensor mat2) -> Tensor out")
    .Doc(R"(
        Matrix product: paddle.matmul(input, mat2).
        input: [..., m, k].
        mat2: [..., k, n].
        Returns: [..., m, n].
        Raises: ValueError: k differs.
        >>> x = paddle.to_tensor([[1.0, 2.0]])
        >>> paddle.mm(x, paddle.to_tensor([[3.0], [4.0]])).tolist()
        [[11.0]])")
    .Dims([](const Args& a, AxisMap& map) {
      MatmulAxes(a.dims(0), a.dims(1), false, false, "mm", map);
    })
    .Decompose([](const Args& a) -> VarList {
      MatmulShape(a.dims(0), a.dims(1), false, false, "mm");
      return {ops::Matmul(a.tensor(0), a.tensor(1))};
    });

PD_OP(bmm)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Products of two batches of matrices, [b, m, k] @ [b, k, n].
        x: [b, m, k].
        y: [b, k, n].
        Returns: [b, m, n].
        Raises: ValueError: Sizes do not match, or a tensor is not 3-D.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.bmm(x, paddle.ones([2, 4, 5])).shape
        paddle.Size([2, 3, 5]))")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      EnforceRank("bmm", "x", x, 3);
      EnforceRank("bmm", "y", y, 3);
      PADDLE_ENFORCE(x.dim(0) == y.dim(0),
                     errors::InvalidArgument("bmm: the batch sizes differ.")
                         .Expected("x.shape[0] == y.shape[0]")
                         .Shapes({{"x", x.dims()}, {"y", y.dims()}}));
      MatmulShape(x.dims(), y.dims(), false, false, "bmm");
      return {ops::Matmul(x, y)};
    });

PD_OP(mv)
    .Schema("(Tensor x, Tensor vec) -> Tensor out")
    .Doc(R"(
        Product of a matrix and a vector.
        x: [m, k].
        vec: [k].
        Returns: [m].
        Raises: ValueError: The sizes do not match.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.mv(x, paddle.to_tensor([1.0, 1.0])).tolist()
        [3.0, 7.0])")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), vec = a.tensor(1);
      EnforceRank("mv", "x", x, 2);
      EnforceRank("mv", "vec", vec, 1);
      MatmulShape(x.dims(), vec.dims(), false, false, "mv");
      return {ops::Matmul(x, vec)};
    });

PD_OP(dot)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Sum of the products along the last axis of two 1-D or 2-D tensors of one
        shape; complex numbers are not conjugated.
        x: [n] or [b, n].
        y: Of the shape of `x`.
        Returns: [] or [b].
        Raises: ValueError: The shapes differ.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.dot(x, paddle.to_tensor([3.0, 4.0])).tolist()
        11.0)")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      PADDLE_ENFORCE((x.rank() == 1 || x.rank() == 2) && x.dims() == y.dims(),
                     errors::InvalidArgument("dot: the shapes do not suit.")
                         .Expected("two 1-D or two 2-D tensors of one shape")
                         .Shapes({{"x", x.dims()}, {"y", y.dims()}}));
      if (x.rank() == 1) return {ops::Matmul(x, y)};
      const int64_t rows = x.dim(0), n = x.dim(1);
      const Var products = ops::Matmul(ops::Reshape(x, DDim{rows, 1, n}),
                                       ops::Reshape(y, DDim{rows, n, 1}));
      return {ops::Reshape(products, DDim{rows})};
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), y = c.in(1);
          const Var g =
              x.rank() == 2 ? ops::Unsqueeze(c.grad(), {1}) : c.grad();
          const auto slope = [&](int k, const Var& other) {
            if (!c.needs(k)) return Var();
            return RealIfReal(g * ConjIfComplex(other), c.in_dtype(k));
          };
          return {slope(0, y), slope(1, x)};
        },
        {"x", "y"});

PD_OP(inner)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Sums of products over the last axis of both: out[i, j] = sum_k x[i, k]
        y[j, k]. A 0-D tensor multiplies.
        x: [..., k].
        y: [..., k].
        Returns: The first axes of `x`, then those of `y`.
        Raises: ValueError: The last sizes differ.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.inner(x, paddle.to_tensor([3.0, 4.0])).tolist()
        11.0)")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      if (x.rank() == 0 || y.rank() == 0) return {x * y};
      PADDLE_ENFORCE(
          x.dim(-1) == y.dim(-1),
          errors::InvalidArgument("inner: the last dimensions differ.")
              .Expected("x.shape[-1] == y.shape[-1]")
              .Shapes({{"x", x.dims()}, {"y", y.dims()}}));
      const int64_t k = x.dim(-1);
      DDim out, x_rows = x.dims(), y_rows = y.dims();
      x_rows.erase(x.rank() - 1);
      y_rows.erase(y.rank() - 1);
      for (int64_t n : x_rows) out.push_back(n);
      for (int64_t n : y_rows) out.push_back(n);
      const Var rows = ops::Reshape(x, DDim{Product(x_rows), k});
      const Var columns = ops::Reshape(y, DDim{Product(y_rows), k});
      return {ops::Reshape(ops::Matmul(rows, columns, false, true), out)};
    });

PD_OP(outer)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Products of every element of `x` with every element of `y`, both
        flattened.
        y: Of any shape, taken as flat.
        Returns: [elements of `x`, elements of `y`].
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.outer(x, paddle.to_tensor([10, 20])).tolist()
        [[10, 20], [20, 40]])")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      return {ops::Reshape(x, DDim{x->numel, 1}) *
              ops::Reshape(y, DDim{1, y->numel})};
    });

PD_OP(addmm)
    .Schema(
        "(Tensor input, Tensor x, Tensor y, float beta=1.0, "
        "float alpha=1.0) -> Tensor out")
    .Doc(R"(
        beta * input + alpha * (x @ y) for matrices; `input` broadcasts.
        input: Broadcast to [m, n].
        x: [m, k].
        y: [k, n].
        beta: Factor of `input`.
        alpha: Factor of the product.
        Returns: [m, n].
        Raises: ValueError: The sizes of the matrices do not match.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.addmm(paddle.ones([2, 2]), x, x, beta=2.0).tolist()
        [[9.0, 12.0], [17.0, 24.0]])")
    .Inplace("input")
    .Decompose([](const Args& a) -> VarList {
      return {AddProduct(a, 2, "addmm")};
    });

PD_OP(baddbmm)
    .Schema(
        "(Tensor input, Tensor x, Tensor y, float beta=1.0, "
        "float alpha=1.0) -> Tensor out")
    .Doc(R"(
        beta * input + alpha * (x @ y) for batches of matrices; `input`
        broadcasts.
        input: Broadcast to [b, m, n].
        x: [b, m, k].
        y: [b, k, n].
        beta: Factor of `input`.
        alpha: Factor of the products.
        Returns: [b, m, n].
        Raises: ValueError: The sizes of the matrices do not match.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.baddbmm(paddle.ones([2, 3, 5]), x, paddle.ones([2, 4, 5])).shape
        paddle.Size([2, 3, 5]))")
    .Inplace("input")
    .Decompose([](const Args& a) -> VarList {
      return {AddProduct(a, 3, "baddbmm")};
    });

}  // namespace paddle
