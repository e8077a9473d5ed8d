// take_along_axis, put_along_axis, index_sample.
#include "ops/builder.h"
#include "ops/dims.h"
#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/host_values.h"
#include "ops/manipulation/update.h"

namespace paddle {
namespace {

// `index` as contiguous int64; broadcast to `x` but for the axis on request.
Var ResolveIndex(const DDim& x, const Var& given, int axis, bool broadcast,
                 const char* op) {
  Var index = given;
  PADDLE_ENFORCE(IsInteger(index.dtype()) && index.rank() == x.rank(),
                 errors::InvalidArgument("%s: `indices` needs integers and as "
                                         "many axes as the tensor.",
                                         op)
                     .Shapes({{"arr", x}, {"indices", index.dims()}})
                     .Received(Name(index.dtype())));
  if (broadcast) {
    DDim shape = x;
    if (x.rank() > 0) shape[axis] = index.dim(axis);
    if (!(shape == index.dims())) index = ops::Expand(index, shape);
  } else {
    for (int i = 0; i < x.rank(); ++i) {
      PADDLE_ENFORCE(i == axis || index.dim(i) <= x[i],
                     errors::InvalidArgument("%s: `indices` is larger than the "
                                             "tensor.",
                                             op)
                         .Shapes({{"arr", x}, {"indices", index.dims()}}));
    }
  }
  if (index.dtype() != DataType::kInt64) {
    index = ops::Cast(index, DataType::kInt64);
  }
  return index->contiguous() ? index : ops::Assign(index);
}

// The part of `x` over which `index` runs: whole along the axis.
Var PartUnder(const Var& x, const DDim& index, int axis) {
  BasicSpec spec(x.dims());
  bool whole = true;
  for (int i = 0; i < x.rank(); ++i) {
    if (i == axis || index[i] == x.dim(i)) continue;
    spec.Slice(i, 0, index[i], 1);
    whole = false;
  }
  return whole ? x : ops::BasicIndex(x, spec);
}

VarList TakeAlongAxisRule(const Args& a) {
  const Var x = a.tensor(0);
  const int axis = NormalizeAxis(a.i("axis"), x.rank(), "take_along_axis");
  const Var index = ResolveIndex(x.dims(), a.tensor(1), axis, a.b("broadcast"),
                                 "take_along_axis");
  if (x.rank() == 0) {  // its only element
    const Var flat =
        ops::TakeAlong(ops::Reshape(x, {1}), ops::Reshape(index, {1}), 0);
    return {ops::Reshape(flat, x.dims())};
  }
  return {ops::TakeAlong(PartUnder(x, index.dims(), axis), index, axis)};
}

void TakeAlongInfer(const Args& args, Outs& outs) {
  SetShape(args, outs, args.dims(1));
}

// The axis, which rules hand on in [0, rank).
int EnforceAxis(const Args& args, int rank) {
  const int64_t axis = args.i("axis");
  PADDLE_ENFORCE(
      axis >= 0 && axis < rank,
      errors::OutOfRange("%s: `axis` is out of range.", args.op->name.c_str())
          .Received(std::to_string(axis)));
  return static_cast<int>(axis);
}

// One index for each element, of all axes but `axis`.
void TakeAlongDims(const Args& args, AxisMap& map) {
  const DDim &x = args.dims(0), &index = args.dims(1);
  PADDLE_ENFORCE(
      x.rank() > 0 && x.rank() == index.rank(),
      errors::InvalidArgument("take_along: the ranks differ, or are 0.")
          .Shapes({{"x", x}, {"index", index}}));
  EnforceTypes(args, "Ti");
  const int axis = EnforceAxis(args, x.rank());
  AxisLinks links(args, map);
  for (int i = 0; i < x.rank(); ++i) {
    const int f = map.Pass(index[i]);
    if (i != axis) links.In(0, i, f);
    links.In(1, i, f);
    links.Out(0, i, f);
  }
}

void PutAlongIntoDims(const Args& args, AxisMap& map) {
  const DDim &to = args.dims(0), &index = args.dims(1);
  PADDLE_ENFORCE(
      to.rank() > 0 && to.rank() == index.rank() && index == args.dims(2),
      errors::InvalidArgument("put_along_into: the shapes do not suit.")
          .Shapes({{"to", to}, {"index", index}, {"value", args.dims(2)}}));
  EnforceTypes(args, "TiT");
  const int axis = EnforceAxis(args, to.rank());
  AxisLinks links(args, map);
  for (int i = 0; i < to.rank(); ++i) {
    const int f = i == axis ? map.Whole(index[i]) : map.Pass(index[i]);
    links.In(1, i, f);
    links.In(2, i, f);
    if (i == axis) continue;
    links.In(0, i, f);
    links.Out(0, i, f);
  }
}

void PutAlongAxisDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const DDim &x = links.in(0), &index = links.in(1);
  if (x.rank() != index.rank()) return;
  const int axis = NormalizeAxis(args.i("axis"), x.rank(), "put_along_axis");
  std::vector<int> factors(x.rank(), AxisMap::kUnset);
  for (int i = 0; i < x.rank(); ++i) {
    const bool all = index[i] == x[i] || (index[i] == 1 && args.b("broadcast"));
    if (i == axis || !all) continue;
    factors[i] = links.Pass(0, i, i);
  }
  links.Broadcast(1, factors);
  links.Broadcast(2, factors);
}

// Writes `value`, in the shape of `index`, along the axis.
void PutAlong(const Var& x, const Var& index, Var value, int axis,
              std::string_view reduce) {
  if (value.dtype() != x.dtype()) value = ops::Cast(value, x.dtype());
  if (!(value.dims() == index.dims())) {
    value = ops::Expand(value, index.dims());
  }
  ops::PutAlongInto(x, index, value, axis, reduce);
}

Var AtLeast1D(const Var& x) { return x.rank() == 0 ? ops::Reshape(x, {1}) : x; }

void PutAlongAxisInto(const Args& a) {
  const Var x = a.tensor(0);
  const int axis = NormalizeAxis(a.i("axis"), x.rank(), "put_along_axis");
  const Var index = ResolveIndex(x.dims(), a.tensor(1), axis, a.b("broadcast"),
                                 "put_along_axis");
  std::string_view reduce = a.s("reduce");
  if (reduce == "multiply") reduce = "mul";
  const bool mean = reduce == "mean";
  PADDLE_ENFORCE(reduce == "assign" || reduce == "add" || reduce == "mul" ||
                     mean || reduce == "amin" || reduce == "amax",
                 errors::InvalidArgument("put_along_axis: unknown `reduce`.")
                     .Expected("assign, add, mul, multiply, mean, amin or amax")
                     .Received(std::string(reduce)));
  PADDLE_ENFORCE(
      !IsComplex(x.dtype()) || (reduce[0] != 'a' || reduce[1] != 'm'),
      errors::InvalidType("put_along_axis: complex numbers have no "
                          "order."));
  const Var to = AtLeast1D(x), at = AtLeast1D(index);
  const Var value =
      x.rank() == 0 ? ops::Reshape(a.tensor(2), {1}) : a.tensor(2);
  const bool include_self = a.b("include_self");
  if (!include_self && reduce != "assign") {
    // What is there gives way to the value that changes nothing.
    Scalar start(int64_t{0});
    if (reduce == "mul") start = Scalar(int64_t{1});
    if (reduce == "amin" || reduce == "amax") {
      // Any value that is written: the others are met on the way.
      PutAlong(to, at, value, axis, "assign");
    } else {
      PutAlong(to, at, ops::Full({}, start, x.dtype()), axis, "assign");
    }
  }
  PutAlong(to, at, value, axis, mean ? "add" : reduce);
  if (mean) {
    const Var one = ops::Full({}, Scalar(int64_t{1}), to.dtype());
    const Var counts = ops::Full(to.dims(), Scalar(int64_t{1}), to.dtype());
    if (!include_self) {
      PutAlong(counts, at, ops::Full({}, Scalar(int64_t{0}), to.dtype()), axis,
               "assign");
    }
    PutAlong(counts, at, one, axis, "add");
    Var quotient;
    if (IsInteger(to.dtype())) {
      quotient = ops::Cast(ops::Divide(ops::Cast(to, DataType::kFloat64),
                                       ops::Cast(counts, DataType::kFloat64)),
                           to.dtype());
    } else {
      quotient = ops::Divide(to, counts);
    }
    ops::CopyInto(to, quotient);
  }
}

// What the gradients of put_along_axis share.
struct PutVjp {
  const VjpContext& c;
  const Var g, index;
  const int64_t axis;
  const bool broadcast, include_self;

  explicit PutVjp(const VjpContext& context)
      : c(context),
        g(c.grad()),
        index(c.in(1)),
        axis(c.i("axis")),
        broadcast(c.b("broadcast")),
        include_self(c.b("include_self")) {}

  Var Number(double v, DataType t) const { return ops::Full({}, Scalar(v), t); }
  Var Put(const Var& to, const Var& value, std::string_view reduce) const {
    return ops::PutAlongAxis(to, index, value, axis, reduce, true, broadcast);
  }
  Var Take(const Var& x) const {
    return ops::TakeAlongAxis(x, index, axis, broadcast);
  }
  // `x` with 0 where something is written.
  Var Cleared(const Var& x) const {
    return Put(x, Number(0, x.dtype()), "assign");
  }
  // `v`, in the shape of the index, as the gradient of `values`.
  Var ForValues(const Var& v) const { return ValueGrad(v, c, 2); }
  Var Values() const {
    const Var v = c.in(2);
    return v.dtype() == g.dtype() ? v : ops::Cast(v, g.dtype());
  }
  Var FlagAs(const Var& flag) const { return ops::Cast(flag, g.dtype()); }

  // Where the value is the last one written to its place.
  Var Last() const {
    Var at;
    {
      BuilderGuard shapes_only(MetaBuilder());
      at = Take(g);
    }
    const Var order = ops::Reshape(ops::Arange(Scalar(at->numel)), at.dims());
    const Var winner =
        Put(ops::Full(g.dims(), Scalar(int64_t{0}), DataType::kInt64), order,
            "assign");
    return ops::Equal(Take(winner), order);
  }

  VarList Assign() const {
    Var gvalue;
    if (c.needs(2)) {
      const Var part = Take(g);
      gvalue = ForValues(ops::Where(Last(), part, Number(0, g.dtype())));
    }
    return {c.needs(0) ? Cleared(g) : Var(), Var(), gvalue};
  }

  VarList Add() const {
    return {c.needs(0) ? (include_self ? g : Cleared(g)) : Var(), Var(),
            c.needs(2) ? ForValues(Take(g)) : Var()};
  }

  VarList Mean() const {
    Var counts = OnesLike(g);
    if (!include_self) counts = Cleared(counts);
    counts = Put(counts, Number(1, g.dtype()), "add");
    const Var share = g / counts;
    return {c.needs(0) ? (include_self ? share : Cleared(share)) : Var(), Var(),
            c.needs(2) ? ForValues(Take(share)) : Var()};
  }

  // The product of the others, without dividing by 0: the product of what is
  // not 0, unless another one is.
  VarList Multiply() const {
    const Var v = Values();
    const Var zero = Number(0, g.dtype()), one = Number(1, g.dtype());
    Var gx;
    if (c.needs(0)) {
      const Var all = Put(OnesLike(g), v, "mul");
      gx = include_self ? g * ConjIfComplex(all) : Cleared(g);
    }
    if (!c.needs(2)) return {gx, Var(), Var()};
    Var x = c.in(0);
    if (!include_self) x = Put(x, one, "assign");
    const Var x_none = ops::Equal(x, zero), v_none = ops::Equal(v, zero);
    const Var none = Put(ops::Cast(x_none, DataType::kInt64),
                         ops::Cast(v_none, DataType::kInt64), "add");
    RequireNoZero(none);
    const Var product =
        Put(ops::Where(x_none, one, x), ops::Where(v_none, one, v), "mul");
    const Var others = Take(none) - ops::Cast(v_none, DataType::kInt64);
    const Var there =
        ops::Equal(others, ops::Full({}, Scalar(int64_t{0}), DataType::kInt64));
    const Var rest = Take(product) / ops::Where(v_none, one, v);
    return {gx, Var(),
            ForValues(ops::Where(there, Take(g) * ConjIfComplex(rest), zero))};
  }
  // With a 0 the formula above is right, but its own gradient is not.
  void RequireNoZero(const Var& zeros) const {
    if (!State().grad_enabled || zeros->numel == 0) return;
    PADDLE_ENFORCE(
        HostInts(ops::Max(zeros))[0] == 0,
        errors::Unimplemented("put_along_axis: the second gradient of "
                              "reduce=\"mul\" where a factor is 0."));
  }

  // What equals the result shares its gradient.
  VarList Extremum() const {
    const Var out = c.out();
    Var x_is = FlagAs(ops::Equal(c.in(0), out));
    if (!include_self) x_is = Cleared(x_is);
    const Var v_is = FlagAs(ops::Equal(Values(), Take(out)));
    const Var share = g / Put(x_is, v_is, "add");
    return {c.needs(0) ? share * x_is : Var(), Var(),
            c.needs(2) ? ForValues(Take(share) * v_is) : Var()};
  }
};

VarList PutAlongAxisVjp(const VjpContext& c) {
  const std::string_view reduce = c.s("reduce");
  const PutVjp rule(c);
  if (reduce == "assign") return rule.Assign();
  if (reduce == "add") return rule.Add();
  if (reduce == "mean") return rule.Mean();
  if (reduce == "amin" || reduce == "amax") return rule.Extremum();
  return rule.Multiply();
}

}  // namespace

PD_OP(take_along)
    .Schema("(Tensor x, Tensor index, int axis) -> Tensor out")
    .Doc("x[..., index, ...]: one int64 index for each element.")
    .Traits(kInternal | kChecksValues)
    .Dims(TakeAlongDims)
    .InferMeta(TakeAlongInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad();
          return {
              ops::PutAlongAxis(ops::Full(c.in_dims(0), Scalar(0.0), g.dtype()),
                                c.in(1), g, c.i("axis"), "add", true, false),
              Var()};
        },
        {"index"});

PD_OP(put_along_into)
    .Schema(
        "(Tensor to, Tensor index, Tensor value, int axis, str reduce) "
        "-> Tensor out")
    .Doc(
        "Writes `value` into the memory of `to` along an axis; the result is "
        "a view of it.")
    .Traits(kInternal | kChecksValues)
    .Writes({"to"})
    .Dims(PutAlongIntoDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& to = *args.slot[0].tensor;
      outs[0]->dims = to.dims;
      outs[0]->dtype = to.dtype;
      for (int i = 0; i < to.rank(); ++i) outs[0]->strides[i] = to.strides[i];
      FinishStrides(outs[0]);
      ShareStorage(to, outs[0]);
    })
    .NotDifferentiable("the operators that use it record themselves");

PD_OP(take_along_axis)
    .Schema(
        "(Tensor arr, Tensor indices, int axis, bool broadcast=true) "
        "-> Tensor out")
    .Doc(R"(
        Along `axis`, the elements that `indices` names: one index for each
        element of the result.
        arr: Of rank 1 or more.
        indices: int32 or int64, in [-n, n) for n elements along the axis.
        broadcast: Broadcast `indices` to `arr` but for the axis.
        Returns: Of the (broadcast) shape of `indices`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[10, 20], [30, 40]])
        >>> paddle.take_along_axis(x, paddle.to_tensor([[1], [0]]), axis=1).tolist()
        [[20], [30]])")
    .Decompose(TakeAlongAxisRule);

PD_OP(put_along_axis)
    .Schema(
        "(Tensor arr, Tensor indices, Tensor values, int axis, "
        "str reduce=\"assign\", bool include_self=true, "
        "bool broadcast=true) -> Tensor out")
    .Doc(R"(
        `arr` with `values` written along `axis` where `indices` says, or
        combined with what is there.
        arr: Of rank 1 or more.
        indices: int32 or int64, in [-n, n) for n elements along the axis.
        values: One for each index, or a number.
        reduce: "assign", "add", "mul", "mean", "amax" or "amin".
        include_self: What stands in `arr` counts too.
        broadcast: Broadcast `indices` to `arr` but for the axis.
        Returns: Of the shape of `arr`.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[10, 20], [30, 40]])
        >>> paddle.put_along_axis(x, paddle.to_tensor([[0]]), 99, axis=0).tolist()
        [[99, 99], [30, 40]])")
    .Dims(PutAlongAxisDims)
    .Into(PutAlongAxisInto, "arr")
    .Vjp(PutAlongAxisVjp, {"arr", "indices", "values", "out"});

PD_OP(index_sample)
    .Schema("(Tensor x, Tensor index) -> Tensor out")
    .Doc(R"(
        From each row of `x`, the elements that the same row of `index` names.
        x: [n, m].
        index: int32 or int64, [n, k], in [-m, m).
        Returns: [n, k].
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[1, 2, 3], [4, 5, 6]])
        >>> paddle.index_sample(x, paddle.to_tensor([[2, 0], [1, 1]])).tolist()
        [[3, 1], [5, 5]])")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), index = a.tensor(1);
      PADDLE_ENFORCE(
          x.rank() == 2 && index.rank() == 2 && x.dim(0) == index.dim(0),
          errors::InvalidArgument(
              "index_sample: needs two matrices with equally many "
              "rows.")
              .Expected("x.shape[0] == index.shape[0], and two axes each")
              .Shapes({{"x", x.dims()}, {"index", index.dims()}}));
      return {ops::TakeAlongAxis(x, index, 1, false)};
    });

}  // namespace paddle
