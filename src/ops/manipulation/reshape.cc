// reshape, flatten, unflatten, view_shape, view_as, squeeze, unsqueeze.
#include "ops/dims.h"
#include "ops/manipulation/view_infer.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ReshapeInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  SetShape(args, outs,
           ResolveShape(x.dims, x.numel, args.slot[1].ints, "reshape"));
}

void ToShapeDims(const Args& args, AxisMap& map) { ReshapeDims(args, map, 1); }
void MergeDims(const Args& args, AxisMap& map) { ReshapeDims(args, map, -1); }

void ViewAsDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  for (const auto& p : ReshapedAxes(links.in(0), links.out(0)).pairs) {
    const int f = map.Pass(p.size);
    links.In(0, p.from, f, p.from_each);
    links.In(1, p.to, f, p.to_each);
    links.Out(0, p.to, f, p.to_each);
  }
}

void UnflattenDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const DDim& x = links.in(0);
  const int axis = NormalizeAxis(args.i("axis"), x.rank(), "unflatten");
  const IntArray shape = args.ints("shape");
  for (const auto& p : ReshapedAxes(x, links.out(0)).pairs) {
    const int f = map.Pass(p.size);
    links.In(0, p.from, f, p.from_each);
    links.Out(0, p.to, f, p.to_each);
    const int item = p.to - axis;
    if (item >= 0 && item < shape.size() && shape[item] > 0) {
      map.AddSizeArg(2, item, f, p.to_each);
    }
  }
}

VarList ReshapeVjp(const VjpContext& c) {
  return {ops::Reshape(c.grad(), c.in_dims(0))};
}

void FlattenInfer(const Args& args, Outs& outs) {
  const DDim& x = args.dims(0);
  const int start = NormalizeAxis(args.slot[1].i, x.rank(), "flatten");
  const int stop = NormalizeAxis(args.slot[2].i, x.rank(), "flatten");
  PADDLE_ENFORCE(
      start <= stop,
      errors::InvalidArgument("flatten: `start_axis` comes after `stop_axis`.")
          .Expected("start_axis <= stop_axis")
          .Shapes({{"x", x}})
          .Received(std::to_string(args.slot[1].i) + " and " +
                    std::to_string(args.slot[2].i)));
  DDim dims;
  for (int i = 0; i < start; ++i) dims.push_back(x[i]);
  int64_t flat = 1;
  for (int i = start; i <= stop && i < x.rank(); ++i)
    flat = CheckedMul(flat, x[i]);
  dims.push_back(flat);
  for (int i = stop + 1; i < x.rank(); ++i) dims.push_back(x[i]);
  SetShape(args, outs, dims);
}

void SqueezeInfer(const Args& args, Outs& outs) {
  const DDim& x = args.dims(0);
  uint32_t drop = ~0u;
  if (!args.slot[1].ints.empty()) {
    drop = 0;
    for (int64_t axis : args.slot[1].ints) {
      drop |= 1u << NormalizeAxis(axis, x.rank(), "squeeze");
    }
  }
  DDim dims;
  for (int i = 0; i < x.rank(); ++i) {
    if (x[i] != 1 || !(drop >> i & 1)) dims.push_back(x[i]);
  }
  SetShape(args, outs, dims);
}

// Named axes of size 1 go. Where none is named, which ones go would depend on
// the sizes of a part.
void SqueezeDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const DDim& x = links.in(0);
  const IntArray axes = args.slot[1].ints;
  if (axes.empty()) return;
  uint32_t named = 0;
  for (int64_t axis : axes) {
    named |= 1u << NormalizeAxis(axis, x.rank(), "squeeze");
  }
  for (int i = 0, o = 0; i < x.rank(); ++i) {
    if (!(named >> i & 1)) {
      links.Pass(0, i, o++);
    } else if (x[i] != 1) {
      ++o;
    }
  }
}

// Axes are inserted one after the other.
void UnsqueezeInfer(const Args& args, Outs& outs) {
  DDim dims = args.dims(0);
  for (int64_t axis : args.slot[1].ints) {
    dims.insert(NormalizeAxis(axis, dims.rank() + 1, "unsqueeze"), 1);
  }
  SetShape(args, outs, dims);
}

}  // namespace

PD_OP(reshape)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc(R"(
        `x` in another shape with the same elements. One size may be -1, which
        is deduced; 0 keeps the size of that axis. A view where the memory
        allows it.
        shape: Of the result; one size may be -1, 0 keeps a size.
        Returns: Of the dtype of `x`.
        Raises: ValueError: The numbers of elements differ.
        >>> x = paddle.arange(6)
        >>> paddle.reshape(x, [2, -1]).tolist()
        [[0, 1, 2], [3, 4, 5]])")
    .Dims(ToShapeDims)
    .InferMeta(ReshapeInfer)
    .View(ReshapeView)
    .Inplace()
    .Vjp(ReshapeVjp)
    .Decompose(ReshapeCopy);

PD_OP(view_shape)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc("`x` in another shape, always a view.")
    .Traits(kInternal)
    .Dims(ToShapeDims)
    .InferMeta(ReshapeInfer)
    .View([](const Args& args, Outs& outs) {
      PADDLE_ENFORCE(
          ReshapeView(args, outs),
          errors::InvalidArgument(
              "view: the memory of `x` does not allow this shape "
              "without a copy.")
              .Shapes({{"x", args.dims(0)},
                       {"strides", args.slot[0].tensor->stride_array()}})
              .Received("shape = " + errors::ToString(outs[0]->dims))
              .Hint("use reshape()."));
      return true;
    })
    .Vjp(ReshapeVjp);

PD_OP(view_as)
    .Schema("(Tensor x, Tensor other) -> Tensor out")
    .Doc(R"(
        `x` in the shape of `other`, a view.
        other: Gives the shape.
        Returns: It shares the memory of `x`.
        Raises: ValueError: The numbers of elements differ.
        >>> x = paddle.arange(4)
        >>> paddle.view_as(x, paddle.ones([2, 2])).tolist()
        [[0, 1], [2, 3]])")
    .Dims(ViewAsDims)
    .Decompose([](const Args& a) -> VarList {
      return {ops::ViewShape(a.tensor(0), a.dims(1))};
    });

PD_OP(flatten)
    .Schema("(Tensor x, int start_axis=0, int stop_axis=-1) -> Tensor out")
    .Doc(R"(
        The axes from `start_axis` to `stop_axis` as one. A view where the
        memory allows it.
        start_axis: First axis that is joined.
        stop_axis: Last axis that is joined.
        Returns: Of the dtype of `x`.
        Raises: ValueError: `stop_axis` comes before `start_axis`.
        >>> x = paddle.ones([2, 3, 4])
        >>> paddle.flatten(x, start_axis=1).shape
        paddle.Size([2, 12]))")
    .Dims(MergeDims)
    .InferMeta(FlattenInfer)
    .View(ReshapeView)
    .Inplace()
    .Vjp(ReshapeVjp)
    .Decompose(ReshapeCopy);

PD_OP(unflatten)
    .Schema("(Tensor x, int axis, IntArray shape) -> Tensor out")
    .Doc(R"(
        One axis as several, of the sizes in `shape`; one may be -1.
        axis: The axis that is cut up.
        shape: The new sizes; one may be -1.
        Returns: Of the dtype of `x`.
        Raises: ValueError: The product is not the size of the axis.
        >>> x = paddle.ones([2, 6])
        >>> paddle.unflatten(x, 1, [2, 3]).shape
        paddle.Size([2, 2, 3]))")
    .Dims(UnflattenDims)
    .Decompose([](const Args& a) -> VarList {
      const DDim& x = a.dims(0);
      const int axis = NormalizeAxis(a.i("axis"), x.rank(), "unflatten");
      const DDim part =
          ResolveShape(DDim{x[axis]}, x[axis], a.ints("shape"), "unflatten");
      DDim dims;
      for (int i = 0; i < axis; ++i) dims.push_back(x[i]);
      for (int64_t n : part) dims.push_back(n);
      for (int i = axis + 1; i < x.rank(); ++i) dims.push_back(x[i]);
      return {ops::Reshape(a.tensor(0), dims)};
    });

PD_OP(squeeze)
    .Schema("(Tensor x, IntArray axis=None) -> Tensor out")
    .Doc(R"(
        `x` without its axes of size 1, or without those of them that are named.
        A view.
        axis: Axes that go where their size is 1; all such axes where None.
        Returns: It shares the memory of `x`.
        >>> x = paddle.ones([1, 3, 1])
        >>> paddle.squeeze(x).shape
        paddle.Size([3])
        >>> paddle.squeeze(x, axis=0).shape
        paddle.Size([3, 1]))")
    .Dims(SqueezeDims)
    .InferMeta(SqueezeInfer)
    .View(ReshapeView)
    .Inplace()
    .Vjp(ReshapeVjp);

PD_OP(unsqueeze)
    .Schema("(Tensor x, IntArray axis) -> Tensor out")
    .Doc(R"(
        `x` with new axes of size 1 at the given places. A view.
        axis: Places of the new axes in the result, in [-rank - 1, rank].
        Returns: It shares the memory of `x`.
        >>> x = paddle.ones([3])
        >>> paddle.unsqueeze(x, axis=0).shape
        paddle.Size([1, 3]))")
    .Dims(MergeDims)
    .InferMeta(UnsqueezeInfer)
    .View(ReshapeView)
    .Inplace()
    .Vjp(ReshapeVjp);

}  // namespace paddle
