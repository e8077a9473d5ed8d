// add, subtract, multiply, divide, scale, conj.
#pragma once
#include "ops/args.h"
#include "phi/kernels/funcs/scalar/complex.h"

namespace paddle::phi::scalar {

// Integers wrap around, as in numpy: computed unsigned, where that is defined.
template <typename T>
using Unsigned =
    std::make_unsigned_t<std::conditional_t<sizeof(T) < sizeof(int), int, T>>;

template <typename T> struct Add {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a | b;
    else if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(a) + Unsigned<T>(b);
    else
      return a + b;
  }
};
template <typename T> struct Subtract {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(a) - Unsigned<T>(b);
    else
      return a - b;
  }
};
template <typename T> struct Multiply {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a & b;
    else if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(a) * Unsigned<T>(b);
    else if constexpr (kIsComplexType<T>)
      return ComplexMultiply(a, b);
    else
      return a * b;
  }
};
template <typename T> struct Divide {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (kIsComplexType<T>)
      return ComplexDivide(a, b);
    else
      return a / b;
  }
};

template <typename T> struct Scale {
  T scale, before, after; // (x + before) * scale + after
  explicit Scale(const Args &args) : scale(args.slot[1].scalar.To<T>()) {
    const T bias = args.slot[2].scalar.To<T>();
    const bool bias_after_scale = args.slot[3].i;
    before = bias_after_scale ? T(0) : bias;
    after = bias_after_scale ? bias : T(0);
  }
  PD_HOST_DEVICE T operator()(T x) const {
    return Add<T>()(Multiply<T>()(Add<T>()(x, before), scale), after);
  }
};

template <typename T> struct Conj {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return T(x.real(), -x.imag());
    else
      return x;
  }
};

} // namespace paddle::phi::scalar
