// Runs each op at once: promotion, shape, kernel, record.
#pragma once
#include "ops/builder.h"

namespace paddle {

PADDLE_API Builder* EagerBuilder();

// The kernel that takes the call; null: none does, but the record has a
// decomposition. Raises Unimplemented where there is neither.
PADDLE_API const KernelEntry* ResolveKernel(const OpDef& op, const Args& args,
                                            const Outs& outs, Place place);

// `t` itself when it is contiguous, else a copy in row-major order.
PADDLE_API Var Contiguous(const Var& t);

// Values to be read by host code: on CPU, contiguous.
PADDLE_API Var OnHost(const Var& t);

// The device new tensors go to where no input says otherwise.
PADDLE_API Place DefaultPlace();
PADDLE_API void SetDefaultPlace(Place place);

// What rules make from nothing on this thread goes to `place` while it lives.
class PlaceGuard {
 public:
  explicit PlaceGuard(Place place);
  PlaceGuard(const PlaceGuard&) = delete;
  ~PlaceGuard();

 private:
  Place place_;
  const Place* previous_;
};

}  // namespace paddle
