// Mixed precision on a thread: calls go through a builder that casts first.
#pragma once
#include "ops/amp_policy.h"

namespace paddle {

// Null: off. Kept per thread, as PaddlePaddle does.
PADDLE_API const AmpPolicy* CurrentAmp();
PADDLE_API void SetAmp(const AmpPolicy* policy);

// Weights are cast once for as long as the policy stays: forget these casts.
// For who begins or ends what their histories or values are part of.
PADDLE_API void ForgetCasts();

// Off on this thread while it lives: a backward pass has the dtypes that its
// forward pass had.
class PADDLE_API PauseAmp {
 public:
  PauseAmp();
  PauseAmp(const PauseAmp&) = delete;
  ~PauseAmp();

 private:
  const AmpPolicy* previous_;
};

}  // namespace paddle
