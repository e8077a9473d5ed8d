// Tables of rules, one per file; FindRule looks through all of them.
#pragma once
#include "inference/ops/translator.h"

namespace paddle::inference {

struct RuleTable {
  const RuleEntry* begin;
  const RuleEntry* end;
};
RuleTable ValueRules();   // constants, lists, control flow
RuleTable ShapeRules();   // slices, shapes, sizes
RuleTable MathRules();    // arithmetic, reductions, products, creation
RuleTable LayerRules();   // convolutions, pools, norms
RuleTable ResizeRules();  // interpolation, padding

template <size_t N>
RuleTable TableOf(const RuleEntry (&rules)[N]) {
  return {rules, rules + N};
}

}  // namespace paddle::inference
