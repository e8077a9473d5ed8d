// Brings the tensors of a call to one dtype; shared by all builders.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Casts (as recorded ops) what the record says is promoted, and integers to
// the default float where it says so. Raises InvalidType where the dtype is
// not one the operator takes.
PADDLE_API void PromoteArgs(const OpDef& op, Args& args);

// For programs, which run while the default float may be another one: what the
// dtype of `outs` takes from it is said by the call itself from now on.
PADDLE_API void FixDefaultFloat(const OpDef& op, Args& args, const Outs& outs);

inline void PromoteIfNeeded(const OpDef& op, Args& args) {
  const uint32_t mask = args.dtype_mask;
  if (PD_UNLIKELY(op.promote_mask &&
                  ((mask & (mask - 1)) || (mask & op.watch_dtypes)))) {
    PromoteArgs(op, args);
  }
}

}  // namespace paddle
