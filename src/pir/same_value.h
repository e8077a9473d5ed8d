#pragma once
#include "pir/flat_program.h"

namespace paddle::pir {

// Whether two values are computed in the same way from the same values.
PADDLE_API bool SameValue(const FlatProgram& program, ValueId a, ValueId b);

// Whether two attributes are one.
bool SameSlot(ArgType type, const Slot& a, const Slot& b);

}  // namespace paddle::pir
