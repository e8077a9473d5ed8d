#include "cinn/codegen/plan.h"

#include <algorithm>

namespace paddle::cinn {

namespace {

constexpr int kWorthKeeping = 12;  // scalar operations

class Planner {
 public:
  Planner(const Group& group, const Nest& nest, bool may_spill)
      : group_(group),
        graph_(group.graph()),
        may_spill_(may_spill),
        visited_(static_cast<size_t>(graph_.size()), -1) {
    const auto n = static_cast<size_t>(graph_.size());
    plan_.first.assign(n, -1);
    plan_.level.assign(n, 0);
    plan_.varies.assign(n, false);
    plan_.scratch.assign(n, -1);
    plan_.stored.assign(n, -1);
    plan_.used_access.assign(group.domain().accesses().size(), false);
    for (ExprId id = 0; id < graph_.size(); ++id) {
      const Expr& e = graph_[id];
      if (e.op == ScalarOp::kLoad) {
        varies(id) = nest.kind == Nest::kElementwise ||
                     nest.accesses[static_cast<size_t>(e.index)].varies_inside;
      }
      for (int k = 0; k < e.num_args(); ++k) {
        level(id) = std::max(level(id), level(e.a[k]));
        if (varies(e.a[k])) varies(id) = true;
      }
      if (e.op == ScalarOp::kReduce) {
        ++level(id);
        varies(id) = false;
      }
    }
  }

  SweepPlan Make(const std::vector<bool>& stored) {
    std::vector<bool> needed(static_cast<size_t>(graph_.size()), false);
    int last = 0;
    for (size_t v = 0; v < stored.size(); ++v) {
      if (!stored[v]) continue;
      const Group::Value& value = group_.values()[v];
      Need(value.expr, &needed);
      last = std::max(last, level(value.expr));
    }
    plan_.sweeps.resize(static_cast<size_t>(last) + 1);
    for (ExprId id = 0; id < graph_.size(); ++id) {
      const Expr& e = graph_[id];
      if (!needed[static_cast<size_t>(id)]) continue;
      if (e.op == ScalarOp::kReduce) {
        SweepAt(level(e.a[0])).reductions.push_back(id);
      }
      if (e.op == ScalarOp::kLoad) {
        plan_.used_access[static_cast<size_t>(e.index)] = true;
      }
    }
    for (size_t v = 0; v < stored.size(); ++v) {
      if (!stored[v]) continue;
      const Group::Value& value = group_.values()[v];
      const int number = static_cast<int>(v);
      plan_.used_access[static_cast<size_t>(value.access)] = true;
      if (!varies(value.expr)) {
        plan_.outer_stores.push_back(number);
        continue;
      }
      SweepAt(level(value.expr)).stores.push_back(number);
      if (graph_[value.expr].op != ScalarOp::kLoad) {
        plan_.stored[static_cast<size_t>(value.expr)] = number;
      }
    }
    for (size_t k = 0; k < plan_.sweeps.size(); ++k) {
      const int now = static_cast<int>(k);
      for (ExprId r : plan_.sweeps[k].reductions) Compute(graph_[r].a[0], now);
      for (int v : plan_.sweeps[k].stores) {
        Compute(group_.values()[static_cast<size_t>(v)].expr, now);
      }
    }
    return std::move(plan_);
  }

 private:
  int& level(ExprId id) { return plan_.level[static_cast<size_t>(id)]; }
  std::vector<bool>::reference varies(ExprId id) {
    return plan_.varies[static_cast<size_t>(id)];
  }
  Sweep& SweepAt(int level) { return plan_.sweeps[static_cast<size_t>(level)]; }

  void Need(ExprId id, std::vector<bool>* needed) {
    if ((*needed)[static_cast<size_t>(id)]) return;
    (*needed)[static_cast<size_t>(id)] = true;
    const Expr& e = graph_[id];
    for (int k = 0; k < e.num_args(); ++k) Need(e.a[k], needed);
  }

  // Operations to compute it from what is loaded or known for the row.
  int Cost(ExprId id) {
    const Expr& e = graph_[id];
    if (!varies(id) || plan_.scratch[static_cast<size_t>(id)] >= 0) return 0;
    int cost = e.op == ScalarOp::kLoad ? 0 : 1;
    if (e.op == ScalarOp::kDivide || e.op == ScalarOp::kSqrt) cost = 8;
    for (int k = 0; k < e.num_args() && cost < kWorthKeeping; ++k) {
      cost += Cost(e.a[k]);
    }
    return cost;
  }

  // Sweep `now` needs the element: computed there, or kept by the first sweep
  // that had it.
  void Compute(ExprId id, int now) {
    int& visited = visited_[static_cast<size_t>(id)];
    if (!varies(id) || visited == now) return;
    visited = now;
    const Expr& e = graph_[id];
    int& first = plan_.first[static_cast<size_t>(id)];
    if (first >= 0 && e.op != ScalarOp::kLoad) {
      if (plan_.scratch[static_cast<size_t>(id)] >= 0) return;
      const bool is_stored = plan_.stored[static_cast<size_t>(id)] >= 0;
      if (is_stored && level(id) < now) return;  // read again from there
      if (may_spill_ && Cost(id) >= kWorthKeeping) {
        plan_.scratch[static_cast<size_t>(id)] = plan_.num_scratch++;
        SweepAt(first).spills.push_back(id);
        return;
      }
    }
    if (first < 0) first = now;
    for (int k = 0; k < e.num_args(); ++k) Compute(e.a[k], now);
  }

  const Group& group_;
  const ExprGraph& graph_;
  const bool may_spill_;
  SweepPlan plan_;
  std::vector<int> visited_;  // by expression: the last sweep that did
};

}  // namespace

SweepPlan SweepPlan::Of(const Group& group, const Nest& nest,
                        const std::vector<bool>& stored, bool may_spill) {
  return Planner(group, nest, may_spill).Make(stored);
}

}  // namespace paddle::cinn
