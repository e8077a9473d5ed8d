// lu, lu_unpack, lu_solve.
#include <algorithm>

#include "ops/linalg/matrix.h"

namespace paddle {
namespace {

constexpr uint32_t kLapack =
    Bit(DataType::kFloat32) | Bit(DataType::kFloat64) | kComplexes;

int64_t Least(const DDim& x) {
  return std::min(x[x.rank() - 1], x[x.rank() - 2]);
}

void LuDims(const Args& a, AxisMap& map) {
  const DDim& x = a.dims(0);
  EnforceMatrix("lu", x);
  BatchDims(a, map, {x, BatchOf(x, {Least(x)}), BatchOf(x)});
}

// Unit lower [.., m, k] and upper [.., k, n] factors of packed ones.
Var LowerOf(const Var& lu) {
  const int64_t k = Least(lu.dims());
  const Var part = ops::Slice(ops::Tril(lu, -1), {lu.rank() - 1}, {0}, {k});
  const Var eye = ops::Eye(lu.dim(-2), Scalar(k), lu.dtype());
  return part + eye;
}
Var UpperOf(const Var& lu) {
  return ops::Slice(ops::Triu(lu), {lu.rank() - 2}, {0}, {Least(lu.dims())});
}

// P with x = P L U.
Var PermutationOf(const Var& pivots, int64_t rows, DataType dtype) {
  const Var from = ops::Unsqueeze(ops::PivotsToRows(pivots, rows), {-2});
  const Var row = ops::Reshape(ops::Arange(Scalar(rows)), {rows, 1});
  return ops::Cast(ops::Equal(row, from), dtype);
}

Var Rows(const Var& x, int64_t begin, int64_t end) {
  return ops::Slice(x, {x.rank() - 2}, {begin}, {end});
}
Var Columns(const Var& x, int64_t begin, int64_t end) {
  return ops::Slice(x, {x.rank() - 1}, {begin}, {end});
}

// With L1, U1 the square parts of L = [L1; L2] and U = [U1 U2], of which L2 or
// U2 may be missing:
//   phi = tril(L1^H gL1 - gU2 U2^H, -1) + triu(gU1 U1^H - L2^H gL2)
//   gx  = P [L1^-H phi U1^-H, L1^-H gU2; gL2 U1^-H]
Var LuGradient(const Var& lu, const Var& pivots, const Var& g) {
  if (lu->numel == 0) return ZerosLike(g);
  const int64_t m = lu.dim(-2), n = lu.dim(-1), k = std::min(m, n);
  const Var l = LowerOf(lu), u = UpperOf(lu);
  const Var gl = Columns(ops::Tril(g, -1), 0, k);
  const Var gu = Rows(ops::Triu(g), 0, k);
  const Var l1 = Rows(l, 0, k), u1 = Columns(u, 0, k);
  // L1^-H y and y U1^-H
  const auto under = [&](const Var& y) {
    return ops::TriangularSystem(ConjIfComplex(l1), y, false, true, true);
  };
  const auto over = [&](const Var& y) {
    return Adjoint(ops::TriangularSystem(u1, Adjoint(y), true, false, false));
  };
  Var low = ops::Matmul(Adjoint(l1), Rows(gl, 0, k));
  Var high = ops::Matmul(Columns(gu, 0, k), Adjoint(u1));
  if (n > k)
    low = low - ops::Matmul(Columns(gu, k, n), Adjoint(Columns(u, k, n)));
  if (m > k) high = high - ops::Matmul(Adjoint(Rows(l, k, m)), Rows(gl, k, m));
  Var x = over(under(ops::Tril(low, -1) + ops::Triu(high)));
  if (n > k) x = ops::Concat({x, under(Columns(gu, k, n))}, -1);
  if (m > k) x = ops::Concat({x, over(Rows(gl, k, m))}, -2);
  return ops::Matmul(PermutationOf(pivots, m, lu.dtype()), x);
}

}  // namespace

PD_OP(pivots_to_rows)
    .Schema("(Tensor pivots, int rows) -> Tensor out")
    .Doc(
        "Which row comes to each place when row i and row pivots[i] - 1 are "
        "exchanged, one after the other.")
    .Traits(kInternal | kChecksValues)
    .Dims([](const Args& a, AxisMap& map) {
      const DDim& pivots = a.dims(0);
      const int last = pivots.rank() - 1;
      auto &in = map.AddInput(pivots.rank()), &out = map.AddOutput(last + 1);
      for (int i = 0; i < last; ++i) {
        const int f = map.Pass(pivots[i]);
        AxisMap::Set(in, i, f);
        AxisMap::Set(out, i, f);
      }
      AxisMap::Set(in, last, map.Whole(pivots[last]));
      AxisMap::SetFixed(out, last, a.i("rows"));
    })
    .InferMeta([](const Args& a, Outs& outs) {
      const DenseTensor& pivots = *a.slot[0].tensor;
      PADDLE_ENFORCE(
          pivots.rank() > 0 && pivots.dtype == DataType::kInt32 &&
              pivots.dims.back() <= a.i("rows"),
          errors::InvalidArgument("lu: `pivots` must be int32, one for each "
                                  "column.")
              .Expected("int32, at most as many as rows")
              .Shapes({{"pivots", pivots.dims}})
              .Received(Name(pivots.dtype)));
      InferFromDims(a, outs);
      outs[0]->dtype = DataType::kInt64;
    })
    .NotDifferentiable("its input holds indices");

PD_OP(lu_factor)
    .Schema("(Tensor x) -> Tensor lu, Tensor pivots, Tensor info")
    .Doc("L and U in one matrix, int32 pivots counted from 1, LAPACK's info.")
    .Traits(kInternal | kChecksValues)
    .Dtypes(kLapack)
    .Promote()
    .Dims(LuDims)
    .InferMeta([](const Args& a, Outs& outs) {
      InferFromDims(a, outs);
      for (int i : {1, 2}) outs[i]->dtype = DataType::kInt32;
    })
    .Vjp([](const VjpContext& c)
             -> VarList { return {LuGradient(c.out(0), c.out(1), c.grad(0))}; },
         {"lu", "pivots"});

PD_OP(lu)
    .Schema("(Tensor x, bool pivot=true, bool get_infos=false) -> Tensor[] out")
    .Doc(R"(
        L and U of x = P L U in one matrix, and int32 pivots counted from 1;
        with get_infos also where a diagonal element of U is 0.
        x: [..., m, n].
        pivot: Only True is served.
        get_infos: Also LAPACK's info.
        Returns: [..., m, n] and [..., min(m, n)].
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> lu, pivots = paddle.linalg.lu(x)
        >>> pivots.tolist()
        [2, 2])")
    .In("linalg")
    .Traits(kOneOrMany)
    .Decompose([](const Args& a) -> VarList {
      PADDLE_ENFORCE(a.b("pivot"),
                     errors::Unimplemented("lu: `pivot` is False.")
                         .Expected("pivot=True")
                         .Received("pivot=False"));
      VarList f = ops::LuFactor(a.tensor(0));
      VarList out;
      for (int i = 0; i < (a.b("get_infos") ? 3 : 2); ++i) out.push_back(f[i]);
      return out;
    });

PD_OP(lu_unpack)
    .Schema(
        "(Tensor x, Tensor y, bool unpack_ludata=true, "
        "bool unpack_pivots=true) -> Tensor p, Tensor l, Tensor u")
    .Doc(R"(
        The matrices P, L and U of what lu() gives; what is not unpacked is
        empty.
        x: [..., m, n], L and U in one matrix.
        y: [..., min(m, n)], the pivots.
        unpack_ludata: Give L and U.
        unpack_pivots: Give P.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> p, l, u = paddle.linalg.lu_unpack(*paddle.linalg.lu(x))
        >>> p.tolist()
        [[0.0, 1.0], [1.0, 0.0]])")
    .In("linalg")
    .Dims([](const Args& a, AxisMap& map) {
      const DDim& x = a.dims(0);
      EnforceMatrix("lu_unpack", x);
      const int64_t m = x[x.rank() - 2], n = x.back(), k = Least(x);
      const bool data = a.b("unpack_ludata"), pivots = a.b("unpack_pivots");
      BatchDims(a, map,
                {BatchOf(x, pivots ? DDim{m, m} : DDim{0}),
                 BatchOf(x, data ? DDim{m, k} : DDim{0}),
                 BatchOf(x, data ? DDim{k, n} : DDim{0})});
    })
    .Decompose([](const Args& a) -> VarList {
      const Var lu = a.tensor(0);
      EnforceMatrix("lu_unpack", lu.dims());
      const bool data = a.b("unpack_ludata");
      const Var none =
          ops::Full(BatchOf(lu.dims(), {0}), Scalar(0.0), lu.dtype());
      const Var p = a.b("unpack_pivots")
                        ? PermutationOf(a.tensor(1), lu.dim(-2), lu.dtype())
                        : none;
      return {p, data ? LowerOf(lu) : none, data ? UpperOf(lu) : none};
    });

PD_OP(lu_solve)
    .Schema(
        "(Tensor b, Tensor lu, Tensor pivots, str trans=\"N\") -> Tensor out")
    .Doc(R"(
        The solution of A @ out = b, given what lu(A) gives; of A^T @ out = b or
        A^H @ out = b with trans "T" or "C".
        b: [..., n, k].
        lu: [..., n, n].
        pivots: [..., n].
        trans: "N", "T" or "C".
        Returns: [..., n, k].
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> lu, pivots = paddle.linalg.lu(x)
        >>> paddle.linalg.lu_solve(paddle.to_tensor([[3.0], [7.0]]), lu, pivots).tolist()
        [[1.0], [1.0]])")
    .In("linalg")
    .Traits(kNoMethod)
    .Dims([](const Args& a, AxisMap& map) {
      const DDim &b = a.dims(0), &lu = a.dims(1);
      EnforceMatrix("lu_solve", b);
      EnforceMatrix("lu_solve", lu);
      const DDim batch = BroadcastDims(BatchOf(b), BatchOf(lu), "lu_solve");
      const DDim out = BatchOf(b, {b[b.rank() - 2], b.back()});
      if (BatchOf(b) == BatchOf(lu)) return BatchDims(a, map, {out});
      ForEachOperand(*a.op, a, [&](const DenseTensor* t) {
        auto& in = map.AddInput(t->rank());
        for (int i = 0; i < t->rank(); ++i) {
          AxisMap::SetFixed(in, i, t->dims[i]);
        }
      });
      auto& o = map.AddOutput(batch.rank() + 2);
      for (int i = 0; i < o.rank; ++i) {
        const int tail = i - batch.rank();
        AxisMap::SetFixed(o, i, tail < 0 ? batch[i] : b[b.rank() - 2 + tail]);
      }
    })
    .Decompose([](const Args& a) -> VarList {
      Var b = a.tensor(0), lu = a.tensor(1);
      const std::string_view trans = a.s("trans");
      PADDLE_ENFORCE(trans == "N" || trans == "T" || trans == "C",
                     errors::InvalidArgument("lu_solve: unknown `trans`.")
                         .Expected("N, T or C")
                         .Received(std::string(trans)));
      EnforceSquare("lu_solve", lu.dims());
      EnforceMatrix("lu_solve", b.dims());
      PADDLE_ENFORCE(b.dim(-2) == lu.dim(-1),
                     errors::InvalidArgument("lu_solve: `b` does not fit `lu`.")
                         .Expected("b.shape[-2] == lu.shape[-1]")
                         .Shapes({{"b", b.dims()}, {"lu", lu.dims()}}));
      const Var p = PermutationOf(a.tensor(2), lu.dim(-1), lu.dtype());
      if (trans == "N") b = ops::Matmul(p, b, true);
      const Var factor = trans == "C" ? ConjIfComplex(lu) : lu;
      Var x = factor;
      BroadcastBatch(&x, &b, "lu_solve");
      if (trans == "N") {
        b = ops::TriangularSystem(x, b, false, false, true);
        return {ops::TriangularSystem(x, b, true, false, false)};
      }
      b = ops::TriangularSystem(x, b, true, true, false);
      return {ops::Matmul(p, ops::TriangularSystem(x, b, false, true, true))};
    });

}  // namespace paddle
