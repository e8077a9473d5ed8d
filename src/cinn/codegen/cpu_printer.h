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
  int num_scratch = 0;        // values of kLanes elements of 8 bytes each
  int lanes = 0;
};

// Vectors of columns that are done together.
constexpr int kColumnCopies = 4;
constexpr const char* kKernelName = "kernel";

// `past`: accesses that are written past the caches.
CpuKernelText PrintCpuKernel(const Group& group, const Nest& nest,
                             const SweepPlan& plan,
                             const std::vector<bool>& past);

}  // namespace paddle::cinn
