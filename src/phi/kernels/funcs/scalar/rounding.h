// Sign, magnitude, rounding, powers that need no logarithm, and the parts of
// numbers.
#pragma once
#include "phi/kernels/funcs/scalar/complex.h"

namespace paddle::phi::scalar {

template <typename T>
struct Neg {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(0) - Unsigned<T>(x);
    else
      return -x;
  }
};
template <typename T>
struct Abs {
  PD_HOST_DEVICE Real<T> operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return std::hypot(x.real(), x.imag());
    else if constexpr (std::is_floating_point_v<T>)
      return std::abs(x);
    else if constexpr (std::is_signed_v<T>)
      return x < 0 ? Neg<T>()(x) : x;
    else
      return x;
  }
};
template <typename T>
struct Sign {  // x / |x| for complex; NaN stays NaN
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>) {
      const Real<T> a = std::hypot(x.real(), x.imag());
      return a == 0 ? T(0) : T(x.real() / a, x.imag() / a);
    } else if constexpr (std::is_integral_v<T>) {
      return (x > T(0)) - (x < T(0));
    } else {
      return x > T(0) ? T(1) : (x < T(0) ? T(-1) : x + T(0));
    }
  }
};
template <typename T>
struct Square {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return ComplexMultiply(x, x);
    else if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(x) * Unsigned<T>(x);
    else
      return x * x;
  }
};
template <typename T>
struct Sqrt {
  PD_HOST_DEVICE T operator()(T x) const { return std::sqrt(x); }
};
template <typename T>
struct Rsqrt {
  PD_HOST_DEVICE T operator()(T x) const { return T(1) / std::sqrt(x); }
};
template <typename T>
struct Reciprocal {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return ComplexDivide(T(1), x);
    else
      return T(1) / x;
  }
};

#define PD_ROUNDING_FUNCTOR(Name, fn)        \
  template <typename T>                      \
  struct Name {                              \
    PD_HOST_DEVICE T operator()(T x) const { \
      if constexpr (std::is_integral_v<T>)   \
        return x;                            \
      else                                   \
        return std::fn(x);                   \
    }                                        \
  }
PD_ROUNDING_FUNCTOR(Floor, floor);
PD_ROUNDING_FUNCTOR(Ceil, ceil);
PD_ROUNDING_FUNCTOR(Trunc, trunc);

template <typename T>
struct Frac {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return T(0);
    else
      return x - std::trunc(x);
  }
};

template <typename T>
struct Round {   // half to even; to `decimals` places of the decimal system
  Real<T> unit;  // 0: to integers
  explicit Round(const Args& args)
      : unit(args.slot[1].i == 0
                 ? 0
                 : static_cast<Real<T>>(std::pow(10.0, args.slot[1].i))) {}
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else if constexpr (kIsComplexType<T>) {
      return T(Part(x.real()), Part(x.imag()));
    } else {
      return Part(x);
    }
  }
  PD_HOST_DEVICE Real<T> Part(Real<T> x) const {
    return unit == 0 ? std::rint(x) : std::rint(x * unit) / unit;
  }
};

template <typename T>
struct Conj {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return T(x.real(), -x.imag());
    else
      return x;
  }
};
template <typename T>
struct Angle {
  PD_HOST_DEVICE Real<T> operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return std::atan2(x.imag(), x.real());
    else
      return x < 0 ? T(M_PI) : (x == x ? T(0) : x);
  }
};

template <typename T>
struct NanToNum {
  T nan, posinf, neginf;
  explicit NanToNum(const Args& args)
      : nan(static_cast<T>(args.slot[1].f)),
        posinf(Or(args.slot[2].scalar, std::numeric_limits<T>::max())),
        neginf(Or(args.slot[3].scalar, std::numeric_limits<T>::lowest())) {}
  static T Or(const Scalar& s, T value) {
    return s.has_value() ? s.To<T>() : value;
  }
  PD_HOST_DEVICE T operator()(T x) const {
    const T y = x == kInf<T> ? posinf : (x == -kInf<T> ? neginf : x);
    return x == x ? y : nan;
  }
};

}  // namespace paddle::phi::scalar
