// sin, cos, tan and their inverses; hyperbolic functions.
#pragma once
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::scalar {

// x = q pi/2 + r, |r| <= pi/4; only q mod 4 matters. pi/2 is taken off in
// parts, each product exact in the fused operation; good for |x| below
// kMaxAngle.
template <typename C>
constexpr C kMaxAngle = sizeof(C) == 4 ? C(0x1p16) : C(0x1p20);

template <typename T>
struct Quadrant {
  T q, r;  // the low bits of q are those of the quadrant
  PD_HOST_DEVICE explicit Quadrant(T x) {
    const T magic(LayoutOf<T>::kMagic);
    q = MulAdd(x, T(0.63661977236758134308), magic);
    const T n = q - magic;
    if constexpr (kSingle<T>) {
      r = MulAdd(n, T(-0x1.921fb6p+0), x);
      r = MulAdd(n, T(0x1.777a5cp-25), r);
      r = MulAdd(n, T(0x1.ee59dap-50), r);
    } else {
      r = MulAdd(n, T(-0x1.921fb54442d18p+0), x);
      r = MulAdd(n, T(-0x1.1a62633145c07p-54), r);
    }
  }
  PD_HOST_DEVICE auto odd() const { return HasBit<0>(q); }
  PD_HOST_DEVICE auto half() const { return HasBit<1>(q); }
};

template <typename T>
PD_HOST_DEVICE T SinTail(T r) {
  const T z = r * r;
  T p;
  if constexpr (kSingle<T>) {
    p = Polynomial(z, 2.7183114939898219e-6, -1.9839334836096631e-4,
                   8.3333293858894632e-3, -1.6666666641626524e-1);
  } else {
    p = Polynomial(z, 1.58969099521155010221e-10, -2.50507602534068634195e-8,
                   2.75573137070700676789e-6, -1.98412698298579493134e-4,
                   8.33333333332248946124e-3, -1.66666666666666324348e-1);
  }
  return MulAdd(p, z * r, r);
}
template <typename T>
PD_HOST_DEVICE T CosTail(T r) {
  const T z = r * r, one(1);
  if constexpr (kSingle<T>) {
    const T p = Polynomial(z, 2.4390448796277409e-5, -1.3886763774609929e-3,
                           4.1666623323739063e-2);
    return MulAdd(p, z * z, MulAdd(z, T(-0.5), one));
  } else {
    const T p =
        Polynomial(z, -1.13596475577881948265e-11, 2.08757232129817482790e-9,
                   -2.75573143513906633035e-7, 2.48015872894767294178e-5,
                   -1.38888888888741095749e-3, 4.16666666666666019037e-2);
    const T half = T(0.5) * z, w = one - half;
    return w + (((one - w) - half) + z * z * p);
  }
}

template <typename T>
PD_HOST_DEVICE T SinOf(T x) {
  const Quadrant<T> a(x);
  const T v = Select(a.odd(), CosTail(a.r), SinTail(a.r));
  return Select(x == T(0), x, Select(a.half(), -v, v));
}
template <typename T>
PD_HOST_DEVICE T CosOf(T x) {
  const Quadrant<T> a(x);
  const T s = SinTail(a.r), c = CosTail(a.r);
  // cos(r), -sin(r), -cos(r), sin(r)
  const T v = Select(a.odd(), -s, c);
  return Select(a.half(), -v, v);
}
template <typename T>
PD_HOST_DEVICE T TanOf(T x) {
  const Quadrant<T> a(x);
  const T s = SinTail(a.r), c = CosTail(a.r);
  const auto odd = a.odd();
  const T v = Quotient(Select(odd, -c, s), Select(odd, s, c));
  return Select(x == T(0), x, v);
}

// Angles too large for the reduction above, and NaN, take the slow road.
#define PD_ANGLE_FUNCTOR(Name, std_name)                          \
  template <typename C>                                           \
  struct Name {                                                   \
    template <typename T>                                         \
    PD_HOST_DEVICE T operator()(T x) const {                      \
      if constexpr (kIsComplexType<T>)                            \
        return std::std_name(x);                                  \
      else                                                        \
        return Name##Of(x);                                       \
    }                                                             \
    static constexpr bool kTakesPacks = !kIsComplexType<C>;       \
    template <typename T>                                         \
    PD_HOST_DEVICE auto Rare(T x) const requires(kTakesPacks) {   \
      return !(AbsOf(x) < T(kMaxAngle<C>));                       \
    }                                                             \
    PD_HOST_DEVICE C Slow(C x) const { return std::std_name(x); } \
  }
PD_ANGLE_FUNCTOR(Sin, sin);
PD_ANGLE_FUNCTOR(Cos, cos);
PD_ANGLE_FUNCTOR(Tan, tan);
#undef PD_ANGLE_FUNCTOR

// asin(s) = s + s AsinTail(s^2) for 0 <= s <= 1/2. S. Moshier, Cephes; fdlibm.
template <typename T>
PD_HOST_DEVICE T AsinTail(T z) {
  if constexpr (kSingle<T>) {
    return z * Polynomial(z, 4.2163199048e-2, 2.4181311049e-2, 4.5470025998e-2,
                          7.4953002686e-2, 1.6666752422e-1);
  } else {
    const T p =
        Polynomial(z, 3.47933107596021167570e-05, 7.91534994289814532176e-04,
                   -4.00555345006794114027e-02, 2.01212532134862925881e-01,
                   -3.25565818622400915405e-01, 1.66666666666666657415e-01);
    const T q = Polynomial(
        z, 7.70381505559019352791e-02, -6.88283971605453293030e-01,
        2.02094576023350569471e+00, -2.40339491173441421878e+00, 1.0);
    return Quotient(z * p, q);
  }
}
template <typename T>
struct AsinParts {  // asin(s), where s = |x| or sqrt((1 - |x|) / 2) when large
  decltype(T() < T()) large;
  T s, rest;
  PD_HOST_DEVICE explicit AsinParts(T x) {
    const T a = AbsOf(x), w = MulAdd(T(-0.5), a, T(0.5));
    large = a > T(0.5);
    s = Select(large, SqrtOf(w), a);
    rest = s * AsinTail(Select(large, w, a * a));
  }
};
// pi / 2 and what it lacks.
template <typename T>
constexpr Element<T> kHalfPi = Element<T>(1.57079632679489661923);
template <typename T>
constexpr Element<T> kHalfPiRest =
    kSingle<T> ? -4.37113883e-8 : 6.12323399573676603587e-17;

template <typename T>
PD_HOST_DEVICE T AsinOf(T x) {
  const AsinParts<T> p(x);
  const T t = p.s + p.rest, half_pi(kHalfPi<T>);
  const T far = half_pi - (t + t - T(kHalfPiRest<T>));
  return CopySign(Select(p.large, far, t), x);
}
template <typename T>
PD_HOST_DEVICE T AcosOf(T x) {
  const AsinParts<T> p(x);
  const T half_pi(kHalfPi<T>), half_pi_rest(kHalfPiRest<T>);
  const T t = p.s + p.rest, twice = t + t;
  const T near = half_pi - (x - (half_pi_rest - CopySign(p.rest, x)));
  const T left = (half_pi + half_pi) - (twice - T(2) * half_pi_rest);
  return Select(p.large, Select(x < T(0), left, twice), near);
}

// S. Moshier, Cephes.
template <typename T>
PD_HOST_DEVICE T AtanOf(T x) {
  const T a = MinOf(T(1e18), AbsOf(x)), one(1);  // NaN stays
  const auto far = a > T(2.414213562373095);
  const auto mid = a > T(kSingle<T> ? 0.4142135623730950 : 0.66);
  const T top = Select(far, -one, Select(mid, a - one, a));
  const T bottom = Select(far, a, Select(mid, a + one, one));
  const T t = Quotient(top, bottom), z = t * t;
  const T half_pi(kHalfPi<T>), half_pi_rest(kHalfPiRest<T>);
  const T base = Select(far, half_pi, Select(mid, T(0.5) * half_pi, T(0)));
  if constexpr (kSingle<T>) {
    const T p = Polynomial(z, 8.05374449538e-2, -1.38776856032e-1,
                           1.99777106478e-1, -3.33329491539e-1);
    return CopySign(base + MulAdd(p, z * t, t), x);
  } else {
    const T p =
        Polynomial(z, -8.750608600031904122785e-1, -1.615753718733365076637e1,
                   -7.500855792314704667340e1, -1.228866684490136173410e2,
                   -6.485021904942025371773e1);
    const T q =
        Polynomial(z, 1.0, 2.485846490142306297962e1, 1.650270098316988542046e2,
                   4.328810604912902668951e2, 4.853903996359136964868e2,
                   1.945506571482613964425e2);
    const T rest =
        Select(far, half_pi_rest, Select(mid, T(0.5) * half_pi_rest, T(0)));
    const T y = MulAdd(z * Quotient(p, q), t, rest);
    return CopySign(base + (t + y), x);
  }
}

// With u = e^(|x|/2) - 1: sinh = s + s / (2 s + 1), s = (e^|x| - 1) / 2, which
// stays finite as far as the result does.
template <typename T>
PD_HOST_DEVICE T SinhOf(T x) {
  const T u = Expm1Of(T(0.5) * AbsOf(x));
  const T s = (T(0.5) * u) * (u + T(2)), c = MinOf(T(1e15), s);
  return CopySign(MulAdd(T(0.5), Quotient(c, c + T(0.5)), s), x);
}
template <typename T>
PD_HOST_DEVICE T CoshOf(T x) {
  const T a = MinOf(T(kSingle<T> ? 170.0 : 1400.0), AbsOf(x));  // NaN stays
  const T h = ExpOf(T(0.5) * a), q = Quotient(T(1), h);
  return MulAdd(T(0.5) * h, h, (T(0.5) * q) * q);
}

template <typename T>
PD_HOST_DEVICE T AsinhOf(T x) {
  const T a = AbsOf(x), z = a * a;
  const auto large = a > T(1e18);
  const T small = a + Quotient(z, T(1) + SqrtOf(z + T(1)));
  const T y = Log1pOf(Select(large, a, small)) +
              Select(large, T(0.693147180559945309), T(0));
  return CopySign(y, x);
}
template <typename T>
PD_HOST_DEVICE T AcoshOf(T x) {
  const T t = x - T(1);
  const auto large = x > T(1e18);
  const T small = t + SqrtOf(t * (t + T(2)));
  const T y = Log1pOf(Select(large, x, small)) +
              Select(large, T(0.693147180559945309), T(0));
  return Select(x < T(1), T(kNan<Element<T>>), y);
}
template <typename T>
PD_HOST_DEVICE T AtanhOf(T x) {
  const T a = AbsOf(x);
  return CopySign(T(0.5) * Log1pOf((a + a) / (T(1) - a)), x);
}
// Of floats in double, where no cancellation reaches a float.
#define PD_THROUGH_DOUBLE(Name)                              \
  PD_HOST_DEVICE float Name(float x) {                       \
    return static_cast<float>(Name(static_cast<double>(x))); \
  }
PD_THROUGH_DOUBLE(AsinhOf)
PD_THROUGH_DOUBLE(AcoshOf)
PD_THROUGH_DOUBLE(AtanhOf)
#undef PD_THROUGH_DOUBLE

PD_UNARY_FUNCTOR(Asin, AsinOf(x), std::asin(x));
PD_UNARY_FUNCTOR(Acos, AcosOf(x), std::acos(x));
PD_UNARY_FUNCTOR(Atan, AtanOf(x), std::atan(x));
PD_UNARY_FUNCTOR(Sinh, SinhOf(x), std::sinh(x));
PD_UNARY_FUNCTOR(Cosh, CoshOf(x), std::cosh(x));
PD_UNARY_FUNCTOR_IF(Asinh, AsinhOf(x), std::asinh(x), sizeof(C) == 8);
PD_UNARY_FUNCTOR_IF(Acosh, AcoshOf(x), std::acosh(x), sizeof(C) == 8);
PD_UNARY_FUNCTOR_IF(Atanh, AtanhOf(x), std::atanh(x), sizeof(C) == 8);

// The angle of the point (x, y).
template <typename T>
PD_HOST_DEVICE T Atan2Of(T y, T x) {
  const T a = AbsOf(x), b = AbsOf(y), zero(0), one(1);
  const T high = Select(a > b, a, b), low = Select(a > b, b, a);
  // 0 / 0 is 0, infinity / infinity is 1.
  const T ratio =
      Select(high == zero, zero, Select(low == high, one, low / high));
  const T t = AtanOf(ratio), half_pi(kHalfPi<T>);
  const T rest(kHalfPiRest<T>);
  const T first = Select(b > a, half_pi - (t - rest), t);
  const T left = (half_pi + half_pi) - (first - T(2) * rest);
  const T half = Select(CopySign(one, x) < zero, left, first);
  return Select((x == x) & (y == y), CopySign(half, y), x + y);
}
template <typename C>
struct Atan2 {
  template <typename T>
  PD_HOST_DEVICE T operator()(T y, T x) const {
    return Atan2Of(y, x);
  }
  static constexpr bool kTakesPacks = true;
};

}  // namespace paddle::phi::scalar
