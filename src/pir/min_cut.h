// The cheapest cut of a directed graph between a source and a sink.
#pragma once
#include <cstdint>
#include <vector>

namespace paddle::pir {

// Dinic's algorithm (Dinitz 1970) on integer capacities.
class MinCut {
 public:
  static constexpr int64_t kNever = int64_t{1} << 60;  // not to be cut

  int AddNode() {
    edges_of_.emplace_back();
    return static_cast<int>(edges_of_.size()) - 1;
  }
  void AddEdge(int from, int to, int64_t capacity);
  // By node: whether it is on the side of the sink. Of several cheapest cuts
  // the one nearest to the sink.
  std::vector<bool> SinkSide(int source, int sink);

 private:
  struct Edge {
    int to;
    int64_t left;  // capacity that is not used yet; the reverse follows it
  };
  bool FindLevels(int source, int sink);
  int64_t Push(int source, int sink);

  std::vector<Edge> edges_;  // each beside its reverse
  std::vector<std::vector<int>> edges_of_;
  std::vector<int> level_;
  std::vector<size_t> next_;
};

}  // namespace paddle::pir
