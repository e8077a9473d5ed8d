// Runs each op at once: promotion, shape, kernel, record.
#pragma once
#include "ops/builder.h"

namespace paddle {

PADDLE_API Builder* EagerBuilder();

// `t` itself when it is contiguous, else a copy in row-major order.
PADDLE_API Var Contiguous(const Var& t);

// The device new tensors go to where no input says otherwise.
PADDLE_API Place DefaultPlace();
PADDLE_API void SetDefaultPlace(Place place);

}  // namespace paddle
