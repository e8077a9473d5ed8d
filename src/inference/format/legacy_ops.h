// What operators of the legacy format are among those of PIR, one line each.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace paddle::inference {

// "reshape2(X, Shape|ShapeTensor[]|shape) -> Out = reshape"
// Each input is the first of the inputs or attributes between the bars that is
// there; [] is a list. Behind the new name: attributes that have another one.
struct LegacyOp {
  struct Input {
    std::vector<std::string> alternatives;
    bool list = false;
  };
  std::string name;  // in PIR
  std::vector<Input> inputs;
  std::vector<std::string> outputs;
  int list_out = -1;  // the output that is a list
  std::vector<std::pair<std::string, std::string>> renamed;
};

// Null where it is not known.
const LegacyOp* FindLegacyOp(const std::string& type);

}  // namespace paddle::inference
