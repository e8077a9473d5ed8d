// Helpers that gradient rules and decompositions share, and arithmetic on Var.
#pragma once
#include "ops/generated/ops.h"
#include "ops/vjp_context.h"

namespace paddle {

// `g` summed down to `shape`, from which it was broadcast.
PADDLE_API Var SumTo(const Var& g, const DDim& shape);
// Complex conjugate; `v` itself where it is real.
PADDLE_API Var ConjIfComplex(const Var& v);
// `g`, a gradient of complex type, as the real dtype of the input it is for.
PADDLE_API Var RealIfReal(const Var& g, DataType input_type);
// A reduced gradient back in the shape of the input: axes become 1, then
// broadcast. An empty list of axes means all.
PADDLE_API Var UnreduceTo(const Var& g, const DDim& shape, IntArray axes,
                          bool keepdim);
// `dims` with the reduced axes set to 1.
PADDLE_API DDim KeepDims(const DDim& dims, IntArray axes, const char* op);
// `x` itself where it is floating; bool and integers in the default float.
// Raises InvalidType naming `op` for complex numbers.
PADDLE_API Var RealFloat(const Var& x, const char* op);
PADDLE_API Var ZerosLike(const Var& v);
PADDLE_API Var OnesLike(const Var& v);

inline Var operator+(const Var& x, const Var& y) { return ops::Add(x, y); }
inline Var operator-(const Var& x, const Var& y) { return ops::Subtract(x, y); }
inline Var operator*(const Var& x, const Var& y) { return ops::Multiply(x, y); }
inline Var operator/(const Var& x, const Var& y) { return ops::Divide(x, y); }
inline Var operator+(const Var& x, double s) { return ops::Scale(x, 1.0, s); }
inline Var operator-(const Var& x, double s) { return ops::Scale(x, 1.0, -s); }
inline Var operator*(const Var& x, double s) { return ops::Scale(x, s); }
inline Var operator/(const Var& x, double s) { return ops::Scale(x, 1.0 / s); }
inline Var operator*(double s, const Var& x) { return ops::Scale(x, s); }
inline Var operator+(double s, const Var& x) { return ops::Scale(x, 1.0, s); }
inline Var operator-(double s, const Var& x) { return ops::Scale(x, -1.0, s); }
inline Var operator-(const Var& x) { return ops::Scale(x, -1.0); }

}  // namespace paddle
