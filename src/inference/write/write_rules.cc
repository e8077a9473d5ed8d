#include "inference/write/write_rules.h"

#include <unordered_map>

namespace paddle::inference {

WriteRule FindWriteRule(const OpDef& op) {
  static const auto rules = [] {
    std::unordered_map<std::string, WriteRule> map;
    for (const WriteTable& t : {WriteLayers(), WriteRecurrent(), WriteQuant(),
                                WriteShapes(), WriteMath()}) {
      for (const WriteEntry* e = t.begin; e != t.end; ++e) {
        map.emplace(e->name, e->rule);
      }
    }
    return map;
  }();
  const auto it = rules.find(op.name);
  return it == rules.end() ? nullptr : it->second;
}

}  // namespace paddle::inference
