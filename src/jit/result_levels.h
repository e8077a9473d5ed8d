// Which results of a captured call were made of which.
#pragma once
#include "eager/grad_node.h"

namespace paddle::jit {

// Results of which none was made of another.
struct ResultLevel {
  std::vector<int> roots;  // their numbers among `tensors`
  std::vector<int> below;  // the results of lower levels that theirs come from
};

// `numbers`: the tensors that are results with a history. The first level is
// made of no result; histories are looked at as far as `edges`.
std::vector<ResultLevel> LevelsOf(const std::vector<Var>& tensors,
                                  const std::vector<int>& numbers,
                                  const std::vector<Var>& edges);

}  // namespace paddle::jit
