// transpose, moveaxis, swapaxes, t: the same memory, axes in another order.
#include "ops/manipulation/view_infer.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// perm[i] is the axis of x that becomes axis i.
void ResolvePerm(const Args& args, int (&perm)[kMaxRank]) {
  const DDim& x = args.dims(0);
  const IntArray given = args.slot[1].ints;
  uint32_t seen = 0;
  bool good = given.size() == x.rank();
  for (int i = 0; good && i < x.rank(); ++i) {
    perm[i] = NormalizeAxis(given[i], x.rank(), "transpose");
    good = !(seen >> perm[i] & 1);
    seen |= 1u << perm[i];
  }
  PADDLE_ENFORCE(good, errors::InvalidArgument(
                           "transpose: `perm` must name every axis of `x` "
                           "once.")
                           .Expected("each of 0 .. rank - 1 once")
                           .Shapes({{"x", x}})
                           .Received("perm = " + errors::ToString(given)));
}

void TransposeInfer(const Args& args, Outs& outs) {
  int perm[kMaxRank];
  ResolvePerm(args, perm);
  DDim dims = args.dims(0);
  for (int i = 0; i < dims.rank(); ++i) dims[i] = args.dims(0)[perm[i]];
  SetShape(args, outs, dims);
}

bool TransposeView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  int perm[kMaxRank];
  ResolvePerm(args, perm);
  for (int i = 0; i < x.rank(); ++i) outs[0]->strides[i] = x.strides[perm[i]];
  FinishView(x, 0, outs[0]);
  return true;
}

void TransposeDims(const Args& args, AxisMap& map) {
  const DDim& x = args.dims(0);
  int perm[kMaxRank];
  ResolvePerm(args, perm);
  auto& in = map.AddInput(x.rank());
  for (int i = 0; i < x.rank(); ++i) AxisMap::Set(in, i, map.Pass(x[i]));
  auto& out = map.AddOutput(x.rank());
  for (int i = 0; i < x.rank(); ++i) AxisMap::Set(out, i, perm[i]);
}

DDim Identity(int rank) {
  DDim perm;
  for (int i = 0; i < rank; ++i) perm.push_back(i);
  return perm;
}

VarList MoveAxisRule(const Args& a) {
  const int rank = a.dims(0).rank();
  const IntArray from = a.ints("source"), to = a.ints("destination");
  PADDLE_ENFORCE(from.size() == to.size(),
                 errors::InvalidArgument("moveaxis: `source` and "
                                         "`destination` differ in length.")
                     .Expected("as many values in both")
                     .Received("source = " + errors::ToString(from))
                     .Received("destination = " + errors::ToString(to)));
  if (from.empty()) return {ops::Transpose(a.tensor(0), Identity(rank))};
  const uint32_t moved = AxisMask(from, rank, "moveaxis");
  const uint32_t taken = AxisMask(to, rank, "moveaxis");
  DDim perm = Identity(rank);
  for (int k = 0; k < from.size() && rank > 0; ++k) {
    perm[NormalizeAxis(to[k], rank, "moveaxis")] =
        NormalizeAxis(from[k], rank, "moveaxis");
  }
  for (int i = 0, next = 0; i < rank; ++i) {  // the others keep their order
    if (taken >> i & 1) continue;
    while (moved >> next & 1) ++next;
    perm[i] = next++;
  }
  return {ops::Transpose(a.tensor(0), perm)};
}

Var Swap(const Var& x, int64_t axis0, int64_t axis1, const char* op) {
  const int a = NormalizeAxis(axis0, x.rank(), op);
  const int b = NormalizeAxis(axis1, x.rank(), op);
  DDim perm = Identity(x.rank());
  if (x.rank() > 0) std::swap(perm[a], perm[b]);
  return ops::Transpose(x, perm);
}

}  // namespace

PD_OP(transpose)
    .Schema("(Tensor x, IntArray perm) -> Tensor out")
    .Doc(R"(
        `x` with its axes in the order of `perm`. A view.
        perm: Each axis once, in the new order.
        Returns: It shares the memory of `x`.
        Raises: ValueError: `perm` is no permutation of the axes.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.transpose(x, [2, 0, 1]).shape
        paddle.Size([4, 2, 3]))")
    .Dims(TransposeDims)
    .InferMeta(TransposeInfer)
    .View(TransposeView)
    .Inplace()
    .Vjp([](const VjpContext& c) -> VarList {
      const IntArray perm = c.ints("perm");
      DDim inverse = c.in_dims(0);
      for (int i = 0; i < perm.size(); ++i) {
        inverse[NormalizeAxis(perm[i], perm.size(), "transpose")] = i;
      }
      return {ops::Transpose(c.grad(), inverse)};
    });

PD_OP(moveaxis)
    .Schema("(Tensor x, IntArray source, IntArray destination) -> Tensor out")
    .Doc(R"(
        The axes `source` moved to the places `destination`. A view.
        source: Axes that move, in [-rank, rank).
        destination: Their new places, as many.
        Returns: It shares the memory of `x`.
        Raises: ValueError: An axis is named twice, or the numbers differ.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.moveaxis(x, 0, 2).shape
        paddle.Size([3, 4, 2]))")
    .Decompose(MoveAxisRule);

PD_OP(swapaxes)
    .Schema("(Tensor x, int axis0, int axis1) -> Tensor out")
    .Doc(R"(
        Two axes exchanged. A view.
        axis0: In [-rank, rank).
        axis1: In [-rank, rank).
        Returns: It shares the memory of `x`.
        Raises: IndexError: An axis is out of range.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.swapaxes(x, 0, 2).shape
        paddle.Size([4, 3, 2]))")
    .Decompose([](const Args& a) -> VarList {
      return {Swap(a.tensor(0), a.i("axis0"), a.i("axis1"), "swapaxes")};
    });

PD_OP(t)
    .Schema("(Tensor input) -> Tensor out")
    .Doc(R"(
        The transpose of a matrix; a vector or number as it is. A view.
        input: Of rank 0, 1 or 2.
        Returns: It shares the memory of `input`.
        Raises: ValueError: There are more than two axes.
        >>> x = paddle.to_tensor([[1, 2]])
        >>> paddle.t(x).tolist()
        [[1], [2]])")
    .Decompose([](const Args& a) -> VarList {
      PADDLE_ENFORCE_LE(
          a.dims(0).rank(), 2,
          errors::InvalidArgument("t: `input` has more than two axes.")
              .Shapes({{"input", a.dims(0)}})
              .Hint("use transpose()."));
      const DDim perm = Identity(a.dims(0).rank());
      return {a.dims(0).rank() < 2 ? ops::Transpose(a.tensor(0), perm)
                                   : Swap(a.tensor(0), 0, 1, "t")};
    });

PD_OP(matrix_transpose)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The last two axes exchanged. A view.
        x: [..., m, n].
        Returns: [..., n, m].
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.linalg.matrix_transpose(x).shape
        paddle.Size([2, 4, 3]))")
    .In("linalg")
    .Decompose([](const Args& a) -> VarList {
      PADDLE_ENFORCE_GE(
          a.dims(0).rank(), 2,
          errors::InvalidArgument("matrix_transpose: `x` needs two axes.")
              .Shapes({{"x", a.dims(0)}}));
      return {Swap(a.tensor(0), -2, -1, "matrix_transpose")};
    });

}  // namespace paddle
