// How often each operator was called, by the dtype of its result.
#pragma once
#include <array>
#include <map>
#include <string>

#include "ops/builder.h"

namespace paddle {

// float16, bfloat16, float32, others.
using OpCounts = std::map<std::string, std::array<int64_t, 4>>;

// Where the calls of this thread end: the eager builder, or one that counts
// first.
PADDLE_API Builder* PlainBuilder();
// Counts the calls of this thread from now on, beginning with none; or ends.
PADDLE_API void CountOps(bool on);
PADDLE_API const OpCounts& CountedOps();

}  // namespace paddle
