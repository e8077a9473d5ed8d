// Activations, and the gradients of those whose speed matters.
#pragma once
#include "phi/kernels/funcs/scalar/special.h"

namespace paddle::phi::scalar {

// Comparisons are written so that NaN passes through.
template <typename T>
struct Relu {
  PD_HOST_DEVICE T operator()(T x) const { return x < T(0) ? T(0) : x; }
};
template <typename T>
struct ReluGrad {  // of `out`
  PD_HOST_DEVICE T operator()(T out, T g) const {
    return out > T(0) ? g : T(0);
  }
};
template <typename T>
struct Relu6 {
  PD_HOST_DEVICE T operator()(T x) const {
    const T y = x < T(0) ? T(0) : x;
    return y > T(6) ? T(6) : y;
  }
};

// Functors with float attributes, which follow the `tensors` of the call. Those
// with a function in them take packs.
#define PD_ATTRIBUTE(i) static_cast<C>(args.slot[i].f)
#define PD_ACTIVATION_1(Name, attribute, packs, ...)                   \
  template <typename C>                                                \
  struct Name {                                                        \
    static constexpr bool kTakesPacks = packs;                         \
    C attribute##_;                                                    \
    explicit Name(const Args& args) : attribute##_(PD_ATTRIBUTE(1)) {} \
    template <typename T>                                              \
    PD_HOST_DEVICE T operator()(T x) const {                           \
      const T attribute(attribute##_);                                 \
      return __VA_ARGS__;                                              \
    }                                                                  \
  }
#define PD_ACTIVATION_2(Name, first, second, packs, ...)           \
  template <typename C>                                            \
  struct Name {                                                    \
    static constexpr bool kTakesPacks = packs;                     \
    C first##_, second##_;                                         \
    explicit Name(const Args& args)                                \
        : first##_(PD_ATTRIBUTE(1)), second##_(PD_ATTRIBUTE(2)) {} \
    template <typename T>                                          \
    PD_HOST_DEVICE T operator()(T x) const {                       \
      const T first(first##_), second(second##_);                  \
      return __VA_ARGS__;                                          \
    }                                                              \
  }

PD_ACTIVATION_1(LeakyRelu, slope, false, x < T(0) ? x * slope : x);
PD_ACTIVATION_1(Elu, alpha, true, Select(x < T(0), alpha* Expm1Of(x), x));
PD_ACTIVATION_1(Celu, alpha, true,
                Select(x < T(0), alpha* Expm1Of(x / alpha), x));
PD_ACTIVATION_1(Hardshrink, threshold, false,
                x > -threshold && x < threshold ? T(0) : x);
PD_ACTIVATION_1(Softshrink, threshold, false,
                x > threshold    ? x - threshold
                : x < -threshold ? x + threshold
                : x == x         ? T(0)
                                 : x);
PD_ACTIVATION_2(Selu, scale, alpha, true,
                scale* Select(x < T(0), alpha* Expm1Of(x), x));
PD_ACTIVATION_2(Softplus, beta, threshold, true,
                Select(x* beta > threshold, x, SoftplusOf(x* beta) / beta));
PD_ACTIVATION_2(ThresholdedRelu, threshold, value, false,
                x > threshold || x != x ? x : value);

template <typename T>
PD_HOST_DEVICE T Clamp(T x, T low, T high) {
  const T y = x < low ? low : x;
  return y > high ? high : y;
}
PD_ACTIVATION_2(Hardtanh, low, high, false, Clamp(x, low, high));
PD_ACTIVATION_2(Hardsigmoid, slope, offset, false,
                Clamp(x* slope + offset, T(0), T(1)));

template <typename T>
struct Hardswish {
  PD_HOST_DEVICE T operator()(T x) const {
    return x * Clamp(x + T(3), T(0), T(6)) / T(6);
  }
};
template <typename T>
struct Softsign {
  PD_HOST_DEVICE T operator()(T x) const { return x / (T(1) + std::abs(x)); }
};
// Functors of one tensor, and of a tensor and a gradient, which take packs.
#define PD_PACK_FUNCTOR(Name, params)                       \
  template <typename C>                                     \
  struct Name {                                             \
    static constexpr bool kTakesPacks = !kIsComplexType<C>; \
    template <typename T>                                   \
    PD_HOST_DEVICE T operator() params const;               \
  };                                                        \
  template <typename C>                                     \
  template <typename T>                                     \
  PD_HOST_DEVICE T Name<C>::operator() params const

// x - tanh x, by its series where the two are close.
PD_PACK_FUNCTOR(Tanhshrink, (T x)) {
  const T z = x * x;
  const T series = Polynomial(z, -1382.0 / 155925, 62.0 / 2835, -17.0 / 315,
                              2.0 / 15, -1.0 / 3) *
                   z * -x;
  const auto near = AbsOf(x) < T(kSingle<T> ? 0.25 : 0.03);
  return Select(near, series, x - TanhOf(x));
}

PD_PACK_FUNCTOR(Silu, (T x)) {
  if constexpr (kIsComplexType<T>)
    return x / (T(1) + std::exp(-x));
  else
    return x * SigmoidOf(x);
}
PD_PACK_FUNCTOR(SiluGrad, (T x, T g)) {
  const T s = SigmoidOf(x);
  return g * s * MulAdd(x, T(1) - s, T(1));
}
// x tanh(softplus(x)), with w = e^x (e^x + 2).
PD_PACK_FUNCTOR(Mish, (T x)) {
  const T e = ExpOf(MinOf(T(20), x)), w = e * (e + T(2));
  return Select(x > T(20), x, x * Quotient(w, w + T(2)));
}

// c erf(k a) for a >= 0, constants k and c, in float: a rational function to
// 6e-8 of c, in fewer steps than ErfOf; cut off at 1, which it reaches at
// k a = 3.925.
template <typename T>
PD_HOST_DEVICE T ScaledErf(T size, double k, double c) {
  const T a = MinOf(T(3.925 / k), size), z = a * a;  // NaN stays
  const double k2 = k * k, k4 = k2 * k2, k6 = k4 * k2, k8 = k4 * k4;
  const double k10 = k8 * k2, kc = k * c;
  const T p = Polynomial(z, 0x1.ddcaf6p-20 * k10 * kc, 0x1.2c9c72p-12 * k8 * kc,
                         0x1.1e443ap-8 * k6 * kc, 0x1.bf2f52p-5 * k4 * kc,
                         0x1.a5fab4p-3 * k2 * kc, 0x1.20dd74p+0 * kc);
  const T q =
      Polynomial(z, 0x1.28c36p-15 * k10, 0x1.512f5p-10 * k8, 0x1.094b94p-6 * k6,
                 0x1.ed0256p-4 * k4, 0x1.08287ep-1 * k2, 1.0);
  return MinOf(T(c), Quotient(a * p, q));
}

PD_PACK_FUNCTOR(Gelu, (T x)) {
  const T half = T(0.5) * x;
  if constexpr (kSingle<T>) {  // x erf(x) = |x| erf(|x|)
    const T size = AbsOf(x);
    return MulAdd(size, ScaledErf(size, M_SQRT1_2, 0.5), half);
  }
  return MulAdd(half, ErfOf(x * T(M_SQRT1_2)), half);
}
PD_PACK_FUNCTOR(GeluGrad, (T x, T g)) {
  const T cdf = MulAdd(T(0.5), ErfOf(x * T(M_SQRT1_2)), T(0.5));
  const T pdf = ExpOf(T(-0.5) * x * x) * T(0.39894228040143267794);
  return g * MulAdd(x, pdf, cdf);
}
template <typename T>
PD_HOST_DEVICE T GeluTanhInner(T x) {
  return T(0.79788456080286535588) * MulAdd(T(0.044715) * x, x * x, x);
}
PD_PACK_FUNCTOR(GeluTanh, (T x)) {
  const T half = T(0.5) * x;
  return MulAdd(half, TanhOf(GeluTanhInner(x)), half);
}
PD_PACK_FUNCTOR(GeluTanhGrad, (T size, T g)) {
  // Far out the slope is 0, and x squared infinite: no product of the two.
  const T x = MaxOf(T(-1e3), MinOf(T(1e3), size));  // NaN stays
  const T t = TanhOf(GeluTanhInner(x)), one(1);
  const T slope =
      T(0.79788456080286535588) * MulAdd(T(3 * 0.044715) * x, x, one);
  return g * T(0.5) * (one + t + x * (one - t * t) * slope);
}

template <typename T>
struct SigmoidGrad {  // of `out`
  PD_HOST_DEVICE T operator()(T out, T g) const {
    return g * out * (T(1) - out);
  }
};
template <typename T>
struct TanhGrad {  // of `out`
  PD_HOST_DEVICE T operator()(T out, T g) const {
    return g * (T(1) - out * out);
  }
};

}  // namespace paddle::phi::scalar
