// cross, vecdot, trace, vander: products and sums over vectors and diagonals.
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr int64_t kAnyAxis = 9;  // Paddle's default: the first of size 3

int CrossAxis(const Args& a) {
  const DDim& x = a.dims(0);
  PADDLE_ENFORCE(x == a.dims(1),
                 errors::InvalidArgument("cross: the shapes differ.")
                     .Expected("x.shape == y.shape")
                     .Shapes({{"x", x}, {"y", a.dims(1)}}));
  const int64_t given = a.i("axis");
  int axis = 0;
  if (given == kAnyAxis) {
    while (axis < x.rank() && x[axis] != 3) ++axis;
  } else {
    axis = NormalizeAxis(given, x.rank(), "cross");
  }
  PADDLE_ENFORCE(axis < x.rank() && x[axis] == 3,
                 errors::InvalidArgument("cross: the axis needs the size 3.")
                     .Expected("an axis of size 3")
                     .Shapes({{"x", x}})
                     .Received("axis = " + std::to_string(given)));
  return axis;
}

// Tensors of one shape; `axis` stays whole.
void SameShapeDims(const Args& args, AxisMap& map, int axis) {
  const DDim& x = args.dims(0);
  for (int i = 0; i < x.rank(); ++i) {
    if (i != axis)
      map.Pass(x[i]);
    else
      map.Whole(x[i]);
  }
  ForEachOperand(*args.op, args, [&](const DenseTensor*) {
    auto& in = map.AddInput(x.rank());
    for (int i = 0; i < x.rank(); ++i) AxisMap::Set(in, i, i);
  });
  auto& out = map.AddOutput(x.rank());
  for (int i = 0; i < x.rank(); ++i) AxisMap::Set(out, i, i);
}

int64_t VanderColumns(const Args& a) {
  PADDLE_ENFORCE(a.dims(0).rank() == 1,
                 errors::InvalidArgument("vander: `x` must have one axis.")
                     .Expected("rank 1")
                     .Shapes({{"x", a.dims(0)}}));
  const Scalar n = a.scalar("n");
  const int64_t columns = n.has_value() ? n.ToInt() : a.dims(0)[0];
  PADDLE_ENFORCE_GE(columns, 0,
                    errors::InvalidArgument("vander: `n` is negative."));
  return columns;
}

}  // namespace

PD_OP(cross)
    .Schema("(Tensor x, Tensor y, int axis=9) -> Tensor out")
    .Doc(R"(
        The vector product along an axis of size 3; by default the first such
        axis.
        axis: In [-rank, rank); the default takes the first axis of size 3.
        Returns: Of the broadcast shape.
        >>> x = paddle.to_tensor([1.0, 0.0, 0.0])
        >>> paddle.cross(x, paddle.to_tensor([0.0, 1.0, 0.0])).tolist()
        [0.0, 0.0, 1.0])")
    .Promote()
    .Dtypes(kNumbers)
    .Dims([](const Args& args, AxisMap& map) {
      SameShapeDims(args, map, CrossAxis(args));
    })
    .Decompose([](const Args& a) -> VarList {
      const int axis = CrossAxis(a);
      const auto turned = [&](int k, int64_t by) {
        return ops::Roll(a.tensor(k), {-by}, {axis});
      };
      return {turned(0, 1) * turned(1, 2) - turned(0, 2) * turned(1, 1)};
    });

PD_OP(vecdot)
    .Schema("(Tensor x, Tensor y, int axis=-1) -> Tensor out")
    .Doc(R"(
        sum(conj(x) * y) along an axis.
        y: Broadcast against `x`.
        Returns: Without the axis; int64 for integers.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.linalg.vecdot(x, paddle.to_tensor([3.0, 4.0])).tolist()
        11.0)")
    .Promote()
    .Dtypes(kNumbers)
    .Decompose([](const Args& a) -> VarList {
      const Var product = ConjIfComplex(a.tensor(0)) * a.tensor(1);
      const int axis = NormalizeAxis(a.i("axis"), product.rank(), "vecdot");
      return {ops::Sum(product, {axis})};
    });

PD_OP(trace)
    .Schema("(Tensor x, int offset=0, int axis1=0, int axis2=1) -> Tensor out")
    .Doc(R"(
        The sum over a diagonal of the matrices that two axes span.
        offset: The diagonal: above the main one where positive.
        axis1: The axis of the rows.
        axis2: The axis of the columns.
        Returns: Without the two axes.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.trace(x).tolist()
        5)")
    .Dims([](const Args& args, AxisMap& map) {
      const DDim& x = args.dims(0);
      const int a = NormalizeAxis(args.i("axis1"), x.rank(), "trace");
      const int b = NormalizeAxis(args.i("axis2"), x.rank(), "trace");
      PADDLE_ENFORCE(x.rank() >= 2 && a != b,
                     errors::InvalidArgument("trace: needs two different axes.")
                         .Expected("axis1 != axis2")
                         .Received("axis1 = " + std::to_string(a) +
                                   ", axis2 = " + std::to_string(b))
                         .Shapes({{"x", x}}));
      auto& in = map.AddInput(x.rank());
      auto& out = map.AddOutput(x.rank() - 2);
      for (int i = 0, o = 0; i < x.rank(); ++i) {
        const bool matrix = i == a || i == b;
        const int f = matrix ? map.Whole(x[i]) : map.Pass(x[i]);
        AxisMap::Set(in, i, f);
        if (!matrix) AxisMap::Set(out, o++, f);
      }
    })
    .InferMeta([](const Args& args, Outs& outs) {
      InferFromDims(args, outs);
      const DataType t = outs[0]->dtype;
      if (t == DataType::kBool || IsInteger(t)) {
        outs[0]->dtype = DataType::kInt64;  // as sum()
      }
    })
    .Decompose([](const Args& a) -> VarList {
      return {ops::Sum(
          ops::Diagonal(a.tensor(0), a.i("offset"), a.i("axis1"), a.i("axis2")),
          {-1})};
    });

PD_OP(vander)
    .Schema("(Tensor x, Scalar n=None, bool increasing=false) -> Tensor out")
    .Doc(R"(
        The Vandermonde matrix: column j holds the powers x^(n - 1 - j), or x^j
        where `increasing`. `n` is by default the length of `x`.
        x: [m].
        n: Number of columns; m where None.
        increasing: Powers rise from left to right.
        Returns: [m, n].
        >>> x = paddle.to_tensor([1.0, 2.0, 3.0])
        >>> paddle.vander(x).tolist()
        [[1.0, 1.0, 1.0], [4.0, 2.0, 1.0], [9.0, 3.0, 1.0]])")
    .Dtypes(kNumbers)
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const int64_t columns = VanderColumns(args);
      // Without `n` the length of `x` counts the columns.
      const int64_t length = args.dims(0)[0];
      const int rows =
          args.scalar("n").has_value() ? map.Pass(length) : map.Whole(length);
      AxisMap::Set(map.AddInput(1), 0, rows);
      auto& out = map.AddOutput(2);
      AxisMap::Set(out, 0, rows);
      AxisMap::SetFixed(out, 1, columns);
    })
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      const int64_t n = VanderColumns(a), rows = x.dim(0);
      if (n == 0) return {ops::Full({rows, 0}, Scalar(0.0), x.dtype())};
      // 1, x, x, ... multiplied up.
      const Var column = ops::Reshape(x, {rows, 1});
      const Var first = ops::Full({rows, 1}, Scalar(1.0), x.dtype());
      if (n == 1) return {first};
      Var powers = ops::ScanProd(
          ops::Concat({first, ops::Assign(ops::Expand(column, {rows, n - 1}))},
                      1),
          1);
      return {a.b("increasing") ? powers : ops::Flip(powers, {1})};
    });

}  // namespace paddle
