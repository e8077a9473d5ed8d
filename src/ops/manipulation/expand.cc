// expand, expand_as, broadcast_to, broadcast_tensors, tile, repeat_interleave.
#include <numeric>

#include "ops/dims.h"
#include "ops/manipulation/host_values.h"
#include "ops/manipulation/view_infer.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ExpandInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DDim dims(args.slot[1].ints);
  const int lead = dims.rank() - x.rank();
  for (int i = 0; i < dims.rank(); ++i) {
    const int64_t from = i >= lead && lead >= 0 ? x.dims[i - lead] : 1;
    if (dims[i] == -1 && i >= lead) dims[i] = from;
    PADDLE_ENFORCE(
        lead >= 0 && dims[i] >= 0 && (from == 1 || from == dims[i]),
        errors::InvalidArgument("expand: `x` can not be broadcast "
                                "to this shape.")
            .Expected("sizes of `x` that are 1 or those of `shape`, counted "
                      "from the last axis")
            .Shapes({{"x", x.dims}})
            .Received("shape = " + errors::ToString(args.slot[1].ints)));
  }
  PADDLE_ENFORCE(lead >= 0, errors::InvalidArgument(
                                "expand: `shape` has fewer axes than `x`.")
                                .Shapes({{"x", x.dims}})
                                .Received("shape = " + errors::ToString(dims)));
  SetShape(args, outs, dims);
}

bool ExpandView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  const int lead = out->rank() - x.rank();
  for (int i = 0; i < out->rank(); ++i) {
    const bool same = i >= lead && x.dims[i - lead] == out->dims[i];
    out->strides[i] = same ? x.strides[i - lead] : 0;
  }
  FinishView(x, 0, out);
  return true;
}

void ExpandDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const DDim &x = links.in(0), &out = links.out(0);
  const int lead = out.rank() - x.rank();
  for (int i = 0; i < out.rank(); ++i) {
    const int f = map.Pass(out[i]);
    links.Out(0, i, f);
    if (i >= lead && x[i - lead] == out[i]) links.In(0, i - lead, f);
    if (args.slot[1].ints[i] != -1) map.AddSizeArg(1, i, f);
  }
}

void BroadcastListDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  std::vector<int> factors;
  for (int64_t n : links.out(0)) factors.push_back(map.Pass(n));
  for (int k = 0; k < links.num_inputs(); ++k) {
    links.Broadcast(k, factors);
    for (int i = 0; i < links.out(k).rank(); ++i) links.Out(k, i, factors[i]);
  }
}

// Repeats one axis in blocks (tile) or element by element.
Var RepeatAxis(const Var& x, int axis, int64_t times, bool blocks) {
  DDim wide = x.dims(), dims = x.dims();
  const int at = blocks ? axis : axis + 1;
  wide.insert(at, times);
  dims[axis] = CheckedMul(dims[axis], times);
  return ops::Reshape(ops::Expand(ops::Unsqueeze(x, {at}), wide), dims);
}

VarList TileRule(const Args& a) {
  Var x = a.tensor(0);
  DDim times(a.ints("repeat_times"));
  for (int64_t n : times) {
    PADDLE_ENFORCE(n >= 0,
                   errors::InvalidArgument("tile: `repeat_times` is negative.")
                       .Expected("repeat_times of at least 0")
                       .Received(errors::ToString(times)));
  }
  while (times.rank() < x.rank()) times.insert(0, 1);
  DDim full = x.dims();
  while (full.rank() < times.rank()) full.insert(0, 1);
  if (full.rank() != x.rank()) x = ops::Reshape(x, full);
  // All at once: [n] becomes [times, n], of which the first is broadcast.
  DDim split, wide, dims;
  int repeated = 0;
  for (int64_t n : times) repeated += n != 1;
  if (full.rank() + repeated > kMaxRank) {
    for (int i = 0; i < full.rank(); ++i) {
      if (times[i] != 1) x = RepeatAxis(x, i, times[i], true);
    }
    return {x};
  }
  if (repeated == 0) return {ops::Assign(x)};
  for (int i = 0; i < full.rank(); ++i) {
    if (times[i] != 1) {
      split.push_back(1);
      wide.push_back(times[i]);
    }
    split.push_back(full[i]);
    wide.push_back(full[i]);
    dims.push_back(CheckedMul(times[i], full[i]));
  }
  return {ops::Reshape(ops::Expand(ops::Reshape(x, split), wide), dims)};
}

bool RepeatsEvenly(const Args& a, int64_t size) {
  return a.slot[1].tensor->numel == 1 && (a.dims(1).rank() == 0 || size != 1);
}

// The axis along which elements are repeated; 0 where `x` is flattened.
int RepeatedAxis(IntArray axes, int rank) {
  PADDLE_ENFORCE(axes.size() <= 1,
                 errors::InvalidArgument("repeat_interleave: argument `axis` "
                                         "is wrong.")
                     .Expected("an int or None")
                     .Received(errors::ToString(axes)));
  return axes.empty() ? 0 : NormalizeAxis(axes[0], rank, "repeat_interleave");
}

void RepeatInterleaveDims(const Args& a, AxisMap& map) {
  const DDim& x = a.dims(0);
  const IntArray axes = a.ints("axis");
  const bool flat = axes.empty();
  const int axis = RepeatedAxis(axes, x.rank());
  const bool even =
      RepeatsEvenly(a, flat || x.rank() == 0 ? Product(x) : x[axis]);
  const std::vector<int64_t> repeats = HostInts(a.tensor(1));
  auto& in = map.AddInput(x.rank());
  auto& counts = map.AddInput(a.dims(1).rank());
  auto& out = map.AddOutput(flat ? 1 : x.rank());
  for (int i = 0; i < counts.rank; ++i) {
    AxisMap::Set(counts, i, map.Whole(a.dims(1)[i]));
  }
  int64_t total = std::accumulate(repeats.begin(), repeats.end(), int64_t{0});
  if (even) total = CheckedMul(total, flat ? Product(x) : x[axis]);
  if (out.rank > 0) AxisMap::SetFixed(out, flat ? 0 : axis, total);
  for (int i = 0; i < x.rank(); ++i) {
    const bool passes = i == axis ? even && x[i] > 0 : !flat;
    const int f = passes ? map.Pass(x[i]) : map.Whole(x[i]);
    AxisMap::Set(in, i, f);
    if (passes) AxisMap::Set(out, i, f, i == axis ? total / x[i] : 1);
  }
}

VarList RepeatInterleaveRule(const Args& a) {
  Var x = a.tensor(0);
  const IntArray axes = a.ints("axis");
  if (axes.empty()) x = ops::Reshape(x, {-1});
  const int axis = RepeatedAxis(axes, x.rank());
  const std::vector<int64_t> repeats = HostInts(a.tensor(1));
  for (int64_t n : repeats) {
    PADDLE_ENFORCE(n >= 0, errors::InvalidArgument(
                               "repeat_interleave: a repeat is negative.")
                               .Expected("repeats of at least 0")
                               .Received(std::to_string(n)));
  }
  const int64_t promised = a.i("output_size");
  if (promised != 0) {
    int64_t total = 0;
    for (int64_t n : repeats) total = CheckedAdd(total, n);
    if (repeats.size() == 1) total = CheckedMul(total, x.dim(axis));
    PADDLE_ENFORCE_EQ(promised, total,
                      errors::InvalidArgument("repeat_interleave: "
                                              "`output_size` is not the size "
                                              "of the result."));
  }
  if (RepeatsEvenly(a, x.dim(axis))) {
    return {RepeatAxis(x, axis, repeats[0], false)};
  }
  PADDLE_ENFORCE_EQ(static_cast<int64_t>(repeats.size()), x.dim(axis),
                    errors::InvalidArgument(
                        "repeat_interleave: `repeats` needs one value for "
                        "each element of the axis.")
                        .Shapes({{"x", x.dims()}, {"repeats", a.dims(1)}}));
  std::vector<int64_t> index;
  for (size_t i = 0; i < repeats.size(); ++i) {
    index.insert(index.end(), repeats[i], static_cast<int64_t>(i));
  }
  return {ops::IndexGet(x, {FromInts(index)}, {axis})};
}

}  // namespace

PD_OP(expand)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc(R"(
        `x` broadcast to a shape; -1 keeps a size. A view.
        shape: Of the result; -1 keeps a size.
        Returns: It shares the memory of `x`.
        Raises: ValueError: The shape of `x` does not broadcast to it.
        >>> x = paddle.to_tensor([[1], [2]])
        >>> paddle.expand(x, [2, 3]).tolist()
        [[1, 1, 1], [2, 2, 2]])")
    .Dims(ExpandDims)
    .InferMeta(ExpandInfer)
    .View(ExpandView)
    .Vjp([](const VjpContext& c) -> VarList {
      return {SumTo(c.grad(), c.in_dims(0))};
    });

PD_OP(expand_as)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        `x` broadcast to the shape of `y`. A view.
        y: Gives the shape.
        Returns: It shares the memory of `x`.
        Raises: ValueError: The shape of `x` does not broadcast to it.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.expand_as(x, paddle.ones([2, 2])).tolist()
        [[1, 2], [1, 2]])")
    .Dims(ElementwiseDims)
    .Decompose([](const Args& a) -> VarList {
      return {ops::Expand(a.tensor(0), a.dims(1))};
    });

PD_OP(broadcast_to)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc(R"(
        `x` broadcast to a shape; -1 keeps a size. A view.
        shape: Of the result; -1 keeps a size.
        Returns: It shares the memory of `x`.
        Raises: ValueError: The shape of `x` does not broadcast to it.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.broadcast_to(x, [2, 2]).tolist()
        [[1, 2], [1, 2]])")
    .Decompose([](const Args& a) -> VarList {
      return {ops::Expand(a.tensor(0), a.ints("shape"))};
    });

PD_OP(broadcast_tensors)
    .Schema("(Tensor[] input) -> Tensor[] out")
    .Doc(R"(
        All tensors broadcast to one shape. Views.
        input: Of shapes that broadcast.
        Returns: All of one shape.
        Raises: ValueError: The shapes do not broadcast.
        >>> x, y = paddle.broadcast_tensors([paddle.ones([3, 1]), paddle.ones([2])])
        >>> x.shape, y.shape
        (paddle.Size([3, 2]), paddle.Size([3, 2])))")
    .Dims(BroadcastListDims)
    .Decompose([](const Args& a) -> VarList {
      DDim shape;
      for (const DenseTensor* t : a.slot[0].tensors) {
        shape = BroadcastDims(shape, t->dims, "broadcast_tensors");
      }
      VarList out;
      for (DenseTensor* t : a.slot[0].tensors) {
        out.push_back(ops::Expand(Var::Share(t), shape));
      }
      return out;
    });

PD_OP(tile)
    .Schema("(Tensor x, IntArray repeat_times) -> Tensor out")
    .Doc(R"(
        `x` repeated along each axis, as a block.
        repeat_times: For each axis, the last one last; new axes come in front.
        Returns: Sizes are multiplied.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.tile(x, [2, 2]).tolist()
        [[1, 2, 1, 2], [1, 2, 1, 2]])")
    .Decompose(TileRule);

PD_OP(repeat_interleave)
    .Schema(
        "(Tensor x, Tensor repeats, IntArray axis=None, "
        "int output_size=None) -> Tensor out")
    .Doc(R"(
        Each element along `axis` repeated, all the same number of times or each
        its own; without an axis, of the flattened tensor.
        repeats: An int, or one for each element along the axis.
        axis: An int; the flattened tensor where None.
        output_size: Accepted.
        Returns: The size along `axis` is the sum of the repeats.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.repeat_interleave(x, 2).tolist()
        [1, 1, 2, 2])")
    .Traits(kDataDependent)
    .Dims(RepeatInterleaveDims)
    .Decompose(RepeatInterleaveRule);

}  // namespace paddle
