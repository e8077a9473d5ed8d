// Which results of a captured call, or of a region, were made of which.
#pragma once
#include <algorithm>
#include <utility>

#include "jit/tracer.h"

namespace paddle::jit {

// Results of which none was made of another.
struct ResultLevel {
  std::vector<int> roots;  // their numbers among `tensors`
  std::vector<int> below;  // the results of lower levels that theirs come from
  // The first was made of the second within a node.
  std::vector<std::pair<int, int>> parts;
};

// `numbers`: the tensors that are results with a history. The first level is
// made of no result; histories are looked at as far as `edges`.
std::vector<ResultLevel> LevelsOf(const std::vector<Var>& tensors,
                                  const std::vector<int>& numbers,
                                  const std::vector<Var>& edges);

// Pairs of results with a history of which the first was made of the second,
// or is the same, as far as nodes of this epoch and later ones show it.
Tracer::ResultPairs ResultsOfOthers(const std::vector<Var>& results,
                                    const std::vector<bool>& has_history,
                                    uint32_t since);

// Whether one of the pairs is (result, other), or the two are the same.
template <typename Pairs>
bool HasPair(const Pairs& pairs, uint32_t result, uint32_t other) {
  return result == other ||
         std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
           return std::cmp_equal(pair.first, result) &&
                  std::cmp_equal(pair.second, other);
         });
}

}  // namespace paddle::jit
