// Arithmetic of two numbers.
#pragma once
#include "phi/kernels/funcs/scalar/complex.h"
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::scalar {

template <typename T>
struct Add {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a | b;
    else if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(a) + Unsigned<T>(b);
    else
      return a + b;
  }
};
template <typename T>
struct Subtract {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return Unsigned<T>(a) - Unsigned<T>(b);
    else
      return a - b;
  }
};
template <typename T>
struct Multiply {
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
template <typename T>
struct Divide {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (kIsComplexType<T>)
      return ComplexDivide(a, b);
    else
      return a / b;
  }
};

template <typename T>
struct Scale {
  T scale, before, after;  // (x + before) * scale + after
  explicit Scale(const Args& args) : scale(args.slot[1].scalar.To<T>()) {
    const T bias = args.slot[2].scalar.To<T>();
    const bool bias_after_scale = args.slot[3].i;
    before = bias_after_scale ? T(0) : bias;
    after = bias_after_scale ? bias : T(0);
  }
  PD_HOST_DEVICE T operator()(T x) const {
    return Add<T>()(Multiply<T>()(Add<T>()(x, before), scale), after);
  }
};

// The divisions of integers that the processor refuses: by 0 (an error) and
// of the smallest number by -1 (wraps around).
template <typename T>
struct IntegerDivision {
  PD_HOST_DEVICE static bool Refused(T b) {
    return b == T(0) || (std::is_signed_v<T> && b == static_cast<T>(-1));
  }
  static void RefuseZero(T b) {
    PADDLE_ENFORCE(b != T(0),
                   errors::InvalidArgument("an integer is divided by zero."));
  }
};

// Floor division and its remainder, which has the sign of b, as in Python.
// In general, by fmod:
template <typename T>
PD_HOST_DEVICE T FloorMod(T a, T b) {
  const T m = std::fmod(a, b);
  return m != T(0) ? ((b < T(0)) != (m < T(0)) ? m + b : m)
                   : std::copysign(T(0), b);
}
template <typename T>
PD_HOST_DEVICE T FloorQuotient(T a, T b) {
  const T exact = (a - FloorMod(a, b)) / b;
  const T whole = std::floor(exact);
  const T nearest = exact - whole > T(0.5) ? whole + T(1) : whole;
  const T beside = a != T(0) && (a < T(0)) != (b < T(0)) ? T(-1) : T(0);
  const bool far = std::abs(b) == kInf<T> && std::abs(a) < kInf<T>;
  return b != T(0) ? (far ? beside : nearest) : a / b;
}
// Floats whose quotient is exact in double, as nearly all are.
struct FloatQuotient {
  double whole, rest;
  PD_HOST_DEVICE FloatQuotient(float a, float b) {
    const double x = a, y = b, q = std::floor(x / y);
    const double r = MinusMulAdd(q, y, x);
    const bool over = r != 0 && (r < 0) != (y < 0);  // rounded up to q
    whole = over ? q - 1 : q;
    rest = over ? r + y : r;
  }
  PD_HOST_DEVICE static bool Exact(float a, float b) {
    return std::abs(a) < 0x1p50f * std::abs(b) && std::abs(b) < kInf<float>;
  }
};

// The same for doubles: the rest is exact in the fused operation.
template <typename T>
struct DoubleQuotient {
  T whole, rest;
  PD_HOST_DEVICE DoubleQuotient(T a, T b) {
    const T zero(0), one(1), q = TruncOf(a / b), r = MinusMulAdd(q, b, a);
    // Away from a: q was rounded up to an integer.
    const auto over = (r != zero) & (r * CopySign(one, a) < zero);
    const T p = Select(over, q - CopySign(one, q), q);
    const T s = Select(over, r + CopySign(b, a), r);
    const auto below = (s != zero) & (s * CopySign(one, b) < zero);
    whole = Select(below, p - one, p);
    rest = Select(below, s + b, s);
  }
  PD_HOST_DEVICE static auto Exact(T a, T b) {
    return (AbsOf(a) < T(0x1p50) * AbsOf(b)) & (AbsOf(b) < T(kInf<double>));
  }
};

template <typename C>
struct FloorDivide {
  static constexpr bool kTakesPacks = std::is_same_v<C, double>;
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      const T q = a / b;
      return q - (a % b != 0 && ((a < 0) != (b < 0)));
    } else if constexpr (kTakesPacks) {
      return DoubleQuotient<T>(a, b).whole;
    } else {
      return static_cast<T>(FloatQuotient(a, b).whole);
    }
  }
  template <typename T>
  PD_HOST_DEVICE auto Rare(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return IntegerDivision<T>::Refused(b);
    else if constexpr (kTakesPacks)
      return !DoubleQuotient<T>::Exact(a, b);
    else
      return !FloatQuotient::Exact(a, b);
  }
  C Slow(C a, C b) const {
    if constexpr (std::is_integral_v<C>) {
      IntegerDivision<C>::RefuseZero(b);
      const bool minus = std::is_signed_v<C> && b == static_cast<C>(-1);
      return minus ? Subtract<C>()(C(0), a) : (*this)(a, b);
    } else {
      return FloorQuotient(a, b);
    }
  }
};
template <typename C>
struct Remainder {
  static constexpr bool kTakesPacks = std::is_same_v<C, double>;
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      const T m = a % b;
      return m != 0 && ((m < 0) != (b < 0)) ? m + b : m;
    } else if constexpr (kIsComplexType<T>) {
      const T q = ComplexDivide(a, b);
      return a -
             ComplexMultiply(b, T(std::floor(q.real()), std::floor(q.imag())));
    } else if constexpr (kTakesPacks) {
      const T rest = DoubleQuotient<T>(a, b).rest;
      return Select(rest == T(0), CopySign(T(0), b), rest);
    } else {
      const double rest = FloatQuotient(a, b).rest;
      return static_cast<T>(rest == 0 ? std::copysign(0.0, b) : rest);
    }
  }
  template <typename T>
  PD_HOST_DEVICE auto Rare(T a, T b) const requires(!kIsComplexType<C>) {
    if constexpr (std::is_integral_v<T>)
      return IntegerDivision<T>::Refused(b);
    else if constexpr (kTakesPacks)
      return !DoubleQuotient<T>::Exact(a, b);
    else
      return !FloatQuotient::Exact(a, b);
  }
  C Slow(C a, C b) const {
    if constexpr (std::is_integral_v<C>) {
      IntegerDivision<C>::RefuseZero(b);
      const bool minus = std::is_signed_v<C> && b == static_cast<C>(-1);
      return minus ? C(0) : (*this)(a, b);
    } else {
      return FloorMod(a, b);
    }
  }
};

// maximum and minimum pass NaN on; fmax and fmin prefer numbers to it.
template <typename T>
struct Maximum {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};
template <typename T>
struct Minimum {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};
template <typename T>
struct Fmax {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return a > b || b != b ? a : b;
  }
};
template <typename T>
struct Fmin {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return a < b || b != b ? a : b;
  }
};

template <typename T>
struct Hypot {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (sizeof(T) == 4) {  // no square of a float overflows a double
      const double x = a, y = b;
      const float h = static_cast<float>(std::sqrt(x * x + y * y));
      const bool infinite = std::abs(a) == kInf<T> || std::abs(b) == kInf<T>;
      return infinite ? kInf<T> : h;
    } else {
      return std::hypot(a, b);
    }
  }
};
template <typename T>
struct Copysign {
  PD_HOST_DEVICE T operator()(T a, T b) const { return std::copysign(a, b); }
};
template <typename T>
struct Heaviside {
  PD_HOST_DEVICE T operator()(T x, T y) const {
    if (x != x) return x;
    return x == T(0) ? y : (x < T(0) ? T(0) : T(1));
  }
};
template <typename T>
struct Nextafter {  // numbers of one sign are ordered as their bits are
  PD_HOST_DEVICE T operator()(T a, T b) const {
    const auto bits = BitsOf(a);
    const bool larger = (a < b) == (a > T(0));
    const T beside = FromBits<T>(larger ? bits + 1 : bits - 1);
    const T smallest(std::numeric_limits<T>::denorm_min());
    const T y = a == T(0) ? CopySign(smallest, b) : beside;
    return (a != a) | (b != b) ? a + b : (a == b ? b : y);
  }
};
template <typename C>
struct Logaddexp {  // log(e^a + e^b)
  static constexpr bool kTakesPacks = true;
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    const T high = Select((a > b) | (a != a), a, b);
    const T low = Select((a < b) | (a != a), a, b);
    const T y = high + Log1pOf(ExpOf(low - high));
    return Select(high == low, high + T(0.69314718055994530942), y);
  }
};
template <typename T>
struct Gcd {
  PD_HOST_DEVICE T operator()(T a, T b) const {
    auto x = static_cast<Unsigned<T>>(a < 0 ? Subtract<T>()(T(0), a) : a);
    auto y = static_cast<Unsigned<T>>(b < 0 ? Subtract<T>()(T(0), b) : b);
    while (y != 0) {
      const auto r = x % y;
      x = y;
      y = r;
    }
    return static_cast<T>(x);
  }
};

template <typename T>
struct Clip {  // NaN stays; a bound left out is infinite
  T low, high;
  explicit Clip(const Args& args)
      : low(Bound(args.slot[1].scalar, std::numeric_limits<T>::lowest(), -1)),
        high(Bound(args.slot[2].scalar, std::numeric_limits<T>::max(), 1)) {}
  static T Bound(const Scalar& s, T absent, int sign) {
    if (s.has_value()) return s.To<T>();
    if constexpr (std::is_floating_point_v<T>)
      return sign * kInf<T>;
    else
      return absent;
  }
  PD_HOST_DEVICE T operator()(T x) const {
    const T y = x < low ? low : x;
    return y > high ? high : y;
  }
};
template <typename T>
struct Lerp {  // exact at both ends
  PD_HOST_DEVICE T operator()(T a, T b, T w) const {
    return w < T(0.5) ? a + w * (b - a) : b - (b - a) * (T(1) - w);
  }
};

}  // namespace paddle::phi::scalar
