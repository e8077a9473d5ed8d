// equal_all, allclose, isin, isreal.
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kNoGradient = "a truth value has no gradient";

// Two tensors, broadcast against each other, to one truth value.
void AllDims(const Args& args, AxisMap& map) {
  const DDim shape = BroadcastDims(args.dims(0), args.dims(1), "allclose");
  for (int64_t n : shape) map.Reduce(n, Combine::kAll);
  for (int k : {0, 1}) {
    const DDim& x = args.dims(k);
    auto& in = map.AddInput(x.rank());
    for (int i = 0; i < x.rank(); ++i) {
      const int axis = shape.rank() - x.rank() + i;
      if (x[i] == shape[axis]) {
        AxisMap::Set(in, i, axis);
      } else {
        AxisMap::SetFixed(in, i, 1);
      }
    }
  }
  map.AddOutput(0);
}

void TruthInfer(const Args&, Outs& outs) {
  outs[0]->dtype = DataType::kBool;
  SetContiguous(outs[0]);
}

}  // namespace

PD_OP(allclose)
    .Schema(
        "(Tensor x, Tensor y, float rtol=1e-5, float atol=1e-8, "
        "bool equal_nan=false) -> Tensor out")
    .Doc(R"(
        Whether |x - y| <= atol + rtol * |y| for all elements; NaN equals NaN
        where `equal_nan`.
        y: Of the shape of `x`.
        rtol: Relative tolerance.
        atol: Absolute tolerance.
        equal_nan: NaN equals NaN.
        Returns: 0-D bool.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.allclose(x, paddle.to_tensor([1.0, 2.000001])).tolist()
        True)")
    .Out(OutType::kBool)
    .Promote()
    .Dims(AllDims)
    .Decompose([](const Args& a) -> VarList {
      return {ops::All(ops::Isclose(a.tensor(0), a.tensor(1), a.f("rtol"),
                                    a.f("atol"), a.b("equal_nan")))};
    })
    .NotDifferentiable(kNoGradient);

PD_OP(equal_all)
    .Schema("(Tensor x, Tensor y) -> Tensor out")
    .Doc(R"(
        Whether both have the same shape and all elements are equal.
        y: Of any shape.
        Returns: 0-D bool.
        >>> x = paddle.to_tensor([1, 2])
        >>> paddle.equal_all(x, paddle.to_tensor([1, 2])).tolist()
        True)")
    .Out(OutType::kBool)
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const DDim &x = args.dims(0), &y = args.dims(1);
      auto &in_x = map.AddInput(x.rank()), &in_y = map.AddInput(y.rank());
      map.AddOutput(0);
      const bool same = x == y;
      for (int i = 0; i < x.rank(); ++i) {
        const int f = same ? map.Reduce(x[i], Combine::kAll) : map.Whole(x[i]);
        AxisMap::Set(in_x, i, f);
        if (same) AxisMap::Set(in_y, i, f);
      }
      for (int i = 0; !same && i < y.rank(); ++i) {
        AxisMap::Set(in_y, i, map.Whole(y[i]));
      }
    })
    .InferMeta(TruthInfer)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), y = a.tensor(1);
      if (!(x.dims() == y.dims())) {
        return {ops::Full({}, Scalar(false), DataType::kBool)};
      }
      return {ops::All(ops::Equal(x, y))};
    })
    .NotDifferentiable(kNoGradient);

PD_OP(isin)
    .Schema(
        "(Tensor x, Tensor test_x, bool assume_unique=false, "
        "bool invert=false) -> Tensor out")
    .Doc(R"(
        Whether each element of `x` is among those of `test_x`, or is not where
        `invert`. `assume_unique` changes nothing.
        test_x: Of any shape.
        assume_unique: Accepted.
        invert: Whether it is not.
        Returns: bool, of the shape of `x`.
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.isin(x, paddle.to_tensor([3, 1])).tolist()
        [True, False, True])")
    .Out(OutType::kBool)
    .Promote()
    .Dtypes(kIntegers | kFloats)
    .Dims([](const Args& args, AxisMap& map) {
      const DDim &x = args.dims(0), &test = args.dims(1);
      auto &in = map.AddInput(x.rank()), &of = map.AddInput(test.rank());
      auto& out = map.AddOutput(x.rank());
      for (int i = 0; i < x.rank(); ++i) {
        const int f = map.Pass(x[i]);
        AxisMap::Set(in, i, f);
        AxisMap::Set(out, i, f);
      }
      for (int i = 0; i < test.rank(); ++i) {
        AxisMap::Set(of, i, map.Whole(test[i]));
      }
    })
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      const bool invert = a.b("invert");
      if (a.slot[1].tensor->numel == 0) {
        return {ops::Full(x.dims(), Scalar(invert), DataType::kBool)};
      }
      // Found where the place to insert it before and after its equals differ.
      const Var sorted = ops::Sort(ops::Reshape(a.tensor(1), {-1}));
      const Var low = ops::Searchsorted(sorted, x);
      const Var high = ops::Searchsorted(sorted, x, false, true);
      Var found = ops::LessThan(low, high);
      if (IsFloating(x.dtype())) {  // NaN equals nothing
        found = ops::LogicalAnd(found, ops::LogicalNot(ops::Isnan(x)));
      }
      return {invert ? ops::LogicalNot(found) : found};
    })
    .NotDifferentiable(kNoGradient);

PD_OP(isreal)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Whether the imaginary part is 0: always, for real numbers.
        >>> x = paddle.to_tensor([1 + 0j, 1 + 2j])
        >>> paddle.isreal(x).tolist()
        [True, False])")
    .Elementwise(kNumbers | kBoolBit)
    .Out(OutType::kBool)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      if (!IsComplex(x.dtype())) {
        return {ops::Full(x.dims(), Scalar(true), DataType::kBool)};
      }
      const Var part = ops::Imag(x);
      return {ops::Equal(part, ops::Full({}, Scalar(0.0), part.dtype()))};
    })
    .NotDifferentiable(kNoGradient);

}  // namespace paddle
