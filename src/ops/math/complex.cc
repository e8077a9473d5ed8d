// conj, real, imag, angle, complex, polar.
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
  if (out->storage) {
    out->data = static_cast<char*>(out->data) + kPart * SizeOf(out->dtype);
  }
  return true;
}

}  // namespace

PD_OP(conj)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Complex conjugate; real tensors are copied.
        >>> paddle.conj(paddle.to_tensor([1 + 2j])).tolist()
        [(1-2j)])")
    .Elementwise(kNumbers)
    .Vjp([](const VjpContext& c) -> VarList { return {ops::Conj(c.grad())}; });

PD_OP(real)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Real parts of a complex tensor, a view of it.
        Returns: It shares the memory of `x`.
        >>> x = paddle.to_tensor([1 + 2j])
        >>> paddle.real(x).tolist()
        [1.0])")
    .Dtypes(kComplexes)
    .Promote()
    .Out(OutType::kReal)
    .Dims(ElementwiseDims)
    .InferMeta(ElementwiseInfer)
    .View(PartView<0>)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Cast(c.grad(), c.in_dtype(0))};
    });

PD_OP(imag)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Imaginary parts of a complex tensor, a view of it.
        Returns: It shares the memory of `x`.
        >>> x = paddle.to_tensor([1 + 2j])
        >>> paddle.imag(x).tolist()
        [2.0])")
    .Dtypes(kComplexes)
    .Promote()
    .Out(OutType::kReal)
    .Dims(ElementwiseDims)
    .InferMeta(ElementwiseInfer)
    .View(PartView<1>)
    .Vjp([](const VjpContext& c) -> VarList {
      const Var g = ops::Cast(c.grad(), c.in_dtype(0));
      return {ops::Scale(g, Scalar(std::complex<double>(0, 1)))};
    });

PD_OP(angle)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The angle of a complex number; of a real one 0, or pi where it is
        negative.
        >>> x = paddle.to_tensor([1.0, -1.0])
        >>> paddle.angle(x).tolist()
        [0.0, 3.1416]
        >>> paddle.angle(paddle.to_tensor(2j)).tolist()
        1.5708)")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Out(OutType::kReal)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), g = c.grad();
          if (!IsComplex(x.dtype())) return {ZerosLike(g)};
          const Scalar i(std::complex<double>(0, 1));
          const Var r = ops::Square(ops::Abs(x));
          return {ops::Scale(x, i) * (g / r)};
        },
        {"x"});

PD_OP(complex)
    .Schema("(Tensor real, Tensor imag) -> Tensor out")
    .Doc(R"(
        Complex numbers from their real and imaginary parts.
        real: float32 or float64.
        imag: Of the same dtype; broadcast.
        >>> paddle.complex(paddle.to_tensor([1.0]), paddle.to_tensor([2.0])).tolist()
        [(1+2j)])")
    .Elementwise(Bit(DataType::kFloat32) | Bit(DataType::kFloat64))
    .Traits(kNoMethod)
    .Out(OutType::kComplex)
    .Vjp([](const VjpContext& c) -> VarList {
      return {SumTo(ops::Real(c.grad()), c.in_dims(0)),
              SumTo(ops::Imag(c.grad()), c.in_dims(1))};
    });

PD_OP(polar)
    .Schema("(Tensor abs, Tensor angle) -> Tensor out")
    .Doc(R"(
        Complex numbers from their modulus and angle.
        abs: Modulus.
        angle: In radians; broadcast.
        >>> paddle.polar(paddle.to_tensor([2.0]), paddle.to_tensor([0.0])).tolist()
        [(2+0j)])")
    .Elementwise(Bit(DataType::kFloat32) | Bit(DataType::kFloat64))
    .Traits(kNoMethod)
    .Out(OutType::kComplex)
    .Decompose([](const Args& a) -> VarList {
      const Var r = a.tensor(0), t = a.tensor(1);
      return {ops::Complex(r * ops::Cos(t), r * ops::Sin(t))};
    });

}  // namespace paddle
