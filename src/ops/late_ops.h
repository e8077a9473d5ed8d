// Operators that come after the registry was read: those of users.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Beside those of Trait: its kernel is code that is not the library's.
constexpr uint32_t kForeign = 1u << 14;

// A record whose schema, masks and functions are filled in by hand. It stays
// for ever, since graphs and programs point at it. There is no operator of its
// name yet. From any thread.
PADDLE_API void AddLateOp(OpDef* op);

// How many there are, and the one at `i`, in the order in which they came.
PADDLE_API size_t NumLateOps();
PADDLE_API const OpDef& LateOp(size_t i);

}  // namespace paddle
