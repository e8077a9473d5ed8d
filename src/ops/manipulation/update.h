// What the operators that change parts of a tensor share.
#pragma once
#include "ops/manipulation/basic_index.h"
#include "ops/rules.h"

namespace paddle {

// `value` broadcast and converted into the memory of the view `to`. For Into
// rules: nothing is recorded.
void WriteInto(const Var& to, const Var& value);
// `value` written (or added) at `indices` of the axes `axes` of `to`.
void PutInto(const Var& to, const Var& value, const std::vector<Var>& indices,
             IntArray axes, bool accumulate);
// Dims of an operator that writes a value, broadcast, into a part of operand 0:
// that which `spec` of basic_index names, at indices of its axes `axes`.
struct Written {
  int value = -1;      // the operand that is written
  DDim axes;           // those that are indexed
  int index_rank = 0;  // of the indices, broadcast
  int spec_arg = -1;
};
void WriteDims(const Args& args, AxisMap& map, const Written& w);
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
