#include "jit/result_levels.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace paddle::jit {

namespace {

using Key = std::pair<const GradNode*, uint32_t>;

Key KeyOf(const DenseTensor& t) { return {t.node, t.out_index}; }

// The other outputs of the node of which this one was made inside of it.
template <typename F>
void ForEachInside(const GradNode& node, uint32_t out, F&& f) {
  const NodeExtras* extras = node.extras.load(std::memory_order_acquire);
  if (!extras || !extras->custom) return;
  for (uint32_t o = 0; o < node.num_outputs; ++o) {
    if (o != out && extras->custom->made_of(out, o)) f(o);
  }
}

// The results that the history of `root` comes to first, on each of its ways.
// `inside` gets those to which it comes within a node.
std::set<int> Nearest(const DenseTensor& root,
                      const std::map<Key, int>& results,
                      const std::set<Key>& ends, std::set<int>* inside) {
  std::set<int> found;
  std::unordered_set<const GradNode*> visited{root.node};
  const auto look_inside = [&](const Key& key) {
    ForEachInside(*key.first, key.second, [&](uint32_t o) {
      const auto at = results.find({key.first, o});
      if (at != results.end()) inside->insert(at->second);
    });
  };
  look_inside(KeyOf(root));
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
      } else if (!ends.count(key)) {
        look_inside(key);
        if (visited.insert(o.node).second) next.push_back(o.node);
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
  std::map<int, std::set<int>> inside;
  for (int i : order) {
    const std::set<int> from = Nearest(*tensors[i], results, ends, &inside[i]);
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
  for (const auto& [i, others] : inside) {
    for (int other : others) {
      if (level[i] != level[other]) {
        PADDLE_THROW(errors::PreconditionNotMet(
            "capture: a result was made, in a branch or a loop, of another "
            "one."));
      }
      levels[level[i]].parts.emplace_back(i, other);
    }
  }
  return levels;
}

Tracer::ResultPairs ResultsOfOthers(const std::vector<Var>& results,
                                    const std::vector<bool>& has_history,
                                    uint32_t since) {
  Tracer::ResultPairs pairs;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!has_history[i]) continue;
    std::set<Key> visited;
    std::unordered_set<const DenseTensor*> leaves{results[i].get()};
    std::vector<Key> next;
    const auto visit = [&](const Key& key) {
      if (key.first && visited.insert(key).second) next.push_back(key);
    };
    visit(KeyOf(*results[i]));
    while (!next.empty()) {
      const auto [node, out] = next.back();
      next.pop_back();
      ForEachInside(*node, out, [&](uint32_t o) { visited.insert({node, o}); });
      if (node->epoch < since) continue;
      for (uint32_t k = 0; k < node->num_operands; ++k) {
        visit({node->operands[k].node, node->operands[k].out_index});
        leaves.insert(node->operands[k].leaf);
      }
    }
    for (size_t j = 0; j < results.size(); ++j) {
      if (i == j || !has_history[j]) continue;
      const DenseTensor& t = *results[j];
      const bool found = t.node ? visited.count(KeyOf(t)) : leaves.count(&t);
      if (found) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

}  // namespace paddle::jit
