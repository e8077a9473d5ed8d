// Between the types of include/paddle/ and those of the library. Included
// before other headers of include/paddle/.
#pragma once
#define PADDLE_LIBRARY  // its own DataType, Place, ... have these names
#include <type_traits>

#include "ops/op_def.h"
#include "paddle/autograd.h"
#include "paddle/custom_op.h"
#include "paddle/optional.h"
#include "paddle/tensor.h"

namespace paddle {

static_assert(static_cast<int>(::phi::DataType::COMPLEX128) ==
                  static_cast<int>(DataType::kComplex128) &&
              static_cast<int>(::phi::DataType::BFLOAT16) ==
                  static_cast<int>(DataType::kBFloat16));
inline DataType Internal(::phi::DataType t) { return static_cast<DataType>(t); }
inline ::phi::DataType Public(DataType t) {
  return static_cast<::phi::DataType>(t);
}

inline ::phi::Place Public(Place p) {
  const auto type = p.type == DeviceType::kCPU ? ::phi::AllocationType::CPU
                    : p.type == DeviceType::kGPU
                        ? ::phi::AllocationType::GPU
                        : ::phi::AllocationType::CUSTOM;
  return ::phi::Place(type, p.id);
}
// Raises InvalidArgument for a place that is undefined.
Place Internal(const ::phi::Place& p);

inline Scalar Internal(const ::phi::Scalar& s) {
  switch (s.dtype()) {
    case ::phi::DataType::UNDEFINED: return Scalar::None();
    case ::phi::DataType::BOOL: return Scalar(s.to<bool>());
    case ::phi::DataType::INT64: return Scalar(s.to<int64_t>());
    case ::phi::DataType::FLOAT64: return Scalar(s.to<double>());
    default: return Scalar(s.to<std::complex<double>>());
  }
}
::phi::Scalar Public(const Scalar& s);

// It lives as long as `a`.
inline IntArray Internal(const ::phi::IntArray& a) {
  return IntArray(a.GetData());
}

// Undefined tensors are empty Vars.
inline Var ToVar(const Tensor& t) { return Var::Share(t.impl()); }
inline Var ToVar(const optional<Tensor>& t) { return t ? ToVar(*t) : Var(); }
inline std::vector<Var> ToVars(const std::vector<Tensor>& tensors) {
  std::vector<Var> vars;
  for (const Tensor& t : tensors) vars.push_back(ToVar(t));
  return vars;
}
inline Tensor FromVar(Var v) { return Tensor(v.Take()); }
std::vector<Tensor> FromVars(VarList list);

// The tensor itself. Raises InvalidArgument where it is undefined.
const DenseTensor& Defined(const Tensor& t);

// Kernels are bound before the first call.
void UseLibrary();

}  // namespace paddle
