// exp, log and their family for float (1 ulp) and double: branchless, right
// for NaN, infinities and denormals.
#pragma once
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

// 2^n for an integral n within the exponents of T.
template <typename T>
PD_HOST_DEVICE T PowerOfTwo(T n) {
  using L = Layout<T>;
  using Bits = typename L::Bits;
  const Bits low = std::bit_cast<Bits>(n + L::kMagic);  // n in its low bits
  return std::bit_cast<T>(
      static_cast<Bits>((low + static_cast<Bits>(L::kBias)) << L::kMantissa));
}

// p * 2^n; in two steps, so that n may go beyond the exponents of T.
template <typename T>
PD_HOST_DEVICE T ScaleByPowerOfTwo(T p, T n) {
  const T half = std::rint(n * T(0.5));
  return p * PowerOfTwo(half) * PowerOfTwo(n - half);
}

// e^r - 1 for |r| <= ln(2) / 2.
PD_HOST_DEVICE float ExpTail(float r) {
  const float p =
      Polynomial(r, 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f);
  return MulAdd(p, r * r, r);
}
PD_HOST_DEVICE double ExpTail(double r) {  // Taylor
  const double p =
      Polynomial(r, 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0,
                 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0,
                 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5);
  return MulAdd(p, r * r, r);
}

// x = n ln(2) + r.
template <typename T>
struct ExpParts {
  T n, r;
  PD_HOST_DEVICE explicit ExpParts(T x) {
    constexpr bool kFloat = sizeof(T) == 4;
    constexpr T kLow = kFloat ? T(-104) : T(-746);
    constexpr T kHigh = kFloat ? T(89) : T(710);
    constexpr T kLn2High =
        kFloat ? T(0.693147182464599609375) : T(0x1.62e42fefa39efp-1);
    constexpr T kLn2Low =
        kFloat ? T(-1.90465429995776804525e-9) : T(0x1.abc9e3b39803fp-56);
    const T c = x < kLow ? kLow : (x > kHigh ? kHigh : x);
    n = std::rint(c * T(1.44269504088896340736));
    r = MulAdd(-n, kLn2High, c);
    r = MulAdd(-n, kLn2Low, r);
  }
};

template <typename T>
PD_HOST_DEVICE T ExpOf(T x) {
  const ExpParts<T> e(x);
  return ScaleByPowerOfTwo(T(1) + ExpTail(e.r), e.n);
}

template <typename T>
PD_HOST_DEVICE T Expm1Of(T x) {
  const ExpParts<T> e(x);
  // 2^(n-1) stays finite where 2^n does not.
  const T n = e.n < T(-64) ? T(-64) : e.n;
  const T half = PowerOfTwo(n - T(1));
  const T y = T(2) * MulAdd(half, ExpTail(e.r), half - T(0.5));
  return x == T(0) ? x : y;  // keeps -0
}

// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), for positive x.
template <typename T>
struct LogParts {
  T k, f;
  PD_HOST_DEVICE explicit LogParts(T x) {
    using L = Layout<T>;
    using Bits = typename L::Bits;
    constexpr bool kFloat = sizeof(T) == 4;
    constexpr Bits kOne = static_cast<Bits>(L::kBias) << L::kMantissa;
    constexpr Bits kRoot = kFloat ? Bits(0x3f3504f3) : Bits(0x3fe6a09e667f3bcd);
    constexpr Bits kFraction = (Bits(1) << L::kMantissa) - 1;
    // 2^mantissa + an integer, read as bits.
    constexpr Bits kInteger = static_cast<Bits>(L::kBias + L::kMantissa)
                              << L::kMantissa;
    const bool tiny = x < std::numeric_limits<T>::min();
    const T lifted = tiny ? x * (kFloat ? T(0x1p23) : T(0x1p52)) : x;
    const Bits bits = std::bit_cast<Bits>(lifted) + (kOne - kRoot);
    k = std::bit_cast<T>((bits >> L::kMantissa) | kInteger) -
        (std::bit_cast<T>(kInteger) + T(L::kBias)) -
        (tiny ? T(L::kMantissa) : T(0));
    f = std::bit_cast<T>((bits & kFraction) + kRoot) - T(1);
  }
};

// log(1 + f) + c where |f| < sqrt(2) - 1, and c is a small correction.
// W. Kahan's scheme as in fdlibm: s = f / (2 + f).
template <typename T>
PD_HOST_DEVICE T LogOnePlus(T f, T c) {
  const T s = f / (T(2) + f), z = s * s;
  T p;
  if constexpr (sizeof(T) == 4) {
    p = Polynomial(z, 0.24279078841f, 0.28498786688f, 0.40000972152f,
                   0.66666662693f);
  } else {
    p = Polynomial(z, 1.479819860511658591e-1, 1.531383769920937332e-1,
                   1.818357216161805012e-1, 2.222219843214978396e-1,
                   2.857142874366239149e-1, 3.999999999940941908e-1,
                   6.666666666666735130e-1);
  }
  const T half_square = T(0.5) * f * f;
  return f - (half_square - (s * (half_square + z * p) + c));
}

template <typename T>
constexpr T kLn2High = sizeof(T) == 4 ? T(6.9313812256e-1)
                                      : T(6.93147180369123816490e-1);
template <typename T>
constexpr T kLn2Low = sizeof(T) == 4 ? T(9.0580006145e-6)
                                     : T(1.90821492927058770002e-10);

// `value` where x > 0 is finite; else what the logarithm of x is.
template <typename T>
PD_HOST_DEVICE T LogEdges(T x, T value) {
  const T at_end = x == T(0) ? -kInf<T> : (x > T(0) ? x : kNan<T>);
  return x > T(0) && x < kInf<T> ? value : at_end;
}

template <typename T>
PD_HOST_DEVICE T LogOf(T x) {
  const LogParts<T> p(x);
  const T y = p.k * kLn2High<T> + LogOnePlus(p.f, p.k * kLn2Low<T>);
  return LogEdges(x, y);
}

template <typename T>
PD_HOST_DEVICE T Log1pOf(T x) {
  const T u = T(1) + x;
  const bool small = x > T(-0.29) && x < T(0.414);
  const LogParts<T> p(u);
  // What was lost in 1 + x, relative to u.
  const T lost = (u > T(2) ? T(1) - (u - x) : x - (u - T(1))) / u;
  const T k = small ? T(0) : p.k, f = small ? x : p.f;
  const T c = small ? T(0) : lost;
  const T y = k * kLn2High<T> + LogOnePlus(f, k * kLn2Low<T> + c);
  return small ? (x == T(0) ? x : y) : LogEdges(u, y);
}

// Logarithms to other bases; float goes through double, which is exact enough
// for powers of the base to come out as integers.
PD_HOST_DEVICE float Log2Of(float x) {
  const double d = x;
  return static_cast<float>(LogOf(d) * 1.4426950408889634074);
}
PD_HOST_DEVICE double Log2Of(double x) {
  const LogParts<double> p(x);
  return LogEdges(x, p.k + LogOnePlus(p.f, 0.0) * 1.4426950408889634074);
}
PD_HOST_DEVICE float Log10Of(float x) {
  const double d = x;
  return static_cast<float>(LogOf(d) * 0.43429448190325182765);
}
PD_HOST_DEVICE double Log10Of(double x) { return std::log10(x); }

template <typename T>
PD_HOST_DEVICE T SigmoidOf(T x) {
  const T e = ExpOf(x < T(0) ? x : -x);  // at most 1
  return (x < T(0) ? e : T(1)) / (T(1) + e);
}

// log(1 + e^x)
template <typename T>
PD_HOST_DEVICE T SoftplusOf(T x) {
  const T e = ExpOf(x < T(0) ? x : -x);
  return (x < T(0) ? T(0) : x) + Log1pOf(e);
}

template <typename T>
PD_HOST_DEVICE T TanhOf(T x) {
  constexpr T kFlat = sizeof(T) == 4 ? T(10) : T(22);
  const T a = std::abs(x);
  const T e = Expm1Of(T(2) * (a > kFlat ? kFlat : a));
  return std::copysign(e / (e + T(2)), x);
}

// e^x - 1 without the loss near 0.
template <typename T>
PD_HOST_DEVICE T ComplexExpm1(T x) {
  const Real<T> a = std::expm1(x.real()), s = std::sin(x.imag() / 2);
  return T(a - 2 * s * s * (a + 1), (a + 1) * std::sin(x.imag()));
}

#define PD_UNARY_FUNCTOR(Name, real, complex) \
  template <typename T>                       \
  struct Name {                               \
    PD_HOST_DEVICE T operator()(T x) const {  \
      if constexpr (kIsComplexType<T>)        \
        return complex;                       \
      else                                    \
        return real;                          \
    }                                         \
  }

PD_UNARY_FUNCTOR(Exp, ExpOf(x), std::exp(x));
PD_UNARY_FUNCTOR(Expm1, Expm1Of(x), ComplexExpm1(x));
PD_UNARY_FUNCTOR(Log, LogOf(x), std::log(x));
PD_UNARY_FUNCTOR(Log2, Log2Of(x), std::log(x) / Real<T>(M_LN2));
PD_UNARY_FUNCTOR(Log10, Log10Of(x), std::log(x) / Real<T>(M_LN10));
PD_UNARY_FUNCTOR(Log1p, Log1pOf(x), std::log(T(1) + x));
PD_UNARY_FUNCTOR(Sigmoid, SigmoidOf(x), T(1) / (T(1) + std::exp(-x)));
PD_UNARY_FUNCTOR(Tanh, TanhOf(x), std::tanh(x));
PD_UNARY_FUNCTOR(LogSigmoid, -SoftplusOf(-x), -std::log(T(1) + std::exp(-x)));

}  // namespace paddle::phi::scalar
