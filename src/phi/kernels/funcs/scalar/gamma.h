// Modified Bessel functions and incomplete gamma functions: loops that end
// when the terms no longer count, in double for every dtype.
#pragma once
#include "common/enforce.h"
#include "phi/kernels/funcs/scalar/common.h"

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

template <typename T, bool kScaled>
struct BesselOf {
  double order;
  explicit BesselOf(const Args& args)
      : order(static_cast<double>(args.slot[1].i)) {
    PADDLE_ENFORCE(order >= 0 && order <= 1000,
                   errors::InvalidArgument("bessel_i: `order` is out of range.")
                       .Expected("0 to 1000")
                       .Received(std::to_string(args.slot[1].i)));
  }
  PD_HOST_DEVICE T operator()(T v) const {
    const double x = std::abs(static_cast<double>(v));
    if (!(x == x)) return v;
    double y = ScaledBesselI(order, x);
    if (!kScaled) {
      const double half = std::exp(0.5 * x);  // exp(x) may overflow before I
      y = y == 0 && half == kInf<double> ? half : y * half * half;
    }
    const bool odd = std::fmod(order, 2.0) != 0;
    return static_cast<T>(v < 0 && odd ? -y : y);
  }
};
template <typename T>
using BesselI = BesselOf<T, false>;
template <typename T>
using BesselIe = BesselOf<T, true>;

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
