// cumsum, cumprod, cummax, cummin, logcumsumexp, and the scans under them.
#include <cmath>

#include "ops/reduction/axis_dims.h"
#include "ops/reduction/reduce_dims.h"
#include "ops/reduction/shift.h"
#include "ops/rules.h"

namespace paddle {
namespace {

struct Flat {  // x and the one axis to work along: None flattens
  Var x;
  int64_t axis;
};
Flat Flatten(const Var& x, IntArray axis, const char* op) {
  PADDLE_ENFORCE(
      axis.size() <= 1,
      errors::InvalidArgument("%s: `axis` must be one axis or None.", op)
          .Received("axis = " + errors::ToString(axis)));
  if (!axis.empty()) return {x, NormalizeAxis(axis[0], x.rank(), op)};
  return {ops::Reshape(x, {-1}), 0};
}

// In `dtype` where it is given; else bool and small integers become int64.
Var ForSum(const Var& x, DataType dtype) {
  if (dtype == DataType::kUndefined) {
    dtype = x.dtype();
    if (dtype == DataType::kBool || IsInteger(dtype)) dtype = DataType::kInt64;
  }
  return x.dtype() == dtype ? x : ops::Cast(x, dtype);
}
Var ForFloat(const Var& x, DataType dtype, const char* op) {
  const Var real = RealFloat(x, op);
  if (dtype == DataType::kUndefined) dtype = real.dtype();
  return real.dtype() == dtype ? real : ops::Cast(real, dtype);
}

// Zeros of `shape` with `g` added at `indices` along the axis.
Var ScatterAlong(const Var& g, const Var& indices, const DDim& shape,
                 int64_t axis) {
  const Var zeros = ops::Full(shape, Scalar(0.0), g.dtype());
  if (shape.rank() == 0) return g;
  return ops::PutAlongAxis(zeros, indices, g, axis, "add", true, false);
}
VarList ScanExtremumVjp(const VjpContext& c) {
  return {ScatterAlong(c.grad(0), c.out(1), c.in_dims(0), c.i("axis"))};
}

void ScanExtremumInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  NormalizeAxis(args.i("axis"), x.rank(), args.op->name.c_str());
  for (int i = 0; i < 2; ++i) {
    outs[i]->dims = x.dims;
    outs[i]->dtype =
        i == 0 ? x.dtype
               : CheckIndexType(args.dtype("dtype"), args.op->name.c_str());
    SetContiguous(outs[i]);
  }
}

}  // namespace

PD_OP(scan_sum)
    .Schema("(Tensor x, int axis, bool reverse=false) -> Tensor out")
    .Doc("Running sums along an axis, from its end if `reverse`.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ScanSum(c.grad(), c.i("axis"), !c.b("reverse"))};
    });

PD_OP(linear_scan)
    .Schema("(Tensor a, Tensor b, int axis, bool reverse=false) -> Tensor out")
    .Doc(
        "out[i] = b[i] + a[i] * out[i - 1] along an axis, from its end "
        "(out[i + 1]) if `reverse`.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const int64_t axis = c.i("axis");
          const bool reverse = c.b("reverse");
          const Var a = ConjIfComplex(c.in(0));
          // What reaches out[i] in all: its own and a[i + 1] times the next's.
          const Var g = ops::LinearScan(ShiftAlong(a, axis, !reverse, 0.0),
                                        c.grad(), axis, !reverse);
          const Var before = ShiftAlong(c.out(), axis, reverse, 0.0);
          return {g * ConjIfComplex(before), g};
        },
        {"a", "out"});

PD_OP(scan_prod)
    .Schema("(Tensor x, int axis, bool reverse=false) -> Tensor out")
    .Doc("Running products along an axis, from its end if `reverse`.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const int64_t axis = c.i("axis");
          const bool reverse = c.b("reverse");
          const Var x = ConjIfComplex(c.in(0));
          // No division: the product of what comes before x[i], times
          // g[i] + x[i + 1] (g[i + 1] + x[i + 2] (...)).
          const Var before =
              ShiftAlong(ops::ScanProd(x, axis, reverse), axis, reverse, 1.0);
          const Var after = ops::LinearScan(ShiftAlong(x, axis, !reverse, 0.0),
                                            c.grad(), axis, !reverse);
          return {before * after};
        },
        {"x"});

PD_OP(scan_logsumexp)
    .Schema("(Tensor x, int axis, bool reverse=false) -> Tensor out")
    .Doc(
        "log of the running sums of exp(x) along an axis, from its end if "
        "`reverse`.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(AlongAxisInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          // sum over k >= i of g[k] exp(x[i] - out[k]), as exp(x[i] - out[i])
          // (g[i] + exp(out[i] - out[i + 1]) (g[i + 1] + ...)): out grows, so
          // that nothing overflows.
          const Var x = c.in(0), out = c.out();
          const int64_t axis = c.i("axis");
          const bool reverse = c.b("reverse");
          const Var zero = ops::Full({}, Scalar(0.0), out.dtype());
          const Var none = ops::Full({}, Scalar(-HUGE_VAL), out.dtype());
          const Var finite = ops::Where(ops::GreaterThan(out, none), out, zero);
          const Var next = ShiftAlong(finite, axis, !reverse, HUGE_VAL);
          const Var sums =
              ops::LinearScan(ops::Exp(out - next), c.grad(), axis, !reverse);
          return {ops::Exp(x - finite) * sums};
        },
        {"x", "out"});

PD_OP(scan_max)
    .Schema(
        "(Tensor x, int axis, DataType dtype=int64) "
        "-> Tensor out, Tensor indices")
    .Doc("The largest element so far along an axis and its last place.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(ScanExtremumInfer)
    .Vjp(ScanExtremumVjp, {"indices"});

PD_OP(scan_min)
    .Schema(
        "(Tensor x, int axis, DataType dtype=int64) "
        "-> Tensor out, Tensor indices")
    .Doc("The smallest element so far along an axis and its last place.")
    .Traits(kInternal)
    .Dims(AlongAxisDims)
    .InferMeta(ScanExtremumInfer)
    .Vjp(ScanExtremumVjp, {"indices"});

PD_OP(cumsum)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        Running sums along an axis, or of the flattened tensor. bool and
        integers below int64 are summed as int64.
        axis: An int; the flattened tensor where None.
        dtype: `x` is converted to it first.
        Returns: Of the shape of `x`, or flat.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.cumsum(x, axis=1).tolist()
        [[1, 3], [3, 7]])")
    .Inplace()
    .Decompose([](const Args& a) -> VarList {
      const Flat f = Flatten(a.tensor(0), a.ints("axis"), "cumsum");
      return {ops::ScanSum(ForSum(f.x, a.dtype("dtype")), f.axis)};
    });

PD_OP(cumprod)
    .Schema(
        "(Tensor x, IntArray dim=None, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        Running products along an axis, or of the flattened tensor.
        dim: The axis, in [-rank, rank); the flattened tensor where None.
        dtype: `x` is converted to it first.
        Returns: Of the shape of `x`, or flat.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.cumprod(x, dim=1).tolist()
        [[1.0, 2.0], [3.0, 12.0]])")
    .Inplace()
    .Decompose([](const Args& a) -> VarList {
      const Flat f = Flatten(a.tensor(0), a.ints("dim"), "cumprod");
      DataType dtype = a.dtype("dtype");
      if (dtype == DataType::kUndefined && f.x.dtype() == DataType::kInt32) {
        dtype = DataType::kInt32;
      }
      return {ops::ScanProd(ForSum(f.x, dtype), f.axis)};
    });

PD_OP(logcumsumexp)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        log of the running sums of exp(x) along an axis, or of the flattened
        tensor.
        axis: An int; the flattened tensor where None.
        dtype: `x` is converted to it first.
        Returns: Of the shape of `x`, or flat.
        >>> x = paddle.to_tensor([0.0, 0.0, 0.0])
        >>> paddle.logcumsumexp(x, axis=0).tolist()
        [0.0, 0.6931, 1.0986])")
    .Decompose([](const Args& a) -> VarList {
      const Flat f = Flatten(a.tensor(0), a.ints("axis"), "logcumsumexp");
      return {ops::ScanLogsumexp(
          ForFloat(f.x, a.dtype("dtype"), "logcumsumexp"), f.axis)};
    });

PD_OP(cummax)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=int64) "
        "-> Tensor out, Tensor indices")
    .Doc(R"(
        The largest element so far along an axis, or in the flattened tensor,
        and its last place.
        axis: An int; the flattened tensor where None.
        dtype: Of the indices: int32 or int64.
        >>> x = paddle.to_tensor([1.0, 3.0, 2.0])
        >>> [t.tolist() for t in paddle.cummax(x, axis=0)]
        [[1.0, 3.0, 3.0], [0, 1, 1]])")
    .Decompose([](const Args& a) -> VarList {
      const Flat f = Flatten(a.tensor(0), a.ints("axis"), "cummax");
      return ops::ScanMax(f.x, f.axis, a.dtype("dtype"));
    });

PD_OP(cummin)
    .Schema(
        "(Tensor x, IntArray axis=None, DataType dtype=int64) "
        "-> Tensor out, Tensor indices")
    .Doc(R"(
        The smallest element so far along an axis, or in the flattened tensor,
        and its last place.
        axis: An int; the flattened tensor where None.
        dtype: Of the indices: int32 or int64.
        >>> x = paddle.to_tensor([2.0, 3.0, 1.0])
        >>> [t.tolist() for t in paddle.cummin(x, axis=0)]
        [[2.0, 2.0, 1.0], [0, 0, 2]])")
    .Decompose([](const Args& a) -> VarList {
      const Flat f = Flatten(a.tensor(0), a.ints("axis"), "cummin");
      return ops::ScanMin(f.x, f.axis, a.dtype("dtype"));
    });

}  // namespace paddle
