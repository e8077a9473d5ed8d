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

// Functors with float attributes, which follow the `tensors` of the call.
#define PD_ATTRIBUTE(i) static_cast<T>(args.slot[i].f)
#define PD_ACTIVATION_1(Name, a, ...)                              \
  template <typename T>                                            \
  struct Name {                                                    \
    T a;                                                           \
    explicit Name(const Args& args) : a(PD_ATTRIBUTE(1)) {}        \
    PD_HOST_DEVICE T operator()(T x) const { return __VA_ARGS__; } \
  }
#define PD_ACTIVATION_2(Name, a, b, ...)                           \
  template <typename T>                                            \
  struct Name {                                                    \
    T a, b;                                                        \
    explicit Name(const Args& args)                                \
        : a(PD_ATTRIBUTE(1)), b(PD_ATTRIBUTE(2)) {}                \
    PD_HOST_DEVICE T operator()(T x) const { return __VA_ARGS__; } \
  }

PD_ACTIVATION_1(LeakyRelu, slope, x < T(0) ? x * slope : x);
PD_ACTIVATION_1(Elu, alpha, x < T(0) ? alpha * Expm1Of(x) : x);
PD_ACTIVATION_1(Celu, alpha, x < T(0) ? alpha * Expm1Of(x / alpha) : x);
PD_ACTIVATION_1(Hardshrink, threshold,
                x > -threshold && x < threshold ? T(0) : x);
PD_ACTIVATION_1(Softshrink, threshold,
                x > threshold    ? x - threshold
                : x < -threshold ? x + threshold
                : x == x         ? T(0)
                                 : x);
PD_ACTIVATION_2(Selu, scale, alpha, scale*(x < T(0) ? alpha * Expm1Of(x) : x));
PD_ACTIVATION_2(Softplus, beta, threshold,
                x* beta > threshold ? x : SoftplusOf(x * beta) / beta);
PD_ACTIVATION_2(ThresholdedRelu, threshold, value,
                x > threshold || x != x ? x : value);

template <typename T>
PD_HOST_DEVICE T Clamp(T x, T low, T high) {
  const T y = x < low ? low : x;
  return y > high ? high : y;
}
PD_ACTIVATION_2(Hardtanh, low, high, Clamp(x, low, high));
PD_ACTIVATION_2(Hardsigmoid, slope, offset,
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
template <typename T>
struct Tanhshrink {  // x - tanh x, by its series where the two are close
  PD_HOST_DEVICE T operator()(T x) const {
    const T z = x * x;
    const T series = Polynomial(z, T(-1382.0 / 155925), T(62.0 / 2835),
                                T(-17.0 / 315), T(2.0 / 15), T(-1.0 / 3)) *
                     z * -x;
    const T limit = sizeof(T) == 4 ? T(0.25) : T(0.03);
    return std::abs(x) < limit ? series : x - TanhOf(x);
  }
};

template <typename T>
struct Silu {
  PD_HOST_DEVICE T operator()(T x) const {
    if constexpr (kIsComplexType<T>)
      return x / (T(1) + std::exp(-x));
    else
      return x * SigmoidOf(x);
  }
};
template <typename T>
struct SiluGrad {
  PD_HOST_DEVICE T operator()(T x, T g) const {
    const T s = SigmoidOf(x);
    return g * s * (T(1) + x * (T(1) - s));
  }
};
template <typename T>
struct Mish {  // x tanh(softplus(x)), with w = e^x (e^x + 2)
  PD_HOST_DEVICE T operator()(T x) const {
    const T e = ExpOf(x > T(20) ? T(20) : x), w = e * (e + T(2));
    return x > T(20) ? x : x * (w / (w + T(2)));
  }
};

template <typename T>
struct Gelu {
  PD_HOST_DEVICE T operator()(T x) const {
    return T(0.5) * x * (T(1) + ErfOf(x * T(M_SQRT1_2)));
  }
};
template <typename T>
struct GeluGrad {
  PD_HOST_DEVICE T operator()(T x, T g) const {
    const T cdf = T(0.5) * (T(1) + ErfOf(x * T(M_SQRT1_2)));
    const T pdf = ExpOf(T(-0.5) * x * x) * T(0.39894228040143267794);
    return g * (cdf + x * pdf);
  }
};
template <typename T>
struct GeluTanh {
  PD_HOST_DEVICE static T Inner(T x) {
    return T(0.79788456080286535588) * (x + T(0.044715) * x * x * x);
  }
  PD_HOST_DEVICE T operator()(T x) const {
    return T(0.5) * x * (T(1) + TanhOf(Inner(x)));
  }
};
template <typename T>
struct GeluTanhGrad {
  PD_HOST_DEVICE T operator()(T x, T g) const {
    const T t = TanhOf(GeluTanh<T>::Inner(x));
    const T slope =
        T(0.79788456080286535588) * (T(1) + T(3 * 0.044715) * x * x);
    return g * T(0.5) * (T(1) + t + x * (T(1) - t * t) * slope);
  }
};

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
