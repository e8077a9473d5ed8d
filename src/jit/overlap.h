// Whether two tensors over the same memory have an element in common.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::jit {

inline bool SameRegion(const DenseTensor& a, const DenseTensor& b) {
  return a.storage == b.storage && a.data == b.data && a.dtype == b.dtype &&
         a.dims == b.dims && DDim(a.stride_array()) == DDim(b.stride_array());
}

// True also where that is not easily known: exact for tensors with the same
// strides, as the parts that split() and chunk() give.
bool MayOverlap(const DenseTensor& a, const DenseTensor& b);

}  // namespace paddle::jit
