// Helpers of the operators on (batches of) matrices.
#pragma once
#include "ops/rules.h"

namespace paddle {

// x has two axes or more; x is a (batch of) square matrices.
void EnforceMatrix(const char* op, const DDim& x);
void EnforceSquare(const char* op, const DDim& x);
// The axes before the last two, followed by `tail`.
DDim BatchOf(const DDim& x, const DDim& tail = {});

Var Transposed(const Var& x);                  // the last two axes
Var Adjoint(const Var& x);                     // and conjugated
Var ScaleColumns(const Var& x, const Var& s);  // x diag(s)
Var ScaleRows(const Var& s, const Var& x);     // diag(s) x
Var IdentityLike(const Var& x);                // for square x, of its dtype
Var Diag(const Var& d);                        // [..., n] -> [..., n, n]
// Batches of both broadcast to one.
void BroadcastBatch(Var* x, Var* y, const char* op);

// Dims where batch axes pass and matrix axes stay whole: inputs as they are,
// outputs `out_dims` agreeing in the batch axes.
void BatchDims(const Args& a, AxisMap& map,
               std::initializer_list<DDim> out_dims);
// All outputs of the dtype of the first operand, contiguous.
void SetOutputs(const Args& a, Outs& outs, std::initializer_list<DDim> dims);

}  // namespace paddle
