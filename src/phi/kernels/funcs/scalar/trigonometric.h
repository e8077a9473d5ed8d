// sin, cos, tan and their inverses; hyperbolic functions.
#pragma once
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::scalar {

// x = q pi/2 + r, |r| <= pi/4; only q mod 4 matters. pi/2 is taken off in
// parts, each product exact in the fused operation; good for |x| below
// kMaxAngle.
template <typename T>
constexpr T kMaxAngle = sizeof(T) == 4 ? T(0x1p16) : T(0x1p20);

template <typename T>
struct Quadrant {
  int32_t q;
  T r;
  PD_HOST_DEVICE explicit Quadrant(T x) {
    const T n = std::rint(x * T(0.63661977236758134308));
    q = static_cast<int32_t>(n);
    if constexpr (sizeof(T) == 4) {
      r = MulAdd(-n, 0x1.921fb6p+0f, x);
      r = MulAdd(-n, -0x1.777a5cp-25f, r);
      r = MulAdd(-n, -0x1.ee59dap-50f, r);
    } else {
      r = MulAdd(-n, 0x1.921fb54442d18p+0, x);
      r = MulAdd(-n, 0x1.1a62633145c07p-54, r);
    }
  }
};

PD_HOST_DEVICE float SinTail(float r) {
  const float z = r * r;
  const float p = Polynomial(z, 2.7183114939898219e-6f, -1.9839334836096631e-4f,
                             8.3333293858894632e-3f, -1.6666666641626524e-1f);
  return MulAdd(p, z * r, r);
}
PD_HOST_DEVICE float CosTail(float r) {
  const float z = r * r;
  const float p = Polynomial(z, 2.4390448796277409e-5f, -1.3886763774609929e-3f,
                             4.1666623323739063e-2f);
  return MulAdd(p, z * z, MulAdd(z, -0.5f, 1.0f));
}
PD_HOST_DEVICE double SinTail(double r) {
  const double z = r * r;
  const double p =
      Polynomial(z, 1.58969099521155010221e-10, -2.50507602534068634195e-8,
                 2.75573137070700676789e-6, -1.98412698298579493134e-4,
                 8.33333333332248946124e-3, -1.66666666666666324348e-1);
  return MulAdd(p, z * r, r);
}
PD_HOST_DEVICE double CosTail(double r) {
  const double z = r * r;
  const double p =
      Polynomial(z, -1.13596475577881948265e-11, 2.08757232129817482790e-9,
                 -2.75573143513906633035e-7, 2.48015872894767294178e-5,
                 -1.38888888888741095749e-3, 4.16666666666666019037e-2);
  const double half = 0.5 * z, w = 1.0 - half;
  return w + (((1.0 - w) - half) + z * z * p);
}

template <typename T>
PD_HOST_DEVICE T SinOf(T x) {
  const Quadrant<T> a(x);
  const T s = SinTail(a.r), c = CosTail(a.r);
  const T v = a.q & 1 ? c : s;
  return x == T(0) ? x : (a.q & 2 ? -v : v);
}
template <typename T>
PD_HOST_DEVICE T CosOf(T x) {
  const Quadrant<T> a(x);
  const T s = SinTail(a.r), c = CosTail(a.r);
  const T v = a.q & 1 ? s : c;
  return (a.q + 1) & 2 ? -v : v;
}
template <typename T>
PD_HOST_DEVICE T TanOf(T x) {
  const Quadrant<T> a(x);
  const T s = SinTail(a.r), c = CosTail(a.r);
  const T v = a.q & 1 ? -(c / s) : s / c;
  return x == T(0) ? x : v;
}

// Angles too large for the reduction above, and NaN, take the slow road.
#define PD_ANGLE_FUNCTOR(Name, std_name)                               \
  template <typename T>                                                \
  struct Name {                                                        \
    PD_HOST_DEVICE T operator()(T x) const {                           \
      if constexpr (kIsComplexType<T>)                                 \
        return std::std_name(x);                                       \
      else                                                             \
        return Name##Of(x);                                            \
    }                                                                  \
    PD_HOST_DEVICE bool Rare(T x) const requires(!kIsComplexType<T>) { \
      return !(std::abs(x) < kMaxAngle<T>);                            \
    }                                                                  \
    PD_HOST_DEVICE T Slow(T x) const { return std::std_name(x); }      \
  }
PD_ANGLE_FUNCTOR(Sin, sin);
PD_ANGLE_FUNCTOR(Cos, cos);
PD_ANGLE_FUNCTOR(Tan, tan);

// asin(s) for 0 <= s <= 1/2. S. Moshier, Cephes.
PD_HOST_DEVICE float AsinTail(float s) {
  const float z = s * s;
  const float p =
      Polynomial(z, 4.2163199048e-2f, 2.4181311049e-2f, 4.5470025998e-2f,
                 7.4953002686e-2f, 1.6666752422e-1f);
  return MulAdd(p, z * s, s);
}
PD_HOST_DEVICE float AsinOf(float x) {
  const float a = std::abs(x);
  const bool large = a > 0.5f;
  const float t = AsinTail(large ? std::sqrt(0.5f - 0.5f * a) : a);
  return std::copysign(large ? 1.57079632679489661923f - 2.0f * t : t, x);
}
PD_HOST_DEVICE float AcosOf(float x) {
  const float a = std::abs(x);
  const bool large = a > 0.5f;
  const float t = AsinTail(large ? std::sqrt(0.5f - 0.5f * a) : a);
  const float near = x < 0 ? 3.14159265358979323846f - 2.0f * t : 2.0f * t;
  const float mid =
      1.57079632679489661923f - (std::copysign(t, x) - 7.5497894e-8f);
  return large ? near : mid;
}
PD_HOST_DEVICE float AtanOf(float x) {
  const float a = std::abs(x);
  const bool far = a > 2.414213562373095f, mid = a > 0.4142135623730950f;
  const float top = far ? -1.0f : (mid ? a - 1.0f : a);
  const float bottom = far ? a : (mid ? a + 1.0f : 1.0f);
  const float base =
      far ? 1.5707963267948966f : (mid ? 0.78539816339744831f : 0.0f);
  const float t = top / bottom, z = t * t;
  const float p = Polynomial(z, 8.05374449538e-2f, -1.38776856032e-1f,
                             1.99777106478e-1f, -3.33329491539e-1f);
  return std::copysign(base + MulAdd(p, z * t, t), x);
}

// e^(|x|/2) squared stays finite as far as the result does.
PD_HOST_DEVICE float SinhOf(float x) {
  const float a = std::abs(x), h = ExpOf(0.5f * a), q = 1.0f / h, z = x * x;
  const float large = (0.5f * h) * h - (0.5f * q) * q;
  const float p =
      Polynomial(z, 2.7557319e-6f, 1.9841270e-4f, 8.3333333e-3f, 1.6666667e-1f);
  return a < 1.0f ? MulAdd(p, z * x, x) : std::copysign(large, x);
}
PD_HOST_DEVICE float CoshOf(float x) {
  const float h = ExpOf(0.5f * std::abs(x)), q = 1.0f / h;
  return (0.5f * h) * h + (0.5f * q) * q;
}
// The inverse ones in double, where no cancellation reaches a float.
PD_HOST_DEVICE float AsinhOf(float x) {
  const double a = std::abs(static_cast<double>(x)), s = a * a;
  const double y = Log1pOf(a + s / (1.0 + std::sqrt(s + 1.0)));
  return std::copysign(static_cast<float>(a < kInf<double> ? y : a), x);
}
PD_HOST_DEVICE float AcoshOf(float x) {
  const double t = static_cast<double>(x) - 1.0;
  const double y = Log1pOf(t + std::sqrt(t * (t + 2.0)));
  const double value = x < kInf<float> ? y : static_cast<double>(x);
  return x < 1.0f ? kNan<float> : static_cast<float>(value);
}
PD_HOST_DEVICE float AtanhOf(float x) {
  const double a = std::abs(static_cast<double>(x));
  return std::copysign(static_cast<float>(0.5 * Log1pOf(2.0 * a / (1.0 - a))),
                       x);
}

PD_HOST_DEVICE double AsinOf(double x) { return std::asin(x); }
PD_HOST_DEVICE double AcosOf(double x) { return std::acos(x); }
PD_HOST_DEVICE double AtanOf(double x) { return std::atan(x); }
PD_HOST_DEVICE double SinhOf(double x) { return std::sinh(x); }
PD_HOST_DEVICE double CoshOf(double x) { return std::cosh(x); }
PD_HOST_DEVICE double AsinhOf(double x) { return std::asinh(x); }
PD_HOST_DEVICE double AcoshOf(double x) { return std::acosh(x); }
PD_HOST_DEVICE double AtanhOf(double x) { return std::atanh(x); }

PD_UNARY_FUNCTOR(Asin, AsinOf(x), std::asin(x));
PD_UNARY_FUNCTOR(Acos, AcosOf(x), std::acos(x));
PD_UNARY_FUNCTOR(Atan, AtanOf(x), std::atan(x));
PD_UNARY_FUNCTOR(Sinh, SinhOf(x), std::sinh(x));
PD_UNARY_FUNCTOR(Cosh, CoshOf(x), std::cosh(x));
PD_UNARY_FUNCTOR(Asinh, AsinhOf(x), std::asinh(x));
PD_UNARY_FUNCTOR(Acosh, AcoshOf(x), std::acosh(x));
PD_UNARY_FUNCTOR(Atanh, AtanhOf(x), std::atanh(x));

// The angle of the point (x, y).
PD_HOST_DEVICE float Atan2Of(float y, float x) {
  const float a = std::abs(x), b = std::abs(y);
  const float high = a > b ? a : b, low = a > b ? b : a;
  // 0 / 0 is 0, infinity / infinity is 1.
  const float ratio = high == 0 ? 0.0f : (low == high ? 1.0f : low / high);
  const float t = AtanOf(ratio);
  const float first = b > a ? 1.57079632679489661923f - t : t;
  const float half = std::signbit(x) ? 3.14159265358979323846f - first : first;
  return x == x && y == y ? std::copysign(half, y) : x + y;
}
PD_HOST_DEVICE double Atan2Of(double y, double x) { return std::atan2(y, x); }
template <typename T>
struct Atan2 {
  PD_HOST_DEVICE T operator()(T y, T x) const { return Atan2Of(y, x); }
};

}  // namespace paddle::phi::scalar
