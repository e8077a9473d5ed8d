#include "pir/min_cut.h"

#include <algorithm>

namespace paddle::pir {

void MinCut::AddEdge(int from, int to, int64_t capacity) {
  edges_of_[from].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({to, capacity});
  edges_of_[to].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({from, 0});
}

bool MinCut::FindLevels(int source, int sink) {
  level_.assign(edges_of_.size(), -1);
  level_[source] = 0;
  std::vector<int> queue{source};
  for (size_t i = 0; i < queue.size(); ++i) {
    for (int e : edges_of_[queue[i]]) {
      if (edges_[e].left == 0 || level_[edges_[e].to] >= 0) continue;
      level_[edges_[e].to] = level_[queue[i]] + 1;
      queue.push_back(edges_[e].to);
    }
  }
  return level_[sink] >= 0;
}

// One path from level to level; what it carries. Without recursion: paths are
// as long as programs.
int64_t MinCut::Push(int source, int sink) {
  std::vector<int> path;  // edges
  for (int node = source; node != sink;) {
    size_t& next = next_[node];
    while (next < edges_of_[node].size()) {
      const Edge& e = edges_[edges_of_[node][next]];
      if (e.left > 0 && level_[e.to] == level_[node] + 1) break;
      ++next;
    }
    if (next < edges_of_[node].size()) {
      path.push_back(edges_of_[node][next]);
      node = edges_[path.back()].to;
    } else if (path.empty()) {
      return 0;
    } else {  // a dead end
      node = edges_[path.back() ^ 1].to;
      path.pop_back();
      ++next_[node];
    }
  }
  int64_t flow = kNever;
  for (int e : path) flow = std::min(flow, edges_[e].left);
  for (int e : path) {
    edges_[e].left -= flow;
    edges_[e ^ 1].left += flow;
  }
  return flow;
}

std::vector<bool> MinCut::SinkSide(int source, int sink) {
  while (FindLevels(source, sink)) {
    next_.assign(edges_of_.size(), 0);
    while (Push(source, sink) > 0) continue;
  }
  std::vector<bool> side(edges_of_.size(), false);
  std::vector<int> queue{sink};
  side[sink] = true;
  for (size_t i = 0; i < queue.size(); ++i) {
    for (int e : edges_of_[queue[i]]) {  // against their direction
      const int from = edges_[e].to;
      if (edges_[e ^ 1].left == 0 || side[from]) continue;
      side[from] = true;
      queue.push_back(from);
    }
  }
  return side;
}

}  // namespace paddle::pir
