#include "cinn/expr/symbol.h"

#include <utility>

namespace paddle::cinn {

namespace {
thread_local Tracing* tracing_now = nullptr;
constexpr int kMostRuns = 16;
}  // namespace

Tracing& Tracing::Now() { return *tracing_now; }

ExprId Tracing::Run(ExprGraph* graph, const std::function<ExprId()>& function) {
  Tracing tracing(graph);
  struct Scope {
    Tracing* before;
    ~Scope() { tracing_now = before; }
  } scope{std::exchange(tracing_now, &tracing)};
  return tracing.Explore(function, {});
}

bool Tracing::Decide(ExprId condition) {
  if (next_ == ways_.size()) ways_.push_back(true);
  conditions_.push_back(condition);
  return ways_[next_++];
}

ExprId Tracing::Explore(const std::function<ExprId()>& function,
                        std::vector<bool> first) {
  if (++runs_ > kMostRuns) return -1;
  const size_t known = first.size();
  ways_ = std::move(first);
  conditions_.clear();
  next_ = 0;
  ExprId value = function();
  std::vector<bool> ways = ways_;
  const std::vector<ExprId> conditions = conditions_;
  while (value >= 0 && ways.size() > known) {
    const ExprId condition = conditions[ways.size() - 1];
    ways.back() = false;
    const ExprId other = Explore(function, ways);
    if (other < 0) return -1;
    if (other != value) {
      value = graph_->Make(ScalarOp::kSelect, (*graph_)[value].type, condition,
                           value, other);
    }
    ways.pop_back();
  }
  return value;
}

}  // namespace paddle::cinn
