// A group as a function in MLIR that computes a range of its rows, in vectors.
#pragma once
#include <string>

#include "cinn/codegen/plan.h"

namespace paddle::cinn {

// How a kernel is called: `void f(char** tensors, const int64_t* sizes, const
// double* params, int64_t begin, int64_t end, char* scratch)`. Units of work
// from `begin` to `end`: unit u is the chunk u % chunks of row u / chunks.
// `sizes`: the vectors' axis, its chunk, the number of chunks, the extents of
// the outer and of the inner axes, then for each tensor its outer and inner
// strides. The text holds no sizes: one kernel serves all that are alike.
struct CpuKernelText {
  std::string text;
  std::vector<int> accesses;  // of the group, in the order of `tensors`
  int num_scratch = 0;        // values that are kept, of 8 bytes each
};

// Numbers in a vector.
int CpuLanes();

struct CpuSchedule {
  int copies = 1;          // vectors that are done together
  std::vector<bool> past;  // accesses that are written past the caches
};
// For rows that are as long as these.
CpuSchedule ScheduleForCpu(const Group& group, const Nest& nest,
                           const SweepPlan& plan);

constexpr const char* kKernelName = "kernel";

CpuKernelText PrintCpuKernel(const Group& group, const Nest& nest,
                             const SweepPlan& plan,
                             const CpuSchedule& schedule);

}  // namespace paddle::cinn
