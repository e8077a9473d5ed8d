// Results that go into a tensor which is there: in-place forms and out=.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Elements lie on one another (a broadcast view): written in place, one would
// change many, and the source of the view with them.
inline bool RepeatsMemory(const DenseTensor& x) {
  if (PD_LIKELY(x.contiguous())) return false;
  for (int a = 0; a < x.rank(); ++a) {
    if (x.strides[a] == 0 && x.dims[a] > 1) return x.numel > 0;
  }
  return false;
}
// `x` gets memory that nothing else shares.
void TakeOwnMemory(DenseTensor* x);

// `x` takes over the shape, the dtype and the memory of `r`.
void TakeMemory(DenseTensor* x, DenseTensor& r);

// The values of `result` into `x`, which takes its dtype as well. Raises where
// the shapes differ.
void StoreResult(const OpDef& op, DenseTensor& result, DenseTensor* x);

// Raises InvalidType where an integer `x` would have to become a float.
void CheckKind(const OpDef& op, const DenseTensor& x, DataType to);

// out=: `to` becomes the result: values, shape, dtype and history. It keeps its
// memory where shape and dtype are the same.
PADDLE_API void WriteResult(const OpDef& op, DenseTensor& result,
                            DenseTensor* to);

}  // namespace paddle
