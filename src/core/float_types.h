// Storage types of the narrow floats. Arithmetic is done in float: kernels
// convert whole blocks (phi/kernels/cpu/convert.h), these are for scalars.
#pragma once
#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/data_type.h"

namespace paddle {

namespace float_bits {

constexpr uint16_t ToBFloat16(float f) {  // round to nearest even
  uint32_t u = std::bit_cast<uint32_t>(f);
  if ((u & 0x7fffffffu) > 0x7f800000u) return (u >> 16) | 0x40;  // quiet NaN
  return static_cast<uint16_t>((u + 0x7fffu + ((u >> 16) & 1)) >> 16);
}
constexpr float FromBFloat16(uint16_t b) {
  return std::bit_cast<float>(static_cast<uint32_t>(b) << 16);
}

// Any small IEEE-like format: E exponent bits, M mantissa bits. `kFinite`
// formats (e4m3fn) have no infinity and one NaN pattern.
template <int E, int M, bool kFinite>
constexpr uint16_t ToSmall(float f) {
  constexpr int kBias = (1 << (E - 1)) - 1;
  constexpr int kMaxExp = (1 << E) - 1;
  constexpr uint32_t kNan = kFinite
                                ? (1u << (E + M)) - 1
                                : (uint32_t(kMaxExp) << M) | (1u << (M - 1));
  constexpr uint32_t kInf = uint32_t(kMaxExp) << M;
  const uint32_t u = std::bit_cast<uint32_t>(f);
  const uint32_t sign = (u >> 31) << (E + M);
  const uint32_t magnitude = u & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | kNan;
  if (magnitude == 0x7f800000u) return sign | (kFinite ? kNan : kInf);
  int exponent = static_cast<int>(magnitude >> 23) - 127 + kBias;
  uint64_t mantissa =
      (magnitude & 0x7fffffu) | (magnitude >> 23 ? 0x800000u : 0);
  int shift = 23 - M;
  if (exponent <= 0) {  // subnormal: the implicit bit moves into the mantissa
    shift += 1 - exponent;
    exponent = 0;
  } else {
    mantissa &= 0x7fffffu;
  }
  if (shift > 40) return sign;
  uint64_t value = (uint64_t(exponent) << M) + (mantissa >> shift);
  const uint64_t rest = mantissa & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  if (rest > half || (rest == half && (value & 1))) ++value;
  const uint64_t limit = kFinite ? kNan : kInf;
  if (value >= limit) return sign | static_cast<uint32_t>(limit);
  return sign | static_cast<uint16_t>(value);
}
template <int E, int M, bool kFinite>
constexpr float FromSmall(uint16_t s) {
  constexpr int kBias = (1 << (E - 1)) - 1;
  const uint32_t sign = (static_cast<uint32_t>(s) >> (E + M)) << 31;
  const uint32_t magnitude = s & ((1u << (E + M)) - 1);
  const uint32_t exponent = magnitude >> M;
  const uint32_t mantissa = magnitude & ((1u << M) - 1);
  if (kFinite ? magnitude == (1u << (E + M)) - 1 : exponent == (1u << E) - 1) {
    const bool nan = kFinite || mantissa;
    return std::bit_cast<float>(sign | (nan ? 0x7fc00000u : 0x7f800000u));
  }
  if (exponent == 0) {  // subnormal: mantissa * 2^(1 - bias - M)
    const float unit =
        std::bit_cast<float>(uint32_t(127 + 1 - kBias - M) << 23);
    const float value = static_cast<float>(mantissa) * unit;
    return sign ? -value : value;
  }
  return std::bit_cast<float>(sign | ((exponent - kBias + 127) << 23) |
                              (mantissa << (23 - M)));
}

}  // namespace float_bits

#define PD_NARROW_FLOAT(name, bits_type, to_bits, from_bits)                \
  struct name {                                                             \
    bits_type bits;                                                         \
    name() = default;                                                       \
    constexpr name(float f) /* NOLINT */                                    \
        : bits(static_cast<bits_type>(to_bits(f))) {}                       \
    constexpr operator float() const { return from_bits(bits); } /*NOLINT*/ \
  }
PD_NARROW_FLOAT(bfloat16, uint16_t, float_bits::ToBFloat16,
                float_bits::FromBFloat16);
PD_NARROW_FLOAT(float16, uint16_t, (float_bits::ToSmall<5, 10, false>),
                (float_bits::FromSmall<5, 10, false>));
PD_NARROW_FLOAT(float8_e4m3fn, uint8_t, (float_bits::ToSmall<4, 3, true>),
                (float_bits::FromSmall<4, 3, true>));
PD_NARROW_FLOAT(float8_e5m2, uint8_t, (float_bits::ToSmall<5, 2, false>),
                (float_bits::FromSmall<5, 2, false>));
#undef PD_NARROW_FLOAT

using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

template <typename T>
constexpr bool kIsNarrow =
    std::is_same_v<T, float16> || std::is_same_v<T, bfloat16> ||
    std::is_same_v<T, float8_e4m3fn> || std::is_same_v<T, float8_e5m2>;
template <typename T>
constexpr bool kIsComplexType =
    std::is_same_v<T, complex64> || std::is_same_v<T, complex128>;
template <typename T>
constexpr bool kIsFloatType = std::is_floating_point_v<T> || kIsNarrow<T>;

// C++ type <-> DataType.
template <typename T>
constexpr DataType DataTypeOf() {
  if constexpr (std::is_same_v<T, bool>)
    return DataType::kBool;
  else if constexpr (std::is_same_v<T, uint8_t>)
    return DataType::kUInt8;
  else if constexpr (std::is_same_v<T, int8_t>)
    return DataType::kInt8;
  else if constexpr (std::is_same_v<T, int16_t>)
    return DataType::kInt16;
  else if constexpr (std::is_same_v<T, int32_t>)
    return DataType::kInt32;
  else if constexpr (std::is_same_v<T, int64_t>)
    return DataType::kInt64;
  else if constexpr (std::is_same_v<T, float8_e4m3fn>)
    return DataType::kFloat8E4M3FN;
  else if constexpr (std::is_same_v<T, float8_e5m2>)
    return DataType::kFloat8E5M2;
  else if constexpr (std::is_same_v<T, float16>)
    return DataType::kFloat16;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return DataType::kBFloat16;
  else if constexpr (std::is_same_v<T, float>)
    return DataType::kFloat32;
  else if constexpr (std::is_same_v<T, double>)
    return DataType::kFloat64;
  else if constexpr (std::is_same_v<T, complex64>)
    return DataType::kComplex64;
  else if constexpr (std::is_same_v<T, complex128>)
    return DataType::kComplex128;
  else
    return DataType::kUndefined;
}

// Calls f(T{}) for the C++ type of `t`; `Undefined` types do nothing.
template <typename F>
void VisitDataType(DataType t, F&& f) {
  switch (t) {
    case DataType::kBool: return f(bool{});
    case DataType::kUInt8: return f(uint8_t{});
    case DataType::kInt8: return f(int8_t{});
    case DataType::kInt16: return f(int16_t{});
    case DataType::kInt32: return f(int32_t{});
    case DataType::kInt64: return f(int64_t{});
    case DataType::kFloat8E4M3FN: return f(float8_e4m3fn{});
    case DataType::kFloat8E5M2: return f(float8_e5m2{});
    case DataType::kFloat16: return f(float16{});
    case DataType::kBFloat16: return f(bfloat16{});
    case DataType::kFloat32: return f(float{});
    case DataType::kFloat64: return f(double{});
    case DataType::kComplex64: return f(complex64{});
    case DataType::kComplex128: return f(complex128{});
    default: return;
  }
}

}  // namespace paddle
