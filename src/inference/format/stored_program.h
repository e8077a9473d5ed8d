// A program as files hold it, whichever format it came in: operators by name
// over numbered values. Names and attributes are those of PIR's `pd_op`; what
// they mean here is the matter of inference/ops.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/data_type.h"
#include "core/ddim.h"

namespace paddle::inference {

struct Attribute {
  enum class Kind {
    kNone,
    kBool,
    kInt,
    kFloat,
    kText,  // also the name of a dtype
    kInts,  // also bools
    kFloats,
    kTexts,
    kVars,   // legacy: the value is that of variables, whose names `texts` has
    kBlock,  // legacy: the number of a block
  };
  Kind kind = Kind::kNone;
  int64_t i = 0;
  double f = 0;
  std::string text;
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::vector<std::string> texts;

  static Attribute Int(int64_t v) { return {Kind::kInt, v, 0, {}, {}, {}, {}}; }
  static Attribute Text(std::string v) {
    return {Kind::kText, 0, 0, std::move(v), {}, {}, {}};
  }
  static Attribute Ints(std::vector<int64_t> v) {
    return {Kind::kInts, 0, 0, {}, std::move(v), {}, {}};
  }
};
const char* Name(Attribute::Kind kind);

constexpr int kAbsent = -1;

// What stands at one place of an operator: a value, several, or none; in the
// legacy format also an attribute in the place of a value.
struct StoredOperand {
  std::vector<int> values;
  bool list = false;
  Attribute constant;
  bool present() const {
    return !values.empty() || constant.kind != Attribute::Kind::kNone;
  }
};

struct StoredValue {
  std::string name;  // legacy: of the variable
  DataType dtype = DataType::kUndefined;
  DDim dims;             // -1: any size
  bool has_dims = true;  // else not even the rank is known
  // A list of tensors: its elements.
  bool list = false;
  std::vector<StoredValue> elements;
};

struct StoredBlock;
struct StoredOp {
  std::string name;
  std::string where;  // "operator 12": for messages
  std::vector<StoredOperand> inputs;
  std::vector<int> outputs;  // kAbsent: not wanted
  std::map<std::string, Attribute, std::less<>> attributes;
  std::vector<std::shared_ptr<StoredBlock>> blocks;  // of if: 2, of while: 1
};

// A branch, or the body of a loop; it may read the values of what is around it.
struct StoredBlock {
  std::vector<int> arguments;
  std::vector<StoredOp> ops;  // the last is a yield
};

struct StoredParameter {
  std::string name;
  int value;
  bool trainable;
};

struct StoredProgram {
  std::string file;
  bool trainable = true;  // said by the file
  std::string checksum;   // of the parameters' file; may be empty
  std::vector<StoredValue> values;
  std::vector<StoredParameter> parameters;
  StoredBlock main;  // feeds and fetches are operators of it
};

// The readers of the two formats. `file` is for messages.
StoredProgram ReadPirJson(std::string_view text, const std::string& file);
StoredProgram ReadProgramDesc(std::string_view bytes, const std::string& file);

}  // namespace paddle::inference
