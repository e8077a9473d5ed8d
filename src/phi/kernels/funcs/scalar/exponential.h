// exp, log and their family for floats and doubles: branchless, right for NaN,
// infinities, denormals and -0.
#pragma once
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

// 2^n for an integral n within the exponents of T.
template <typename T>
PD_HOST_DEVICE T PowerOfTwo(T n) {
  using L = LayoutOf<T>;
  using Word = typename L::Bits;
  const auto low = BitsOf(n + T(L::kMagic));  // n in its low bits
  return FromBits<T>((low + Word(L::kBias)) << L::kMantissa);
}

// p * 2^n; in two steps, so that n may go beyond the exponents of T.
template <typename T>
PD_HOST_DEVICE T ScaleByPowerOfTwo(T p, T n) {
  const T half = RoundOf(n * T(0.5));
  return p * PowerOfTwo(half) * PowerOfTwo(n - half);
}

// The same for a result that is a normal number.
template <typename T>
PD_HOST_DEVICE T ScaleWithinRange(T p, T n) {
  return p * PowerOfTwo(n);
}

// e^r - 1 for |r| <= ln(2) / 2.
template <typename T>
PD_HOST_DEVICE T ExpTail(T r) {
  T p;
  if constexpr (kSingle<T>) {  // to 3e-9 of e^r
    p = Polynomial(r, 0x1.6a4d6p-10, 0x1.12398ep-7, 0x1.5558bp-5, 0x1.555492p-3,
                   0x1.fffffcp-2);
  } else {  // to 4e-18
    p = Polynomial(r, 2.5102248241098077e-08, 2.7631660869073817e-07,
                   2.755726482261938e-06, 2.480148882434285e-05,
                   1.9841269864504494e-4, 0.0013888888948153663,
                   0.008333333333330514, 0.041666666666510824,
                   0.16666666666666666, 0.5000000000000013);
  }
  return MulAdd(p, r * r, r);
}

// x = n ln(2) + r, for x that is not far beyond the exponents of T.
template <typename T>
struct ExpParts {
  T n, r;
  PD_HOST_DEVICE explicit ExpParts(T x) {
    constexpr bool k = kSingle<T>;
    const T magic(LayoutOf<T>::kMagic);
    const T minus_ln2_high(k ? -0.693147182464599609375
                             : -0x1.62e42fefa39efp-1);
    const T minus_ln2_low(k ? 1.90465429995776804525e-9
                            : -0x1.abc9e3b39803fp-56);
    n = MulAdd(x, T(1.44269504088896340736), magic) - magic;
    r = MulAdd(n, minus_ln2_high, x);
    r = MulAdd(n, minus_ln2_low, r);
  }
};

// x brought to where e^x is neither 0 nor infinite, or just beyond; NaN stays.
template <typename T>
PD_HOST_DEVICE T ClampForExp(T x) {
  const T low(kSingle<T> ? -104.0 : -746.0), high(kSingle<T> ? 89.0 : 710.0);
  return MinOf(high, MaxOf(low, x));
}

template <typename T>
PD_HOST_DEVICE T ExpOf(T x) {
  const ExpParts<T> e(ClampForExp(x));
  return ScaleByPowerOfTwo(T(1) + ExpTail(e.r), e.n);
}

// e^x where that is a normal number (or NaN), else anything.
template <typename T>
PD_HOST_DEVICE T ExpWithinRange(T x) {
  const ExpParts<T> e(x);
  return ScaleWithinRange(T(1) + ExpTail(e.r), e.n);
}

template <typename T>
PD_HOST_DEVICE T Expm1Of(T x) {
  const ExpParts<T> e(ClampForExp(x));
  // 2^(n-1) stays finite where 2^n does not.
  const T half = ScaleByPowerOfTwo(T(0.5), e.n);
  const T y = MulAdd(half, ExpTail(e.r), half - T(0.5));
  return CopySign(y + y, x);  // keeps -0
}

// x = 2^k (1 + f), 1 + f within [0.7, 1.5), for positive x.
template <typename T>
PD_HOST_DEVICE void SplitForLog(T x, T* k, T* f) {
  using L = LayoutOf<T>;
  using Word = typename L::Bits;
  constexpr Word kOne = Word(L::kBias) << L::kMantissa;
  constexpr Word kRoot = kSingle<T> ? Word(0x3f3504f3)  // sqrt(1/2)
                                    : Word(0x3fe6a09e667f3bcd);
  constexpr Word kFraction = (Word(1) << L::kMantissa) - 1;
  // 2^mantissa + an integer, read as bits.
  constexpr Word kInteger = Word(L::kBias + L::kMantissa) << L::kMantissa;
  const auto tiny = x < T(std::numeric_limits<Element<T>>::min());
  const T lifted = Select(tiny, x * T(Word(1) << L::kMantissa), x);
  const auto bits = BitsOf(lifted) + (kOne - kRoot);
  *k =
      FromBits<T>((bits >> L::kMantissa) | kInteger) -
      Select(tiny,
             T(Element<T>(Word(1) << L::kMantissa) + (L::kBias + L::kMantissa)),
             T(Element<T>(Word(1) << L::kMantissa) + L::kBias));
  *f = FromBits<T>((bits & kFraction) + kRoot) - T(1);
}

// `y` where x > 0 is finite; else what the logarithm of x is.
template <typename T>
PD_HOST_DEVICE T LogEdges(T x, T y) {
  const T inf(kInf<Element<T>>), nan(kNan<Element<T>>);
  const T at_end = Select(x == T(0), -inf, Select(x > T(0), x, nan));
  return Select((x > T(0)) & (x < inf), y, at_end);
}

// log(1 + f) + c for a split f and a small correction c.
template <typename T>
PD_HOST_DEVICE T LogOnePlus(T f, T c) {
  if constexpr (kSingle<T>) {
    const T p = Polynomial(f, -0x1.cae2e2p-5, 0x1.e2c856p-4, -0x1.1534d4p-3,
                           0x1.268b62p-3, -0x1.53e7bcp-3, 0x1.996a4cp-3,
                           -0x1.00048ap-2, 0x1.5555c4p-2, -0x1.fffff8p-2);
    return f + MulAdd(p, f * f, c);
  } else {  // W. Kahan's scheme as in fdlibm: s = f / (2 + f)
    const T s = Quotient(f, T(2) + f), z = s * s, half_square = T(0.5) * f * f;
    const T p =
        Polynomial(z, 0.13843838341144288, 0.1317348448060537,
                   0.15391118522454741, 0.1818166568552142, 0.22222224299358623,
                   0.28571428555806916, 0.40000000000056735, 0.666666666666666);
    return f - (half_square - MulAdd(s, MulAdd(z, p, half_square), c));
  }
}

// k ln(2) + log(1 + f) + c
template <typename T>
PD_HOST_DEVICE T JoinLog(T k, T f, T c) {
  if constexpr (kSingle<T>) {
    return MulAdd(k, T(0.693147180559945), LogOnePlus(f, c));
  } else {
    const T low = MulAdd(k, T(1.90821492927058770002e-10), c);
    return MulAdd(k, T(6.93147180369123816490e-1), LogOnePlus(f, low));
  }
}

template <typename T>
PD_HOST_DEVICE T LogOf(T x) {
  T k, f;
  SplitForLog(x, &k, &f);
  return LogEdges(x, JoinLog(k, f, T(0)));
}

template <typename T>
PD_HOST_DEVICE T Log1pOf(T x) {
  T k, f;
  const T u = T(1) + x;
  SplitForLog(u, &k, &f);
  // 1 + f = (1 + x) / 2^k, without the loss of 1 + x.
  const T largest(std::numeric_limits<Element<T>>::max());
  const T scale = MinOf(ScaleByPowerOfTwo(T(1), -k), T(0x1p60));
  f = MulAdd(MinOf(largest, x), scale, scale - T(1));
  return CopySign(LogEdges(u, JoinLog(k, f, T(0))), x);  // keeps -0
}

// Logarithms to other bases.
template <typename T>
PD_HOST_DEVICE T Log2Of(T x) {
  T k, f;
  SplitForLog(x, &k, &f);
  return LogEdges(x, MulAdd(LogOnePlus(f, T(0)), T(1.4426950408889634074), k));
}
// Through double, which is exact enough for powers of the base to come out as
// integers.
PD_HOST_DEVICE float Log2Of(float x) {
  return static_cast<float>(Log2Of(static_cast<double>(x)));
}
PD_HOST_DEVICE float Log10Of(float x) {
  return static_cast<float>(LogOf(static_cast<double>(x)) *
                            0.43429448190325182765);
}
PD_HOST_DEVICE double Log10Of(double x) { return std::log10(x); }

template <typename T>
PD_HOST_DEVICE T SigmoidOf(T x) {
  const T e = ExpOf(-AbsOf(x));  // at most 1
  return Quotient(Select(x < T(0), e, T(1)), T(1) + e);
}

// log(1 + e^x)
template <typename T>
PD_HOST_DEVICE T SoftplusOf(T x) {
  return Select(x < T(0), T(0), x) + Log1pOf(ExpOf(-AbsOf(x)));
}

template <typename T>
PD_HOST_DEVICE T LogSigmoidOf(T x) {
  return -SoftplusOf(-x);
}

template <typename T>
PD_HOST_DEVICE T TanhOf(T x) {
  if constexpr (kSingle<T>) {
    const T a = MinOf(T(9.02), AbsOf(x)), z = a * a;  // NaN stays
    const T p = Polynomial(z, 0x1.cbaa4cp-27, 0x1.5a2c58p-16, 0x1.ca69c8p-9,
                           0x1.1213d2p-3, 1.0);
    const T q = Polynomial(z, 0x1.a22248p-21, 0x1.58cfbep-12, 0x1.a816a6p-6,
                           0x1.de5f38p-2, 1.0);
    return CopySign(MinOf(T(1), Quotient(a * p, q)), x);
  } else {
    const T e = Expm1Of(T(2) * MinOf(T(22), AbsOf(x)));
    return CopySign(Quotient(e, e + T(2)), x);
  }
}

// e^x - 1 without the loss near 0.
template <typename T>
PD_HOST_DEVICE T ComplexExpm1(T x) {
  const Real<T> a = std::expm1(x.real()), s = std::sin(x.imag() / 2);
  return T(a - 2 * s * s * (a + 1), (a + 1) * std::sin(x.imag()));
}

// `real` serves numbers and, under the condition, packs of them.
#define PD_UNARY_FUNCTOR_IF(Name, real, complex, packs)                \
  template <typename C>                                                \
  struct Name {                                                        \
    template <typename T>                                              \
    PD_HOST_DEVICE T operator()(T x) const {                           \
      if constexpr (kIsComplexType<T>)                                 \
        return complex;                                                \
      else                                                             \
        return real;                                                   \
    }                                                                  \
    static constexpr bool kTakesPacks = !kIsComplexType<C> && (packs); \
  }
#define PD_UNARY_FUNCTOR(Name, real, complex) \
  PD_UNARY_FUNCTOR_IF(Name, real, complex, true)

PD_UNARY_FUNCTOR(Exp, ExpOf(x), std::exp(x));
PD_UNARY_FUNCTOR(Expm1, Expm1Of(x), ComplexExpm1(x));
PD_UNARY_FUNCTOR(Log, LogOf(x), std::log(x));
PD_UNARY_FUNCTOR_IF(Log2, Log2Of(x), std::log(x) / Real<T>(M_LN2),
                    sizeof(C) == 8);
PD_UNARY_FUNCTOR_IF(Log10, Log10Of(x), std::log(x) / Real<T>(M_LN10), false);
PD_UNARY_FUNCTOR(Log1p, Log1pOf(x), std::log(T(1) + x));
PD_UNARY_FUNCTOR(Sigmoid, SigmoidOf(x), T(1) / (T(1) + std::exp(-x)));
PD_UNARY_FUNCTOR(Tanh, TanhOf(x), std::tanh(x));
PD_UNARY_FUNCTOR(LogSigmoid, LogSigmoidOf(x), -std::log(T(1) + std::exp(-x)));
}  // namespace paddle::phi::scalar
