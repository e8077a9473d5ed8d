#include "core/ddim.h"

#include <algorithm>

namespace paddle {

void ThrowSizesTooLarge(int64_t a, char op, int64_t b) {
  PADDLE_THROW(
      errors::InvalidArgument("the sizes are too large.")
          .Expected("sizes whose product fits in 63 bits")
          .Received(std::to_string(a) + ' ' + op + ' ' + std::to_string(b)));
}

void ThrowBadAxis(const char* op, int64_t axis, int rank) {
  const int bound = std::max(rank, 1);
  PADDLE_THROW(errors::OutOfRange("%s: axis is out of range.", op)
                   .Expected("an axis in [" + std::to_string(-bound) + ", " +
                             std::to_string(bound) + ") for a tensor of rank " +
                             std::to_string(rank))
                   .Received(std::to_string(axis)));
}

uint32_t AxisMask(IntArray axes, int rank, const char* op) {
  if (axes.empty()) return (1u << rank) - 1;
  uint32_t mask = 0;
  for (int64_t axis : axes) {
    const uint32_t bit = 1u << NormalizeAxis(axis, rank, op);
    PADDLE_ENFORCE(!(mask & bit),
                   errors::InvalidArgument("%s: an axis is given twice.", op)
                       .Expected("each axis once")
                       .Received("axis = " + errors::ToString(axes)));
    mask |= bit;
  }
  return rank == 0 ? 0 : mask;
}

DDim BroadcastDims(const DDim& x, const DDim& y, const char* op) {
  DDim out = x.rank() >= y.rank() ? x : y;
  for (int i = 1; i <= out.rank(); ++i) {
    const int64_t a = i <= x.rank() ? x[x.rank() - i] : 1;
    const int64_t b = i <= y.rank() ? y[y.rank() - i] : 1;
    PADDLE_ENFORCE(
        a == b || a == 1 || b == 1,
        errors::InvalidArgument("%s: the shapes do not broadcast.", op)
            .Expected("equal sizes, or 1, at each axis counted from the last")
            .Shapes({{"x", x}, {"y", y}})
            .Received("at axis -" + std::to_string(i) + ": " +
                      std::to_string(a) + " and " + std::to_string(b)));
    out[out.rank() - i] = a == 1 ? b : a;
  }
  return out;
}

}  // namespace paddle
