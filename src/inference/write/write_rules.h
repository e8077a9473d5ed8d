// Our operators that are not one operator of PIR: tables of rules, one per
// file.
#pragma once
#include "inference/write/writer.h"

namespace paddle::inference {

struct WriteEntry {
  const char* name;
  WriteRule rule;
};
struct WriteTable {
  const WriteEntry* begin;
  const WriteEntry* end;
};
WriteTable WriteLayers();
WriteTable WriteRecurrent();
WriteTable WriteQuant();
WriteTable WriteShapes();
WriteTable WriteMath();

inline ValueType With(ValueType type, DDim dims) {
  type.dims = dims;
  return type;
}

inline DDim Flat() { return DDim{-1}; }

// [-1] for what varies: enough where one size does.
inline std::vector<int64_t> Open(const DDim& dims) {
  return {dims.begin(), dims.end()};
}

}  // namespace paddle::inference
