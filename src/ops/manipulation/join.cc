// concat, stack, roll, flip, rot90, meshgrid, kron.
#include "ops/dims.h"
#include "ops/manipulation/basic_index.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void CheckList(const Args& args) {
  const TensorList x = args.slot[0].tensors;
  const char* op = args.op->name.c_str();
  PADDLE_ENFORCE(x.size() > 0,
                 errors::InvalidArgument("%s: the list is empty.", op)
                     .Expected("at least one tensor")
                     .Received("an empty list `x`"));
  for (int k = 1; k < x.size(); ++k) {
    PADDLE_ENFORCE(x[k]->dtype == x[0]->dtype,
                   errors::InvalidArgument("%s: the dtypes differ.", op)
                       .Received(std::string(Name(x[0]->dtype)) + " and, at " +
                                 std::to_string(k) + ", " + Name(x[k]->dtype)));
  }
}

void ConcatInfer(const Args& args, Outs& outs) {
  CheckList(args);
  const TensorList x = args.slot[0].tensors;
  PADDLE_ENFORCE(x[0]->rank() > 0,
                 errors::InvalidArgument("concat: 0-D tensors have no axis.")
                     .Hint("use stack()."));
  DDim dims = x[0]->dims;
  const int axis = NormalizeAxis(args.slot[1].i, dims.rank(), "concat");
  for (int k = 1; k < x.size(); ++k) {
    bool good = x[k]->rank() == dims.rank();
    for (int i = 0; good && i < dims.rank(); ++i) {
      good = i == axis || x[k]->dims[i] == dims[i];
    }
    PADDLE_ENFORCE(good,
                   errors::InvalidArgument(
                       "concat: sizes differ beside the axis %d.", axis)
                       .Expected("tensors in `x` that differ along `axis` only")
                       .Shapes({{"x[0]", x[0]->dims}, {"another", x[k]->dims}})
                       .Received("another is x[" + std::to_string(k) + "]"));
    dims[axis] = CheckedAdd(dims[axis], x[k]->dims[axis]);
  }
  outs[0]->dims = dims;
  outs[0]->dtype = x[0]->dtype;
  SetContiguous(outs[0]);
}

void ConcatDims(const Args& args, AxisMap& map) {
  const TensorList x = args.slot[0].tensors;
  const DDim& first = x[0]->dims;
  const int axis = NormalizeAxis(args.slot[1].i, first.rank(), "concat");
  int factor[kMaxRank];
  int64_t total = 0;
  for (const DenseTensor* t : x) total += t->dims[axis];
  auto& out = map.AddOutput(first.rank());
  for (int i = 0; i < first.rank(); ++i) {
    if (i == axis) {
      AxisMap::SetFixed(out, i, total);
    } else {
      factor[i] = map.Pass(first[i]);
      AxisMap::Set(out, i, factor[i]);
    }
  }
  for (const DenseTensor* t : x) {
    auto& in = map.AddInput(first.rank());
    for (int i = 0; i < first.rank(); ++i) {
      if (i == axis) {
        AxisMap::Set(in, i, map.Whole(t->dims[i]));
      } else {
        AxisMap::Set(in, i, factor[i]);
      }
    }
  }
}

void StackInfer(const Args& args, Outs& outs) {
  CheckList(args);
  const TensorList x = args.slot[0].tensors;
  DDim dims = x[0]->dims;
  for (int k = 1; k < x.size(); ++k) {
    PADDLE_ENFORCE(x[k]->dims == dims,
                   errors::InvalidArgument("stack: the shapes differ.")
                       .Expected("tensors of one shape in `x`")
                       .Shapes({{"x[0]", dims}, {"another", x[k]->dims}}));
  }
  dims.insert(NormalizeAxis(args.slot[1].i, dims.rank() + 1, "stack"), x.count);
  outs[0]->dims = dims;
  outs[0]->dtype = x[0]->dtype;
  SetContiguous(outs[0]);
}

void StackDims(const Args& args, AxisMap& map) {
  const TensorList x = args.slot[0].tensors;
  const DDim& first = x[0]->dims;
  const int axis = NormalizeAxis(args.slot[1].i, first.rank() + 1, "stack");
  for (int i = 0; i < first.rank(); ++i) map.Pass(first[i]);
  auto& out = map.AddOutput(first.rank() + 1);
  for (int i = 0; i <= first.rank(); ++i) {
    if (i == axis) {
      AxisMap::SetFixed(out, i, x.count);
    } else {
      AxisMap::Set(out, i, i - (i > axis));
    }
  }
  for (int k = 0; k < x.size(); ++k) {
    auto& in = map.AddInput(first.rank());
    for (int i = 0; i < first.rank(); ++i) AxisMap::Set(in, i, i);
  }
}

Var SliceOf(const Var& x, int axis, int64_t start, int64_t end) {
  return ops::BasicIndex(x, BasicSpec(x.dims()).Slice(axis, start, end, 1));
}

Var RollAxis(const Var& x, int axis, int64_t shift) {
  const int64_t n = x.dim(axis);
  if (n == 0) return x;
  shift = (shift % n + n) % n;
  if (shift == 0) return x;
  return ops::Concat(
      {SliceOf(x, axis, n - shift, n), SliceOf(x, axis, 0, n - shift)}, axis);
}

VarList RollRule(const Args& a) {
  Var x = a.tensor(0);
  const IntArray shifts = a.ints("shifts"), axes = a.ints("axis");
  if (axes.empty()) {
    PADDLE_ENFORCE_EQ(
        shifts.size(), 1,
        errors::InvalidArgument("roll: several shifts need as many axes."));
    const Var flat = RollAxis(ops::Reshape(x, {-1}), 0, shifts[0]);
    return {ops::Assign(ops::Reshape(flat, x.dims()))};
  }
  PADDLE_ENFORCE(
      axes.size() == shifts.size(),
      errors::InvalidArgument("roll: `shifts` and `axis` differ in length.")
          .Expected("as many values in both")
          .Received("shifts = " + errors::ToString(shifts))
          .Received("axis = " + errors::ToString(axes)));
  Var out = x;
  for (int k = 0; k < axes.size(); ++k) {
    const int axis = NormalizeAxis(axes[k], x.rank(), "roll");
    if (x.rank() > 0) out = RollAxis(out, axis, shifts[k]);
  }
  return {out.get() == x.get() ? ops::Assign(x) : out};
}

// Elements change places along `moved` axes, all others pass.
void MovedDims(const Args& a, AxisMap& map, uint32_t moved) {
  AxisLinks links(a, map);
  for (int i = 0; i < links.in(0).rank(); ++i) {
    const int64_t n = links.in(0)[i];
    const int f = moved >> i & 1 ? map.Permute(n) : map.Pass(n);
    links.In(0, i, f);
    links.Out(0, i, f);
  }
}
void RollDims(const Args& a, AxisMap& map) {
  if (a.ints("axis").empty()) {  // flattened
    AxisLinks whole(a, map);
    return;
  }
  uint32_t moved = 0;
  for (int64_t axis : a.ints("axis")) {
    moved |= 1u << NormalizeAxis(axis, a.dims(0).rank(), "roll");
  }
  MovedDims(a, map, moved);
}
void FlipDims(const Args& a, AxisMap& map) {
  const IntArray axis = a.ints("axis");
  MovedDims(a, map,
            axis.empty() ? 0 : AxisMask(axis, a.dims(0).rank(), "flip"));
}
void MeshgridDims(const Args& a, AxisMap& map) {
  AxisLinks links(a, map);
  for (int k = 0; k < links.num_inputs(); ++k) {
    const int f = map.Pass(links.out(0)[k]);
    if (links.in(k).rank() == 1) links.In(k, 0, f);
    for (int o = 0; o < links.num_outputs(); ++o) links.Out(o, k, f);
  }
}

// A view with the axes reversed.
Var Reversed(const Var& x, uint32_t axes) {
  BasicSpec spec(x.dims());
  for (int i = 0; i < x.rank(); ++i) {
    if (axes >> i & 1) spec.Slice(i, x.dim(i) - 1, -x.dim(i) - 1, -1);
  }
  return ops::BasicIndex(x, spec);
}

VarList FlipRule(const Args& a) {
  const Var x = a.tensor(0);
  const uint32_t axes =
      a.ints("axis").empty() ? 0 : AxisMask(a.ints("axis"), x.rank(), "flip");
  return {ops::Assign(Reversed(x, axes))};
}

VarList Rot90Rule(const Args& a) {
  const Var x = a.tensor(0);
  const IntArray axes = a.ints("axes");
  PADDLE_ENFORCE(
      axes.size() == 2 && x.rank() >= 2,
      errors::InvalidArgument("rot90: needs two axes.")
          .Expected("two values in `axes`, and two axes of `x` or more")
          .Shapes({{"x", x.dims()}})
          .Received("axes = " + errors::ToString(axes)));
  AxisMask(axes, x.rank(), "rot90");  // two different ones
  const int from = NormalizeAxis(axes[0], x.rank(), "rot90");
  const int to = NormalizeAxis(axes[1], x.rank(), "rot90");
  const int64_t turns = (a.i("k") % 4 + 4) % 4;
  DDim perm;
  for (int i = 0; i < x.rank(); ++i) perm.push_back(i);
  if (turns % 2) std::swap(perm[from], perm[to]);
  Var out;
  if (turns == 2) {
    out = Reversed(x, 1u << from | 1u << to);
  } else if (turns == 1) {
    out = ops::Transpose(Reversed(x, 1u << to), perm);
  } else if (turns == 3) {
    out = Reversed(ops::Transpose(x, perm), 1u << to);
  } else {
    out = x;
  }
  return {ops::Assign(out)};
}

VarList MeshgridRule(const Args& a) {
  const TensorList x = a.slot[0].tensors;
  DDim shape;
  for (const DenseTensor* t : x) {
    PADDLE_ENFORCE(t->rank() <= 1,
                   errors::InvalidArgument("meshgrid: takes 0-D and 1-D "
                                           "tensors.")
                       .Shapes({{"x", t->dims}}));
    shape.push_back(t->numel);
  }
  VarList out;
  for (int k = 0; k < x.size(); ++k) {
    DDim one = shape;
    for (int i = 0; i < x.size(); ++i) one[i] = i == k ? shape[k] : 1;
    out.push_back(ops::Expand(ops::Reshape(Var::Share(x[k]), one), shape));
  }
  return out;
}

// [a, b] x [c, d] -> [a c, b d]: an outer product whose axes are merged.
// x[..., n or 1, m or 1] over [..., n m].
Var SpreadLast(const Var& x, int64_t n, int64_t m) {
  DDim wide, line;
  for (int i = 0; i + 2 < x.rank(); ++i) {
    wide.push_back(x.dim(i));
    line.push_back(x.dim(i));
  }
  wide.push_back(n);
  wide.push_back(m);
  line.push_back(n * m);
  return ops::Reshape(ops::Expand(x, wide), line);
}

VarList KronRule(const Args& a) {
  Var x = a.tensor(0), y = a.tensor(1);
  const int rank = std::max(x.rank(), y.rank());
  DDim xs = x.dims(), ys = y.dims(), dims;
  while (xs.rank() < rank) xs.insert(0, 1);
  while (ys.rank() < rank) ys.insert(0, 1);
  DDim x_wide, y_wide;
  for (int i = 0; i < rank; ++i) {
    dims.push_back(xs[i] * ys[i]);
    const bool both = xs[i] != 1 && ys[i] != 1;
    x_wide.push_back(xs[i]);
    y_wide.push_back(both ? 1 : ys[i]);
    if (!both) continue;
    x_wide.push_back(1);
    y_wide.push_back(ys[i]);
  }
  x = ops::Reshape(x, x_wide);
  y = ops::Reshape(y, y_wide);
  if (rank > 1 && xs.back() != 1 && ys.back() != 1) {
    // The last axes of both as one long one.
    x = SpreadLast(x, xs.back(), ys.back());
    y = SpreadLast(y, xs.back(), ys.back());
  }
  return {ops::Reshape(ops::Multiply(x, y), dims)};
}

}  // namespace

PD_OP(concat)
    .Schema("(Tensor[] x, int axis=0) -> Tensor out")
    .Doc(R"(
        The tensors one after the other along an axis.
        x: Of one shape but for the axis; dtypes are promoted.
        Returns: The sizes along `axis` added up.
        Raises: ValueError: The list is empty, or other sizes differ.
        >>> x = paddle.to_tensor([[1, 2]])
        >>> paddle.concat([x, paddle.to_tensor([[3, 4]])], axis=0).tolist()
        [[1, 2], [3, 4]])")
    .Dims(ConcatDims)
    .InferMeta(ConcatInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      const int axis = NormalizeAxis(c.i("axis"), g.rank(), "concat");
      VarList out;
      int64_t start = 0;
      for (int k = 0; k < c.num_operands(); ++k) {
        const int64_t end = start + c.in_dims(k)[axis];
        out.push_back(c.needs(k) ? SliceOf(g, axis, start, end) : Var());
        start = end;
      }
      return out;
    });

PD_OP(stack)
    .Schema("(Tensor[] x, int axis=0) -> Tensor out")
    .Doc(R"(
        The tensors, of one shape, along a new axis.
        x: Of one shape.
        axis: Of the new axis, in [-rank - 1, rank].
        Returns: With one axis more.
        Raises: ValueError: The list is empty, or shapes differ.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.stack([x, paddle.to_tensor([3, 4])], axis=1).tolist()
        [[1, 3], [2, 4]])")
    .Dims(StackDims)
    .InferMeta(StackInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      const int axis = NormalizeAxis(c.i("axis"), g.rank(), "stack");
      VarList out;
      for (int k = 0; k < c.num_operands(); ++k) {
        out.push_back(
            c.needs(k) ? ops::BasicIndex(g, BasicSpec(g.dims()).Pick(axis, k))
                       : Var());
      }
      return out;
    });

PD_OP(roll)
    .Schema("(Tensor x, IntArray shifts, IntArray axis=None) -> Tensor out")
    .Doc(R"(
        Elements moved along the axes; those that leave at the end come in at
        the front. Without an axis, of the flattened tensor.
        shifts: Places, for each axis.
        axis: The axes; the flattened tensor where None.
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.roll(x, 1).tolist()
        [3, 1, 2])")
    .Dims(RollDims)
    .Decompose(RollRule);

PD_OP(flip)
    .Schema("(Tensor x, IntArray axis) -> Tensor out")
    .Doc(R"(
        `x` in reverse order along the axes.
        axis: Axes to reverse, in [-rank, rank).
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.flip(x, axis=1).tolist()
        [[2, 1], [4, 3]])")
    .Dims(FlipDims)
    .Decompose(FlipRule);

PD_OP(rot90)
    .Schema("(Tensor x, int k=1, IntArray axes=[0, 1]) -> Tensor out")
    .Doc(R"(
        `x` turned k times by 90 degrees, from the first of the axes towards the
        second.
        k: Quarter turns; negative turns the other way.
        axes: The two axes of the plane.
        Returns: The two sizes exchanged where `k` is odd.
        Raises: ValueError: There are not two different axes.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.rot90(x).tolist()
        [[2, 4], [1, 3]])")
    .Decompose(Rot90Rule);

PD_OP(meshgrid)
    .Schema("(Tensor[] args) -> Tensor[] out")
    .Doc(R"(
        Each 1-D tensor broadcast over the grid that they span together.
        args: 0-D and 1-D tensors of n1, n2, ... elements.
        Returns: As many, each of shape [n1, n2, ...].
        Raises: ValueError: A tensor has more axes.
        >>> [t.shape for t in paddle.meshgrid(paddle.ones([2]), paddle.ones([3]))]
        [paddle.Size([2, 3]), paddle.Size([2, 3])])")
    .Traits(kNoMethod)
    .Dims(MeshgridDims)
    .Decompose(MeshgridRule);

PD_OP(kron)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        The Kronecker product: blocks of `y`, each times one element of x.
        y: Of any shape; the shorter one gets axes of size 1 in front.
        Returns: Sizes are the products of the sizes.
        >>> x = paddle.to_tensor([[1, 2]])
        >>> paddle.kron(x, paddle.to_tensor([[1], [10]])).tolist()
        [[1, 2], [10, 20]])")
    .Decompose(KronRule);

}  // namespace paddle
