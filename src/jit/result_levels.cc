#include "jit/result_levels.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace paddle::jit {

namespace {

using Key = std::pair<const GradNode*, uint32_t>;

Key KeyOf(const DenseTensor& t) { return {t.node, t.out_index}; }

// The results that the history of `root` comes to first, on each of its ways.
std::set<int> Nearest(const DenseTensor& root,
                      const std::map<Key, int>& results,
                      const std::set<Key>& ends) {
  std::set<int> found;
  std::unordered_set<const GradNode*> visited{root.node};
  std::vector<const GradNode*> next{root.node};
  while (!next.empty()) {
    const GradNode* n = next.back();
    next.pop_back();
    for (uint32_t i = 0; i < n->num_operands; ++i) {
      const Operand& o = n->operands[i];
      if (!o.node) continue;
      const Key key(o.node, o.out_index);
      if (const auto at = results.find(key); at != results.end()) {
        found.insert(at->second);
      } else if (!ends.count(key) && visited.insert(o.node).second) {
        next.push_back(o.node);
      }
    }
  }
  return found;
}

}  // namespace

std::vector<ResultLevel> LevelsOf(const std::vector<Var>& tensors,
                                  const std::vector<int>& numbers,
                                  const std::vector<Var>& edges) {
  if (numbers.size() < 2) return {{numbers, {}}};
  std::map<Key, int> results;
  for (int i : numbers) {
    PADDLE_ENFORCE(
        results.emplace(KeyOf(*tensors[i]), i).second,
        errors::PreconditionNotMet("capture: two results are one in the "
                                   "history."));
  }
  std::set<Key> ends;
  for (const Var& e : edges) {
    if (e->node) ends.insert(KeyOf(*e));
  }
  // What others come from lies below them in the order of nodes, too.
  std::vector<int> order = numbers;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return tensors[a]->node->level < tensors[b]->node->level;
  });
  std::map<int, size_t> level;
  std::vector<std::set<int>> below(1);
  for (int i : order) {
    const std::set<int> from = Nearest(*tensors[i], results, ends);
    size_t mine = 0;
    for (int f : from) mine = std::max(mine, level.at(f) + 1);
    level[i] = mine;
    below.resize(std::max(below.size(), mine + 1));
    below[mine].insert(from.begin(), from.end());
  }
  std::vector<ResultLevel> levels(below.size());
  for (int i : numbers) levels[level[i]].roots.push_back(i);
  for (size_t l = 0; l < levels.size(); ++l) {
    levels[l].below.assign(below[l].begin(), below[l].end());
  }
  return levels;
}

}  // namespace paddle::jit
