// In-place writes that are recorded, and tensors that share memory.
//
// A tensor's node tells how its values came to be; a write through another view
// of the memory makes it untrue. So a view that is taken while gradients are
// recorded knows its base. A write into the view is recorded as a write into
// that part of the base, and other views take their history from the base anew
// when they are used next. Where there is no base to ask (a view taken under
// no_grad, detached tensors, a base that is not contiguous), use of what is
// out of date is an error.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// `t` is no part of another tensor any more.
PADDLE_API void DropBase(DenseTensor& t);

// Makes the node of a view true again, where its base can tell.
PADDLE_API void RefreshHistory(DenseTensor& t);
// The same, and raises where it can not; `caller` is for the message.
PADDLE_API void RequireHistory(DenseTensor& t, const char* caller);
// The same for the views among the operands of a call.
void RefreshOperands(const OpDef& op, Args& args);

// Raises where `x` is a leaf that wants a gradient.
void CheckNoLeaf(const OpDef& op, const DenseTensor& x);
// Raises unless a write into `x` that is recorded has a gradient.
void CheckRecordedWrite(const OpDef& op, DenseTensor& x);
// To be called after one, when `x` has its new node.
void NoteRecordedWrite(DenseTensor& x);

}  // namespace paddle
