#pragma once
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::scalar {

// Integers wrap around, as in numpy: computed unsigned, where that is defined.
template <typename T, typename F>
PD_HOST_DEVICE T Wrapping(T a, T b, F f) {
  if constexpr (std::is_same_v<T, bool>) {
    return f(a, b);
  } else if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<decltype(a + b)>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  } else {
    return f(a, b);
  }
}

struct Add {
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
};
struct Subtract {
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto x, auto y) { return x - y; });
  }
};
struct Multiply {
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return Wrapping(a, b, [](auto x, auto y) { return x * y; });
  }
};
struct Divide {
  template <typename T>
  PD_HOST_DEVICE T operator()(T a, T b) const {
    return a / b;
  }
};

}  // namespace paddle::phi::scalar
