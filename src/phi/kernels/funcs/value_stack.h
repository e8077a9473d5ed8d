// Stacks of tensors that never change: a push makes a new one, which shares
// what is below. What a program holds of a stack is a tensor without elements.
#pragma once
#include <vector>

#include "core/dense_tensor.h"

namespace paddle::phi {

struct StackEntry;

// Give `to`, whose dtype and dims are set, the stack.
void SetEmptyStack(DenseTensor* to);
// Pushes a copy of `x`, which is contiguous.
void SetPushed(const DenseTensor& stack, const DenseTensor& x, DenseTensor* to);
// The top of `stack`, and the rest to `to`. Raises InvalidArgument where
// `stack` is empty or no stack.
Var TopAndRest(const DenseTensor& stack, DenseTensor* to);

// What is in it, from the bottom up.
std::vector<Var> AllOf(const DenseTensor& stack);

}  // namespace paddle::phi
