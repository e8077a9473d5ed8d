// Scalar functions of the elementwise primitives: written once, used by the
// CPU and the GPU loops. Each is a struct over its compute type (float for the
// narrow floats, T itself otherwise); one with attributes is made from the
// arguments of the call. Branchless where the compiler is to vectorise it.
#pragma once
#include <bit>
#include <cmath>
#include <limits>

#include "core/float_types.h"
#include "ops/args.h"

#ifdef __CUDACC__
#define PD_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define PD_HOST_DEVICE inline __attribute__((always_inline))
#endif

namespace paddle::phi {

// What arithmetic on T is done in.
template <typename T>
using ComputeType = std::conditional_t<kIsNarrow<T>, float, T>;

namespace scalar {

// The real type of a complex one; T itself otherwise.
template <typename T>
struct RealOf {
  using Type = T;
};
template <typename T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T>
using Real = typename RealOf<T>::Type;

// Integers wrap around, as in numpy: computed unsigned, where that is defined.
template <typename T>
using Unsigned =
    std::make_unsigned_t<std::conditional_t<sizeof(T) < sizeof(int), int, T>>;

template <typename T>
constexpr T kInf = std::numeric_limits<T>::infinity();
template <typename T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

template <typename T>
PD_HOST_DEVICE T MulAdd(T a, T b, T c) {
  return std::fma(a, b, c);
}

// Horner's scheme, the highest coefficient first.
template <typename T>
PD_HOST_DEVICE T Polynomial(T, T value) {
  return value;
}
template <typename T, typename... C>
PD_HOST_DEVICE T Polynomial(T x, T value, T next, C... rest) {
  return Polynomial(x, MulAdd(value, x, next), rest...);
}

// How a floating type lies in memory.
template <typename T>
struct Layout;
template <>
struct Layout<float> {
  using Bits = uint32_t;
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23: x + it is rounded
};
template <>
struct Layout<double> {
  using Bits = uint64_t;
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52
};

}  // namespace scalar
}  // namespace paddle::phi
