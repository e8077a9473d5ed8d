// The operations that several kernels fold with: see reduce_loops.h.
#pragma once
#include <limits>

#include "phi/kernels/cpu/vector.h"

namespace paddle::phi::PD_CPU_ISA {

// Short blocks are added in C, their sums in A.
template <typename Element, typename Acc>
struct Sum {
  using C = Element;
  using A = Acc;
  static A Init() { return A(0); }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    return a + b;
  }
  static PD_INLINE A Merge(A a, A b) { return a + b; }
};

// A NaN anywhere is the result.
template <typename T>
struct Max {
  using C = T;
  using A = T;
  static A Init() {
    return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                       : std::numeric_limits<T>::lowest();
  }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    const V larger = a > b ? a : b;
    if constexpr (std::is_integral_v<T>)
      return larger;
    else
      return a != a ? a : larger;
  }
  static PD_INLINE A Merge(A a, A b) { return Fold(a, b); }
};

template <typename T>
struct Min {
  using C = T;
  using A = T;
  static A Init() {
    return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                       : std::numeric_limits<T>::max();
  }
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    const V smaller = a < b ? a : b;
    if constexpr (std::is_integral_v<T>)
      return smaller;
    else
      return a != a ? a : smaller;
  }
  static PD_INLINE A Merge(A a, A b) { return Fold(a, b); }
};

}  // namespace paddle::phi::PD_CPU_ISA
