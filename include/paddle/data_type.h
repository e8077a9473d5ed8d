// Element types. As in Paddle, they are named from namespace paddle and from
// namespace phi.
#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <type_traits>

#define PADDLE_PUBLIC __attribute__((visibility("default")))

namespace phi {

enum class DataType : uint8_t {
  UNDEFINED,
  BOOL,
  UINT8,
  INT8,
  INT16,
  INT32,
  INT64,
  FLOAT8_E4M3FN,
  FLOAT8_E5M2,
  FLOAT16,
  BFLOAT16,
  FLOAT32,
  FLOAT64,
  COMPLEX64,
  COMPLEX128,
};

inline const char* DataTypeToString(DataType t) {
  constexpr const char* kNames[] = {
      "undefined", "bool",    "uint8",         "int8",        "int16",
      "int32",     "int64",   "float8_e4m3fn", "float8_e5m2", "float16",
      "bfloat16",  "float32", "float64",       "complex64",   "complex128"};
  return kNames[static_cast<int>(t)];
}
// UNDEFINED where the name is unknown.
inline DataType StringToDataType(const std::string& name) {
  for (int i = 1; i <= static_cast<int>(DataType::COMPLEX128); ++i) {
    if (name == DataTypeToString(static_cast<DataType>(i))) {
      return static_cast<DataType>(i);
    }
  }
  return DataType::UNDEFINED;
}
inline size_t SizeOf(DataType t) {
  constexpr uint8_t kSizes[] = {0, 1, 1, 1, 2, 4, 8, 1, 1, 2, 2, 4, 8, 8, 16};
  return kSizes[static_cast<int>(t)];
}
inline std::ostream& operator<<(std::ostream& os, DataType t) {
  return os << DataTypeToString(t);
}

// There is one order of axes: that of the shape.
enum class DataLayout : uint8_t { UNDEFINED, ANY, NHWC, NCHW };

namespace dtype {

namespace internal {
// IEEE binary16 <-> binary32, to the nearest, ties to even.
inline float FromHalf(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
  uint32_t exponent = (h >> 10) & 31u, mantissa = h & 1023u, bits;
  if (exponent == 31u) {
    bits = sign | 0x7f800000u | mantissa << 13;
  } else if (exponent != 0) {
    bits = sign | (exponent + 112u) << 23 | mantissa << 13;
  } else {  // zero and subnormal: mantissa * 2^-24
    const float value = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -value : value;
  }
  float f;
  std::memcpy(&f, &bits, sizeof(f));
  return f;
}
inline uint16_t ToHalf(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, sizeof(bits));
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
  bits &= 0x7fffffffu;
  if (bits > 0x7f800000u) return sign | 0x7e00u;   // NaN
  if (bits >= 0x477ff000u) return sign | 0x7c00u;  // rounds to infinity
  if (bits < 0x38800000u) {                        // subnormal
    float magnitude;
    std::memcpy(&magnitude, &bits, sizeof(magnitude));
    magnitude += 0.5f;  // its last bit is 2^-24: the addition rounds
    std::memcpy(&bits, &magnitude, sizeof(bits));
    return static_cast<uint16_t>(sign | (bits - 0x3f000000u));
  }
  bits += 0xfffu + (bits >> 13 & 1u);
  return static_cast<uint16_t>(sign | (bits - 0x38000000u) >> 13);
}
inline float FromBrain(uint16_t b) {
  const uint32_t bits = static_cast<uint32_t>(b) << 16;
  float f;
  std::memcpy(&f, &bits, sizeof(f));
  return f;
}
inline uint16_t ToBrain(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, sizeof(bits));
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;  // NaN
  return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
}  // namespace internal

// Narrow floats are memory: arithmetic is that of float.
#define PADDLE_NARROW_FLOAT(name, from, to)                                    \
  struct name {                                                                \
    uint16_t x;                                                                \
    name() = default;                                                          \
    template <typename T, typename = typename std::enable_if<                  \
                              std::is_arithmetic<T>::value>::type>             \
    name(T value) /* NOLINT */ : x(internal::to(static_cast<float>(value))) {} \
    operator float() const { return internal::from(x); } /* NOLINT */          \
    name& operator+=(float v) { return *this = name(float(*this) + v); }       \
    name& operator-=(float v) { return *this = name(float(*this) - v); }       \
    name& operator*=(float v) { return *this = name(float(*this) * v); }       \
    name& operator/=(float v) { return *this = name(float(*this) / v); }       \
  }
PADDLE_NARROW_FLOAT(float16, FromHalf, ToHalf);
PADDLE_NARROW_FLOAT(bfloat16, FromBrain, ToBrain);
#undef PADDLE_NARROW_FLOAT

template <typename T>
struct complex {
  T real, imag;
  complex() = default;
  complex(T re, T im = T(0)) : real(re), imag(im) {}  // NOLINT
  complex(const std::complex<T>& z)                   // NOLINT
      : real(z.real()), imag(z.imag()) {}
  operator std::complex<T>() const { return {real, imag}; }  // NOLINT
  complex& operator+=(const complex& o) { return *this = *this + o; }
  complex& operator-=(const complex& o) { return *this = *this - o; }
  complex& operator*=(const complex& o) { return *this = *this * o; }
  complex& operator/=(const complex& o) { return *this = *this / o; }
  complex operator-() const { return {-real, -imag}; }
#define PADDLE_COMPLEX_OPERATOR(op)                                \
  friend complex operator op(const complex& a, const complex& b) { \
    return std::complex<T>(a) op std::complex<T>(b);               \
  }
  PADDLE_COMPLEX_OPERATOR(+)
  PADDLE_COMPLEX_OPERATOR(-)
  PADDLE_COMPLEX_OPERATOR(*)
  PADDLE_COMPLEX_OPERATOR(/)
#undef PADDLE_COMPLEX_OPERATOR
  friend bool operator==(const complex& a, const complex& b) {
    return a.real == b.real && a.imag == b.imag;
  }
  friend bool operator!=(const complex& a, const complex& b) {
    return !(a == b);
  }
};

}  // namespace dtype

using dtype::bfloat16;
using dtype::float16;
using complex64 = dtype::complex<float>;
using complex128 = dtype::complex<double>;

// C++ type -> DataType; UNDEFINED for those that no tensor has.
template <typename T>
struct CppTypeToDataType {
  static constexpr DataType Type() {
    using U = typename std::remove_cv<T>::type;
    if (std::is_same<U, bool>::value) return DataType::BOOL;
    if (std::is_same<U, uint8_t>::value) return DataType::UINT8;
    if (std::is_same<U, int8_t>::value) return DataType::INT8;
    if (std::is_same<U, int16_t>::value) return DataType::INT16;
    if (std::is_same<U, int32_t>::value) return DataType::INT32;
    if (std::is_integral<U>::value && std::is_signed<U>::value &&
        sizeof(U) == 8) {
      return DataType::INT64;  // long and long long
    }
    if (std::is_same<U, float16>::value) return DataType::FLOAT16;
    if (std::is_same<U, bfloat16>::value) return DataType::BFLOAT16;
    if (std::is_same<U, float>::value) return DataType::FLOAT32;
    if (std::is_same<U, double>::value) return DataType::FLOAT64;
    if (std::is_same<U, complex64>::value ||
        std::is_same<U, std::complex<float>>::value) {
      return DataType::COMPLEX64;
    }
    if (std::is_same<U, complex128>::value ||
        std::is_same<U, std::complex<double>>::value) {
      return DataType::COMPLEX128;
    }
    return DataType::UNDEFINED;
  }
};

}  // namespace phi

// The library itself has other types of these names.
#ifndef PADDLE_LIBRARY
namespace paddle {
using ::phi::bfloat16;
using ::phi::complex128;
using ::phi::complex64;
using ::phi::DataLayout;
using ::phi::DataType;
using ::phi::DataTypeToString;
using ::phi::float16;
}  // namespace paddle
#endif
