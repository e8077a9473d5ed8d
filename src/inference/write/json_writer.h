// The text of a .json program, operator by operator.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::inference {

using pir::ValueType;

// An attribute as text.
namespace json {
std::string Text(std::string_view v);  // in quotes
std::string Bool(bool v);
std::string Int32(int64_t v);
std::string Int64(int64_t v);
std::string Float32(double v);
std::string Float64(double v);
std::string Str(std::string_view v);
std::string Dtype(DataType v);
std::string Place(bool cpu);
std::string IntArray(const std::vector<int64_t>& v);  // a kind of its own
std::string Int32s(const std::vector<int64_t>& v);
std::string Int64s(const std::vector<int64_t>& v);
std::string Float64s(const std::vector<double>& v);
}  // namespace json

class JsonWriter {
 public:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  // One result for each of `types`; 0 stands for an operand that is absent.
  std::vector<int> Op(const std::string& name, const std::vector<int>& operands,
                      const Attributes& attributes,
                      const std::vector<ValueType>& types);
  int One(const std::string& name, const std::vector<int>& operands,
          const Attributes& attributes, const ValueType& type) {
    return Op(name, operands, attributes, {type})[0];
  }
  int Parameter(const std::string& name, const ValueType& type, bool trainable);
  // Tensors as a list.
  int Combine(const std::vector<int>& values,
              const std::vector<ValueType>& types);
  // The elements of a list that an operator makes.
  std::vector<int> OpList(const std::string& name,
                          const std::vector<int>& operands,
                          const Attributes& attributes,
                          const std::vector<ValueType>& types) {
    return OpWithList(name, operands, attributes, {}, 0, types);
  }
  // Result `at` is a list of tensors, whose elements follow the other results.
  std::vector<int> OpWithList(const std::string& name,
                              const std::vector<int>& operands,
                              const Attributes& attributes,
                              std::vector<ValueType> types, size_t at,
                              const std::vector<ValueType>& elements);

  // An operator with blocks: what is written between belongs to a block.
  void OpenBlock(const std::vector<std::pair<int, ValueType>>& arguments);
  void CloseBlock(const std::vector<int>& yielded);
  std::vector<int> OpWithBlocks(const std::string& name,
                                const std::vector<int>& operands,
                                const std::vector<ValueType>& types);
  int NewArgument() { return --last_argument_; }

  // `parameters`: the checksum of the file beside it; empty: there is none.
  std::string Finish(const std::string& parameters);

 private:
  static std::string TypeText(const ValueType& t);
  void Append(const std::string& op);

  std::vector<std::string> open_ = {""};  // the text of the blocks being made
  std::vector<std::string> closed_;       // of the next operator with blocks
  int last_value_ = 0, last_argument_ = 0, regions_ = 1;
};

}  // namespace paddle::inference
