// Operators of PIR that are one of ours, one line each; read in both
// directions.
#pragma once
#include <string>
#include <vector>

#include "ops/op_def.h"

namespace paddle::inference {

// "topk(Tensor x, Num k, i32 axis, bool largest, bool sorted) = topk(x, k,
// axis, largest, sorted)"
//
// Left, as in files: operands (Tensor, Tensor?, Tensor[]; Ints, Num: numbers
// that stand as an operand) and attributes (bool, i32, i64, f32, f64, str,
// dtype, i32s, i64s; intarray is its own kind of list), with "=literal" what
// is written where the right side does not tell. Right: ours, by position, or
// by name as in "axis=dim"; a literal is what the argument must be. Without a
// right side, names and arguments are the same.
struct Row {
  struct Field {
    std::string type, name;
    std::string literal;  // empty: none
    bool operand() const {
      return type[0] == 'T' || type == "Ints" || type == "Num";
    }
  };
  struct Argument {
    int arg;              // of our schema
    int field = -1;       // or a literal
    std::string literal;  // as in the text
  };
  std::string name;
  const OpDef* op;
  std::vector<Field> fields;
  std::vector<Argument> arguments;
};

// Parsed at the first call; raises Fatal where a row is wrong.
const std::vector<Row>& Rows();
const Row* FindRow(const std::string& name);  // null where there is none

}  // namespace paddle::inference
