// Shapes and strides of view operators.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// `shape` with -1 (deduced) and 0 (copied from x) resolved; raises
// InvalidArgument naming `op`.
DDim ResolveShape(const DDim& x, int64_t numel, IntArray shape, const char* op);

// Strides that show `x` as `dims` without a copy; false: there are none.
bool ReshapedStrides(const DenseTensor& x, const DDim& dims,
                     int64_t (&strides)[kMaxRank]);

// The first output as a reshaped view of the first input.
bool ReshapeView(const Args& args, Outs& outs);
// The same as a copy, for a layout that has no such view.
VarList ReshapeCopy(const Args& args);

// A contiguous output with the dtype of the first input.
inline void SetShape(const Args& args, Outs& outs, const DDim& dims) {
  outs[0]->dims = dims;
  outs[0]->dtype = args.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}

// `out`, whose dims and strides are set, as a view of `x` that begins `offset`
// elements after its first.
inline void FinishView(const DenseTensor& x, int64_t offset, DenseTensor* out) {
  FinishStrides(out);
  ShareStorage(x, out);
  out->data = static_cast<char*>(out->data) +
              offset * static_cast<int64_t>(SizeOf(x.dtype));
}

// A slice of an axis as Python means it.
struct SliceRange {
  int64_t start, size;
};
PADDLE_API SliceRange ResolveSlice(int64_t start, int64_t end, int64_t step,
                                   int64_t size);

}  // namespace paddle
