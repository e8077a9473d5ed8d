// Gradients of functions made of few pieces, as functions of x and a gradient.
#pragma once
#include <cmath>

#include "ops/args.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

template <typename C>
struct SlopeByRange {  // low <= x <= high, after open ends moved to the next
                       // number
  C low, high, inside, outside;
  explicit SlopeByRange(const Args& args)
      : low(static_cast<C>(args.slot[2].f)),
        high(static_cast<C>(args.slot[3].f)),
        inside(static_cast<C>(args.slot[4].f)),
        outside(static_cast<C>(args.slot[5].f)) {
    if (args.slot[6].i) return;
    // An infinite end is part of the range.
    if (std::isfinite(low)) low = std::nextafter(low, kInf<C>);
    if (std::isfinite(high)) high = std::nextafter(high, -kInf<C>);
  }
  PD_HOST_DEVICE C operator()(C x, C g) const {
    const C factor = (x >= low) & (x <= high) ? inside : outside;
    const C y = factor * g;
    return factor == C(0) ? C(0) : y;
  }
};

template <typename C>
struct PowerSlope {
  static constexpr bool kTakesPacks = true;
  C factor;
  int64_t power;
  explicit PowerSlope(const Args& args)
      : factor(static_cast<C>(args.slot[2].f)), power(args.slot[3].i) {}
  template <typename T>
  PD_HOST_DEVICE T operator()(T x, T g) const {
    T y = g * T(factor);
    for (int64_t i = 0; i < power; ++i) y = y * x;
    for (int64_t i = power; i < 0; ++i) y = y / x;
    return y;
  }
};

template <typename T>
struct HardswishGrad {
  PD_HOST_DEVICE T operator()(T x, T g) const {
    const T middle = g * (x * T(1.0 / 3) + T(0.5));
    const T above = x >= T(3) ? g : middle;
    return x <= T(-3) ? T(0) : above;
  }
};
template <typename T>
struct SoftsignGrad {
  PD_HOST_DEVICE T operator()(T x, T g) const {
    const T size = T(1) + std::abs(x);
    return g / (size * size);
  }
};

// With m = x cut to [-delta, delta] both cases are m (x - m / 2).
template <typename C>
struct Huber {
  C delta;
  explicit Huber(const Args& args) : delta(static_cast<C>(args.slot[1].f)) {}
  PD_HOST_DEVICE C operator()(C x) const {
    const C low = x < -delta ? -delta : x;
    const C m = low > delta ? delta : low;
    return m * (x - m * C(0.5));
  }
};

}  // namespace paddle::phi::scalar
