// erf, erfinv, lgamma, digamma, pow.
#pragma once
#include "phi/kernels/funcs/scalar/trigonometric.h"

namespace paddle::phi::scalar {

// erf is 1 beyond 3.925 in float and 5.93 in double. Float: a polynomial up to
// 0.92, then 1 less the 8th power of one, to 3 units in the last place. Double:
// S. Moshier, Cephes, 1 - e^(-x^2) P / Q from 1 on.
template <typename T>
PD_HOST_DEVICE T ErfOf(T x) {
  const T one(1);
  if constexpr (kSingle<T>) {
    const T a = MinOf(T(4), AbsOf(x));  // NaN stays
    const T near =
        Polynomial(a * a, -0x1.3bd03ep-11, 0x1.47b5d2p-8, -0x1.b6a34p-6,
                   0x1.ce1c54p-4, -0x1.8126f2p-2, 0x1.06eba6p-3);
    const T root = Polynomial(a - one, 0x1.2b811ep-13, -0x1.928a16p-10,
                              0x1.6a5a66p-9, 0x1.31f4c8p-6, -0x1.4b68bap-5,
                              -0x1.0c0fb2p-2, 0x1.965024p-1);
    const T square = root * root, fourth = square * square;
    const T far = MinusMulAdd(fourth, fourth, one);
    return CopySign(Select(a < T(0.92), MulAdd(near, a, a), far), x);
  } else {
    const T a = MinOf(T(6), AbsOf(x)), z = a * a;
    const T p = Polynomial(z, 9.60497373987051638749, 90.0260197203842689217,
                           2232.00534594684319226, 7003.32514112805075473,
                           55592.3013010394962768);
    const T q = Polynomial(z, 1.0, 33.5617141647503099647,
                           521.357949780152679795, 4594.32382970980127987,
                           22629.0000613890934246, 49267.3942608635921086);
    const T u = Polynomial(a, 2.46196981473530512524e-10,
                           5.64189564831068821977e-1, 7.46321056442269912687,
                           48.6371970985681366614, 196.520832956077098242,
                           526.445194995477358631, 934.528527171957607540,
                           1027.55188689515710272, 557.535335369399327526);
    const T v = Polynomial(
        a, 1.0, 13.2281951154744992508, 86.7072140885989742329,
        354.937778887819891062, 975.708501743205489753, 1823.90916687909736289,
        2246.33760818710981792, 1656.66309194161350182, 557.535340817727675546);
    const auto near = a < one;
    const T y = Quotient(Select(near, a * p, u), Select(near, q, v));
    return CopySign(Select(near, y, MinusMulAdd(ExpOf(-z), y, one)), x);
  }
}

// M. J. Wichura, AS 241: the normal quantile to 1e-16, here of q + 1/2 for
// `tail` = 1/2 - |q|.
template <typename T>
PD_HOST_DEVICE T NormalQuantile(T q, T tail) {
  const T r = SqrtOf(-LogOf(tail)), mid = r - T(1.6), far = r - T(5);
  const T central = MinusMulAdd(q, q, T(0.180625));
  const auto is_central = AbsOf(q) <= T(0.425), is_far = r > T(5);
  const T p0 = Polynomial(central, 2509.0809287301226727, 33430.575583588128105,
                          67265.770927008700853, 45921.953931549871457,
                          13731.693765509461125, 1971.5909503065514427,
                          133.14166789178437745, 3.387132872796366608);
  const T q0 = Polynomial(central, 5226.495278852545925, 28729.085735721942674,
                          39307.89580009271061, 21213.794301586595867,
                          5394.1960214247511077, 687.1870074920579083,
                          42.313330701600911252, 1.0);
  const T p1 = Polynomial(
      mid, 7.7454501427834140764e-4, 0.0227238449892691845833,
      0.24178072517745061177, 1.27045825245236838258, 3.64784832476320460504,
      5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734);
  const T q1 = Polynomial(mid, 1.05075007164441684324e-9,
                          5.475938084995344946e-4, 0.0151986665636164571966,
                          0.14810397642748007459, 0.68976733498510000455,
                          1.6763848301838038494, 2.05319162663775882187, 1.0);
  const T p2 = Polynomial(
      far, 2.01033439929228813265e-7, 2.71155556874348757815e-5,
      0.0012426609473880784386, 0.026532189526576123093, 0.29656057182850489123,
      1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772);
  const T q2 = Polynomial(far, 2.04426310338993978564e-15,
                          1.4215117583164458887e-7, 1.8463183175100546818e-5,
                          7.868691311456132591e-4, 0.0148753612908506148525,
                          0.13692988092273580531, 0.59983220655588793769, 1.0);
  const T top = Select(is_central, q * p0, Select(is_far, p2, p1));
  const T bottom = Select(is_central, q0, Select(is_far, q2, q1));
  const T y = Quotient(top, bottom);
  return Select(is_central, y, CopySign(y, q));
}
template <typename T>
PD_HOST_DEVICE T ErfinvOf(T x) {
  const T a = AbsOf(x), inf(kInf<Element<T>>), nan(kNan<Element<T>>);
  const T y = NormalQuantile(T(0.5) * x, T(0.5) * (T(1) - a)) *
              T(0.70710678118654752440);
  const T at_end = CopySign(Select(a == T(1), inf, nan), x);
  return Select(a < T(1), y, at_end);
}
PD_HOST_DEVICE float ErfinvOf(float x) {
  return static_cast<float>(ErfinvOf(static_cast<double>(x)));
}

template <typename M>
PD_HOST_DEVICE bool AnyOf(M mask) {
  if constexpr (std::is_same_v<M, bool>)
    return mask;
  else
    return mask.Any();
}

// For a double or a pack of them, as all below. The derivative of lgamma:
// recurrence below 10, the sum of 1 / (x + k) as one fraction; then the
// asymptotic series.
template <typename T>
PD_HOST_DEVICE T DigammaPositive(T x) {
  const T zero(0), one(1);
  const auto small = x < T(10);
  T sum = zero, y = x;
  if (AnyOf(small)) {
    T top = zero, bottom = one, z = x;
    for (int k = 0; k < 10; ++k) {
      top = MulAdd(top, z, bottom);
      bottom = bottom * z;
      z = z + one;
    }
    sum = Select(small, top / bottom, zero);
    y = Select(small, z, x);
  }
  const T inverse = one / y, z = inverse * inverse;
  const T p = Polynomial(z, 8.33333333333333333333e-2,
                         -2.10927960927960927961e-2, 7.57575757575757575758e-3,
                         -4.16666666666666666667e-3, 3.96825396825396825397e-3,
                         -8.33333333333333333333e-3, 8.33333333333333333333e-2);
  return LogOf(y) - T(0.5) * inverse - z * p - sum;
}
template <typename T>
PD_HOST_DEVICE T DigammaOf(T x) {
  const T zero(0), one(1), pi(M_PI), inf(kInf<double>), nan(kNan<double>);
  const auto positive = x > zero;
  if (!AnyOf(!positive)) return DigammaPositive(x);
  // From the nearest whole number, exact and small near the poles.
  const T f = x - RoundOf(x);
  const T y = DigammaPositive(Select(positive, x, one - x));
  const T mirrored = Select(f == zero, nan, y - pi / TanOf(pi * f));
  const T at_zero = Select(x == zero, CopySign(inf, -x), mirrored);
  return Select(positive, y, at_zero);
}

// log |Gamma(x)|, to 1e-14 of 1 where it is small: for floats.
template <typename T>
PD_HOST_DEVICE T FloatLgammaOf(T x) {
  const T zero(0), one(1), pi(M_PI), inf(kInf<double>);
  const auto positive = x > zero;
  const T a = Select(positive, x, one - x);
  const auto small = a < T(7);
  T product = one, z = a;
  for (int k = 0; k < 7; ++k) {
    product = product * z;
    z = z + one;
  }
  const T y = Select(small, z, a), inverse = one / y;
  // Stirling's series: B_2k / (2k (2k - 1)).
  const T series = Polynomial(
      inverse * inverse, -2.955065359477124183e-2, 6.4102564102564102564e-3,
      -1.9175269175269175269e-3, 8.4175084175084175084e-4,
      -5.952380952380952381e-4, 7.9365079365079365079e-4,
      -2.7777777777777777778e-3, 8.3333333333333333333e-2);
  const T far = MulAdd(y - T(0.5), LogOf(y), T(0.91893853320467274178) - y) +
                inverse * series;
  T value = Select(small, far - LogOf(product), far);
  if (AnyOf(!positive)) {
    const T sine = AbsOf(SinOf(pi * (x - RoundOf(x))));
    value = Select(positive, value, LogOf(pi / sine) - value);
  }
  value = Select((x == one) | (x == T(2)), zero, value);
  return Select(AbsOf(x) == inf, inf, value);
}

PD_HOST_DEVICE double LgammaOf(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

constexpr double kFewFactors = 8;  // powers that are multiplied out

// x^-s for a whole s; packs up to kFewFactors.
template <typename T>
PD_HOST_DEVICE T InversePower(double s, T x, T inverse) {
  if constexpr (std::is_same_v<T, double>) {
    if (s > kFewFactors) return std::pow(x, -s);
  }
  T p = inverse;
  for (double k = 1; k < s; k += 1) p = p * inverse;
  return p;
}

// sum of (x + k)^-s over k >= 0, for a whole s >= 2 and x > 0: ten terms where
// x is small, then the Euler-Maclaurin formula.
template <typename T>
PD_HOST_DEVICE T HurwitzZeta(double s, T x) {
  const T zero(0), one(1);
  const auto small = x < T(10 + 2 * s);
  T sum = zero, y = x;
  if (AnyOf(small)) {
    T z = x + one, terms = InversePower(s, x, one / x);
    for (int k = 1; k < 10; ++k) {
      terms = terms + InversePower(s, z, Quotient(one, z));
      z = z + one;
    }
    sum = Select(small, terms, zero);
    y = Select(small, z, x);
  }
  // B_2k / (2k)! for k = 1 ...
  constexpr double kFactors[] = {8.3333333333333333e-2, -1.3888888888888889e-3,
                                 3.3068783068783069e-5, -8.2671957671957672e-7,
                                 2.0876756987868099e-8, -5.2841901386874932e-10,
                                 1.3382536530684679e-11};
  const T inverse = one / y, z = inverse * inverse;
  T tail = MulAdd(y, T(1 / (s - 1)), T(0.5)), factor = T(s) * inverse;
  for (int k = 0; k < 7; ++k) {
    tail = MulAdd(T(kFactors[k]), factor, tail);
    factor = factor * T((s + 2 * k + 1) * (s + 2 * k + 2)) * z;
  }
  const T value = MulAdd(InversePower(s, y, inverse), tail, sum);
  return Select(x == T(kInf<double>), zero, value);
}

// The n-th derivative of digamma.
template <typename C>
struct Polygamma {
  static constexpr bool kTakesPacks = true;
  int64_t n;
  double factor;  // (-1)^(n+1) n!
  explicit Polygamma(const Args& args) : n(args.slot[1].i) {
    factor = n % 2 ? 1 : -1;
    for (int64_t i = 2; i <= n && std::isfinite(factor); ++i) factor *= i;
  }
  template <typename T>
  PD_HOST_DEVICE T operator()(T x) const {
    if (n == 0) return DigammaOf(x);
    const T zero(0), one(1), scale(factor);
    const double order = static_cast<double>(n) + 1;
    const auto positive = x > zero;
    if (!AnyOf(!positive)) return scale * HurwitzZeta(order, x);
    // The terms on both sides of 0, those of the left one up to `x`.
    const T whole = TruncOf(x), rest = x - whole;
    const T right = HurwitzZeta(order, Select(positive, x, one + rest));
    const T left = HurwitzZeta(order, -rest) - HurwitzZeta(order, one - x);
    const T both = n % 2 ? right + left : right - left;
    // A pole: the limit from the right.
    const T pole(n % 2 ? kInf<double> : -kInf<double>);
    const T mirrored = Select(x == whole, pole, scale * both);
    return Select(positive, scale * right, mirrored);
  }
  template <typename T>
  PD_HOST_DEVICE auto Rare(T) const {
    return T(static_cast<double>(n)) >= T(kFewFactors);
  }
  PD_HOST_DEVICE double Slow(double x) const { return (*this)(x); }
};

PD_UNARY_FUNCTOR(Erf, ErfOf(x), x);
PD_UNARY_FUNCTOR_IF(Erfinv, ErfinvOf(x), x, sizeof(C) == 8);
PD_UNARY_FUNCTOR_IF(Lgamma, LgammaOf(x), x, false);
PD_UNARY_FUNCTOR(FloatLgamma, FloatLgammaOf(x), x);
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

// high + low is a + b exactly, for |a| >= |b| or a = 0.
template <typename T>
struct TwoSum {
  T high, low;
  PD_HOST_DEVICE TwoSum(T a, T b) : high(a + b), low(b - (high - a)) {}
};
template <typename T>
struct TwoProduct {
  T high, low;
  PD_HOST_DEVICE TwoProduct(T a, T b) : high(a * b), low(MulAdd(a, b, -high)) {}
};

// x^y for x > 0 and finite y: y log(x) to 2^-62 of itself (float: 2^-32), by
// the series of log(x) in s = f / (2 + f) with the first terms in two parts.
template <typename T>
PD_HOST_DEVICE T PositivePower(T x, T y) {
  constexpr bool kFloat = kSingle<T>;
  T k, f;
  SplitForLog(x, &k, &f);
  const T one(1), two(2);
  const T m = two + f, m_low = f - (m - two), inverse = Quotient(one, m);
  const T s = f * inverse;
  const T s_low = MinusMulAdd(s, m_low, MinusMulAdd(s, m, f)) * inverse;
  const TwoProduct<T> z(s, s);
  const T z_low = MulAdd(s + s, s_low, z.low);
  // 1/3 z + 1/5 z^2 + ...
  const T third(1.0 / 3);
  const T third_low(kFloat ? -9.934107481068821e-09 : 0x1.5555555555555p-56);
  T tail;
  if constexpr (kFloat) {
    tail = Polynomial(z.high, 0.11939683, 0.14262626, 0.20000198);
  } else {
    tail = Polynomial(z.high, 0.06288475977060883, 0.057957308444352186,
                      0.0667060212815863, 0.07692202272608568,
                      0.09090910783946174, 0.11111111095391742,
                      0.14285714285789963, 0.1999999999999986);
  }
  tail = z.high * z.high * tail;
  const TwoProduct<T> w(z.high, third);
  const TwoSum<T> series(w.high, tail);
  const T series_low =
      series.low + w.low + MulAdd(z_low, third, z.high * third_low);
  // 2 s (1 + series)
  const TwoProduct<T> cubic(s, series.high);
  const T cubic_low =
      MulAdd(s_low, series.high, MulAdd(s, series_low, cubic.low));
  const TwoSum<T> half(s, cubic.high);
  const T half_low = half.low + cubic_low + s_low;
  const T ln2_high(kFloat ? 0x1.62e4p-1 : 0x1.62e42fefa3800p-1);
  const T ln2_low(kFloat ? 1.4286068202862268e-06 : 0x1.ef35793c76730p-45);
  const TwoSum<T> log(k * ln2_high, half.high + half.high);
  const T log_low = log.low + MulAdd(k, ln2_low, half_low + half_low);
  // e^(y log(x))
  const TwoProduct<T> p(y, log.high);
  // Where the power is 0 or infinite p.low may be anything.
  const T limit(kFloat ? 0x1p-10 : 0x1p-20), rest = MulAdd(y, log_low, p.low);
  const T p_low = MaxOf(MinOf(rest, limit), -limit);
  const ExpParts<T> e(ClampForExp(p.high));
  return ScaleByPowerOfTwo(one + ExpTail(e.r + p_low), e.n);
}

// Of a^y to x^y, |x| = a, for x that may be negative.
template <typename T>
PD_HOST_DEVICE T SignOfPower(T x, T y, T power) {
  constexpr int kSignBit = kSingle<T> ? 31 : 63;
  const auto whole = RoundOf(y) == y;
  const T half = T(0.5) * y;
  const auto odd = whole & (RoundOf(half) != half);
  const T with_sign = Select(HasBit<kSignBit>(x) & odd, -power, power);
  return Select((x < T(0)) & (!whole), T(kNan<Element<T>>), with_sign);
}

// x^y for finite x and y.
template <typename T>
PD_HOST_DEVICE T FinitePower(T x, T y) {
  const T a = AbsOf(x), inf(kInf<Element<T>>);
  const T of_zero = Select(y < T(0), inf, Select(y == T(0), T(1), T(0)));
  const T power = Select(a == T(0), of_zero, PositivePower(a, y));
  return SignOfPower(x, y, power);
}

template <typename C>
struct Pow {
  static constexpr bool kTakesPacks = std::is_floating_point_v<C>;
  template <typename T>
  PD_HOST_DEVICE T operator()(T x, T y) const {
    if constexpr (kIsComplexType<T>) {
      return y == T(0) ? T(1) : std::pow(x, y);
    } else if constexpr (std::is_integral_v<T>) {
      return IntegerPower(x, y);
    } else {
      return FinitePower(x, y);
    }
  }
  template <typename T>
  PD_HOST_DEVICE auto Rare(T x, T y) const
      requires(std::is_floating_point_v<C>) {
    const T inf(kInf<C>);
    return !((AbsOf(x) < inf) & (AbsOf(y) < inf));
  }
  PD_HOST_DEVICE C Slow(C x, C y) const { return std::pow(x, y); }
};

}  // namespace paddle::phi::scalar
