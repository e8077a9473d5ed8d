// Sums of gradients, in the memory of what is there where nobody else sees it.
#pragma once
#include "core/dense_tensor.h"

namespace paddle {

// Adds `g` to what the slot holds.
void Accumulate(DenseTensor*& slot, Var g, bool create_graph);
// Adds `g` to the gradient that users see.
void AccumulateGrad(DenseTensor& t, Var g, bool create_graph);
// A gradient for the user, who may write into it: in memory of its own.
Var OwnMemory(Var g, bool create_graph);

}  // namespace paddle
