// What the operators that change parts of a tensor share.
#pragma once
#include "ops/rules.h"

namespace paddle {

// `value` broadcast and converted into the memory of the view `to`. For Into
// rules: nothing is recorded.
void WriteInto(const Var& to, const Var& value);
// `value` written (or added) at `indices` of the axes `axes` of `to`.
void PutInto(const Var& to, const Var& value, const std::vector<Var>& indices,
             IntArray axes, bool accumulate);
// The gradient of a value that was broadcast and converted into `g`.
Var ValueGrad(const Var& g, const VjpContext& c, int operand);

// The gradient of what PutInto wrote: `g` there, but 0 for a value that a later
// one replaced.
Var WrittenGrad(const Var& g, const std::vector<Var>& indices, IntArray axes);

// Masks among indices as the coordinates of their True elements; the rest as
// they are. Raises InvalidType for anything but integers and bool.
std::vector<Var> WithoutMasks(const std::vector<Var>& indices, const char* op);
// The last axis of an index [..., k] as k index tensors.
std::vector<Var> IndexColumns(const Var& index, const char* op);

}  // namespace paddle
