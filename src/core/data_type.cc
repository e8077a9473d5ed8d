#include "core/data_type.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace paddle {
namespace {

const char* const kNames[] = {
    "undefined", "bool",    "uint8",         "int8",        "int16",
    "int32",     "int64",   "float8_e4m3fn", "float8_e5m2", "float16",
    "bfloat16",  "float32", "float64",       "complex64",   "complex128"};

std::atomic<DataType> default_float{DataType::kFloat32};

DataType PromoteIntegers(DataType a, DataType b) {  // bool counts as smallest
  if (a == DataType::kUInt8 && b >= DataType::kInt8) {
    return std::max(b, DataType::kInt16);
  }
  return std::max(a, b);
}

}  // namespace

const char* Name(DataType t) { return kNames[static_cast<int>(t)]; }

DataType DataTypeFromName(const char* name) {
  if (std::strncmp(name, "paddle.", 7) == 0) name += 7;
  for (int i = 1; i < kNumDataTypes; ++i) {
    if (std::strcmp(name, kNames[i]) == 0) return static_cast<DataType>(i);
  }
  static constexpr struct {
    const char* name;
    DataType type;
  } kAliases[] = {
      {"bool_", DataType::kBool},      {"int", DataType::kInt64},
      {"float", DataType::kFloat64},   {"double", DataType::kFloat64},
      {"half", DataType::kFloat16},    {"long", DataType::kInt64},
      {"uint16", DataType::kBFloat16}, {"complex", DataType::kComplex128}};
  for (const auto& alias : kAliases) {
    if (std::strcmp(name, alias.name) == 0) return alias.type;
  }
  return DataType::kUndefined;
}

DataType PromoteTypes(DataType a, DataType b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (a == DataType::kUndefined) return b;
  if (IsComplex(b)) {
    return a == DataType::kFloat64 ? DataType::kComplex128 : b;
  }
  if (!IsFloating(b)) return PromoteIntegers(a, b);
  if (!IsFloating(a)) return b;
  if (b == DataType::kBFloat16 && a == DataType::kFloat16) {
    return DataType::kFloat32;
  }
  if (b == DataType::kFloat8E5M2) return DataType::kFloat16;  // both float8
  return b;
}

DataType DefaultFloat() {
  return default_float.load(std::memory_order_relaxed);
}
void SetDefaultFloat(DataType t) { default_float = t; }

}  // namespace paddle
