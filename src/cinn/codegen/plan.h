// What each sweep of a kernel over the elements of a row computes, keeps and
// stores.
#pragma once
#include <vector>

#include "cinn/fusion/nest.h"

namespace paddle::cinn {

// A sweep goes over the reduced axes (or over all elements, where nothing is
// reduced) once. A reduction is known after its sweep.
struct Sweep {
  std::vector<ExprId> reductions;  // that it completes
  std::vector<int> stores;         // values, by number
  std::vector<ExprId> spills;      // kept for later sweeps, in scratch
};

struct SweepPlan {
  std::vector<Sweep> sweeps;
  std::vector<int> outer_stores;  // values that are one for each row
  std::vector<int> level;         // by expression: the sweep that can have it
  std::vector<bool> varies;       // by expression: along the reduced axes
  std::vector<int> first;         // by expression: the first sweep that has it
  std::vector<int> scratch;       // by expression: its place there, or -1
  std::vector<int> stored;        // by expression: the value it is read from
                                  // in later sweeps, or -1
  int num_scratch = 0;
  std::vector<bool> used_access;

  // `stored`: which values of the group are needed outside. `may_spill`: that
  // the elements of a row fit into scratch memory.
  static SweepPlan Of(const Group& group, const Nest& nest,
                      const std::vector<bool>& stored, bool may_spill);
};

}  // namespace paddle::cinn
