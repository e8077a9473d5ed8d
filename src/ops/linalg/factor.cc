// cholesky, qr, svd, eigh, eigvalsh, eig, and what is read off them.
#include <algorithm>

#include "ops/builder.h"
#include "ops/linalg/matrix.h"
#include "ops/manipulation/host_values.h"

namespace paddle {
namespace {

constexpr uint32_t kLapack =
    Bit(DataType::kFloat32) | Bit(DataType::kFloat64) | kComplexes;

// tril(x) with half of its diagonal.
Var HalfLower(const Var& x) {
  return ops::Tril(x, -1) + Diag(ops::Diagonal(x, 0, -2, -1) * 0.5);
}

// w[j] - w[i], and 1 on the diagonal.
Var Gaps(const Var& w, DataType dtype) {
  const DDim dims = w.dims();
  DDim row = dims, column = dims;
  row.insert(row.rank() - 1, 1);
  column.push_back(1);
  const Var gaps = ops::Reshape(w, row) - ops::Reshape(w, column);
  const Var out = gaps + Diag(OnesLike(w));
  return out.dtype() == dtype ? out : ops::Cast(out, dtype);
}
Var WithoutDiagonal(const Var& x) { return ops::Tril(x, -1) + ops::Triu(x, 1); }
Var Like(const Var& real, const Var& x) {
  return real.dtype() == x.dtype() ? real : ops::Cast(real, x.dtype());
}

Var Columns(const Var& x, int64_t begin, int64_t end) {
  return ops::Slice(x, {-1}, {begin}, {end});
}
Var Rows(const Var& x, int64_t begin, int64_t end) {
  return ops::Slice(x, {-2}, {begin}, {end});
}

// For x [m, n] with m >= n (A. Walter, S. F. Lehmann, 2010).
Var QrGrad(const Var& q, const Var& r, const Var& gq, const Var& gr) {
  const Var m = ops::Matmul(r, Adjoint(gr)) - ops::Matmul(Adjoint(gq), q);
  const Var low = HalfLower(m);
  const Var sum = gq + ops::Matmul(q, low + Adjoint(low));
  return Adjoint(ops::TriangularSystem(r, Adjoint(sum), true, false, false));
}

bool IsZero(const Var& v) {
  return HostInts(ops::Any(ops::Cast(v, DataType::kBool)))[0] == 0;
}

// What flows into the columns of u and rows of vh that complete them to square
// matrices: `x` does not determine them.
void EnforceUnused(const Var& g) {
  PADDLE_ENFORCE(
      IsZero(g),
      errors::Unimplemented(
          "svd: a gradient flows into the vectors that full_matrices=True "
          "adds, which `x` does not determine.")
          .Hint("use full_matrices=False."));
}

// Complex singular vectors and eigenvectors are determined up to a phase; a
// loss that depends on it has no gradient. `turn`: the imaginary diagonal of
// v^H gv (of u^H gu and v^H gv added up), which vanishes otherwise.
void EnforcePhaseFree(const Var& turn, const Var& size) {
  GradModeGuard no_grad(false);
  const double tolerance = turn.dtype() == DataType::kComplex64 ? 1e-3 : 1e-8;
  const Var bound = ops::Max(ops::Abs(size)) * tolerance + tolerance;
  PADDLE_ENFORCE(
      turn->numel == 0 ||
          HostInts(ops::LessEqual(ops::Max(ops::Abs(turn)), bound))[0] == 1,
      errors::InvalidArgument(
          "svd, eig: the loss depends on the phase of complex singular vectors "
          "or eigenvectors, which `x` does not determine: it has no "
          "gradient."));
}

int64_t Least(const DDim& x) {
  return std::min(x[x.rank() - 1], x[x.rank() - 2]);
}

bool Upper(std::string_view uplo, const char* op) {
  PADDLE_ENFORCE(uplo == "L" || uplo == "U",
                 errors::InvalidArgument("%s: `UPLO` is unknown.", op)
                     .Expected("\"L\" or \"U\"")
                     .Received(std::string(uplo)));
  return uplo == "U";
}

}  // namespace

PD_OP(cholesky)
    .Schema("(Tensor x, bool upper=false) -> Tensor out")
    .Doc(R"(
        The lower triangular L with L @ L^H = x for a positive definite matrix,
        or the upper U with U^H @ U = x.
        Source: gradient by Murray, 2016.
        x: Hermitian positive definite, [..., n, n]; one triangle is read.
        upper: Give U rather than L.
        Returns: [..., n, n].
        Raises: ValueError: A matrix is not positive definite.
        >>> x = paddle.to_tensor([[4.0, 2.0], [2.0, 5.0]])
        >>> paddle.linalg.cholesky(x).tolist()
        [[2.0, 0.0], [1.0, 2.0]])")
    .Traits(kChecksValues)
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("cholesky", a.dims(0));
      BatchDims(a, map, {a.dims(0)});
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const bool upper = c.b("upper");
          const Var l = upper ? Adjoint(c.out()) : c.out();
          const Var g = upper ? Adjoint(c.grad()) : c.grad();
          // L^-H Phi(L^H g) L^-1, made symmetric.
          const Var phi = HalfLower(ops::Matmul(Adjoint(l), g));
          const Var conj = ConjIfComplex(l);
          const Var left = ops::TriangularSystem(conj, phi, false, true, false);
          const Var right =
              ops::TriangularSystem(conj, Adjoint(left), false, true, false);
          return {(right + Adjoint(right)) * 0.5};
        },
        {"out"});

PD_OP(qr_factor)
    .Schema("(Tensor x, bool complete) -> Tensor q, Tensor r")
    .Doc("x = q @ r with orthonormal columns of q and upper triangular r.")
    .Traits(kInternal)
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceMatrix("qr", a.dims(0));
      const DDim& x = a.dims(0);
      const int64_t m = x[x.rank() - 2], n = x[x.rank() - 1];
      const int64_t k = a.b("complete") ? m : std::min(m, n);
      BatchDims(a, map, {BatchOf(x, {m, k}), BatchOf(x, {k, n})});
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          Var q = c.out(0), r = c.out(1), gq = c.grad(0), gr = c.grad(1);
          const int64_t m = q.dim(-2), n = r.dim(-1);
          if (q.dim(-1) > n) {  // complete: n columns of q are determined
            PADDLE_ENFORCE(
                !c.has_grad(0),
                errors::Unimplemented(
                    "qr: the gradient of the square Q of mode=\"complete\": "
                    "`x` does not determine its last columns.")
                    .Shapes({{"x", c.in_dims(0)}, {"q", q.dims()}})
                    .Hint("use mode=\"reduced\"."));
            q = Columns(q, 0, n);
            gq = Columns(gq, 0, n);
            r = Rows(r, 0, n);
            gr = Rows(gr, 0, n);
          }
          if (m >= n) return {QrGrad(q, r, gq, gr)};
          // x = [a, b]: q and the left part of r come from a, the right part
          // of r is q^H b.
          const Var g_right = Columns(gr, m, n);
          const Var b = ops::Matmul(q, Columns(r, m, n));
          gq = gq + ops::Matmul(b, Adjoint(g_right));
          const Var ga = QrGrad(q, Columns(r, 0, m), gq, Columns(gr, 0, m));
          return {ops::Concat({ga, ops::Matmul(q, g_right)}, -1)};
        },
        {"q", "r"});

PD_OP(qr)
    .Schema("(Tensor x, str mode=\"reduced\") -> Tensor[] out")
    .Doc(R"(
        Q and R with x = Q @ R; mode "r" gives R alone, "complete" a square Q.
        Source: gradient by Walter and Lehmann, 2010.
        x: [..., m, n].
        mode: "reduced": Q [..., m, k], R [..., k, n], k = min(m, n);
            "complete": Q [..., m, m], R [..., m, n]; "r": R alone.
        Returns: Q and R.
        Raises: ValueError: `mode` is unknown.
        >>> x = paddle.ones([3, 2])
        >>> q, r = paddle.linalg.qr(x)
        >>> q.shape, r.shape
        (paddle.Size([3, 2]), paddle.Size([2, 2])))")
    .In("linalg")
    .Traits(kOneOrMany)
    .Decompose([](const Args& a) -> VarList {
      const std::string_view mode = a.s("mode");
      PADDLE_ENFORCE(mode == "reduced" || mode == "complete" || mode == "r",
                     errors::InvalidArgument("qr: `mode` is unknown.")
                         .Expected("reduced, complete or r")
                         .Received(std::string(mode)));
      VarList f = ops::QrFactor(a.tensor(0), mode == "complete");
      VarList out;
      if (mode != "r") out.push_back(f[0]);
      out.push_back(f[1]);
      return out;
    });

PD_OP(svd)
    .Schema(
        "(Tensor x, bool full_matrices=false) -> "
        "Tensor u, Tensor s, Tensor vh")
    .Doc(R"(
        x = u @ diag(s) @ vh with singular values in falling order.
        Source: gradient by Townsend, 2016.
        x: [..., m, n].
        full_matrices: u [..., m, m] and vh [..., n, n]; else of k = min(m, n)
            columns and rows.
        Returns: s is real, of shape [..., k].
        >>> x = paddle.to_tensor([[3.0, 0.0], [0.0, 4.0]])
        >>> u, s, vh = paddle.linalg.svd(x)
        >>> s.tolist()
        [4.0, 3.0])")
    .Traits(kChecksValues)
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceMatrix("svd", a.dims(0));
      const DDim& x = a.dims(0);
      const int64_t m = x[x.rank() - 2], n = x[x.rank() - 1], k = Least(x);
      const bool full = a.b("full_matrices");
      BatchDims(a, map,
                {BatchOf(x, {m, full ? m : k}), BatchOf(x, {k}),
                 BatchOf(x, {full ? n : k, n})});
    })
    .InferMeta([](const Args& a, Outs& outs) {
      InferFromDims(a, outs);
      outs[1]->dtype = ToReal(outs[1]->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var s = c.out(1);
          const int64_t k = s.dim(-1);
          const bool has_u = c.has_grad(0), has_v = c.has_grad(2);
          Var u = c.out(0), vh = c.out(2), gu, gvh;
          if (has_u) gu = c.grad(0);
          if (has_v) gvh = c.grad(2);
          if (u.dim(-1) > k) {
            if (has_u) EnforceUnused(Columns(gu, k, u.dim(-1)));
            if (has_u) gu = Columns(gu, 0, k);
            u = Columns(u, 0, k);
          }
          if (vh.dim(-2) > k) {
            if (has_v) EnforceUnused(Rows(gvh, k, vh.dim(-2)));
            if (has_v) gvh = Rows(gvh, 0, k);
            vh = Rows(vh, 0, k);
          }
          const Var uh = Adjoint(u), v = Adjoint(vh);
          const Var values = Like(s, u);
          const Var gaps = Gaps(s * s, u.dtype());
          Var inner, turn, size;
          const auto add = [](Var* sum, const Var& term) {
            *sum = *sum ? *sum + term : term;
          };
          if (c.has_grad(1)) inner = Diag(Like(c.grad(1), u));
          // The skew parts of u^H gu and v^H gv; `turn`: their diagonals.
          const auto skew = [&](const Var& p) {
            const Var out = p - Adjoint(p);
            if (IsComplex(u.dtype())) {
              add(&turn, ops::Diagonal(out, 0, -2, -1));
              add(&size, ops::Abs(p));
            }
            return out;
          };
          if (has_u) {
            const Var p = skew(ops::Matmul(uh, gu));
            add(&inner, ScaleColumns(WithoutDiagonal(p / gaps), values));
            if (IsComplex(u.dtype()) && has_v) {
              add(&inner, Diag(ops::Diagonal(p, 0, -2, -1) / (values * 2.0)));
            }
          }
          if (has_v) {
            const Var p = skew(ops::Matmul(vh, Adjoint(gvh)));
            add(&inner, ScaleRows(values, WithoutDiagonal(p / gaps)));
          }
          if (turn) EnforcePhaseFree(turn, size);
          Var gx;
          add(&gx, ops::Matmul(ops::Matmul(u, inner), vh));
          if (has_u && u.dim(-2) > k) {
            const Var outside = gu - ops::Matmul(u, ops::Matmul(uh, gu));
            add(&gx, ops::Matmul(
                         ScaleColumns(outside, OnesLike(values) / values), vh));
          }
          if (has_v && vh.dim(-1) > k) {
            const Var outside = gvh - ops::Matmul(ops::Matmul(gvh, v), vh);
            add(&gx,
                ops::Matmul(u, ScaleRows(OnesLike(values) / values, outside)));
          }
          return {gx};
        },
        {"u", "s", "vh"});

PD_OP(svdvals)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The singular values of a matrix, in falling order.
        x: [..., m, n].
        Returns: Real, [..., min(m, n)].
        >>> x = paddle.to_tensor([[3.0, 0.0], [0.0, 4.0]])
        >>> paddle.linalg.svdvals(x).tolist()
        [4.0, 3.0])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Svd(a.tensor(0))[1]};
    });

PD_OP(eigh_factor)
    .Schema("(Tensor x, bool upper) -> Tensor w, Tensor v")
    .Doc(
        "Eigenvalues, rising, and eigenvectors of a Hermitian matrix of which "
        "one triangle is read.")
    .Traits(kInternal | kChecksValues)
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("eigh", a.dims(0));
      const DDim& x = a.dims(0);
      BatchDims(a, map, {BatchOf(x, {x.back()}), x});
    })
    .InferMeta([](const Args& a, Outs& outs) {
      InferFromDims(a, outs);
      outs[0]->dtype = ToReal(outs[0]->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var w = c.out(0), v = c.out(1), vh = Adjoint(v);
          Var inner;
          if (c.has_grad(0)) inner = Diag(Like(c.grad(0), v));
          if (c.has_grad(1)) {
            const Var p = ops::Matmul(vh, c.grad(1));
            if (IsComplex(v.dtype())) {
              const Var d = ops::Diagonal(p, 0, -2, -1);
              EnforcePhaseFree(d - ConjIfComplex(d), ops::Abs(p));
            }
            const Var turned = WithoutDiagonal(p / Gaps(w, v.dtype()));
            inner = inner ? inner + turned : turned;
          }
          return {ops::Matmul(ops::Matmul(v, inner), vh)};
        },
        {"w", "v"});

PD_OP(eigh)
    .Schema("(Tensor x, str UPLO=\"L\") -> Tensor w, Tensor v")
    .Doc(R"(
        Eigenvalues, rising, and eigenvectors of a Hermitian matrix.
        Source: gradient by Giles, 2008.
        x: [..., n, n], of which one triangle is read.
        UPLO: The triangle: "L" or "U".
        Returns: w real of shape [..., n] and v of shape [..., n, n]: x @ v = v
            @ diag(w).
        Raises: ValueError: The matrices are not square.
        >>> x = paddle.to_tensor([[2.0, 1.0], [1.0, 2.0]])
        >>> w, v = paddle.linalg.eigh(x)
        >>> w.tolist()
        [1.0, 3.0])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      return ops::EighFactor(a.tensor(0), Upper(a.s("UPLO"), "eigh"));
    });

PD_OP(eigvalsh)
    .Schema("(Tensor x, str UPLO=\"L\") -> Tensor out")
    .Doc(R"(
        Eigenvalues of a Hermitian matrix, rising.
        x: [..., n, n], of which one triangle is read.
        UPLO: The triangle: "L" or "U".
        Returns: Real, [..., n].
        Raises: ValueError: The matrices are not square.
        >>> x = paddle.to_tensor([[2.0, 1.0], [1.0, 2.0]])
        >>> paddle.linalg.eigvalsh(x).tolist()
        [1.0, 3.0])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      return {ops::EighFactor(a.tensor(0), Upper(a.s("UPLO"), "eigvalsh"))[0]};
    });

PD_OP(eig)
    .Schema("(Tensor x) -> Tensor w, Tensor v")
    .Doc(R"(
        Eigenvalues and eigenvectors of a general matrix, complex.
        Source: gradient by Boeddeker et al., 2017.
        x: [..., n, n], finite.
        Returns: w of shape [..., n] and v of shape [..., n, n], with unit
            columns: x @ v = v @ diag(w).
        Raises: ValueError: The matrices are not square, or hold NaN or
            infinity.
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 3.0]])
        >>> w, v = paddle.linalg.eig(x)
        >>> w.tolist()
        [(2+0j), (3+0j)])")
    .Traits(kChecksValues)
    .In("linalg")
    .Dtypes(kLapack)
    .Promote()
    .Out(OutType::kComplex)
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("eig", a.dims(0));
      const DDim& x = a.dims(0);
      BatchDims(a, map, {BatchOf(x, {x.back()}), x});
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var w = c.out(0), v = c.out(1), vh = Adjoint(v);
          Var inner;
          if (c.has_grad(0)) inner = Diag(c.grad(0));
          if (c.has_grad(1)) {
            // Eigenvectors have unit length: what grows along v is removed.
            const Var p = ops::Matmul(vh, c.grad(1));
            const Var d = ops::Diagonal(p, 0, -2, -1);
            EnforcePhaseFree(d - ConjIfComplex(d), ops::Abs(p));
            const Var along = ops::Cast(ops::Real(d), p.dtype());
            const Var turned =
                WithoutDiagonal((p - ScaleColumns(ops::Matmul(vh, v), along)) /
                                ConjIfComplex(Gaps(w, w.dtype())));
            inner = inner ? inner + turned : turned;
          }
          const Var g = ops::SolveSystem(vh, ops::Matmul(inner, vh));
          return {RealIfReal(g, c.in_dtype(0))};
        },
        {"w", "v"});

PD_OP(eigvals)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Eigenvalues of a general matrix, complex.
        x: [..., n, n], finite.
        Returns: complex, [..., n].
        Raises: ValueError: The matrices are not square, or hold NaN or
            infinity.
        >>> x = paddle.to_tensor([[0.0, 1.0], [-1.0, 0.0]])
        >>> paddle.linalg.eigvals(x).imag().abs().tolist()
        [1.0, 1.0])")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Eig(a.tensor(0))[0]};
    });

PD_OP(lstsq_solve)
    .Schema(
        "(Tensor x, Tensor y, float rcond) -> "
        "Tensor solution, Tensor rank, Tensor singular_values")
    .Doc("The shortest least-squares solution of x @ solution = y.")
    .Traits(kInternal | kChecksValues)
    .Dtypes(kLapack)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      const DDim &x = a.dims(0), &y = a.dims(1);
      EnforceMatrix("lstsq", x);
      PADDLE_ENFORCE(x.rank() == y.rank() && BatchOf(x) == BatchOf(y) &&
                         x[x.rank() - 2] == y[y.rank() - 2],
                     errors::InvalidArgument("lstsq: `y` does not match `x`.")
                         .Expected("the same batch and rows")
                         .Shapes({{"x", x}, {"y", y}}));
      BatchDims(a, map,
                {BatchOf(x, {x.back(), y.back()}), BatchOf(x),
                 BatchOf(x, {Least(x)})});
    })
    .InferMeta([](const Args& a, Outs& outs) {
      InferFromDims(a, outs);
      outs[1]->dtype = DataType::kInt32;
      outs[2]->dtype = ToReal(outs[2]->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          PADDLE_ENFORCE(
              !c.has_grad(2),
              errors::Unimplemented("lstsq: the gradient of `singular_values`.")
                  .Hint("use linalg.svdvals(x)."));
          // G. H. Golub, V. Pereyra (1973), at constant rank; p = pinv(x).
          const Var x = c.in(0), y = c.in(1), out = c.out(0), g = c.grad(0);
          const Var eye = ops::Eye(x.dim(-2), Scalar::None(), x.dtype());
          const Var p = ops::LstsqSolve(
              x, ops::Expand(eye, BatchOf(x.dims(), {x.dim(-2), x.dim(-2)})),
              c.f("rcond"))[0];
          const Var ph = Adjoint(p);
          const Var gy = ops::Matmul(ph, g);
          if (!c.needs(0)) return {Var(), gy};
          const Var gap = y - ops::Matmul(x, out);
          const Var gh = Adjoint(g);
          const Var outside = gh - ops::Matmul(ops::Matmul(gh, p), x);
          const Var gx = ops::Matmul(gap, ops::Matmul(ops::Matmul(gh, p), ph)) +
                         ops::Matmul(ops::Matmul(ph, out), outside) -
                         ops::Matmul(gy, Adjoint(out));
          return {gx, gy};
        },
        {"x", "y", "solution"});

}  // namespace paddle
