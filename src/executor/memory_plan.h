// Where the tensors of a plan lie: who may use the memory of whom, and one
// arena for what is needed only on the way.
#pragma once
#include <vector>

#include "executor/plan.h"

namespace paddle::executor {

// Finds memory that can serve more than one tensor. Times are numbers of steps.
class MemoryPlan {
 public:
  struct Output {
    int tensor;  // -1: a constant
    int into;    // an input, or -1
  };

  MemoryPlan(std::vector<Step>& steps, const std::vector<PlanTensor>& tensors,
             std::vector<PlanMemory>& memories,
             const std::vector<int>& input_memory,
             const std::vector<Output>& outputs);

  // Joins memory: copies of what dies or never changes are left out, and
  // elementwise results go over an operand that dies.
  void Join();
  // Whether output `i` needs no copy at the end: its memory is its own, or the
  // input that it goes into.
  bool InPlace(int i) const { return in_place_[i]; }
  // The memory that stands for `memory` now.
  int Root(int memory) const;
  bool dropped(int step) const { return dropped_[step]; }
  // What there was when the plan was made.
  size_t size() const { return parent_.size(); }
  size_t num_steps() const { return dropped_.size(); }

 private:
  void Use(int tensor, int step, bool write);
  bool Temporary(int root) const;
  void Merge(int into, int from);
  void FindTargets();
  bool JoinCopy(int step);
  bool JoinElementwise(int step);
  bool Elementwise(int step, int root) const;
  void PlaceOutputs();

  std::vector<Step>& steps_;
  const std::vector<PlanTensor>& tensors_;
  std::vector<PlanMemory>& memories_;
  const std::vector<int>& input_memory_;
  const std::vector<Output>& outputs_;
  const int end_;        // the time when outputs are given back
  int last_check_ = -1;  // of values
  std::vector<int> parent_, first_, last_;
  std::vector<int> last_write_;  // other than its first
  std::vector<int> goes_into_;   // the input where it will be
  std::vector<bool> input_written_, dropped_, in_place_;
};

// An offset for each temporary block, so that blocks alive at the same time do
// not overlap; returns the size of the arena.
struct Block {
  int first, last;  // steps
  size_t bytes;
  int64_t offset = 0;
};
PADDLE_API int64_t PlaceBlocks(std::vector<Block>& blocks);

}  // namespace paddle::executor
