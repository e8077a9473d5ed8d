// Slices whose axis has another size in other runs: what was asked for, before
// it was resolved.
#pragma once
#include <vector>

#include "ops/args.h"
#include "ops/manipulation/slice_use.h"

namespace paddle::jit {

// Those of a call of slice or strided_slice; none where it is wrong, which is
// said later.
std::vector<SliceUse> SlicesOfCall(const Args& args);

// Tells what notes the calls of this thread, where it wants to know.
PADDLE_API void NoteSlice(const SliceUse& use);

}  // namespace paddle::jit
