// conj, real, imag.
#include "ops/rules.h"

namespace paddle {
namespace {

// The real (or imaginary) parts of complex `x`: every second float.
template <int kPart>
bool PartView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  for (int i = 0; i < x.rank(); ++i) out->strides[i] = x.strides[i] * 2;
  out->flags |= kStrided;
  if (out->numel <= 1) FinishStrides(out);
  ShareStorage(x, out);
  if (out->data) {
    out->data = static_cast<char*>(out->data) + kPart * SizeOf(out->dtype);
  }
  return true;
}

}  // namespace

PD_OP(conj)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Complex conjugate; real tensors are copied.")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList { return {ops::Conj(c.grad())}; });

PD_OP(real)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Real parts of a complex tensor, a view of it.")
    .Dtypes(kComplexes)
    .Promote()
    .Out(OutType::kReal)
    .Dims(ElementwiseDims)
    .View(PartView<0>)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Cast(c.grad(), c.in_dtype(0))};
    });

PD_OP(imag)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("Imaginary parts of a complex tensor, a view of it.")
    .Dtypes(kComplexes)
    .Promote()
    .Out(OutType::kReal)
    .Dims(ElementwiseDims)
    .View(PartView<1>)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = ops::Cast(c.grad(), c.in_dtype(0));
      return {ops::Scale(g, Scalar(std::complex<double>(0, 1)))};
    });

}  // namespace paddle
