// The signature of an operator as text, and its parsed form:
//   "(Tensor x, IntArray axis=[], bool keepdim=false) -> Tensor out"
// Types: Tensor, Tensor? (may be None), Tensor[], bool, int, float, str,
// IntArray, DataType, Scalar. Defaults: None, true, 1, 1.5, "text", [1, 2],
// float32. Outputs: "Tensor out, Tensor mask" or "Tensor[] out".
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dense_tensor.h"
#include "core/scalar.h"

namespace paddle {

enum class ArgType : uint8_t {
  kTensor,
  kOptionalTensor,
  kTensorList,
  kBool,
  kInt,
  kFloat,
  kString,
  kIntArray,
  kDataType,
  kScalar,
};
PADDLE_API const char* Name(ArgType type);

struct TensorList {
  DenseTensor* const* data = nullptr;
  int64_t count = 0;
  int size() const { return static_cast<int>(count); }
  DenseTensor* operator[](int i) const { return data[i]; }
  DenseTensor* const* begin() const { return data; }
  DenseTensor* const* end() const { return data + count; }
};

// One argument. Which member is set follows from the schema.
union Slot {
  DenseTensor* tensor;  // null: None
  TensorList tensors;
  int64_t i;  // bool, int, DataType
  double f;
  std::string_view text;
  IntArray ints;
  Scalar scalar;
  Slot() {}  // NOLINT: stays unset on purpose
};

struct ArgSpec {
  std::string name;
  ArgType type;
  bool has_default = false;
  bool default_is_none = false;
  Slot default_value;
  std::string default_text;               // owner of default_value.text
  std::vector<int64_t> default_integers;  // owner of default_value.ints
};

struct PADDLE_API Schema {
  std::string text;
  std::vector<ArgSpec> args;
  std::vector<std::string> outs;
  bool list_out = false;  // "Tensor[] out": as many as InferMeta says

  int Find(std::string_view arg_name) const;  // -1 where there is none
  // Raises Fatal naming the place in the text.
  static Schema Parse(std::string_view text);
};

}  // namespace paddle
