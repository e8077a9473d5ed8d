// Parts of a tensor: basic_index, a view, on which slice, strided_slice,
// unbind, split and Tensor.__getitem__ rest; set_basic_index, which writes
// there.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/update.h"
#include "ops/manipulation/view_infer.h"

namespace paddle {
namespace {

[[noreturn]] PD_COLD void ThrowBadItem(const DDim& x, int axis,
                                       const int64_t* item) {
  if (axis >= x.rank()) {
    PADDLE_THROW(errors::OutOfRange("index: more indices than axes.")
                     .Expected("at most one index for each axis of `x`")
                     .Shapes({{"x", x}}));
  }
  PADDLE_THROW(errors::OutOfRange("index: out of range.")
                   .Expected("elements of axis " + std::to_string(axis) +
                             " of size " + std::to_string(x[axis]))
                   .Received("start " + std::to_string(item[1]) + ", size " +
                             std::to_string(item[2]) + ", step " +
                             std::to_string(item[3])));
}

// The first and the last element must exist.
inline bool InRange(int64_t start, int64_t count, int64_t step, int64_t size) {
  if (count == 0) return true;
  if (count < 0 || start < 0 || start >= size) return false;
  int64_t last;
  if (__builtin_mul_overflow(count - 1, step, &last) ||
      __builtin_add_overflow(start, last, &last)) {
    return false;
  }
  return last >= 0 && last < size;
}

void BasicIndexInfer(const Args& args, Outs& outs) {
  const DDim& x = args.slot[0].tensor->dims;
  const IntArray spec = args.slot[1].ints;
  DDim& dims = outs[0]->dims;
  int axis = 0;
  for (const int64_t* item = spec.begin(); item + 3 < spec.end(); item += 4) {
    if (item[0] == kNewAxis) {
      dims.push_back(1);
      continue;
    }
    const int64_t count = item[0] == kPick ? 1 : item[2];
    if (PD_UNLIKELY(axis >= x.rank() ||
                    !InRange(item[1], count, item[3], x[axis]))) {
      ThrowBadItem(x, axis, item);
    }
    if (item[0] != kPick) dims.push_back(count);
    ++axis;
  }
  for (; axis < x.rank(); ++axis) dims.push_back(x[axis]);
  outs[0]->dtype = args.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}

bool BasicIndexView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  const IntArray spec = args.slot[1].ints;
  int axis = 0, o = 0;
  int64_t offset = 0;
  for (const int64_t* item = spec.begin(); item + 3 < spec.end(); item += 4) {
    if (item[0] == kNewAxis) {
      out->strides[o++] = 1;
      continue;
    }
    offset += item[1] * x.strides[axis];
    if (item[0] != kPick) out->strides[o++] = item[3] * x.strides[axis];
    ++axis;
  }
  for (; axis < x.rank(); ++axis) out->strides[o++] = x.strides[axis];
  FinishView(x, out->numel == 0 ? 0 : offset, out);
  return true;
}

void BasicIndexDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const std::vector<PartAxis> part = PartAxes(links.in(0), args.slot[1].ints);
  for (size_t o = 0; o < part.size(); ++o) {
    const PartAxis& p = part[o];
    if (!p.all && !p.reversed) continue;
    const int64_t n = links.in(0)[p.axis];
    const int f = p.all ? map.Pass(n) : map.Permute(n);
    links.In(0, p.axis, f);
    links.Out(0, static_cast<int>(o), f);
    if (p.all && p.item >= 0) map.AddSizeArg(1, 4 * p.item + 2, f);
  }
}
void SetBasicIndexDims(const Args& args, AxisMap& map) {
  WriteDims(args, map, {.value = 1, .spec_arg = 2});
}

void CropDims(const Args& a, AxisMap& map) {
  AxisLinks links(a, map);
  const IntArray shape = a.ints("shape");
  for (int i = 0; i < links.in(0).rank(); ++i) {
    if (links.out(0)[i] != links.in(0)[i]) continue;
    const int f = links.Pass(0, i, i);
    if (!shape.empty() && shape[i] != -1) map.AddSizeArg(1, i, f);
  }
}

// The part that `axes`, `starts`, `ends` and, where there are, `strides` name.
BasicSpec SliceSpec(const Args& a) {
  const DDim& x = a.dims(0);
  const IntArray axes = a.ints("axes");
  const IntArray starts = a.ints("starts"), ends = a.ints("ends");
  const bool strided = a.op->schema.Find("strides") >= 0;
  const IntArray strides = strided ? a.ints("strides") : IntArray();
  const char* op = a.op->name.c_str();
  PADDLE_ENFORCE(axes.size() == starts.size() && axes.size() == ends.size() &&
                     (!strided || axes.size() == strides.size()),
                 errors::InvalidArgument("%s: the lists differ in length.", op)
                     .Expected("as many values in each list")
                     .Received("axes = " + errors::ToString(axes))
                     .Received("starts = " + errors::ToString(starts))
                     .Received("ends = " + errors::ToString(ends)));
  BasicSpec spec(x);
  uint64_t seen = 0;
  for (int k = 0; k < axes.size(); ++k) {
    const int64_t step = strided ? strides[k] : 1;
    PADDLE_ENFORCE(step != 0,
                   errors::InvalidArgument("%s: a stride is 0.", op)
                       .Expected("`strides` that are not 0")
                       .Received("strides = " + errors::ToString(strides)));
    const int axis = NormalizeAxis(axes[k], x.rank(), op);
    PADDLE_ENFORCE(!(seen >> axis & 1),
                   errors::InvalidArgument("%s: an axis is named twice.", op)
                       .Expected("each of `axes` once")
                       .Received("axes = " + errors::ToString(axes)));
    seen |= uint64_t{1} << axis;
    spec.Slice(axis, starts[k], ends[k], step);
  }
  return spec;
}

VarList SliceRule(const Args& a) {
  return {ops::BasicIndex(a.tensor(0), SliceSpec(a))};
}

void SetBasicIndex(const Args& a) {
  WriteInto(ops::BasicIndex(a.tensor(0), a.slot[2].ints), a.tensor(1));
}

VarList UnbindRule(const Args& a) {
  const DDim& x = a.dims(0);
  const int axis = NormalizeAxis(a.i("axis"), x.rank(), a.op->name.c_str());
  PADDLE_ENFORCE(x.rank() > 0,
                 errors::InvalidArgument("%s: a 0-D tensor has no axis.",
                                         a.op->name.c_str()));
  const bool unstack = a.op->name == "unstack";
  PADDLE_ENFORCE(
      !unstack || a.slot[2].i == 0 || a.slot[2].i == x[axis],
      errors::InvalidArgument("unstack: `num` is not the size of the axis.")
          .Expected("num == x.shape[axis]")
          .Shapes({{"x", x}})
          .Received(std::to_string(a.slot[2].i)));
  VarList out;
  for (int64_t i = 0; i < x[axis]; ++i) {
    const Var part = ops::BasicIndex(a.tensor(0), BasicSpec(x).Pick(axis, i));
    // unstack() copies, as Paddle's does.
    out.push_back(unstack ? ops::Assign(part) : part);
  }
  return out;
}

// Parts beyond the size of the axis are empty: so many of them are a mistake.
constexpr int64_t kMaxEmptyParts = 1 << 16;

// Copies, as Paddle's are: writing into a part leaves `x` alone.
VarList SplitSections(const Var& x, int axis, const std::vector<int64_t>& n) {
  VarList out;
  int64_t start = 0;
  for (int64_t size : n) {
    out.push_back(ops::Assign(ops::BasicIndex(
        x, BasicSpec(x.dims()).Slice(axis, start, start + size, 1))));
    start += size;
  }
  return out;
}

VarList SplitRule(const Args& a) {
  const DDim& x = a.dims(0);
  const int axis = NormalizeAxis(a.i("axis"), x.rank(), "split");
  PADDLE_ENFORCE(x.rank() > 0,
                 errors::InvalidArgument("split: a 0-D tensor has no axis."));
  const IntArray given = a.ints("sections");
  std::vector<int64_t> sizes(given.begin(), given.end());
  int64_t known = 0, rest = -1;
  bool good = !sizes.empty();
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1 && rest < 0) {
      rest = static_cast<int64_t>(i);
    } else {
      good &= sizes[i] >= 0 && sizes[i] <= x[axis];
      known += sizes[i];
    }
  }
  if (rest >= 0) known += sizes[rest] = x[axis] - known;
  good &= known == x[axis] && (rest < 0 || sizes[rest] >= 0);
  PADDLE_ENFORCE(
      good,
      errors::InvalidArgument("split: the sections do not add up to the axis.")
          .Expected("sizes whose sum is " + std::to_string(x[axis]) +
                    "; one may be -1")
          .Received(errors::ToString(given)));
  return SplitSections(a.tensor(0), axis, sizes);
}

void SplitDims(const Args& a, AxisMap& map) {
  AxisLinks links(a, map);
  const int rank = links.in(0).rank();
  const int axis = NormalizeAxis(a.i("axis"), rank, "split");
  for (int i = 0; i < rank; ++i) {
    if (i == axis) continue;
    const int f = map.Pass(links.in(0)[i]);
    links.In(0, i, f);
    for (int k = 0; k < links.num_outputs(); ++k) links.Out(k, i, f);
  }
}

VarList SplitWithNumRule(const Args& a) {
  const DDim& x = a.dims(0);
  // What Python calls it.
  const char* op = a.op->Has(kInternal) ? "split" : a.op->name.c_str();
  const int axis = NormalizeAxis(a.slot[2].i, x.rank(), op);
  const int64_t n = a.slot[1].i;
  PADDLE_ENFORCE(
      x.rank() > 0 && n > 0 && x[axis] % n == 0 &&
          n <= x[axis] + kMaxEmptyParts,
      errors::InvalidArgument("%s: the axis can not be cut into equal parts.",
                              op)
          .Expected(
              "a size along `axis` that is a multiple of the number of parts")
          .Shapes({{"x", x}})
          .Received(std::to_string(n) + " parts of axis " +
                    std::to_string(axis))
          .Hint("tensor_split() takes parts that differ."));
  return SplitSections(a.tensor(0), axis, std::vector<int64_t>(n, x[axis] / n));
}

// Parts that begin at the given places.
VarList SplitAt(const Var& x, int axis, IntArray places) {
  VarList out;
  int64_t start = 0;
  for (int k = 0; k <= places.size(); ++k) {
    const int64_t end = k < places.size() ? places[k] : x.dim(axis);
    out.push_back(
        ops::BasicIndex(x, BasicSpec(x.dims()).Slice(axis, start, end, 1)));
    start = end;
  }
  return out;
}

}  // namespace

std::vector<PartAxis> PartAxes(const DDim& x, IntArray spec) {
  std::vector<PartAxis> part;
  int axis = 0;
  for (int k = 0; 4 * k + 3 < spec.size(); ++k) {
    const int64_t* item = spec.data() + 4 * k;
    PartAxis p;
    if (item[0] != kNewAxis) p.axis = axis++;
    p.item = k;
    if (item[0] == kSlice) {
      const int64_t n = x[p.axis];
      p.all = item[1] == 0 && item[2] == n && (item[3] == 1 || n == 0);
      p.reversed = item[1] == n - 1 && item[2] == n && item[3] == -1;
    }
    if (item[0] != kPick) part.push_back(p);
  }
  for (; axis < x.rank(); ++axis) {
    PartAxis p;
    p.axis = axis;
    p.all = true;
    part.push_back(p);
  }
  return part;
}

PD_OP(basic_index)
    .Schema("(Tensor x, IntArray spec) -> Tensor out")
    .Doc(
        "A view of a part of `x`; see ops/manipulation/basic_index.h for "
        "`spec`.")
    .Traits(kInternal)
    .Dims(BasicIndexDims)
    .InferMeta(BasicIndexInfer)
    .View(BasicIndexView)
    .Vjp([](const VjpContext& c) -> VarList {
      static const OpDef& set = GetOp("set_basic_index");
      const Var g = c.grad();
      const Var zeros = ops::Full(c.in_dims(0), Scalar(0.0), g.dtype());
      return {ops::CallInplace(set, zeros, g, c.ints("spec"))};
    });

PD_OP(set_basic_index)
    .Schema("(Tensor x, Tensor value, IntArray spec) -> Tensor out")
    .Doc("`x` with a part replaced by `value`, which is broadcast.")
    .Traits(kInternal)
    .Dims(SetBasicIndexDims)
    .Into(SetBasicIndex)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = c.grad();
      Var gx, gvalue;
      if (c.needs(0)) {
        gx = ops::SetBasicIndex(g, ops::Full({}, Scalar(0.0), g.dtype()),
                                c.ints("spec"));
      }
      if (c.needs(1)) {
        gvalue = ValueGrad(ops::BasicIndex(g, c.ints("spec")), c, 1);
      }
      return {gx, gvalue};
    });

PD_OP(slice)
    .Schema(
        "(Tensor input, IntArray axes, IntArray starts, IntArray ends) "
        "-> Tensor out")
    .Doc(R"(
        A part of `input`: from start to end along each of `axes`. Negative
        places count from the end; those beyond it are cut. A view.
        axes: In [-rank, rank).
        starts: First element along each axis.
        ends: Bound along each axis, not included.
        Returns: It shares the memory of `input`.
        >>> x = paddle.to_tensor([[1, 2, 3], [4, 5, 6]])
        >>> paddle.slice(x, axes=[1], starts=[1], ends=[3]).tolist()
        [[2, 3], [5, 6]])")
    .Decompose(SliceRule);

PD_OP(strided_slice)
    .Schema(
        "(Tensor x, IntArray axes, IntArray starts, IntArray ends, "
        "IntArray strides) -> Tensor out")
    .Doc(R"(
        A part of `x`: every stride-th element from start to end along each of
        `axes`; a stride may be negative. A view.
        axes: In [-rank, rank).
        starts: First element along each axis.
        ends: Bound along each axis, not included.
        strides: Step along each axis, not 0.
        Returns: It shares the memory of `x`.
        >>> x = paddle.to_tensor([1, 2, 3, 4, 5])
        >>> paddle.strided_slice(x, axes=[0], starts=[0], ends=[5], strides=[2]).tolist()
        [1, 3, 5])")
    .Decompose(SliceRule);

PD_OP(crop)
    .Schema(
        "(Tensor x, IntArray shape=None, IntArray offsets=None) "
        "-> Tensor out")
    .Doc(R"(
        The part of `x` of the given shape that begins at `offsets`; -1 takes
        all that follows.
        shape: Of the part; -1 takes all that follows the offset. All where
            None.
        offsets: Where it begins, for each axis; 0 where None.
        Returns: Of `shape`.
        Raises: ValueError: The part reaches beyond `x`.
        >>> x = paddle.arange(9).reshape([3, 3])
        >>> paddle.crop(x, shape=[2, 2], offsets=[0, 1]).tolist()
        [[1, 2], [4, 5]])")
    .Dims(CropDims)
    .Decompose([](const Args& a) -> VarList {
      const DDim& x = a.dims(0);
      const IntArray shape = a.ints("shape"), offsets = a.ints("offsets");
      PADDLE_ENFORCE(
          (shape.empty() || shape.size() == x.rank()) &&
              (offsets.empty() || offsets.size() == x.rank()),
          errors::InvalidArgument("crop: a list needs one value for each axis.")
              .Shapes({{"x", x}})
              .Received("shape = " + errors::ToString(shape))
              .Received("offsets = " + errors::ToString(offsets)));
      BasicSpec spec(x);
      for (int i = 0; i < x.rank(); ++i) {
        const int64_t start = offsets.empty() ? 0 : offsets[i];
        int64_t size = shape.empty() ? -1 : shape[i];
        if (size == -1) size = x[i] - start;
        PADDLE_ENFORCE(
            start >= 0 && size >= 0 && start <= x[i] && size <= x[i] - start,
            errors::InvalidArgument("crop: beyond the tensor.")
                .Expected("0 <= offsets and offsets + shape <= x.shape")
                .Shapes({{"x", x}})
                .Received("shape = " + errors::ToString(shape))
                .Received("offsets = " + errors::ToString(offsets)));
        spec.Slice(i, start, start + size, 1);
      }
      return {ops::Assign(ops::BasicIndex(a.tensor(0), spec))};
    });

PD_OP(slice_scatter)
    .Schema(
        "(Tensor x, Tensor value, IntArray axes, IntArray starts, "
        "IntArray ends, IntArray strides) -> Tensor out")
    .Doc(R"(
        `x` with what strided_slice() would read replaced by `value`.
        value: Of the shape of the part.
        axes: In [-rank, rank).
        starts: First element along each axis.
        ends: Bound along each axis, not included.
        strides: Step along each axis.
        Returns: Of the shape of `x`.
        Raises: ValueError: The shape of `value` does not match.
        >>> x = paddle.zeros([4])
        >>> paddle.slice_scatter(x, paddle.ones([2]), [0], [0], [4], [2]).tolist()
        [1.0, 0.0, 1.0, 0.0])")
    .Decompose([](const Args& a) -> VarList {
      return {ops::SetBasicIndex(a.tensor(0), a.tensor(1), SliceSpec(a))};
    });

PD_OP(select_scatter)
    .Schema("(Tensor x, Tensor values, int axis, int index) -> Tensor out")
    .Doc(R"(
        `x` with what stands at `index` of `axis` replaced by `values`.
        values: Of the shape of `x` without the axis.
        index: In [-n, n) for n elements along the axis.
        Returns: Of the shape of `x`.
        Raises: ValueError: The shape of `values` does not match.
        >>> x = paddle.zeros([2, 2])
        >>> paddle.select_scatter(x, paddle.to_tensor([1.0, 2.0]), 0, 1).tolist()
        [[0.0, 0.0], [1.0, 2.0]])")
    .Decompose([](const Args& a) -> VarList {
      const int axis =
          NormalizeAxis(a.i("axis"), a.dims(0).rank(), "select_scatter");
      return {
          ops::SetBasicIndex(a.tensor(0), a.tensor(1),
                             BasicSpec(a.dims(0)).Pick(axis, a.i("index")))};
    });

PD_OP(unbind)
    .Schema("(Tensor input, int axis=0) -> Tensor[] out")
    .Doc(R"(
        The parts of `input` along an axis, which goes. Views.
        Returns: Views, one for each element along the axis.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> [t.tolist() for t in paddle.unbind(x)]
        [[1, 2], [3, 4]])")
    .Decompose(UnbindRule);

PD_OP(unstack)
    .Schema("(Tensor x, int axis=0, int num=None) -> Tensor[] out")
    .Doc(R"(
        The parts of `x` along an axis, which goes.
        num: The size of the axis, for a check.
        Returns: One for each element along the axis.
        Raises: ValueError: `num` is another number.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> [t.tolist() for t in paddle.unstack(x)]
        [[1, 2], [3, 4]])")
    .Decompose(UnbindRule);

PD_OP(split)
    .Schema("(Tensor x, IntArray sections, int axis=0) -> Tensor[] out")
    .Doc(
        "`x` cut along an axis into parts of the given sizes; one may be "
        "-1.")
    .Traits(kInternal)
    .Dims(SplitDims)
    .Decompose(SplitRule);

PD_OP(split_with_num)
    .Schema("(Tensor x, int num, int axis=0) -> Tensor[] out")
    .Doc("`x` cut along an axis into `num` equal parts.")
    .Traits(kInternal)
    .Decompose(SplitWithNumRule);

PD_OP(chunk)
    .Schema("(Tensor x, int chunks, int axis=0) -> Tensor[] out")
    .Doc(R"(
        `x` cut along an axis into equal parts.
        chunks: Number of parts, which divides the size of the axis.
        Returns: Views of `x`.
        Raises: ValueError: The axis can not be cut into equal parts.
        >>> [t.tolist() for t in paddle.chunk(paddle.arange(6), 3)]
        [[0, 1], [2, 3], [4, 5]])")
    .Decompose(SplitWithNumRule);

PD_OP(tensor_split_at)
    .Schema("(Tensor x, IntArray indices, int axis=0) -> Tensor[] out")
    .Doc("`x` cut along an axis at the given places. Views.")
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const int axis =
          NormalizeAxis(a.i("axis"), a.dims(0).rank(), "tensor_split");
      return SplitAt(a.tensor(0), axis, a.ints("indices"));
    });

PD_OP(tensor_split_with_num)
    .Schema("(Tensor x, int num, int axis=0) -> Tensor[] out")
    .Doc(
        "`x` cut along an axis into `num` parts, the first of which may be "
        "larger by one. Views.")
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const DDim& x = a.dims(0);
      const int axis = NormalizeAxis(a.i("axis"), x.rank(), "tensor_split");
      const int64_t n = a.i("num");
      PADDLE_ENFORCE(
          x.rank() > 0 && n > 0 && n <= x[axis] + kMaxEmptyParts,
          errors::InvalidArgument("tensor_split: needs an axis, at least one "
                                  "part, and not too many.")
              .Received(std::to_string(n) + " parts"));
      std::vector<int64_t> places;
      for (int64_t k = 1; k < n; ++k) {
        places.push_back(k * (x[axis] / n) + std::min(k, x[axis] % n));
      }
      return SplitAt(a.tensor(0), axis, places);
    });

}  // namespace paddle
