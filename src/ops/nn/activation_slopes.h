// Gradients that are the incoming one times a factor where x is in a range.
#pragma once
#include "ops/generated/ops.h"

namespace paddle {

// factor * g where low < x < high, else 0.
inline Var WithinRange(const Var& x, const Var& g, double low, double high,
                       double factor = 1.0) {
  return ops::SlopeByRange(x, g, low, high, factor, 0.0, false);
}

}  // namespace paddle
