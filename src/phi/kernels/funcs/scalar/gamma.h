// Modified Bessel functions and incomplete gamma functions: loops that end
// when the terms no longer count, in double for every dtype.
#pragma once
#include <array>

#include "common/enforce.h"
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::scalar {

// exp(-x) I_n(x) for x >= 0: the power series, whose terms are all positive;
// far out the asymptotic one (Abramowitz, Stegun 9.6.10 and 9.7.1).
PD_HOST_DEVICE double ScaledBesselI(double n, double x) {
  if (x == kInf<double>) return 0;
  if (x < 30 + n * n) {
    const double half = 0.5 * x, q = half * half;
    double term = 1;
    for (double k = 1; k <= n; k += 1) term *= half / k;
    double sum = term;
    for (double k = 1; term > 1e-18 * sum; k += 1) {
      term *= q / (k * (n + k));
      sum += term;
    }
    return sum * std::exp(-x);
  }
  const double mu = 4 * n * n;
  double term = 1, sum = 1;
  for (double k = 1; k < 100; k += 1) {
    const double odd = 2 * k - 1;
    const double next = term * (odd * odd - mu) / (8 * k * x);
    if (std::abs(next) < 1e-18 ||
        (odd > 2 * n && std::abs(next) > std::abs(term)))
      break;
    term = next;
    sum += term;
  }
  return sum / std::sqrt(2 * M_PI * x);
}

// 1 / (k! (k + order)!), the coefficients of the power series.
template <int kOrder>
constexpr auto kBesselSeries = [] {
  std::array<double, 23> c{};
  c[0] = 1;
  for (int k = 1; k <= 22; ++k) c[k] = c[k - 1] / (double(k) * (k + kOrder));
  return c;
}();
// sqrt(x) exp(-x) I_n(x) for x >= 8, in powers of 16 / x - 1, the highest
// first.
template <int kOrder>
constexpr std::array<double, 27> kBesselFar;
template <>
constexpr std::array<double, 27> kBesselFar<0>{
    4.005227764863093e-11,   1.6645473602872717e-11,  -3.210161204221311e-10,
    -1.2429481430536811e-10, 1.2061857017231527e-09,  4.388861044991905e-10,
    -2.871865993820918e-09,  -1.0267340552488217e-09, 4.9905012775902334e-09,
    1.983359036878627e-09,   -6.93899627720982e-09,   -3.82099512308995e-09,
    7.92317806979789e-09,    7.697662019062485e-09,   -5.573331421610012e-09,
    -1.3453822931523271e-08, -6.709029656225637e-09,  7.56377201554603e-09,
    2.1542697342456025e-08,  3.9324708328742363e-08,  8.87226944343699e-08,
    2.9735993830791437e-07,  1.4838475432345007e-06,  1.1143033788352455e-05,
    0.00013621607439233397,  0.0033605519836678865,   0.4021765094450081};
template <>
constexpr std::array<double, 27> kBesselFar<1>{
    -4.1681089783384256e-11, -1.5626599071977848e-11, 3.339867355634982e-10,
    1.161813630287145e-10,   -1.2547972491973786e-09, -4.086984233473255e-10,
    2.9887350377570034e-09,  9.568523624905203e-10,   -5.2022217601823894e-09,
    -1.8736450470066097e-09, 7.268242563538968e-09,   3.7219797447255018e-09,
    -8.401102179738338e-09,  -7.778592763970399e-09,  6.14985231157688e-09,
    1.4076395500755014e-08,  6.694265612407784e-09,   -8.436290430234562e-09,
    -2.3368016560658254e-08, -4.312811174972107e-08,  -1.0001340021780371e-07,
    -3.4838565069237384e-07, -1.8349101091858603e-06, -1.503854719814553e-05,
    -0.00021923576383430914, -0.00974957719323576,    0.38939845902587233};

// I_0 or I_1 of a double or a pack, x >= 0.
template <int kOrder, bool kScaled, typename T>
PD_HOST_DEVICE T FirstBesselI(T x) {
  const T eight(8), one(1);
  const T small = MinOf(eight, x), q = T(0.25) * small * small;  // NaN stays
  constexpr auto& kNear = kBesselSeries<kOrder>;
  T near(kNear.back());
  for (int k = 21; k >= 0; --k) near = MulAdd(near, q, T(kNear[k]));
  if constexpr (kOrder == 1) near = T(0.5) * small * near;

  const T inverse = one / MaxOf(eight, x), t = MulAdd(T(16), inverse, -one);
  T far(0);
  for (const double c : kBesselFar<kOrder>) far = MulAdd(far, t, T(c));
  far = far * SqrtOf(inverse);
  if constexpr (kScaled) {
    return Select(x < eight, near * ExpOf(-small), far);
  } else {
    const T half = ExpOf(T(0.5) * x);  // exp(x) may overflow before I
    const T inf(kInf<double>);
    return Select(x == inf, inf, Select(x < eight, near, far * half * half));
  }
}

template <typename C, bool kScaled>
struct BesselOf {
  static constexpr bool kTakesPacks = true;
  double order;
  explicit BesselOf(const Args& args)
      : order(static_cast<double>(args.slot[1].i)) {
    PADDLE_ENFORCE(order >= 0 && order <= 1000,
                   errors::InvalidArgument("bessel_i: `order` is out of range.")
                       .Expected("0 to 1000")
                       .Received(std::to_string(args.slot[1].i)));
  }
  template <typename T>
  PD_HOST_DEVICE T operator()(T v) const {
    const T x = AbsOf(v);
    if (order == 0) return FirstBesselI<0, kScaled>(x);
    return CopySign(FirstBesselI<1, kScaled>(x), v);
  }
  template <typename T>
  PD_HOST_DEVICE auto Rare(T) const {
    return T(order) > T(1);
  }
  PD_HOST_DEVICE double Slow(double v) const {
    const double x = std::abs(v);
    if (!(x == x)) return v;
    double y = ScaledBesselI(order, x);
    if (!kScaled) {
      const double half = std::exp(0.5 * x);
      y = y == 0 && half == kInf<double> ? half : y * half * half;
    }
    const bool odd = std::fmod(order, 2.0) != 0;
    return v < 0 && odd ? -y : y;
  }
};
template <typename C>
using BesselI = BesselOf<C, false>;
template <typename C>
using BesselIe = BesselOf<C, true>;

PD_HOST_DEVICE double LogGammaOf(double a) {
  int sign;
  return ::lgamma_r(a, &sign);
}

// Q(a, x) or P(a, x): the one that does not cancel is computed, by the series
// below a + 1, by the continued fraction above (Abramowitz, Stegun 6.5.29,
// .31).
PD_HOST_DEVICE double IncompleteGamma(double a, double x, bool upper) {
  if (!(a >= 0) || !(x >= 0) || (a == 0 && x == 0)) return kNan<double>;
  if (a == 0) return upper ? 0 : 1;
  if (x == 0) return upper ? 1 : 0;
  if (x == kInf<double>)
    return a == kInf<double> ? kNan<double> : (upper ? 0 : 1);
  if (a == kInf<double>) return upper ? 1 : 0;
  constexpr int kMostTerms = 200000;
  const double front = std::exp(a * std::log(x) - x - LogGammaOf(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (int k = 1; k < kMostTerms && term > 1e-17 * sum; ++k) {
      term *= x / (a + k);
      sum += term;
    }
    const double p = front * sum;
    return upper ? 1 - p : p;
  }
  // Lentz's method.
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int k = 1; k < kMostTerms; ++k) {
    const double an = -k * (k - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < 1e-300) d = 1e-300;
    c = b + an / c;
    if (std::abs(c) < 1e-300) c = 1e-300;
    d = 1 / d;
    const double step = d * c;
    h *= step;
    if (std::abs(step - 1) < 1e-16) break;
  }
  const double q = front * h;
  return upper ? q : 1 - q;
}

template <typename T>
struct Gammainc {
  PD_HOST_DEVICE T operator()(T a, T x) const {
    return static_cast<T>(IncompleteGamma(a, x, false));
  }
};
template <typename T>
struct Gammaincc {
  PD_HOST_DEVICE T operator()(T a, T x) const {
    return static_cast<T>(IncompleteGamma(a, x, true));
  }
};

}  // namespace paddle::phi::scalar
