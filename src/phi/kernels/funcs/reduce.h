// The driver of reductions over any axes of a tensor of any strides: chooses
// the order in which memory is walked and splits the work, while typed loops
// (kernels/cpu/reduce_loops.h) fold whole rows or columns.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi {

// Folds elements of type C into accumulators of type A.
struct ReduceLoops {
  int compute_size;  // of C
  int acc_size;      // of A
  // acc[i] = the result for no elements.
  void (*init)(void* acc, int64_t n);
  // acc[r] takes the n elements of row r, which lie side by side.
  void (*rows)(const void* x, int64_t rows, int64_t row_stride, int64_t n,
               void* acc);
  // acc[c] takes the elements of column c.
  void (*columns)(const void* x, int64_t rows, int64_t row_stride, int64_t n,
                  void* acc);
  // acc[i] takes from[i].
  void (*merge)(const void* from, int64_t n, void* acc);
};

// n elements of the tensor, `stride` apart, as C side by side.
using ReduceLoad = void (*)(const void* x, int64_t stride, void* to, int64_t n);

// Writes results: out[i * stride] from acc[i].
struct ReduceFinish {
  void (*run)(const ReduceFinish& self, const void* acc, int64_t n, void* out,
              int64_t stride);
  DataType dtype;         // of the results
  int64_t divisor = 1;    // of a mean: how many elements a result has
  double correction = 0;  // of a variance
};

struct ReduceCall {
  const ReduceLoops* loops;
  ReduceLoad load;  // null: elements are C already
  // For strides other than 1 where `load` is null.
  ReduceLoad gather;
  ReduceFinish finish;
};

// `axes`: one bit per reduced axis. `out` has the kept axes in order and is
// contiguous. The result does not depend on the number of threads.
PADDLE_API void Reduce(const ReduceCall& call, const DenseTensor& x,
                       uint32_t axes, DenseTensor* out);

// `x` in another dtype, for reductions whose result has one of its own.
Var CastTo(const DenseTensor& x, DataType dtype);

}  // namespace paddle::phi
