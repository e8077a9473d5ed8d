// Reading and writing through index tensors: index_get and set_index, on which
// Tensor.__getitem__, gather and scatter in all their forms rest.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/update.h"
#include "ops/manipulation/view_infer.h"

namespace paddle {
namespace {

// Reading at indices gives [axes before..., index shape..., axes after...];
// where the indexed axes are not neighbours, the index shape comes first.
struct IndexedAxes {
  bool adjacent = true;
  uint32_t indexed = 0;  // axes of x
  DDim shape;            // of the indices, broadcast

  IndexedAxes(const DDim& x, TensorList indices, IntArray axes) {
    bool good = axes.size() == indices.size() && axes.size() > 0;
    for (int k = 0; good && k < axes.size(); ++k) {
      good = axes[k] >= 0 && axes[k] < x.rank() && !(indexed >> axes[k] & 1) &&
             IsInteger(indices[k]->dtype);
      if (!good) break;
      indexed |= 1u << axes[k];
      adjacent &= axes[k] == axes[0] + k;
      shape = BroadcastDims(shape, indices[k]->dims, "index");
    }
    PADDLE_ENFORCE(
        good, errors::OutOfRange("index: more indices than axes, or "
                                 "an index that is not of integers.")
                  .Expected("at most one integer tensor for each axis of `x`")
                  .Shapes({{"x", x}})
                  .Received("axes = " + errors::ToString(axes)));
  }
  DDim Result(const DDim& x, IntArray axes) const {
    DDim dims;
    int a = 0;
    for (; adjacent && a < axes[0]; ++a) dims.push_back(x[a]);
    for (int64_t n : shape) dims.push_back(n);
    for (; a < x.rank(); ++a) {
      if (!(indexed >> a & 1)) dims.push_back(x[a]);
    }
    return dims;
  }
};

void IndexGetInfer(const Args& args, Outs& outs) {
  const DDim& x = args.dims(0);
  const IntArray axes = args.slot[2].ints;
  SetShape(args, outs,
           IndexedAxes(x, args.slot[1].tensors, axes).Result(x, axes));
}

void IndexGetDims(const Args& args, AxisMap& map) {
  const DDim& x = args.dims(0);
  const IntArray axes = args.slot[2].ints;
  const IndexedAxes at(x, args.slot[1].tensors, axes);
  AxisLinks links(args, map);
  std::vector<int> factors;
  const int first = at.adjacent ? static_cast<int>(axes[0]) : 0;
  for (int64_t n : at.shape) {
    factors.push_back(map.Pass(n));
    const int place = static_cast<int>(factors.size()) - 1;
    links.Out(0, first + place, factors.back());
  }
  for (int k = 1; k < links.num_inputs(); ++k) links.Broadcast(k, factors);
  for (int a = 0, o = 0; a < x.rank(); ++a) {
    if (o == first) o += at.shape.rank();
    if (!(at.indexed >> a & 1)) links.Pass(0, a, o++);
  }
}

void PutIntoInfer(const Args& args, Outs& outs) {
  const DenseTensor& to = *args.slot[0].tensor;
  outs[0]->dims = to.dims;
  outs[0]->dtype = to.dtype;
  for (int i = 0; i < to.rank(); ++i) outs[0]->strides[i] = to.strides[i];
  FinishStrides(outs[0]);
  ShareStorage(to, outs[0]);
}

void PutIntoDims(const Args& args, AxisMap& map) {
  const DDim &to = args.dims(0), &value = args.dims(1);
  const IntArray axes = args.ints("axes");
  const IndexedAxes at(to, args.slot[2].tensors, axes);
  const DDim part = at.Result(to, axes);
  EnforceTypes(args, "TT");
  PADDLE_ENFORCE(
      value == part || args.slot[1].tensor->numel == 1,
      errors::InvalidArgument("put_into: the shape of `value` is wrong.")
          .Expected(errors::ToString(part) + ", or one element")
          .Shapes({{"to", to}, {"value", value}}));
  WriteDims(args, map,
            {.value = 1, .axes = DDim(axes), .index_rank = at.shape.rank()});
}
void SetIndexDims(const Args& args, AxisMap& map) {
  int rank = 0;
  for (const DenseTensor* t : args.slot[2].tensors) {
    rank = std::max(rank, t->rank());
  }
  const IntArray axes = args.ints("axes");
  WriteDims(args, map,
            {.value = 1,
             .axes = args.slot[2].tensors.size() ? DDim(axes) : DDim(),
             .index_rank = rank,
             .spec_arg = 3});
}

std::vector<Var> Indices(const VjpContext& c, int first) {
  std::vector<Var> list;
  for (int k = first; k < c.num_operands(); ++k) list.push_back(c.in(k));
  return list;
}
std::vector<Var> ToVector(TensorList list) {
  std::vector<Var> out;
  for (DenseTensor* t : list) out.push_back(Var::Share(t));
  return out;
}

void SetIndex(const Args& a) {
  PutInto(ops::BasicIndex(a.tensor(0), a.ints("spec")), a.tensor(1),
          ToVector(a.slot[2].tensors), a.ints("axes"), a.b("accumulate"));
}

DDim FirstAxes(int n) {
  DDim axes;
  for (int i = 0; i < n; ++i) axes.push_back(i);
  return axes;
}

VarList GatherRule(const Var& x, const Var& index, int axis, const char* op) {
  PADDLE_ENFORCE(
      x.rank() > 0 && index.rank() <= 2 &&
          (index.rank() < 2 || index.dim(1) == 1 || index.dim(0) == 1),
      errors::InvalidArgument(
          "%s: `index` needs one axis, and `x` at least one.", op)
          .Shapes({{"x", x.dims()}, {"index", index.dims()}})
          .Hint("gather_nd() takes coordinates."));
  PADDLE_ENFORCE(IsInteger(index.dtype()),
                 errors::InvalidArgument("%s: `index` has the wrong dtype.", op)
                     .Expected("int32 or int64")
                     .Received(Name(index.dtype())));
  const Var flat = index.rank() == 2 ? ops::Reshape(index, {-1}) : index;
  return {ops::IndexGet(x, {flat}, {axis})};
}

}  // namespace

PD_OP(index_get)
    .Schema("(Tensor x, Tensor[] indices, IntArray axes) -> Tensor out")
    .Doc(
        "The elements of `x` where `indices`, broadcast together, stand for "
        "the axes `axes`.")
    .Traits(kInternal | kChecksValues)
    .Dims(IndexGetDims)
    .InferMeta(IndexGetInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          static const OpDef& set = GetOp("set_index");
          const Var g = c.grad();
          const Var zeros = ops::Full(c.in_dims(0), Scalar(0.0), g.dtype());
          VarList out;
          out.push_back(ops::CallInplace(set, zeros, g, Indices(c, 1),
                                         IntArray(), c.ints("axes"), true));
          for (int k = 1; k < c.num_operands(); ++k) out.push_back(Var());
          return out;
        },
        {"indices"});

PD_OP(put_into)
    .Schema(
        "(Tensor to, Tensor value, Tensor[] indices, IntArray axes, "
        "bool accumulate) -> Tensor out")
    .Doc(
        "Writes or adds `value` into the memory of `to`; the result is a view "
        "of it.")
    .Traits(kInternal | kChecksValues)
    .Writes({"to"})
    .Dims(PutIntoDims)
    .InferMeta(PutIntoInfer)
    .NotDifferentiable("the operators that use it record themselves");

PD_OP(overwritten)
    .Schema("(Tensor[] indices, IntArray sizes) -> Tensor out")
    .Doc(
        "For each element of `indices`, broadcast together, whether a later "
        "one names the same place of axes of these sizes.")
    .Traits(kInternal | kChecksValues)
    .NoDims("an index is compared with all that follow")
    .InferMeta([](const Args& args, Outs& outs) {
      DDim shape;
      const TensorList indices = args.slot[0].tensors;
      PADDLE_ENFORCE(
          indices.size() == args.slot[1].ints.size(),
          errors::InvalidArgument("overwritten: needs a size for each index."));
      for (const DenseTensor* t : indices) {
        PADDLE_ENFORCE(IsInteger(t->dtype),
                       errors::InvalidType("overwritten: an index that is not "
                                           "of integers."));
        shape = BroadcastDims(shape, t->dims, "index");
      }
      outs[0]->dims = shape;
      outs[0]->dtype = DataType::kBool;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable("it answers with bools");

PD_OP(set_index)
    .Schema(
        "(Tensor x, Tensor value, Tensor[] indices, IntArray spec, "
        "IntArray axes, bool accumulate=false) -> Tensor out")
    .Doc(
        "`x` with `value` written, or added, at `indices` of the axes `axes` "
        "of its part `spec`.")
    .Traits(kInternal | kChecksValues)
    .Dims(SetIndexDims)
    .Into(SetIndex)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          const std::vector<Var> indices = Indices(c, 2);
          Var gx, gvalue;
          if (c.needs(0)) {
            gx = c.b("accumulate")
                     ? g
                     : ops::SetIndex(g, ops::Full({}, Scalar(0.0), g.dtype()),
                                     indices, c.ints("spec"), c.ints("axes"));
          }
          if (c.needs(1)) {
            Var part = ops::BasicIndex(g, c.ints("spec"));
            if (!indices.empty()) {
              part = c.b("accumulate")
                         ? ops::IndexGet(part, indices, c.ints("axes"))
                         : WrittenGrad(part, indices, c.ints("axes"));
            }
            gvalue = ValueGrad(part, c, 1);
          }
          VarList out;
          out.push_back(gx);
          out.push_back(gvalue);
          for (size_t k = 0; k < indices.size(); ++k) out.push_back(Var());
          return out;
        },
        {"indices"});

PD_OP(gather)
    .Schema("(Tensor x, Tensor index, int axis=None) -> Tensor out")
    .Doc(R"(
        The rows of `x` (or its parts along `axis`) that `index` names.
        index: int32 or int64, 0-D or 1-D, in [-n, n), n the size of the axis.
        axis: 0 where None.
        Returns: `index` takes the place of the axis.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[1, 2], [3, 4], [5, 6]])
        >>> paddle.gather(x, paddle.to_tensor([2, 0])).tolist()
        [[5, 6], [1, 2]])")
    .Decompose([](const Args& a) -> VarList {
      const int axis = NormalizeAxis(a.i("axis"), a.dims(0).rank(), "gather");
      return GatherRule(a.tensor(0), a.tensor(1), axis, "gather");
    });

PD_OP(index_select)
    .Schema("(Tensor x, Tensor index, int axis=0) -> Tensor out")
    .Doc(R"(
        The parts of `x` along `axis` that `index` names.
        index: int32 or int64, 1-D, in [-n, n), n the size of the axis.
        Returns: `index` gives the size along `axis`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[1, 2, 3], [4, 5, 6]])
        >>> paddle.index_select(x, paddle.to_tensor([2, 0]), axis=1).tolist()
        [[3, 1], [6, 4]])")
    .Decompose([](const Args& a) -> VarList {
      const int axis =
          NormalizeAxis(a.i("axis"), a.dims(0).rank(), "index_select");
      return GatherRule(a.tensor(0), a.tensor(1), axis, "index_select");
    });

PD_OP(gather_nd)
    .Schema("(Tensor x, Tensor index) -> Tensor out")
    .Doc(R"(
        The parts of `x` at the coordinates in the last axis of `index`.
        index: int32 or int64, [..., k] with k up to the rank of `x`.
        Returns: [...] and the axes of `x` from k on.
        Raises: IndexError: A coordinate is out of range.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.gather_nd(x, paddle.to_tensor([[1, 0], [0, 1]])).tolist()
        [3, 2])")
    .Decompose([](const Args& a) -> VarList {
      const std::vector<Var> columns = IndexColumns(a.tensor(1), "gather_nd");
      if (columns.empty()) {
        DDim dims = a.dims(1);
        dims.erase(dims.rank() - 1);
        for (int64_t n : a.dims(0)) dims.push_back(n);
        return {ops::Assign(ops::Expand(a.tensor(0), dims))};
      }
      return {ops::IndexGet(a.tensor(0), columns,
                            FirstAxes(static_cast<int>(columns.size())))};
    });

PD_OP(take)
    .Schema("(Tensor x, Tensor index, str mode=\"raise\") -> Tensor out")
    .Doc(R"(
        Elements of the flattened `x`. An index beyond the end raises, wraps
        around or is clipped.
        index: int32 or int64, of any shape.
        mode: Beyond the end: "raise", "wrap" or "clip".
        Returns: Of the shape of `index`.
        Raises: IndexError: An index is out of range and `mode` is "raise".
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.take(x, paddle.to_tensor([3, 0])).tolist()
        [4, 1])")
    .Decompose([](const Args& a) -> VarList {
      const std::string_view mode = a.s("mode");
      PADDLE_ENFORCE(mode == "raise" || mode == "wrap" || mode == "clip",
                     errors::InvalidArgument("take: unknown mode.")
                         .Expected("raise, wrap or clip")
                         .Received(std::string(mode)));
      Var index = a.tensor(1);
      PADDLE_ENFORCE(IsInteger(index.dtype()),
                     errors::InvalidType("take: `index` needs integers.")
                         .Received(Name(index.dtype())));
      const int64_t n = a.slot[0].tensor->numel;
      if (mode != "raise") index = ops::TakeIndex(index, n, mode == "clip");
      return {ops::IndexGet(ops::Reshape(a.tensor(0), {-1}), {index}, {0})};
    });

PD_OP(take_index)
    .Schema("(Tensor index, int size, bool clip) -> Tensor out")
    .Doc("An index of any integers brought into [0, size).")
    .Traits(kInternal | kChecksValues)
    .Dims(ElementwiseDims)
    .InferMeta([](const Args& args, Outs& outs) {
      SetShape(args, outs, args.dims(0));
      outs[0]->dtype = DataType::kInt64;
    })
    .NotDifferentiable("indices have no gradient");

PD_OP(masked_select)
    .Schema("(Tensor x, Tensor mask) -> Tensor out")
    .Doc(R"(
        The elements of `x` where `mask` is True, as one axis.
        mask: bool; broadcast against `x`.
        Returns: 1-D.
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.masked_select(x, paddle.to_tensor([True, False, True])).tolist()
        [1, 3])")
    .Traits(kDataDependent)
    .NoDims("the size of its result depends on values")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0), mask = a.tensor(1);
      PADDLE_ENFORCE(mask.dtype() == DataType::kBool,
                     errors::InvalidType("masked_select: `mask` must be bool.")
                         .Received(Name(mask.dtype())));
      const DDim shape = BroadcastDims(x.dims(), mask.dims(), "masked_select");
      if (!(x.dims() == shape)) x = ops::Expand(x, shape);
      if (!(mask.dims() == shape)) mask = ops::Expand(mask, shape);
      const Var at = ops::Nonzero(ops::Reshape(mask, {-1}));
      return {
          ops::IndexGet(ops::Reshape(x, {-1}), {ops::Reshape(at, {-1})}, {0})};
    });

PD_OP(nonzero)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The coordinates of the elements that are not 0, one row each.
        Returns: int64, [count, rank].
        >>> x = paddle.to_tensor([[1, 0], [0, 2]])
        >>> paddle.nonzero(x).tolist()
        [[0, 0], [1, 1]])")
    .Traits(kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& args, Outs& outs) {
      PADDLE_ENFORCE(
          args.dims(0).rank() > 0,
          errors::InvalidArgument("nonzero: a 0-D tensor has no coordinates."));
      // How many there are is known to the kernel.
      outs[0]->dims = DDim{0, args.dims(0).rank()};
      outs[0]->dtype = DataType::kInt64;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable("coordinates have no gradient");

}  // namespace paddle
