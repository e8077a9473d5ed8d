// A program that was read from a file, written out for inputs of given sizes:
// what passes need.
#pragma once
#include <optional>
#include <vector>

#include "executor/executable.h"

namespace paddle::executor {

struct SizedCopy {
  // The calls are those of kernels and of views; what the program computes
  // with sizes is numbers.
  pir::FlatProgram program;
  // Its last inputs: tensors with values that calls read.
  std::vector<Var> tensors;
};

// Nothing where values decide (sizes, branches) or inputs are written.
PADDLE_API std::optional<SizedCopy> AtSizes(const Executable& of,
                                            const std::vector<Var>& inputs);

}  // namespace paddle::executor
