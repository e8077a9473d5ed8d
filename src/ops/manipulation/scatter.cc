// scatter, scatter_nd, scatter_nd_add, index_add, index_put, index_fill,
// masked_scatter: writes through index tensors, by Paddle's names.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/update.h"

namespace paddle {
namespace {

Var FlatIndex(const Var& index, const char* op) {
  PADDLE_ENFORCE(IsInteger(index.dtype()) && index.rank() <= 2 &&
                     (index.rank() < 2 || index.dim(1) == 1),
                 errors::InvalidArgument("%s: `index` needs one axis of "
                                         "integers.",
                                         op)
                     .Shapes({{"index", index.dims()}})
                     .Received(Name(index.dtype())));
  return index.rank() == 2 ? ops::Reshape(index, {-1}) : index;
}

DDim FirstAxes(size_t n) {
  DDim axes;
  for (size_t i = 0; i < n; ++i) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

void ScatterInto(const Args& a) {
  const Var x = a.tensor(0), updates = a.tensor(2);
  const std::vector<Var> index = {FlatIndex(a.tensor(1), "scatter")};
  if (a.b("overwrite")) return PutInto(x, updates, index, {0}, false);
  // Rows that are named begin at 0.
  PutInto(x, ops::Full({}, Scalar(0.0), x.dtype()), index, {0}, false);
  PutInto(x, updates, index, {0}, true);
}

VarList ScatterVjp(const VjpContext& c) {
  const Var g = c.grad(), index = c.in(1);
  Var gx, gupdates;
  if (c.needs(0)) {
    gx = ops::Scatter(g, index, ops::Full({}, Scalar(0.0), g.dtype()));
  }
  if (c.needs(2)) {
    const Var flat = FlatIndex(index, "scatter");
    gupdates = ValueGrad(c.b("overwrite") ? WrittenGrad(g, {flat}, {0})
                                          : ops::IndexGet(g, {flat}, {0}),
                         c, 2);
  }
  return {gx, Var(), gupdates};
}

void ScatterDims(const Args& a, AxisMap& map) {
  WriteDims(a, map, {.value = 2, .axes = {0}, .index_rank = 1});
}
void ScatterNdAddDims(const Args& a, AxisMap& map) {
  const DDim& index = a.dims(1);
  if (index.rank() == 0 || index.back() > a.dims(0).rank()) {
    AxisLinks whole(a, map);
    return;
  }
  WriteDims(a, map,
            {.value = 2,
             .axes = FirstAxes(index.back()),
             .index_rank = index.rank() - 1});
}
// Updates that are added to zeros.
void ScatterNdDims(const Args& a, AxisMap& map) {
  AxisLinks links(a, map);
  const DDim &index = links.in(0), &updates = links.in(1), &out = links.out(0);
  const int lead = index.rank() - 1, k = static_cast<int>(index.back());
  if (updates.rank() != lead + out.rank() - k) return;
  for (int i = 0; i < lead; ++i) {
    const int f = map.Reduce(index[i], Combine::kSum);
    links.In(0, i, f);
    links.In(1, i, f);
  }
  for (int i = k; i < out.rank(); ++i) {
    const int f = map.Pass(out[i]);
    links.In(1, lead + i - k, f);
    links.Out(0, i, f);
    map.AddSizeArg(2, i, f);
  }
}
// (x, index, axis): `value` is the operand that is written, or -1.
template <int value>
void AlongIndexDims(const Args& a, AxisMap& map) {
  const int axis =
      NormalizeAxis(a.i("axis"), a.dims(0).rank(), a.op->name.c_str());
  WriteDims(a, map, {.value = value, .axes = {axis}, .index_rank = 1});
}
void IndexPutDims(const Args& a, AxisMap& map) {
  int axes = 0, rank = 0;
  for (const DenseTensor* t : a.slot[1].tensors) {
    const bool mask = t->dtype == DataType::kBool;
    axes += mask ? t->rank() : 1;
    rank = std::max(rank, mask ? 1 : t->rank());
  }
  WriteDims(a, map,
            {.value = 1 + a.slot[1].tensors.size(),
             .axes = FirstAxes(axes),
             .index_rank = rank});
}

void IndexPutInto(const Args& a) {
  std::vector<Var> indices;
  for (DenseTensor* t : a.slot[1].tensors) indices.push_back(Var::Share(t));
  indices = WithoutMasks(indices, "index_put");
  PutInto(a.tensor(0), a.tensor(2), indices, FirstAxes(indices.size()),
          a.b("accumulate"));
}

VarList IndexPutVjp(const VjpContext& c) {
  std::vector<Var> indices;
  const int value = c.num_operands() - 1;
  for (int k = 1; k < value; ++k) indices.push_back(c.in(k));
  indices = WithoutMasks(indices, "index_put");
  const DDim axes = FirstAxes(indices.size());
  const Var g = c.grad();
  VarList out;
  Var gx;
  if (c.needs(0)) {
    gx = c.b("accumulate")
             ? g
             : ops::SetIndex(g, ops::Full({}, Scalar(0.0), g.dtype()), indices,
                             {}, axes);
  }
  out.push_back(gx);
  for (int k = 1; k < value; ++k) out.push_back(Var());
  Var gvalue;
  if (c.needs(value)) {
    gvalue = ValueGrad(c.b("accumulate") ? ops::IndexGet(g, indices, axes)
                                         : WrittenGrad(g, indices, axes),
                       c, value);
  }
  out.push_back(gvalue);
  return out;
}

}  // namespace

PD_OP(scatter)
    .Schema(
        "(Tensor x, Tensor index, Tensor updates, bool overwrite=true) "
        "-> Tensor out")
    .Doc(R"(
        `x` with the rows that `index` names replaced by `updates`; without
        `overwrite`, by the sum of all updates of that row.
        x: [n, ...].
        index: int32 or int64, 0-D or 1-D, in [-n, n).
        updates: One row for each index.
        overwrite: The last of several updates wins; else they add up from 0.
        Returns: Of the shape of `x`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.ones([3, 1])
        >>> paddle.scatter(x, paddle.to_tensor([2]), paddle.to_tensor([[5.0]])).tolist()
        [[1.0], [1.0], [5.0]])")
    .Dims(ScatterDims)
    .Into(ScatterInto)
    .Vjp(ScatterVjp, {"index"});

PD_OP(scatter_nd_add)
    .Schema("(Tensor x, Tensor index, Tensor updates) -> Tensor out")
    .Doc(R"(
        `x` with `updates` added at the coordinates in the last axis of `index`.
        index: int32 or int64, [..., k].
        updates: [...] and the axes of `x` from k on.
        Returns: Of the shape of `x`; coordinates that come twice add up.
        Raises: IndexError: A coordinate is out of range.
        >>> x = paddle.ones([3])
        >>> paddle.scatter_nd_add(x, paddle.to_tensor([[1]]), paddle.to_tensor([5.0])).tolist()
        [1.0, 6.0, 1.0])")
    .Dims(ScatterNdAddDims)
    .Into([](const Args& a) {
      const std::vector<Var> columns =
          IndexColumns(a.tensor(1), "scatter_nd_add");
      PutInto(a.tensor(0), a.tensor(2), columns, FirstAxes(columns.size()),
              true);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          return {
              c.needs(0) ? g : Var(), Var(),
              c.needs(2) ? ValueGrad(ops::GatherNd(g, c.in(1)), c, 2) : Var()};
        },
        {"index"});

PD_OP(scatter_nd)
    .Schema("(Tensor index, Tensor updates, IntArray shape) -> Tensor out")
    .Doc(R"(
        Zeros of `shape` with `updates` added at the coordinates in the last
        axis of `index`.
        index: int32 or int64, [..., k].
        updates: [...] and the axes of `shape` from k on.
        Returns: Of `shape`; coordinates that come twice add up.
        Raises: IndexError: A coordinate is out of range.
        >>> index = paddle.to_tensor([[1], [3]])
        >>> paddle.scatter_nd(index, paddle.to_tensor([5.0, 6.0]), [4]).tolist()
        [0.0, 5.0, 0.0, 6.0])")
    .Dims(ScatterNdDims)
    .Decompose([](const Args& a) -> VarList {
      static const OpDef& add = GetOp("scatter_nd_add");
      const Var zeros =
          ops::Full(a.ints("shape"), Scalar(0.0), a.slot[1].tensor->dtype);
      return {ops::CallInplace(add, zeros, a.tensor(0), a.tensor(1))};
    });

PD_OP(index_add)
    .Schema(
        "(Tensor x, Tensor index, int axis, Tensor value, "
        "Scalar alpha=1) -> Tensor out")
    .Doc(R"(
        `x` with alpha * value added to the parts along `axis` that `index`
        names.
        index: int32 or int64, 1-D, in [-n, n), n the size of the axis. One that
            comes twice adds twice.
        value: Of the shape of `x`, but for the size of `index` along `axis`.
        alpha: Factor of `value`.
        Returns: Of the shape of `x`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.zeros([3, 2])
        >>> paddle.index_add(x, paddle.to_tensor([0, 2]), 0, paddle.ones([2, 2])).tolist()
        [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]])")
    .Dims(AlongIndexDims<2>)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      const int axis = NormalizeAxis(a.i("axis"), x.rank(), "index_add");
      const Scalar alpha = a.scalar("alpha");
      Var value = a.tensor(3);
      if (alpha.ToDouble() != 1.0) value = ops::Scale(value, alpha);
      PutInto(x, value, {FlatIndex(a.tensor(1), "index_add")}, {axis}, true);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          Var gvalue;
          if (c.needs(2)) {
            gvalue = ops::IndexSelect(g, c.in(1), c.i("axis"));
            if (c.scalar("alpha").ToDouble() != 1.0) {
              gvalue = ops::Scale(gvalue, c.scalar("alpha"));
            }
            gvalue = ValueGrad(gvalue, c, 2);
          }
          return {c.needs(0) ? g : Var(), Var(), gvalue};
        },
        {"index"});

PD_OP(index_put)
    .Schema(
        "(Tensor x, Tensor[] indices, Tensor value, "
        "bool accumulate=false) -> Tensor out")
    .Doc(R"(
        `x` with `value` written, or added, where `indices` (integers, or masks)
        stand for its first axes.
        indices: One for each of the first axes: int32 or int64, or bool masks;
            they broadcast against each other.
        value: Broadcast to the part that is written.
        accumulate: Add; an index that comes twice adds twice.
        Returns: Of the shape of `x`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.zeros([3])
        >>> paddle.index_put(x, [paddle.to_tensor([0, 2])], paddle.to_tensor([1.0, 2.0])).tolist()
        [1.0, 0.0, 2.0])")
    .Dims(IndexPutDims)
    .Into(IndexPutInto)
    .Vjp(IndexPutVjp, {"indices"});

PD_OP(index_fill)
    .Schema("(Tensor x, Tensor index, int axis, Scalar value) -> Tensor out")
    .Doc(R"(
        `x` with the parts along `axis` that `index` names filled with a number.
        index: int32 or int64, 1-D, in [-n, n), n the size of the axis.
        value: A number.
        Returns: Of the shape of `x`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.zeros([3, 2])
        >>> paddle.index_fill(x, paddle.to_tensor([1]), 0, 5.0).tolist()
        [[0.0, 0.0], [5.0, 5.0], [0.0, 0.0]])")
    .Dims(AlongIndexDims<-1>)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      const int axis = NormalizeAxis(a.i("axis"), x.rank(), "index_fill");
      PutInto(x, ops::Full({}, a.scalar("value"), x.dtype()),
              {FlatIndex(a.tensor(1), "index_fill")}, {axis}, false);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::IndexFill(c.grad(), c.in(1), c.i("axis"), Scalar(0.0)),
                  Var()};
        },
        {"index"});

PD_OP(masked_scatter)
    .Schema("(Tensor x, Tensor mask, Tensor value) -> Tensor out")
    .Doc(R"(
        `x` with its elements where `mask` is True replaced, in order, by the
        first elements of `value`.
        mask: bool; broadcast to `x`.
        value: At least as many elements as `mask` has True.
        Returns: Of the shape of `x`.
        Raises: ValueError: `value` has too few elements.
        >>> x = paddle.zeros([3])
        >>> mask = paddle.to_tensor([True, False, True])
        >>> paddle.masked_scatter(x, mask, paddle.to_tensor([1.0, 2.0])).tolist()
        [1.0, 0.0, 2.0])")
    .Traits(kDataDependent)
    .Inplace()
    .NoDims("where a value goes depends on all before it")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0), mask = a.tensor(1);
      PADDLE_ENFORCE(mask.dtype() == DataType::kBool,
                     errors::InvalidType("masked_scatter: `mask` must be bool.")
                         .Received(Name(mask.dtype())));
      if (!(mask.dims() == x.dims())) mask = ops::Expand(mask, x.dims());
      const Var at = ops::Reshape(ops::Nonzero(ops::Reshape(mask, {-1})), {-1});
      const Var value = ops::Reshape(a.tensor(2), {-1});
      PADDLE_ENFORCE_GE(value->numel, at->numel,
                        errors::InvalidArgument(
                            "masked_scatter: `value` has fewer elements than "
                            "`mask` has True."));
      const Var flat = ops::IndexPut(ops::Reshape(x, {-1}), {at},
                                     ops::Slice(value, {0}, {0}, {at->numel}));
      return {ops::Reshape(flat, x.dims())};
    });

}  // namespace paddle
