// cdist, pdist: distances between the rows of matrices.
#include <cmath>

#include "ops/dims.h"
#include "ops/linalg/matrix.h"

namespace paddle {
namespace {

constexpr uint32_t kRealFloats =
    Bit(DataType::kFloat32) | Bit(DataType::kFloat64);
constexpr int64_t kManyRows = 25;  // from there on Paddle multiplies matrices

void EnforceRows(const Args& a) {
  const DDim &x = a.dims(0), &y = a.dims(1);
  EnforceMatrix("cdist", x);
  EnforceMatrix("cdist", y);
  PADDLE_ENFORCE(x.back() == y.back(),
                 errors::InvalidArgument("cdist: the rows differ in length.")
                     .Expected("x.shape[-1] == y.shape[-1]")
                     .Shapes({{"x", x}, {"y", y}}));
  PADDLE_ENFORCE(a.f("p") >= 0,
                 errors::InvalidArgument("cdist: `p` is negative.")
                     .Expected("p >= 0")
                     .Received(std::to_string(a.f("p"))));
}

bool MultipliesMatrices(const Args& a) {
  const std::string_view mode = a.s("compute_mode");
  const bool always = mode == "use_mm_for_euclid_dist";
  const bool maybe = mode == "use_mm_for_euclid_dist_if_necessary";
  PADDLE_ENFORCE(
      always || maybe || mode == "donot_use_mm_for_euclid_dist",
      errors::InvalidArgument("cdist: unknown `compute_mode`.")
          .Expected("use_mm_for_euclid_dist_if_necessary, "
                    "use_mm_for_euclid_dist or donot_use_mm_for_euclid_dist")
          .Received(std::string(mode)));
  const DDim &x = a.dims(0), &y = a.dims(1);
  const bool many = x[x.rank() - 2] > kManyRows || y[y.rank() - 2] > kManyRows;
  return a.f("p") == 2 && (always || (maybe && many));
}

// batch p m, batch r m -> batch p r
void CdistDims(const Args& args, AxisMap& map) {
  EnforceRows(args);
  const DDim &x = args.dims(0), &y = args.dims(1);
  const DDim batch = BroadcastDims(BatchOf(x), BatchOf(y), "cdist");
  const int b = batch.rank();
  for (int64_t n : batch) map.Pass(n);
  const int rows[] = {map.Pass(x[x.rank() - 2]), map.Pass(y[y.rank() - 2])};
  const int m = map.Whole(x.back());
  for (int k : {0, 1}) {
    const DDim& dims = args.dims(k);
    auto& in = map.AddInput(dims.rank());
    for (int i = 0; i + 2 < dims.rank(); ++i) {
      const int axis = b - (dims.rank() - 2) + i;
      if (dims[i] == batch[axis])
        AxisMap::Set(in, i, axis);
      else
        AxisMap::SetFixed(in, i, 1);
    }
    AxisMap::Set(in, dims.rank() - 2, rows[k]);
    AxisMap::Set(in, dims.rank() - 1, m);
  }
  auto& out = map.AddOutput(b + 2);
  for (int i = 0; i < b; ++i) AxisMap::Set(out, i, i);
  AxisMap::Set(out, b, rows[0]);
  AxisMap::Set(out, b + 1, rows[1]);
}

// |x|^2 + |y|^2 - 2 x y^T; its root has the gradient 0 at 0.
Var Euclidean(const Var& x, const Var& y) {
  const auto squares = [](const Var& v) {
    return ops::Sum(v * v, {-1}, v.dtype(), true);
  };
  Var square = squares(x) + Transposed(squares(y)) -
               ops::Matmul(x, y, false, true) * 2.0;
  const Var zero = ops::Full({}, Scalar(0.0), square.dtype());
  const Var one = ops::Full({}, Scalar(1.0), square.dtype());
  const Var positive = ops::GreaterThan(square, zero);
  return ops::Where(positive, ops::Sqrt(ops::Where(positive, square, one)),
                    zero);
}

}  // namespace

PD_OP(cdist)
    .Schema(
        "(Tensor x, Tensor y, float p=2.0, str "
        "compute_mode=\"use_mm_for_euclid_dist_if_necessary\") -> Tensor out")
    .Doc(R"(
        The p-norm of the difference of each row of `x` and each row of `y`. For
        p = 2 and many rows it is computed by a matrix product, which is faster
        and less exact for rows that are close.
        x: [..., m, d].
        y: [..., n, d].
        p: The order, 0 or more, or inf.
        compute_mode: Whether p = 2 may use a matrix product:
            "use_mm_for_euclid_dist_if_necessary" (above 25 rows),
            "use_mm_for_euclid_dist" or "donot_use_mm_for_euclid_dist".
        Returns: [..., m, n].
        >>> x = paddle.to_tensor([[0.0, 0.0]])
        >>> paddle.cdist(x, paddle.to_tensor([[3.0, 4.0], [0.0, 1.0]])).tolist()
        [[5.0, 1.0]])")
    .Traits(kIntsToFloat)
    .Promote()
    .Dtypes(kRealFloats)
    .Dims(CdistDims)
    .Decompose([](const Args& a) -> VarList {
      EnforceRows(a);
      const Var x = a.tensor(0), y = a.tensor(1);
      if (MultipliesMatrices(a)) return {Euclidean(x, y)};
      return {ops::PNorm(ops::Unsqueeze(x, {-2}) - ops::Unsqueeze(y, {-3}),
                         a.f("p"), {-1})};
    });

PD_OP(pdist)
    .Schema("(Tensor x, float p=2.0) -> Tensor out")
    .Doc(R"(
        The p-norms of the differences of all pairs of rows of a matrix: the
        part of cdist(x, x) above the diagonal.
        x: [m, d].
        p: The order, 0 or more, or inf.
        Returns: [m (m - 1) / 2].
        >>> x = paddle.to_tensor([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]])
        >>> paddle.pdist(x).tolist()
        [5.0, 1.0, 4.2426])")
    .Promote()
    .Dtypes(kRealFloats)
    .Dims([](const Args& args, AxisMap& map) {
      const DDim& x = args.dims(0);
      PADDLE_ENFORCE(
          x.rank() == 2 && args.f("p") >= 0,
          errors::InvalidArgument("pdist: needs a matrix and p >= 0.")
              .Expected("x of rank 2, p >= 0")
              .Shapes({{"x", x}})
              .Received("p = " + std::to_string(args.f("p"))));
      auto& in = map.AddInput(2);
      for (int i : {0, 1}) AxisMap::Set(in, i, map.Whole(x[i]));
      AxisMap::SetFixed(map.AddOutput(1), 0, CheckedMul(x[0], x[0] - 1) / 2);
    })
    .Decompose([](const Args& a) -> VarList {
      CheckAxes(a);
      const Var x = a.tensor(0);
      const Var at = ops::TriuIndices(x.dim(0), Scalar(x.dim(0)), 1);
      const VarList pairs = ops::Unbind(at, 0);
      return {ops::PNorm(
          ops::IndexSelect(x, pairs[0]) - ops::IndexSelect(x, pairs[1]),
          a.f("p"), {-1})};
    });

}  // namespace paddle
