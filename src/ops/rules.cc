#include "ops/rules.h"

namespace paddle {

Var SumTo(const Var& g, const DDim& shape) {
  if (PD_LIKELY(g.dims() == shape)) return g;
  DDim axes;
  const int lead = g.rank() - shape.rank();
  for (int i = 0; i < g.rank(); ++i) {
    if (i < lead || (shape[i - lead] == 1 && g.dims()[i] != 1)) {
      axes.push_back(i);
    }
  }
  Var sum = axes.empty() ? g : ops::Sum(g, axes, DataType::kUndefined, true);
  return sum.dims() == shape ? sum : ops::Reshape(sum, shape);
}

Var ConjIfComplex(const Var& v) {
  return IsComplex(v.dtype()) ? ops::Conj(v) : v;
}

Var RealIfReal(const Var& g, DataType input_type) {
  return IsComplex(g.dtype()) && !IsComplex(input_type) ? ops::Real(g) : g;
}

DDim KeepDims(const DDim& dims, IntArray axes, const char* op) {
  const uint32_t mask = AxisMask(axes, dims.rank(), op);
  DDim kept = dims;
  for (int i = 0; i < dims.rank(); ++i) {
    if (mask >> i & 1) kept[i] = 1;
  }
  return kept;
}

Var UnreduceTo(const Var& g, const DDim& shape, IntArray axes, bool keepdim) {
  Var kept = g;
  if (!keepdim) kept = ops::Reshape(g, KeepDims(shape, axes, "gradient"));
  return ops::Expand(kept, shape);
}

Var RealFloat(const Var& x, const char* op) {
  if (IsFloating(x.dtype())) return x;
  PADDLE_ENFORCE(
      !IsComplex(x.dtype()),
      errors::InvalidType("%s: complex numbers are not supported.", op)
          .Expected("bool, integers or floats")
          .Received(Name(x.dtype()))
          .Hint("work on x.real() and x.imag()."));
  return ops::Cast(x, DefaultFloat());
}

Var ZerosLike(const Var& v) {
  return ops::Full(v.dims(), Scalar(0.0), v.dtype());
}
Var OnesLike(const Var& v) {
  return ops::Full(v.dims(), Scalar(1.0), v.dtype());
}

}  // namespace paddle
