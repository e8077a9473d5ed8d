// inverse, solve, triangular_solve, cholesky_solve, det, slogdet,
// matrix_power: what rests on LU and triangular systems.
#include "ops/linalg/matrix.h"

namespace paddle {
namespace {

constexpr uint32_t kLapack =
    Bit(DataType::kFloat32) | Bit(DataType::kFloat64) | kComplexes;

const char* NameOf(const Args& a) { return a.op->name.c_str(); }

void SquareInfer(const Args& a, Outs& outs) {
  EnforceSquare(NameOf(a), a.dims(0));
  SetOutputs(a, outs, {a.dims(0)});
}
void SquareDims(const Args& a, AxisMap& map) {
  EnforceSquare(NameOf(a), a.dims(0));
  BatchDims(a, map, {a.dims(0)});
}

void EnforceSystem(const char* op, const DDim& x, const DDim& y) {
  EnforceSquare(op, x);
  PADDLE_ENFORCE(y.rank() >= 2 && y[y.rank() - 2] == x[x.rank() - 1],
                 errors::InvalidArgument("%s: `y` does not match `x`.", op)
                     .Expected("y.shape[-2] == x.shape[-1]")
                     .Shapes({{"x", x}, {"y", y}}));
}
void SystemInfer(const Args& a, Outs& outs) {
  SetOutputs(a, outs, {a.dims(1)});
}
void SystemDims(const Args& a, AxisMap& map) {
  // The right-hand sides are independent.
  const DDim &x = a.dims(0), &y = a.dims(1);
  EnforceSystem(NameOf(a), x, y);
  const int r = x.rank();
  auto &in_x = map.AddInput(r), &in_y = map.AddInput(r);
  auto& out = map.AddOutput(r);
  for (int d = 0; d + 2 < r; ++d) {
    const int f = map.Pass(x[d]);
    for (auto* t : {&in_x, &in_y, &out}) AxisMap::Set(*t, d, f);
  }
  const int k = map.Whole(x[r - 1]), n = map.Pass(y[r - 1]);
  AxisMap::Set(in_x, r - 2, map.Whole(x[r - 2]));
  AxisMap::Set(in_x, r - 1, k);
  AxisMap::Set(in_y, r - 2, k);
  AxisMap::SetFixed(out, r - 2, x[r - 1]);
  AxisMap::Set(in_y, r - 1, n);
  AxisMap::Set(out, r - 1, n);
}

}  // namespace

PD_OP(inverse)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The inverse of (a batch of) square matrices; a singular one is an error.
        x: [..., n, n].
        Returns: [..., n, n].
        Raises: ValueError: A matrix is singular, or not square.
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 4.0]])
        >>> paddle.inverse(x).tolist()
        [[0.5, 0.0], [-0.0, 0.25]])")
    .Traits(kChecksValues)
    .Dtypes(kLapack)
    .Promote()
    .Dims(SquareDims)
    .InferMeta(SquareInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var h = Adjoint(c.out());
          return {-ops::Matmul(ops::Matmul(h, c.grad()), h)};
        },
        {"out"});

PD_OP(solve_system)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc("The solution of x @ out = y for batches of one shape.")
    .Traits(kInternal | kChecksValues)
    .Dtypes(kLapack)
    .Promote()
    .Dims(SystemDims)
    .InferMeta(SystemInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var gy = ops::SolveSystem(Adjoint(c.in(0)), c.grad());
          return {c.needs(0) ? -ops::Matmul(gy, Adjoint(c.out())) : Var(), gy};
        },
        {"x", "out"});

PD_OP(solve)
    .Schema("(Tensor x, Tensor y, bool left=true) -> Tensor out")
    .Doc(R"(
        The solution of x @ out = y, or of out @ x = y where `left` is False.
        `y` is a vector or a (batch of) matrices.
        x: [..., n, n].
        y: [n], or [..., n, k].
        left: False: out @ x = y.
        Returns: Of the shape of `y`, broadcast.
        Raises: ValueError: A matrix is singular, or shapes do not match.
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 4.0]])
        >>> paddle.linalg.solve(x, paddle.to_tensor([2.0, 2.0])).tolist()
        [1.0, 0.5])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0), y = a.tensor(1);
      const bool left = a.b("left"), vector = y.rank() == 1;
      EnforceSquare("solve", x.dims());
      if (vector) {
        y = ops::Reshape(y, left ? DDim{y.dim(0), 1} : DDim{1, y.dim(0)});
      }
      if (!left) {
        x = Transposed(x);
        y = Transposed(y);
      }
      EnforceSystem("solve", x.dims(), y.dims());
      BroadcastBatch(&x, &y, "solve");
      Var out = ops::SolveSystem(x, y);
      if (!left) out = Transposed(out);
      if (vector) {
        out = ops::Reshape(out, BatchOf(x.dims(), {x.dim(-1)}));
      }
      return {out};
    });

PD_OP(triangular_system)
    .Schema(
        "(Tensor x, Tensor y, bool upper, bool transpose, "
        "bool unitriangular) -> Tensor out")
    .Doc("triangular_solve for batches of one shape.")
    .Traits(kInternal)
    .Dtypes(kLapack)
    .Promote()
    .Dims(SystemDims)
    .InferMeta(SystemInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const bool upper = c.b("upper"), transpose = c.b("transpose");
          const bool unit = c.b("unitriangular");
          const Var gy = ops::TriangularSystem(ConjIfComplex(c.in(0)), c.grad(),
                                               upper, !transpose, unit);
          Var gx;
          if (c.needs(0)) {
            gx = transpose ? ops::Matmul(ConjIfComplex(c.out()), Transposed(gy))
                           : ops::Matmul(gy, Adjoint(c.out()));
            gx = upper ? ops::Triu(-gx, unit ? 1 : 0)
                       : ops::Tril(-gx, unit ? -1 : 0);
          }
          return {gx, gy};
        },
        {"x", "out"});

PD_OP(triangular_solve)
    .Schema(
        "(Tensor x, Tensor y, bool upper=true, bool transpose=false, "
        "bool unitriangular=false) -> Tensor out")
    .Doc(R"(
        The solution of x @ out = y for triangular `x`, of which the other
        triangle is not read; with its transpose where `transpose`, with 1 on
        the diagonal where `unitriangular`.
        x: [..., n, n].
        y: [..., n, k].
        upper: Read the upper triangle, else the lower one.
        transpose: Solve with the transpose of `x`.
        unitriangular: Take the diagonal as 1.
        Returns: [..., n, k].
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 4.0]])
        >>> paddle.linalg.triangular_solve(x, paddle.to_tensor([[2.0], [2.0]])).tolist()
        [[1.0], [0.5]])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0), y = a.tensor(1);
      EnforceSystem("triangular_solve", x.dims(), y.dims());
      BroadcastBatch(&x, &y, "triangular_solve");
      return {ops::TriangularSystem(x, y, a.b("upper"), a.b("transpose"),
                                    a.b("unitriangular"))};
    });

PD_OP(cholesky_solve)
    .Schema("(Tensor x, Tensor y, bool upper=false) -> Tensor out")
    .Doc(R"(
        The solution of A @ out = x, given the Cholesky factor `y` of A.
        x: Right-hand sides, [..., n, k].
        y: The factor, [..., n, n].
        upper: The factor is upper triangular.
        Returns: [..., n, k].
        >>> x = paddle.to_tensor([[4.0], [2.0]])
        >>> paddle.linalg.cholesky_solve(x, paddle.to_tensor([[2.0, 0.0], [0.0, 1.0]])).tolist()
        [[1.0], [2.0]])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      Var b = a.tensor(0), factor = a.tensor(1);
      EnforceSystem("cholesky_solve", factor.dims(), b.dims());
      BroadcastBatch(&factor, &b, "cholesky_solve");
      const bool upper = a.b("upper");
      const Var other = ConjIfComplex(factor);
      if (upper) {  // A = U^H U
        return {ops::TriangularSystem(
            factor, ops::TriangularSystem(other, b, true, true, false), true,
            false, false)};
      }
      return {ops::TriangularSystem(
          other, ops::TriangularSystem(factor, b, false, false, false), false,
          true, false)};
    });

PD_OP(det)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The determinant of (a batch of) square matrices.
        x: [..., n, n].
        Returns: [...].
        Raises: ValueError: The matrices are not square.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.linalg.det(x).tolist()
        -2.0)")
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("det", a.dims(0));
      BatchDims(a, map, {BatchOf(a.dims(0))});
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::Reshape(c.grad(), BatchOf(c.in_dims(0), {1, 1})) *
                  ConjIfComplex(ops::Cofactors(c.in(0)))};
        },
        {"x"});

PD_OP(cofactors)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(
        "The derivative of det(x) by each element: det(x) x^-T, also where x "
        "is singular.")
    .Traits(kInternal)
    .Dtypes(kLapack)
    .Promote()
    .Dims(SquareDims)
    .Vjp(
        // With B = x^-1 and C = det(x) B^T:
        //   d C = tr(B dx) C - C dx^T B^T
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), conj = ConjIfComplex(c.out());
          const Var b = Adjoint(ops::Inverse(c.in(0)));
          const Var along = ops::Sum(g * conj, {-2, -1}, DataType::kUndefined,
                                     /*keepdim=*/true);
          return {along * b - ops::Matmul(ops::Matmul(conj, Transposed(g)), b)};
        },
        {"x", "out"});

PD_OP(slogdet_parts)
    .Schema("(Tensor x) -> Tensor sign, Tensor logdet")
    .Doc("Sign and logarithm of the absolute value of the determinant.")
    .Traits(kInternal)
    .Dtypes(Bit(DataType::kFloat32) | Bit(DataType::kFloat64))
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("slogdet", a.dims(0));
      const DDim batch = BatchOf(a.dims(0));
      BatchDims(a, map, {batch, batch});
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::Reshape(c.grad(1), BatchOf(c.in_dims(0), {1, 1})) *
                  Transposed(ops::Inverse(c.in(0)))};
        },
        {"x"});

namespace {

// By the diagonal u of U in x = P L U: the signs u / |u| and that of P, and the
// logarithms of |u|.
Var ComplexSlogdet(const Var& x) {
  EnforceSquare("slogdet", x.dims());
  const VarList factors = ops::LuFactor(x);
  const Var u = ops::Diagonal(factors[0], 0, -2, -1), size = ops::Abs(u);
  const Var zero = ops::Equal(size, ZerosLike(size));
  const Var units = u / ops::Where(zero, OnesLike(size), size);
  const Var stay = ops::Arange(Scalar(int64_t{1}), Scalar(x.dim(-1) + 1));
  const Var moved =
      ops::NotEqual(ops::Cast(factors[1], DataType::kInt64), stay);
  const Var signs = 1.0 - 2.0 * ops::Cast(moved, size.dtype());
  return ops::Stack({ops::Prod(units * signs, {-1}),
                     ops::Cast(ops::Sum(ops::Log(size), {-1}), x.dtype())},
                    0);
}

}  // namespace

PD_OP(slogdet)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Sign and logarithm of the absolute value of the determinant, stacked
        along a new first axis. The sign of a complex number has modulus 1.
        x: [..., n, n].
        Returns: [2, ...], of the dtype of x.
        Raises: ValueError: The matrices are not square.
        >>> x = paddle.to_tensor([[0.0, 1.0], [1.0, 0.0]])
        >>> paddle.linalg.slogdet(x).tolist()
        [-1.0, 0.0])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      if (IsComplex(x.dtype())) return {ComplexSlogdet(x)};
      VarList parts = ops::SlogdetParts(x);
      return {ops::Stack({parts[0], parts[1]}, 0)};
    });

PD_OP(matrix_power)
    .Schema("(Tensor x, int n) -> Tensor out")
    .Doc(R"(
        x multiplied by itself; a negative power inverts first.
        x: [..., n, n].
        n: Any integer; 0 gives the identity.
        Returns: [..., n, n].
        Raises: ValueError: The matrices are not square, or one is singular for
            n < 0.
        >>> x = paddle.to_tensor([[1.0, 1.0], [0.0, 1.0]])
        >>> paddle.linalg.matrix_power(x, 3).tolist()
        [[1.0, 3.0], [0.0, 1.0]])")
    .In("linalg")
    .Dims(SquareDims)
    .Decompose([](const Args& a) -> VarList {
      Var base = a.tensor(0);
      EnforceSquare("matrix_power", base.dims());
      int64_t n = a.i("n");
      if (n == 0) {
        return {ops::Assign(ops::Expand(IdentityLike(base), base.dims()))};
      }
      if (n < 0) base = ops::Inverse(base);
      uint64_t rest = n < 0 ? -static_cast<uint64_t>(n) : n;
      Var out;
      for (; rest; rest >>= 1) {
        if (rest & 1) out = out ? ops::Matmul(out, base) : base;
        if (rest > 1) base = ops::Matmul(base, base);
      }
      return {n == 1 ? ops::Assign(out) : out};
    });

PD_OP(multi_dot)
    .Schema("(Tensor[] x) -> Tensor out")
    .Doc(R"(
        The product of a chain of matrices in the order that costs least; the
        first and the last may be vectors.
        Source: the order of matrix chains, Cormen et al., Introduction to
            Algorithms.
        x: [m, k1], [k1, k2], ..., [kn, n]; the first and the last may be 1-D.
        Returns: [m, n].
        Raises: ValueError: Sizes do not match, or there are fewer than two.
        >>> x = paddle.ones([2, 3])
        >>> paddle.linalg.multi_dot([x, paddle.ones([3, 4]), paddle.ones([4, 5])]).shape
        paddle.Size([2, 5]))")
    .In("linalg")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      const TensorList list = a.slot[0].tensors;
      const int count = list.size();
      PADDLE_ENFORCE(count >= 2, errors::InvalidArgument(
                                     "multi_dot: fewer than two matrices.")
                                     .Expected("two matrices or more in `x`")
                                     .Received(std::to_string(count)));
      std::vector<Var> x;
      for (DenseTensor* t : list) x.push_back(Var::Share(t));
      const bool row = x[0].rank() == 1, column = x[count - 1].rank() == 1;
      if (row) x[0] = ops::Reshape(x[0], DDim{1, x[0].dim(0)});
      if (column)
        x[count - 1] = ops::Reshape(x[count - 1], DDim{x[count - 1].dim(0), 1});
      for (const Var& v : x) {
        PADDLE_ENFORCE(v.rank() == 2,
                       errors::InvalidArgument("multi_dot: an operand is not a "
                                               "matrix.")
                           .Shapes({{"x", v.dims()}}));
      }
      // cost[i][j] of the product i..j, and where it is cut best.
      std::vector<std::vector<double>> cost(count, std::vector<double>(count));
      std::vector<std::vector<int>> cut(count, std::vector<int>(count));
      for (int width = 1; width < count; ++width) {
        for (int i = 0; i + width < count; ++i) {
          const int j = i + width;
          cost[i][j] = -1;
          for (int k = i; k < j; ++k) {
            const double c =
                cost[i][k] + cost[k + 1][j] +
                static_cast<double>(x[i].dim(0)) * x[k].dim(1) * x[j].dim(1);
            if (cost[i][j] < 0 || c < cost[i][j]) {
              cost[i][j] = c;
              cut[i][j] = k;
            }
          }
        }
      }
      struct Chain {
        const std::vector<Var>& x;
        const std::vector<std::vector<int>>& cut;
        Var Multiply(int i, int j) const {
          if (i == j) return x[i];
          return ops::Matmul(Multiply(i, cut[i][j]),
                             Multiply(cut[i][j] + 1, j));
        }
      };
      const Var out = Chain{x, cut}.Multiply(0, count - 1);
      if (!row && !column) return {out};
      DDim dims;
      if (!row) dims.push_back(out.dim(0));
      if (!column) dims.push_back(out.dim(1));
      return {ops::Reshape(out, dims)};
    });

}  // namespace paddle
