// Comparisons, logic, bits.
#pragma once
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

// Complex numbers are ordered by real part, then imaginary, as in numpy.
template <typename T>
PD_HOST_DEVICE bool Less(T a, T b) {
  if constexpr (kIsComplexType<T>) {
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  } else {
    return a < b;
  }
}
template <typename T>
PD_HOST_DEVICE bool IsTrue(T x) {
  return x != T(0);
}

#define PD_COMPARISON_FUNCTOR(Name, ...)                                   \
  template <typename T>                                                    \
  struct Name {                                                            \
    PD_HOST_DEVICE bool operator()(T a, T b) const { return __VA_ARGS__; } \
  }
PD_COMPARISON_FUNCTOR(Equal, a == b);
PD_COMPARISON_FUNCTOR(NotEqual, a != b);
PD_COMPARISON_FUNCTOR(LessThan, Less(a, b));
PD_COMPARISON_FUNCTOR(LessEqual, Less(a, b) || a == b);
PD_COMPARISON_FUNCTOR(GreaterThan, Less(b, a));
PD_COMPARISON_FUNCTOR(GreaterEqual, Less(b, a) || a == b);
PD_COMPARISON_FUNCTOR(LogicalAnd, IsTrue(a) & IsTrue(b));
PD_COMPARISON_FUNCTOR(LogicalOr, IsTrue(a) | IsTrue(b));
PD_COMPARISON_FUNCTOR(LogicalXor, IsTrue(a) != IsTrue(b));

template <typename T>
struct LogicalNot {
  PD_HOST_DEVICE bool operator()(T x) const { return x == T(0); }
};

// |x - x| is 0 for what is finite only.
template <typename T>
PD_HOST_DEVICE bool Finite(T x) {
  return x - x == T(0);
}
template <typename T>
struct Isnan {
  PD_HOST_DEVICE bool operator()(T x) const {
    if constexpr (kIsComplexType<T>) {
      return (x.real() != x.real()) | (x.imag() != x.imag());
    } else {
      return x != x;
    }
  }
};
template <typename T>
struct Isinf {
  PD_HOST_DEVICE bool operator()(T x) const {
    if constexpr (kIsComplexType<T>) {
      return (std::abs(x.real()) == kInf<Real<T>>) |
             (std::abs(x.imag()) == kInf<Real<T>>);
    } else if constexpr (std::is_floating_point_v<T>) {
      return std::abs(x) == kInf<T>;
    } else {
      return false;
    }
  }
};
template <typename T>
struct Isfinite {
  PD_HOST_DEVICE bool operator()(T x) const {
    if constexpr (kIsComplexType<T>) {
      return Finite(x.real()) & Finite(x.imag());
    } else {
      return Finite(x);
    }
  }
};
template <typename T>
struct Signbit {
  PD_HOST_DEVICE bool operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>)
      return std::signbit(x);
    else
      return x < 0;
  }
};
template <typename T>
struct Isclose {
  double rtol, atol;
  bool equal_nan;
  explicit Isclose(const Args& args)
      : rtol(args.slot[2].f),
        atol(args.slot[3].f),
        equal_nan(args.slot[4].i != 0) {}
  PD_HOST_DEVICE bool operator()(T a, T b) const {
    if constexpr (kIsComplexType<T>) {
      const double limit = atol + rtol * std::abs(b);
      return a == b || (Isfinite<T>()(b) && std::abs(a - b) <= limit) ||
             (equal_nan && Isnan<T>()(a) && Isnan<T>()(b));
    } else {
      const double x = static_cast<double>(a), y = static_cast<double>(b);
      const double gap = std::abs(x - y), limit = atol + rtol * std::abs(y);
      return (a == b) | ((gap <= limit) & (std::abs(y) < kInf<double>)) |
             (equal_nan & (x != x) & (y != y));
    }
  }
};

template <typename T>
struct BitwiseNot {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (std::is_same_v<T, bool>)
      return !x;
    else
      return static_cast<T>(~x);
  }
};
template <typename T>
struct BitwiseAnd {
  PD_HOST_DEVICE T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct BitwiseOr {
  PD_HOST_DEVICE T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct BitwiseXor {
  PD_HOST_DEVICE T operator()(T a, T b) const { return a ^ b; }
};
// Shifts by the width or more (or by less than nothing) shift all bits out.
template <typename T>
struct BitwiseLeftShift {
  BitwiseLeftShift(const Args&) {}
  PD_HOST_DEVICE T operator()(T a, T b) const {
    constexpr int kBits = 8 * sizeof(T);
    const bool out = b < 0 || b >= kBits;
    const auto shifted = Unsigned<T>(a) << (out ? 0 : b);
    return out ? T(0) : static_cast<T>(shifted);
  }
};
template <typename T>
struct BitwiseRightShift {
  bool is_arithmetic;
  explicit BitwiseRightShift(const Args& args)
      : is_arithmetic(args.slot[2].i != 0) {}
  PD_HOST_DEVICE T operator()(T a, T b) const {
    constexpr int kBits = 8 * sizeof(T);
    const bool out = b < 0 || b >= kBits;
    const T keep = is_arithmetic && a < 0 ? static_cast<T>(-1) : T(0);
    const T shift = out ? T(0) : b;
    const T arithmetic = a >> shift;
    const T logical = static_cast<std::make_unsigned_t<T>>(a) >> shift;
    return out ? keep : (is_arithmetic ? arithmetic : logical);
  }
};

}  // namespace paddle::phi::scalar
