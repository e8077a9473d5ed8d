// Element types, their sizes and the promotion of two of them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "common/macros.h"

namespace paddle {

enum class DataType : uint8_t {
  kUndefined,
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat8E4M3FN,
  kFloat8E5M2,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kComplex64,
  kComplex128,
  kCount
};
constexpr int kNumDataTypes = static_cast<int>(DataType::kCount);

constexpr uint32_t Bit(DataType t) { return 1u << static_cast<int>(t); }

constexpr size_t SizeOf(DataType t) {
  constexpr uint8_t kSizes[] = {0, 1, 1, 1, 2, 4, 8, 1, 1, 2, 2, 4, 8, 8, 16};
  return kSizes[static_cast<int>(t)];
}
constexpr bool IsInteger(DataType t) {  // without bool
  return t >= DataType::kUInt8 && t <= DataType::kInt64;
}
constexpr bool IsFloating(DataType t) {
  return t >= DataType::kFloat8E4M3FN && t <= DataType::kFloat64;
}
constexpr bool IsComplex(DataType t) {
  return t == DataType::kComplex64 || t == DataType::kComplex128;
}
// Only these carry gradients.
constexpr bool IsDifferentiable(DataType t) {
  return IsFloating(t) || IsComplex(t);
}
// complex64 -> float32, complex128 -> float64, else unchanged.
constexpr DataType ToReal(DataType t) {
  return t == DataType::kComplex64    ? DataType::kFloat32
         : t == DataType::kComplex128 ? DataType::kFloat64
                                      : t;
}
constexpr DataType ToComplex(DataType t) {
  return t == DataType::kFloat64 || t == DataType::kComplex128
             ? DataType::kComplex128
             : DataType::kComplex64;
}

PADDLE_API const char* Name(DataType t);  // "float32"
// Accepts "float32", "paddle.float32" and Paddle's short names ("bool_",
// "half"); kUndefined where the name is unknown.
PADDLE_API DataType DataTypeFromName(const char* name);

// The smallest type that holds both: integers widen, a float beats any
// integer, a complex beats any float; float16 with bfloat16 gives float32.
PADDLE_API DataType PromoteTypes(DataType a, DataType b);

// The type of results and of Python floats where no tensor decides.
PADDLE_API DataType DefaultFloat();
PADDLE_API void SetDefaultFloat(DataType t);

// Sets of types, for records: `.Dtypes(kFloats | kIntegers)`.
constexpr uint32_t kBoolBit = Bit(DataType::kBool);
constexpr uint32_t kIntegers = Bit(DataType::kUInt8) | Bit(DataType::kInt8) |
                               Bit(DataType::kInt16) | Bit(DataType::kInt32) |
                               Bit(DataType::kInt64);
constexpr uint32_t kFloats = Bit(DataType::kFloat16) |
                             Bit(DataType::kBFloat16) |
                             Bit(DataType::kFloat32) | Bit(DataType::kFloat64);
constexpr uint32_t kFloat8s =
    Bit(DataType::kFloat8E4M3FN) | Bit(DataType::kFloat8E5M2);
constexpr uint32_t kComplexes =
    Bit(DataType::kComplex64) | Bit(DataType::kComplex128);
constexpr uint32_t kNumbers = kIntegers | kFloats | kComplexes;
constexpr uint32_t kAllTypes = kNumbers | kBoolBit | kFloat8s;

}  // namespace paddle
