// as_complex, as_real, view_dtype: the same bytes as another type.
#include "ops/dims.h"
#include "ops/manipulation/view_infer.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void AsComplexInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const bool typed =
      x.dtype == DataType::kFloat32 || x.dtype == DataType::kFloat64;
  PADDLE_ENFORCE(typed && x.rank() > 0 && x.dims.back() == 2,
                 errors::InvalidArgument("as_complex: needs float32 or float64 "
                                         "with a last axis of size 2.")
                     .Expected("x.shape[-1] == 2, and float32 or float64")
                     .Shapes({{"x", x.dims}})
                     .Received(Name(x.dtype)));
  DDim dims = x.dims;
  dims.erase(dims.rank() - 1);
  SetShape(args, outs, dims);
  outs[0]->dtype = ToComplex(x.dtype);
}

bool AsComplexView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  if (x.numel > 0 && x.strides[x.rank() - 1] != 1) return false;
  for (int i = 0; i < out->rank(); ++i) {
    if (x.numel > 0 && x.dims[i] != 1 && x.strides[i] % 2) return false;
    out->strides[i] = x.strides[i] / 2;
  }
  FinishView(x, 0, out);
  return true;
}

void AsRealInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  PADDLE_ENFORCE(IsComplex(x.dtype),
                 errors::InvalidType("as_real: `x` is not complex.")
                     .Received(Name(x.dtype)));
  DDim dims = x.dims;
  dims.push_back(2);
  SetShape(args, outs, dims);
  outs[0]->dtype = ToReal(x.dtype);
}

bool AsRealView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  for (int i = 0; i < x.rank(); ++i) outs[0]->strides[i] = 2 * x.strides[i];
  outs[0]->strides[x.rank()] = 1;
  FinishView(x, 0, outs[0]);
  return true;
}

// All axes pass but that of the pairs.
void PairDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const int rank = std::min(links.in(0).rank(), links.out(0).rank());
  for (int i = 0; i < rank; ++i) links.Pass(0, i, i);
}

// Wider types take several elements of the last axis as one, narrower ones cut
// each into several.
void ViewDtypeInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const auto dtype = static_cast<DataType>(args.slot[1].i);
  const auto from = static_cast<int64_t>(SizeOf(x.dtype));
  const auto to = static_cast<int64_t>(SizeOf(dtype));
  PADDLE_ENFORCE(to > 0, errors::InvalidType("view_dtype: no dtype is given."));
  DDim dims = x.dims;
  if (from != to) {
    PADDLE_ENFORCE(
        x.rank() > 0 && dims.back() * from % to == 0,
        errors::InvalidArgument(
            "view: the last axis can not be read as this dtype.")
            .Shapes({{"x", x.dims}})
            .Received(std::string(Name(x.dtype)) + " as " + Name(dtype)));
    dims[dims.rank() - 1] = dims.back() * from / to;
  }
  SetShape(args, outs, dims);
  outs[0]->dtype = dtype;
}

void ViewDtypeDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const DDim &in = links.in(0), &out = links.out(0);
  for (int i = 0; i < in.rank(); ++i) {
    const int64_t n = std::min(in[i], out[i]);
    const int f = map.Pass(n);
    links.In(0, i, f, n ? in[i] / n : 1);
    links.Out(0, i, f, n ? out[i] / n : 1);
  }
}

bool ViewDtypeView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  const auto from = static_cast<int64_t>(SizeOf(x.dtype));
  const auto to = static_cast<int64_t>(SizeOf(out->dtype));
  const int last = x.rank() - 1;
  bool good = from == to || x.numel == 0 || x.strides[last] == 1;
  for (int i = 0; i < x.rank(); ++i) {
    const bool whole = i == last || x.strides[i] * from % to == 0;
    good &= from == to || x.numel == 0 || x.dims[i] == 1 || whole;
    out->strides[i] = x.strides[i] * from / to;
  }
  PADDLE_ENFORCE(good, errors::InvalidArgument(
                           "view: the memory of `x` does not allow this dtype.")
                           .Hint("use contiguous() first."));
  if (from != to && last >= 0) out->strides[last] = 1;
  FinishView(x, 0, out);
  return true;
}

}  // namespace

PD_OP(as_complex)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Pairs of numbers in the last axis as complex numbers. A view.
        x: [..., 2].
        Returns: complex64 or complex128, [...].
        Raises: ValueError: The last size is not 2.
        >>> paddle.as_complex(paddle.to_tensor([[1.0, 2.0]])).tolist()
        [(1+2j)])")
    .Dims(PairDims)
    .InferMeta(AsComplexInfer)
    .View(AsComplexView)
    .Vjp([](const VjpContext& c) -> VarList { return {ops::AsReal(c.grad())}; })
    .Decompose([](const Args& a) -> VarList {
      return {ops::AsComplex(ops::Assign(a.tensor(0)))};
    });

PD_OP(as_real)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Complex numbers as pairs of numbers in a new last axis. A view.
        x: [...].
        Returns: float32 or float64, [..., 2].
        >>> paddle.as_real(paddle.to_tensor([1 + 2j])).tolist()
        [[1.0, 2.0]])")
    .Dims(PairDims)
    .InferMeta(AsRealInfer)
    .View(AsRealView)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::AsComplex(c.grad())};
    });

PD_OP(view_dtype)
    .Schema("(Tensor x, DataType dtype) -> Tensor out")
    .Doc("The bytes of `x` as another dtype. A view.")
    .Traits(kInternal)
    .Dims(ViewDtypeDims)
    .InferMeta(ViewDtypeInfer)
    .View(ViewDtypeView)
    .NotDifferentiable("bytes have no gradient");

}  // namespace paddle
