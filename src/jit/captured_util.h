// What running a captured call and its gradient have in common.
#pragma once
#include "jit/captured.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

inline int64_t OffsetOf(const DenseTensor& t) {
  return t.Data<char>() - static_cast<const char*>(t.storage->data);
}

// A tensor over the memory of `of`.
inline Var View(const DenseTensor& of, int64_t offset, DataType dtype,
                const DDim& dims, const DDim& strides) {
  Var v = Alias(of);
  v->dtype = dtype;
  v->dims = dims;
  for (int i = 0; i < dims.rank(); ++i) v->strides[i] = strides[i];
  v->flags &= ~(kStrided | kNumber | kWideNumber);
  FinishStrides(v.get());
  v->data = static_cast<char*>(of.storage->data) + offset;
  return v;
}

inline void AddFloats(const std::vector<pir::SizedProgram::FloatInput>& wanted,
                      const std::vector<double>& floats,
                      std::vector<Var>* inputs) {
  for (const auto& f : wanted) {
    inputs->push_back(ops::Full({}, Scalar(floats[f.number]), f.dtype));
  }
}

}  // namespace paddle::jit
