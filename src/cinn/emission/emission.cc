#include "cinn/emission/emission.h"

#include <cmath>
#include <map>
#include <string>

namespace paddle::cinn {

namespace {

std::map<std::string, EmitFn, std::less<>>& Table() {
  static auto* table = new std::map<std::string, EmitFn, std::less<>>;
  return *table;
}

}  // namespace

EmissionRegistrar::EmissionRegistrar(std::string_view op, EmitFn emit) {
  Table().emplace(op, emit);
}

EmitFn FindEmission(const OpDef& op) {
  const auto at = Table().find(op.name);
  return at == Table().end() ? nullptr : at->second;
}

std::vector<std::string> EmittedOperators() {
  std::vector<std::string> names;
  for (const auto& [name, emit] : Table()) names.push_back(name);
  return names;
}

const Reduction* FindReduction(const OpDef& op) {
  static const std::map<std::string, Reduction, std::less<>> table{
      {"sum", {ReduceKind::kSum}},      {"mean", {ReduceKind::kSum, true}},
      {"max", {ReduceKind::kMax}},      {"amax", {ReduceKind::kMax}},
      {"min", {ReduceKind::kMin}},      {"amin", {ReduceKind::kMin}},
      {"prod", {ReduceKind::kProduct}},
  };
  const auto at = table.find(op.name);
  return at == table.end() ? nullptr : &at->second;
}

ExprId EmitCall::Number(DataType type, double value) const {
  const double size = std::abs(value);
  if (size == 0 || size == 0.5 || size == 1 || size == 2) {
    return graph->Constant(type, value);
  }
  params->push_back(value);
  return graph->Param(type, static_cast<int>(params->size()) - 1);
}

}  // namespace paddle::cinn
