// cov, corrcoef.
#include "ops/dims.h"
#include "ops/linalg/matrix.h"

namespace paddle {
namespace {

void CovDims(const Args& args, AxisMap& map) {
  const DDim& x = args.dims(0);
  const char* op = args.op->name.c_str();
  PADDLE_ENFORCE(x.rank() == 1 || x.rank() == 2,
                 errors::InvalidArgument("%s: `x` needs one or two axes.", op)
                     .Expected("rank 1 or 2")
                     .Shapes({{"x", x}}));
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    const int rank = t ? t->rank() : 0;
    auto& in = map.AddInput(rank);
    for (int i = 0; i < rank; ++i) AxisMap::Set(in, i, map.Whole(t->dims[i]));
  });
  auto& out = map.AddOutput(x.rank() == 1 ? 0 : 2);
  const int64_t n = x[x.rank() == 2 && !args.b("rowvar") ? 1 : 0];
  for (int i = 0; i < out.rank; ++i) AxisMap::SetFixed(out, i, n);
}

// A weight for each observation, as a row.
Var Weights(const Var& w, int64_t n, DataType type, const char* name) {
  PADDLE_ENFORCE(w.rank() == 1 && w.dim(0) == n,
                 errors::InvalidArgument("cov: `%s` needs one weight for each "
                                         "observation.",
                                         name)
                     .Expected("[" + std::to_string(n) + "]")
                     .Shapes({{name, w.dims()}}));
  return ops::Reshape(w.dtype() == type ? w : ops::Cast(w, type), {1, n});
}

}  // namespace

PD_OP(cov)
    .Schema(
        "(Tensor x, bool rowvar=true, bool ddof=true, Tensor? fweights=None, "
        "Tensor? aweights=None) -> Tensor out")
    .Doc(R"(
        The covariance matrix of variables, one a row (a column where
        rowvar=False). ddof=False divides by the number of observations.
        `fweights`: how often each counts; `aweights`: how much.
        x: [variables, observations], or one variable, [observations].
        rowvar: False: a variable is a column.
        ddof: Divide by n - 1, else by n.
        fweights: int, [observations]: how often each counts.
        aweights: [observations]: how much each counts.
        Returns: [variables, variables].
        >>> x = paddle.to_tensor([[1.0, 2.0, 3.0], [1.0, 3.0, 5.0]])
        >>> paddle.linalg.cov(x).tolist()
        [[1.0, 2.0], [2.0, 4.0]])")
    .In("linalg")
    .Traits(kIntsToFloat)
    .Promote({"x"})
    .Dtypes(kFloats | kComplexes)
    .Dims(CovDims)
    .Decompose([](const Args& a) -> VarList {
      CheckAxes(a);
      Var x = a.tensor(0);
      const bool vector = x.rank() == 1;
      if (vector) x = ops::Reshape(x, {1, -1});
      if (!vector && !a.b("rowvar")) x = Transposed(x);
      const int64_t n = x.dim(1);
      const DataType type = x.dtype();
      Var w, factor;
      const double lost = a.b("ddof") ? 1 : 0;
      if (a.slot[3].tensor) w = Weights(a.tensor(3), n, type, "fweights");
      if (a.slot[4].tensor) {
        const Var aw = Weights(a.tensor(4), n, type, "aweights");
        w = w ? w * aw : aw;
        const Var sum = ops::Sum(w);
        factor = sum - ops::Sum(w * aw) / sum * lost;
      } else if (w) {
        factor = ops::Sum(w) - lost;
      }
      const Var mean = w ? ops::Sum(x * w, {1}, type, true) / ops::Sum(w)
                         : ops::Mean(x, {1}, true);
      const Var centred = x - mean;
      const Var product =
          ops::Matmul(w ? centred * w : centred, Adjoint(centred));
      const Var out =
          factor
              ? product / factor
              : product /
                    ops::Full({}, Scalar(static_cast<double>(n) - lost), type);
      return {vector ? ops::Reshape(out, DDim{}) : out};
    });

PD_OP(corrcoef)
    .Schema("(Tensor x, bool rowvar=true) -> Tensor out")
    .Doc(R"(
        The matrix of correlation coefficients of variables, one a row (a column
        where rowvar=False).
        x: [variables, observations], or one variable, [observations].
        rowvar: False: a variable is a column.
        Returns: [variables, variables], in [-1, 1].
        >>> x = paddle.to_tensor([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]])
        >>> paddle.linalg.corrcoef(x).tolist()
        [[1.0, -1.0], [-1.0, 1.0]])")
    .In("linalg")
    .Traits(kIntsToFloat)
    .Promote()
    .Dtypes(kFloats | kComplexes)
    .Dims(CovDims)
    .Decompose([](const Args& a) -> VarList {
      const Var c = ops::Cov(a.tensor(0), a.b("rowvar"));
      if (c.rank() == 0) return {c / c};
      const Var s = ops::Sqrt(ops::Diagonal(c));
      const Var out =
          ScaleRows(OnesLike(s) / s, ScaleColumns(c, OnesLike(s) / s));
      if (IsComplex(out.dtype())) return {out};
      return {ops::Clip(out, Scalar(-1.0), Scalar(1.0))};
    });

}  // namespace paddle
