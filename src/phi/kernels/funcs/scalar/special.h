// erf, erfinv, lgamma, digamma, pow.
#pragma once
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::scalar {

// After N. Juffa: a polynomial near 0, 1 - e^p(|x|) beyond.
PD_HOST_DEVICE float ErfOf(float x) {
  const float t = std::abs(x), s = x * x;
  const float u = MulAdd(-3.88396438e-3f, t, 2.42546219e-2f);
  float r = MulAdd(MulAdd(-1.72853470e-5f, t, 3.83197126e-4f), s, u);
  r = Polynomial(t, r, -1.06777877e-1f, -6.34846687e-1f, -1.28717512e-1f);
  const float far = 1.0f - ExpOf(MulAdd(r, t, -t));
  const float p =
      Polynomial(s, -5.96761703e-4f, 4.99119423e-3f, -2.67681349e-2f,
                 1.12819925e-1f, -3.76125336e-1f, 1.28379166e-1f);
  // From 4 on erf is 1 in float, while the polynomial is not made for it.
  const float beyond = t > 4.0f ? 1.0f : far;
  const float y = t > 0.927734375f ? std::copysign(beyond, x) : MulAdd(p, x, x);
  return x == x ? y : x;
}
PD_HOST_DEVICE double ErfOf(double x) { return std::erf(x); }

// M. J. Wichura, AS 241: the normal quantile to 1e-16, here of q + 1/2.
PD_HOST_DEVICE double NormalQuantile(double q, double tail) {
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q *
           Polynomial(r, 2509.0809287301226727, 33430.575583588128105,
                      67265.770927008700853, 45921.953931549871457,
                      13731.693765509461125, 1971.5909503065514427,
                      133.14166789178437745, 3.387132872796366608) /
           Polynomial(r, 5226.495278852545925, 28729.085735721942674,
                      39307.89580009271061, 21213.794301586595867,
                      5394.1960214247511077, 687.1870074920579083,
                      42.313330701600911252, 1.0);
  }
  double r = std::sqrt(-std::log(tail)), y;
  if (r <= 5.0) {
    r -= 1.6;
    y = Polynomial(r, 7.7454501427834140764e-4, 0.0227238449892691845833,
                   0.24178072517745061177, 1.27045825245236838258,
                   3.64784832476320460504, 5.7694972214606914055,
                   4.6303378461565452959, 1.42343711074968357734) /
        Polynomial(r, 1.05075007164441684324e-9, 5.475938084995344946e-4,
                   0.0151986665636164571966, 0.14810397642748007459,
                   0.68976733498510000455, 1.6763848301838038494,
                   2.05319162663775882187, 1.0);
  } else {
    r -= 5.0;
    y = Polynomial(r, 2.01033439929228813265e-7, 2.71155556874348757815e-5,
                   0.0012426609473880784386, 0.026532189526576123093,
                   0.29656057182850489123, 1.7848265399172913358,
                   5.4637849111641143699, 6.6579046435011037772) /
        Polynomial(r, 2.04426310338993978564e-15, 1.4215117583164458887e-7,
                   1.8463183175100546818e-5, 7.868691311456132591e-4,
                   0.0148753612908506148525, 0.13692988092273580531,
                   0.59983220655588793769, 1.0);
  }
  return q < 0 ? -y : y;
}
template <typename T>
PD_HOST_DEVICE T ErfinvOf(T x) {
  const double a = std::abs(static_cast<double>(x));
  if (!(a < 1.0)) return a == 1.0 ? std::copysign(kInf<T>, x) : kNan<T>;
  return static_cast<T>(NormalQuantile(0.5 * x, 0.5 * (1.0 - a)) *
                        0.70710678118654752440);
}

// The derivative of lgamma: recurrence up to 10, then the asymptotic series.
PD_HOST_DEVICE double DigammaPositive(double x) {
  double sum = 0;
  for (; x < 10; x += 1) sum -= 1 / x;
  const double z = 1 / (x * x);
  const double p =
      Polynomial(z, 8.33333333333333333333e-2, -2.10927960927960927961e-2,
                 7.57575757575757575758e-3, -4.16666666666666666667e-3,
                 3.96825396825396825397e-3, -8.33333333333333333333e-3,
                 8.33333333333333333333e-2);
  return sum + std::log(x) - 0.5 / x - z * p;
}
template <typename T>
PD_HOST_DEVICE T DigammaOf(T x) {
  if (x == T(0)) return std::copysign(kInf<T>, -x);
  const double d = x;
  if (d > 0) return static_cast<T>(DigammaPositive(d));
  // From the nearest whole number, exact and small near the poles.
  const double f = d - std::rint(d);
  if (f == 0 || d == -kInf<double>) return kNan<T>;
  return static_cast<T>(DigammaPositive(1 - d) - M_PI / std::tan(M_PI * f));
}

template <typename T>
PD_HOST_DEVICE T LgammaOf(T x) {
  int sign;
  if constexpr (sizeof(T) == 4)
    return static_cast<T>(::lgamma_r(x, &sign));
  else
    return ::lgamma_r(x, &sign);
}

// sum of (x + k)^-s over k >= 0, for s >= 2: terms up to 10, then the
// Euler-Maclaurin formula.
PD_HOST_DEVICE double HurwitzZeta(double s, double x) {
  double sum = 0;
  for (; x < 10; x += 1) sum += std::pow(x, -s);
  const double p = std::pow(x, -s), z = 1 / (x * x);
  // B_2k / (2k)! for k = 1 ...
  const double b[] = {8.3333333333333333e-2, -1.3888888888888889e-3,
                      3.3068783068783069e-5, -8.2671957671957672e-7,
                      2.0876756987868099e-8, -5.2841901386874932e-10,
                      1.3382536530684679e-11};
  double tail = x / (s - 1) + 0.5, factor = s / x;
  for (int k = 0; k < 7; ++k) {
    tail += b[k] * factor;
    factor *= (s + 2 * k + 1) * (s + 2 * k + 2) * z;
  }
  return sum + p * tail;
}

// The n-th derivative of digamma.
template <typename T>
struct Polygamma {
  int64_t n;
  double factor;  // (-1)^(n+1) n!
  explicit Polygamma(const Args& args) : n(args.slot[1].i) {
    factor = n % 2 ? 1 : -1;
    for (int64_t i = 2; i <= n && std::isfinite(factor); ++i) factor *= i;
  }
  PD_HOST_DEVICE T operator()(T x) const {
    if (n == 0) return DigammaOf(x);
    const double d = x;
    if (d > 0) return static_cast<T>(factor * HurwitzZeta(n + 1, d));
    if (!(d > -1e6) || d == std::floor(d)) return d == d ? kInf<T> : kNan<T>;
    // Up to a positive argument, term after term.
    double sum = 0, y = d;
    for (; y < 0; y += 1) sum += std::pow(y, -static_cast<double>(n + 1));
    return static_cast<T>(factor * (sum + HurwitzZeta(n + 1, y)));
  }
};

PD_UNARY_FUNCTOR(Erf, ErfOf(x), x);
PD_UNARY_FUNCTOR(Erfinv, ErfinvOf(x), x);
PD_UNARY_FUNCTOR(Lgamma, LgammaOf(x), x);
PD_UNARY_FUNCTOR(Digamma, DigammaOf(x), x);

// Integers by squaring, wrapping around; a negative exponent gives the
// truncated quotient (0 for 1 / 0).
template <typename T>
PD_HOST_DEVICE T IntegerPower(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      if (base == -1) return exponent & 1 ? -1 : 1;
      return base == 1;
    }
  }
  Unsigned<T> result = 1, b = static_cast<Unsigned<T>>(base);
  for (auto e = static_cast<Unsigned<T>>(exponent); e; e >>= 1) {
    if (e & 1) result *= b;
    b *= b;
  }
  return static_cast<T>(result);
}

// e^x to the precision of float, in double.
PD_HOST_DEVICE double ExpForFloat(double x) {
  const ExpParts<double> e(x);
  const double p = Polynomial(e.r, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
                              1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0);
  return p * PowerOfTwo(e.n);
}

template <typename T>
struct Pow {
  PD_HOST_DEVICE T operator()(T x, T y) const {
    if constexpr (kIsComplexType<T>) {
      return y == T(0) ? T(1) : std::pow(x, y);
    } else if constexpr (std::is_integral_v<T>) {
      return IntegerPower(x, y);
    } else if constexpr (sizeof(T) == 4) {  // through double: no error is left
      const double a = std::abs(static_cast<double>(x)), e = y;
      const double z = e * LogOf(a);  // 2^200 and 2^-200 are beyond float
      const double c = z > 140.0 ? 140.0 : (z < -140.0 ? -140.0 : z);
      const float r = static_cast<float>(ExpForFloat(c));
      const bool whole = std::rint(y) == y;
      const float half = 0.5f * y;
      const bool odd = whole && std::rint(half) != half;
      return x < 0 ? (whole ? (odd ? -r : r) : kNan<T>) : r;
    } else {
      return std::pow(x, y);
    }
  }
  PD_HOST_DEVICE bool Rare(T x, T y) const requires(std::is_same_v<T, float>) {
    return !(std::abs(x) > 0 && std::abs(x) < kInf<T> && std::abs(y) < kInf<T>);
  }
  PD_HOST_DEVICE T Slow(T x, T y) const { return std::pow(x, y); }
};

}  // namespace paddle::phi::scalar
