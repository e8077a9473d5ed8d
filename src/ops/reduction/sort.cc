// sort, argsort, topk, kthvalue, mode.
#include "ops/reduction/axis_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// The one axis that the argument names; the last where it is None.
int64_t AxisOrLast(IntArray axis, const char* op) {
  PADDLE_ENFORCE(axis.size() <= 1,
                 errors::InvalidArgument("%s: `axis` must be one axis.", op)
                     .Received("axis = " + errors::ToString(axis)));
  return axis.empty() ? -1 : axis[0];
}

// Zeros of `shape` with `g` at `indices` along the axis.
Var ScatterAlong(const Var& g, const Var& indices, const DDim& shape,
                 int64_t axis) {
  const Var zeros = ops::Full(shape, Scalar(0.0), g.dtype());
  if (shape.rank() == 0) return ops::Add(zeros, g);
  return ops::PutAlongAxis(zeros, indices, g, axis, "add", true, false);
}

void SortDims(const Args& args, AxisMap& map) { AlongAxisDims(args, map); }

// Operator with one chosen element per line: the axis is dropped or becomes 1.
int64_t ChosenSize(const Args& args) { return args.b("keepdim") ? 1 : -1; }

void ChosenDims(const Args& args, int64_t axis, int64_t size, AxisMap& map) {
  const DDim& x = args.slot[0].tensor->dims;
  const int a = NormalizeAxis(axis, x.rank(), args.op->name.c_str());
  auto& in = map.AddInput(x.rank());
  const bool drop = size < 0 && x.rank() > 0;
  AxisMap::Tensor* outs[2];
  for (auto*& out : outs) out = &map.AddOutput(x.rank() - drop);
  for (int i = 0, o = 0; i < x.rank(); ++i) {
    const int f = i == a ? map.Whole(x[i]) : map.Pass(x[i]);
    AxisMap::Set(in, i, f);
    if (i == a && drop) continue;
    for (auto* out : outs) {
      if (i == a)
        AxisMap::SetFixed(*out, o, size);
      else
        AxisMap::Set(*out, o, f);
    }
    ++o;
  }
}

VarList ChosenVjp(const VjpContext& c, int64_t axis) {
  Var g = c.grad(0), indices = c.out(1);
  const DDim& shape = c.in_dims(0);
  if (g.rank() < shape.rank()) {
    const DDim kept = KeepDims(shape, {axis}, c.op().name.c_str());
    g = ops::Reshape(g, kept);
    indices = ops::Reshape(indices, kept);
  }
  return {ScatterAlong(g, indices, shape, axis)};
}

void CheckK(const char* op, int64_t k, const DDim& x, int64_t axis) {
  const int a = NormalizeAxis(axis, x.rank(), op);
  const int64_t size = x.rank() ? x[a] : 1;
  PADDLE_ENFORCE(k >= 1 && k <= size,
                 errors::InvalidArgument("%s: `k` is out of range.", op)
                     .Expected("1 <= k <= " + std::to_string(size) +
                               ", the size of axis " + std::to_string(a))
                     .Received("k = " + std::to_string(k))
                     .Shapes({{"x", x}}));
}

}  // namespace

PD_OP(sort_with_indices)
    .Schema(
        "(Tensor x, int axis=-1, bool descending=false) "
        "-> Tensor out, Tensor indices")
    .Doc(
        "`x` sorted along an axis, and where each element came from. Equal "
        "elements keep their order; NaN counts as the largest.")
    .Traits(kInternal)
    .Dims(SortDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DDim& x = args.slot[0].tensor->dims;
      const int64_t axis = args.i("axis");
      const int a = NormalizeAxis(axis, x.rank(), "sort");
      IndexedInfer(args, outs, axis, x.rank() ? x[a] : 1);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ScatterAlong(c.grad(0), c.out(1), c.in_dims(0), c.i("axis"))};
        },
        {"indices"});

PD_OP(sort)
    .Schema(
        "(Tensor x, int axis=-1, bool descending=false, "
        "bool stable=false) -> Tensor out")
    .Doc(R"(
        `x` sorted along an axis. Equal elements keep their order; NaN counts as
        the largest.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([3.0, 1.0, 2.0])
        >>> paddle.sort(x).tolist()
        [1.0, 2.0, 3.0]
        >>> paddle.sort(x, descending=True).tolist()
        [3.0, 2.0, 1.0])")
    .Decompose([](const Args& a) -> VarList {
      return {
          ops::SortWithIndices(a.tensor(0), a.i("axis"), a.b("descending"))[0]};
    });

PD_OP(argsort)
    .Schema(
        "(Tensor x, int axis=-1, bool descending=false, "
        "bool stable=false) -> Tensor out")
    .Doc(R"(
        The indices that sort `x` along an axis. Equal elements keep their
        order; NaN counts as the largest.
        Returns: int64, of the shape of `x`.
        >>> x = paddle.to_tensor([3.0, 1.0, 2.0])
        >>> paddle.argsort(x).tolist()
        [1, 2, 0])")
    .Decompose([](const Args& a) -> VarList {
      return {
          ops::SortWithIndices(a.tensor(0), a.i("axis"), a.b("descending"))[1]};
    })
    .NotDifferentiable("an index has no gradient");

PD_OP(topk)
    .Schema(
        "(Tensor x, int k, IntArray axis=None, bool largest=true, "
        "bool sorted=true) -> Tensor out, Tensor indices")
    .Doc(R"(
        The k largest (or smallest) elements along an axis (the last where it is
        None), sorted, and their indices. NaN counts as the largest.
        k: In [1, size of the axis].
        axis: An int; the last where None.
        largest: False: the smallest.
        sorted: Accepted; the result is always sorted.
        Returns: Of size k along the axis; indices are int64.
        Raises: ValueError: `k` is out of range.
        >>> x = paddle.to_tensor([3.0, 1.0, 2.0])
        >>> [t.tolist() for t in paddle.topk(x, 2)]
        [[3.0, 2.0], [0, 2]])")
    .Dims([](const Args& args, AxisMap& map) {
      ChosenDims(args, AxisOrLast(args.ints("axis"), "topk"), args.i("k"), map);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const int64_t axis = AxisOrLast(args.ints("axis"), "topk");
      CheckK("topk", args.i("k"), args.dims(0), axis);
      IndexedInfer(args, outs, axis, args.i("k"));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return ChosenVjp(c, AxisOrLast(c.ints("axis"), "topk"));
        },
        {"indices"});

PD_OP(kthvalue)
    .Schema(
        "(Tensor x, int k, IntArray axis=None, bool keepdim=false) "
        "-> Tensor out, Tensor indices")
    .Doc(R"(
        The k-th smallest element along an axis (the last where it is None),
        counted from 1, and its index.
        k: In [1, size of the axis].
        axis: An int; the last where None.
        Returns: Without the axis.
        Raises: ValueError: `k` is out of range.
        >>> x = paddle.to_tensor([5.0, 1.0, 3.0])
        >>> [t.tolist() for t in paddle.kthvalue(x, 2)]
        [3.0, 2])")
    .Dims([](const Args& args, AxisMap& map) {
      ChosenDims(args, AxisOrLast(args.ints("axis"), "kthvalue"),
                 ChosenSize(args), map);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const int64_t axis = AxisOrLast(args.ints("axis"), "kthvalue");
      CheckK("kthvalue", args.i("k"), args.dims(0), axis);
      IndexedInfer(args, outs, axis, ChosenSize(args));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return ChosenVjp(c, AxisOrLast(c.ints("axis"), "kthvalue"));
        },
        {"indices"});

PD_OP(mode)
    .Schema(
        "(Tensor x, int axis=-1, bool keepdim=false) "
        "-> Tensor out, Tensor indices")
    .Doc(R"(
        The most frequent element along an axis, the smallest among equally
        frequent ones, and its last index.
        Returns: Without the axis.
        >>> x = paddle.to_tensor([2, 3, 3])
        >>> [t.tolist() for t in paddle.mode(x)]
        [3, 2])")
    .Dims([](const Args& args, AxisMap& map) {
      ChosenDims(args, args.i("axis"), ChosenSize(args), map);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      CheckK("mode", 1, args.dims(0), args.i("axis"));
      IndexedInfer(args, outs, args.i("axis"), ChosenSize(args));
    })
    .Vjp([](const VjpContext& c)
             -> VarList { return ChosenVjp(c, c.i("axis")); },
         {"indices"});

}  // namespace paddle
