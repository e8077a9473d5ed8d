#include "inference/ops/rules.h"

namespace paddle::inference {

Rule FindRule(const std::string& name) {
  static const auto rules = [] {
    std::unordered_map<std::string, Rule> map;
    for (const RuleTable& table : {ValueRules(), ShapeRules(), MathRules(),
                                   LayerRules(), ResizeRules()}) {
      for (const RuleEntry* r = table.begin; r != table.end; ++r) {
        map.emplace(r->name, r->rule);
      }
    }
    return map;
  }();
  const auto it = rules.find(name);
  return it == rules.end() ? nullptr : it->second;
}

}  // namespace paddle::inference
