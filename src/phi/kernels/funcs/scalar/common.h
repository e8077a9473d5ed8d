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

// ---- numbers and packs ----
// The functions of exponential.h and others take a T that is float, double or,
// in CPU kernels, a Pack of either (phi/kernels/cpu/pack.h). They are written
// in terms of the arithmetic operators, comparisons (whose results combine
// by & | !) and the primitives below, which packs have too.
template <typename T>
struct NumberTraits;
template <>
struct NumberTraits<float> {
  using Element = float;
  using Bits = uint32_t;
};
template <>
struct NumberTraits<double> {
  using Element = double;
  using Bits = uint64_t;
};
template <typename T>
using Element = typename NumberTraits<T>::Element;
template <typename T>
constexpr bool kSingle = sizeof(Element<T>) == 4;

// How a floating type lies in memory.
template <typename Element>
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
template <typename T>
using LayoutOf = Layout<Element<T>>;

template <typename T>
constexpr T kInf = std::numeric_limits<T>::infinity();
template <typename T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

template <typename T>
PD_HOST_DEVICE T Select(bool condition, T a, T b) {
  return condition ? a : b;
}
template <typename T>
PD_HOST_DEVICE T MulAdd(T a, T b, T c) {
  return std::fma(a, b, c);
}
template <typename T>
PD_HOST_DEVICE T MinusMulAdd(T a, T b, T c) {  // c - a b
  return std::fma(-a, b, c);
}
// The second where one is NaN.
template <typename T>
PD_HOST_DEVICE T MinOf(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
PD_HOST_DEVICE T MaxOf(T a, T b) {
  return a > b ? a : b;
}
// Whether v takes the place of `most`, the largest so far: a larger one does,
// and the first NaN for good.
template <typename T>
PD_HOST_DEVICE auto TakesPlace(T v, T most) -> decltype(v <= most) {
  return (!(v <= most)) & (most == most);
}
template <typename T>
PD_HOST_DEVICE T AbsOf(T a) {
  return std::abs(a);
}
template <typename T>
PD_HOST_DEVICE T CopySign(T a, T sign) {
  return std::copysign(a, sign);
}
template <typename T>
PD_HOST_DEVICE T SqrtOf(T a) {
  return std::sqrt(a);
}
template <typename T>
PD_HOST_DEVICE T RoundOf(T a) {  // half to even
  return std::rint(a);
}
template <typename T>
PD_HOST_DEVICE T TruncOf(T a) {
  return std::trunc(a);
}
// a / b to one or two units in the last place, for a b that is normal with a
// reciprocal that is normal too.
template <typename T>
PD_HOST_DEVICE T Quotient(T a, T b) {
  return a / b;
}
template <typename T>
PD_HOST_DEVICE auto BitsOf(T x) {
  return std::bit_cast<typename NumberTraits<T>::Bits>(x);
}
template <typename T>
PD_HOST_DEVICE T FromBits(typename NumberTraits<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}
template <int kBit, typename T>
PD_HOST_DEVICE bool HasBit(T x) {
  return BitsOf(x) >> kBit & 1;
}

// Horner's scheme, the highest coefficient first.
template <typename T, typename... C>
PD_HOST_DEVICE T Polynomial(T x, C... coefficients) {
  T value;
  int i = 0;
  ((value = i++ == 0 ? T(coefficients) : MulAdd(value, x, T(coefficients))),
   ...);
  return value;
}

}  // namespace scalar
}  // namespace paddle::phi
