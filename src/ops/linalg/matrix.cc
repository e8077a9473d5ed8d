#include "ops/linalg/matrix.h"

namespace paddle {

void EnforceMatrix(const char* op, const DDim& x) {
  PADDLE_ENFORCE(x.rank() >= 2,
                 errors::InvalidArgument("%s: `x` is not a matrix.", op)
                     .Expected("two axes or more")
                     .Shapes({{"x", x}}));
}

void EnforceSquare(const char* op, const DDim& x) {
  EnforceMatrix(op, x);
  PADDLE_ENFORCE(x[x.rank() - 1] == x[x.rank() - 2],
                 errors::InvalidArgument("%s: `x` is not square.", op)
                     .Expected("x.shape[-1] == x.shape[-2]")
                     .Shapes({{"x", x}}));
}

DDim BatchOf(const DDim& x, const DDim& tail) {
  DDim dims;
  for (int d = 0; d + 2 < x.rank(); ++d) dims.push_back(x[d]);
  for (int64_t n : tail) dims.push_back(n);
  return dims;
}

Var Transposed(const Var& x) {
  DDim perm;
  for (int d = 0; d < x.rank(); ++d) perm.push_back(d);
  std::swap(perm[x.rank() - 1], perm[x.rank() - 2]);
  return ops::Transpose(x, perm);
}
Var Adjoint(const Var& x) { return ConjIfComplex(Transposed(x)); }

Var ScaleColumns(const Var& x, const Var& s) {
  DDim dims = s.dims();
  dims.insert(dims.rank() - 1, 1);
  return x * ops::Reshape(s, dims);
}
Var ScaleRows(const Var& s, const Var& x) {
  DDim dims = s.dims();
  dims.push_back(1);
  return ops::Reshape(s, dims) * x;
}
Var Diag(const Var& d) { return ops::DiagEmbed(d); }
Var IdentityLike(const Var& x) {
  return Diag(ops::Full({x.dim(-1)}, Scalar(1.0), x.dtype()));
}

void BroadcastBatch(Var* x, Var* y, const char* op) {
  const DDim batch = BroadcastDims(BatchOf(x->dims()), BatchOf(y->dims()), op);
  for (Var* v : {x, y}) {
    DDim dims = batch;
    dims.push_back(v->dim(-2));
    dims.push_back(v->dim(-1));
    if (!(v->dims() == dims)) *v = ops::Expand(*v, dims);
  }
}

void BatchDims(const Args& a, AxisMap& map,
               std::initializer_list<DDim> out_dims) {
  const int batch = a.dims(0).rank() - 2;
  int factors[kMaxRank];
  for (int d = 0; d < batch; ++d) factors[d] = map.Pass(a.dims(0)[d]);
  ForEachOperand(*a.op, a, [&](const DenseTensor* t) {
    auto& in = map.AddInput(t->rank());
    for (int d = 0; d < t->rank(); ++d) {
      AxisMap::Set(in, d, d < batch ? factors[d] : map.Whole(t->dims[d]));
    }
  });
  for (const DDim& dims : out_dims) {
    auto& out = map.AddOutput(dims.rank());
    for (int d = 0; d < dims.rank(); ++d) {
      if (d < batch)
        AxisMap::Set(out, d, factors[d]);
      else
        AxisMap::SetFixed(out, d, dims[d]);
    }
  }
}

void SetOutputs(const Args& a, Outs& outs, std::initializer_list<DDim> dims) {
  int i = 0;
  for (const DDim& d : dims) {
    outs[i]->dims = d;
    outs[i]->dtype = a.slot[0].tensor->dtype;
    SetContiguous(outs[i++]);
  }
}

}  // namespace paddle
