// What one run of a plan changes.
#pragma once
#include <memory>
#include <vector>

#include "executor/plan.h"

namespace paddle::executor {

// What a run has done so far.
struct Progress {
  int64_t work;  // since the last look for an interrupt
  int step = 0;
};

void CopyMeta(const DenseTensor& from, DenseTensor* to);

class Frame {
 public:
  explicit Frame(const Plan& plan);

  std::unique_ptr<DenseTensor[]> tensors;
  // One for each piece of memory: kernels ask whether two tensors share it.
  std::unique_ptr<Storage[]> storages;
  std::vector<Slot> slots;          // of the steps of `once_`, then the others
  std::vector<size_t> first_slot;   // of each of the others
  std::vector<DenseTensor*> lists;  // what tensor lists point at
  std::vector<Var> held;            // by memory
  const char* arena = nullptr;      // where it was at the last run
  std::shared_ptr<const Cached> cached;  // as at the last run

  void Move(const PlanMemory& memory, const std::vector<PlanTensor>& all,
            char* data, Storage* storage) {
    for (int t : memory.tensors) {
      tensors[t].data = data + all[t].offset;
      tensors[t].storage = storage;
    }
  }
};

}  // namespace paddle::executor
