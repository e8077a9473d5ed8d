// What operators give, written down as it comes: two runs can be compared
// operator by operator.
#pragma once
#include <string>
#include <vector>

#include "ops/op_def.h"

namespace paddle {

struct LoggedResult {
  const OpDef* op;
  DataType dtype;
  DDim dims;
  uint64_t digest;     // of the bytes
  std::string values;  // the first few
  std::string where;   // what `OpLog::where` gave
};

// One of the process, on while trace::kResults is set (core/trace.h); meant for
// a copy of it that runs one function.
class PADDLE_API OpLog {
 public:
  // From now on. `where` is asked with each operator, where there is one.
  static void Start(std::string (*where)());
  // Ends it. At most as many as kMost.
  static std::vector<LoggedResult> Take();
  static void Note(const OpDef& op, const Outs& outs);

 private:
  static constexpr size_t kMost = 200000;
};

}  // namespace paddle
