// householder_product, ormqr: the orthogonal matrix that reflections give.
#include <algorithm>

#include "ops/linalg/matrix.h"

namespace paddle {
namespace {

constexpr uint32_t kLapack =
    Bit(DataType::kFloat32) | Bit(DataType::kFloat64) | kComplexes;

void EnforceReflections(const char* op, const DDim& x, const DDim& tau) {
  EnforceMatrix(op, x);
  const int64_t m = x[x.rank() - 2], n = x.back();
  PADDLE_ENFORCE(tau.rank() == x.rank() - 1 && m >= n && tau.back() <= n,
                 errors::InvalidArgument("%s: `tau` does not fit `x`.", op)
                     .Expected("x [..., m, n] with m >= n, tau [..., k] with "
                               "k <= n")
                     .Shapes({{"x", x}, {"tau", tau}}));
}

// The first n columns of H_1 H_2 ... H_k, H_i = 1 - tau_i v_i v_i^H.
Var Reflected(const Var& x, const Var& tau) {
  const int64_t m = x.dim(-2), n = x.dim(-1), k = tau.dim(-1);
  const Var eye = ops::Eye(m, Scalar(n), x.dtype());
  Var q = ops::Expand(eye, x.dims());
  // v_i: 1 at i, the column of x below it.
  const Var vectors = ops::Tril(x, -1) + eye;
  for (int64_t i = k - 1; i >= 0; --i) {
    const int last = x.rank() - 1;
    const Var v = ops::Slice(vectors, {last}, {i}, {i + 1});
    const Var t =
        ops::Unsqueeze(ops::Slice(tau, {last - 1}, {i}, {i + 1}), {-1});
    q = q - ops::Matmul(v * t, ops::Matmul(Adjoint(v), q));
  }
  return q;
}

}  // namespace

PD_OP(householder_product)
    .Schema("(Tensor x, Tensor tau) -> Tensor out")
    .Doc(R"(
        The first columns of the product of Householder reflections: the Q of
        what LAPACK's geqrf gives.
        x: [..., m, n], the reflections below the diagonal.
        tau: [..., k], their factors.
        Returns: [..., m, n].
        >>> x = paddle.to_tensor([[1.0], [1.0]])
        >>> paddle.linalg.householder_product(x, paddle.to_tensor([1.0])).tolist()
        [[0.0], [-1.0]])")
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceReflections("householder_product", a.dims(0), a.dims(1));
      BatchDims(a, map, {a.dims(0)});
    })
    .Decompose([](const Args& a) -> VarList {
      EnforceReflections("householder_product", a.dims(0), a.dims(1));
      return {ops::Assign(Reflected(a.tensor(0), a.tensor(1)))};
    });

PD_OP(ormqr)
    .Schema(
        "(Tensor x, Tensor tau, Tensor y, bool left=true, "
        "bool transpose=false) -> Tensor out")
    .Doc(R"(
        The product of Q = householder_product(x, tau), or its transpose, and
        `y`; y @ Q where `left` is False.
        x: [..., m, k], the reflections below the diagonal.
        tau: [..., k], their factors.
        y: [..., m, n].
        left: False: y @ Q.
        transpose: The transpose of Q, conjugated.
        Returns: Of the shape of `y`.
        >>> x = paddle.to_tensor([[1.0, 0.0], [1.0, 1.0]])
        >>> paddle.linalg.ormqr(x, paddle.to_tensor([1.0, 2.0]), paddle.eye(2)).tolist()
        [[0.0, 1.0], [-1.0, 0.0]])")
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      const DDim &x = a.dims(0), &y = a.dims(2);
      EnforceReflections("ormqr", x, a.dims(1));
      EnforceMatrix("ormqr", y);
      PADDLE_ENFORCE(BatchOf(x) == BatchOf(y),
                     errors::InvalidArgument("ormqr: the batches differ.")
                         .Shapes({{"x", x}, {"y", y}}));
      const int r = x.rank();
      const bool turned = a.b("transpose");
      const int64_t rows = x[turned ? r - 1 : r - 2];
      const int64_t columns = x[turned ? r - 2 : r - 1];
      BatchDims(a, map,
                {BatchOf(x, a.b("left") ? DDim{rows, y.back()}
                                        : DDim{y[r - 2], columns})});
    })
    .Decompose([](const Args& a) -> VarList {
      EnforceReflections("ormqr", a.dims(0), a.dims(1));
      Var q = Reflected(a.tensor(0), a.tensor(1));
      if (a.b("transpose")) q = Transposed(q);
      const Var y = a.tensor(2);
      return {a.b("left") ? ops::Matmul(q, y) : ops::Matmul(y, q)};
    });

}  // namespace paddle
