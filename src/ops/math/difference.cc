// diff, trapezoid, cumulative_trapezoid: neighbours along an axis.
#include <algorithm>

#include "ops/manipulation/basic_index.h"
#include "ops/rules.h"

namespace paddle {
namespace {

const char* NameOf(const Args& a) { return a.op->name.c_str(); }

Var Part(const Var& x, int axis, int64_t begin, int64_t end) {
  return ops::BasicIndex(x, BasicSpec(x.dims()).Slice(axis, begin, end, 1));
}
// x[1:] and x[:-1] along the axis.
Var After(const Var& x, int axis) { return Part(x, axis, 1, x.dim(axis)); }
Var Before(const Var& x, int axis) {
  return Part(x, axis, 0, std::max<int64_t>(0, x.dim(axis) - 1));
}

// The axis is whole, in the output of size `out_size` or gone (-1); the other
// axes of tensors of one rank pass.
void NeighbourDims(const Args& args, AxisMap& map, int axis, int64_t out_size) {
  const DDim& x = args.dims(0);
  int factors[kMaxRank];
  for (int i = 0; i < x.rank(); ++i) {
    if (i != axis) factors[i] = map.Pass(x[i]);
  }
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    const int rank = t ? t->rank() : 0;
    auto& in = map.AddInput(rank);
    for (int i = 0; i < rank; ++i) {
      const bool whole = rank != x.rank() || i == axis;
      AxisMap::Set(in, i, whole ? map.Whole(t->dims[i]) : factors[i]);
    }
  });
  auto& out = map.AddOutput(x.rank() - (out_size < 0));
  for (int i = 0, o = 0; i < x.rank(); ++i) {
    if (i != axis) {
      AxisMap::Set(out, o++, factors[i]);
    } else if (out_size >= 0) {
      AxisMap::SetFixed(out, o++, out_size);
    }
  }
}

int AxisOf(const Args& args) {
  const int rank = args.dims(0).rank();
  PADDLE_ENFORCE(rank > 0,
                 errors::InvalidArgument(
                     "%s: `%s` is a 0-D tensor, which has no "
                     "neighbours.",
                     NameOf(args), args.op->schema.args[0].name.c_str())
                     .Expected("one axis or more")
                     .Received("rank 0"));
  return NormalizeAxis(args.i("axis"), rank, NameOf(args));
}

int64_t DiffSize(const Args& args, int axis) {
  const int64_t n = args.i("n");
  PADDLE_ENFORCE(n >= 1, errors::InvalidArgument("diff: `n` is not positive.")
                             .Expected("n >= 1")
                             .Received(std::to_string(n)));
  int64_t size = args.dims(0)[axis];
  for (int k : {3, 4}) {
    const DenseTensor* more = args.slot[k].tensor;
    if (!more) continue;
    PADDLE_ENFORCE(more->rank() == args.dims(0).rank(),
                   errors::InvalidArgument("diff: `prepend` or `append` has "
                                           "another rank than `x`.")
                       .Expected("tensors of one rank")
                       .Shapes({{"x", args.dims(0)}, {"another", more->dims}}));
    size = CheckedAdd(size, more->dims[axis]);
  }
  return std::max<int64_t>(0, size - n);
}

// The means of neighbours of y, times their distance.
Var Trapezoids(const Args& a, int axis) {
  Var y = a.tensor(0);
  const Var x = a.tensor(1);
  const Scalar dx = a.scalar("dx");
  PADDLE_ENFORCE(
      !x || !dx.has_value(),
      errors::InvalidArgument("%s: `x` and `dx` exclude each other.", NameOf(a))
          .Expected("at most one of both")
          .Received("both"));
  PADDLE_ENFORCE(
      IsDifferentiable(y.dtype()),
      errors::InvalidType("%s: `y` must be floating or complex.", NameOf(a))
          .Expected("floats or complex numbers")
          .Received(Name(y.dtype())));
  const Var sum = After(y, axis) + Before(y, axis);
  if (!x) return sum * (0.5 * (dx.has_value() ? dx.ToDouble() : 1.0));
  const int x_axis = x.rank() == 1 ? 0 : axis;
  PADDLE_ENFORCE(
      (x.rank() == 1 || x.rank() == y.rank()) && x.dim(x_axis) == y.dim(axis),
      errors::InvalidArgument("%s: `x` does not fit `y`.", NameOf(a))
          .Expected("one value for each place of the axis, or the shape of y")
          .Shapes({{"y", y.dims()}, {"x", x.dims()}}));
  Var width = After(x, x_axis) - Before(x, x_axis);
  if (x.rank() == 1) {
    DDim shape;
    for (int i = 0; i < y.rank(); ++i) {
      shape.push_back(i == axis ? width.dim(0) : 1);
    }
    width = ops::Reshape(width, shape);
  }
  return sum * width * 0.5;
}

}  // namespace

PD_OP(diff)
    .Schema(
        "(Tensor x, int n=1, int axis=-1, Tensor? prepend=None, "
        "Tensor? append=None) -> Tensor out")
    .Doc(R"(
        The n-th difference of neighbours along an axis, with `prepend` before
        and `append` after `x`. bool: whether neighbours differ.
        n: How often, 0 or more.
        prepend: Of the shape of `x` but for the axis.
        append: Of the shape of `x` but for the axis.
        Returns: The size along `axis` is n less.
        >>> x = paddle.to_tensor([1, 4, 9])
        >>> paddle.diff(x).tolist()
        [3, 5])")
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const int axis = AxisOf(args);
      NeighbourDims(args, map, axis, DiffSize(args, axis));
    })
    .Decompose([](const Args& a) -> VarList {
      const int axis = AxisOf(a);
      DiffSize(a, axis);
      std::vector<Var> parts;
      for (int k : {3, 0, 4}) {
        if (a.slot[k].tensor) parts.push_back(a.tensor(k));
      }
      Var x = parts.size() > 1 ? ops::Concat(parts, axis) : parts[0];
      const int64_t n = std::min(a.i("n"), x.dim(axis));
      for (int64_t i = 0; i < n; ++i) {
        x = x.dtype() == DataType::kBool
                ? ops::LogicalXor(After(x, axis), Before(x, axis))
                : After(x, axis) - Before(x, axis);
      }
      return {n == 0 ? ops::Assign(x) : x};
    });

PD_OP(trapezoid)
    .Schema(
        "(Tensor y, Tensor? x=None, Scalar dx=None, int axis=-1) "
        "-> Tensor out")
    .Doc(R"(
        The integral of `y` along an axis by the trapezoidal rule, at the places
        `x` or with distance `dx` (1).
        y: Values.
        x: Places, of the shape of `y` or [size of the axis].
        dx: The distance of the places.
        Returns: Without the axis.
        >>> y = paddle.to_tensor([1.0, 2.0, 3.0])
        >>> paddle.trapezoid(y).tolist()
        4.0)")
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      NeighbourDims(args, map, AxisOf(args), -1);
    })
    .Decompose([](const Args& a) -> VarList {
      const int axis = AxisOf(a);
      return {ops::Sum(Trapezoids(a, axis), {axis})};
    });

PD_OP(cumulative_trapezoid)
    .Schema(
        "(Tensor y, Tensor? x=None, Scalar dx=None, int axis=-1) "
        "-> Tensor out")
    .Doc(R"(
        The running integrals of `y` along an axis by the trapezoidal rule, at
        the places `x` or with distance `dx` (1).
        y: Values.
        x: Places, of the shape of `y` or [size of the axis].
        dx: The distance of the places.
        Returns: The size along `axis` is 1 less.
        >>> y = paddle.to_tensor([1.0, 2.0, 3.0])
        >>> paddle.cumulative_trapezoid(y).tolist()
        [1.5, 4.0])")
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const int axis = AxisOf(args);
      NeighbourDims(args, map, axis,
                    std::max<int64_t>(0, args.dims(0)[axis] - 1));
    })
    .Decompose([](const Args& a) -> VarList {
      const int axis = AxisOf(a);
      return {ops::Cumsum(Trapezoids(a, axis), {axis})};
    });

}  // namespace paddle
