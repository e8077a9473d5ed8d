// Tensors as arguments and results of functions that pybind11 binds:
//
//   paddle::Tensor Twice(const paddle::Tensor& x) { return x + x; }
//   PYBIND11_MODULE(PADDLE_EXTENSION_NAME, m) { m.def("twice", &Twice); }
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "paddle/optional.h"
#include "paddle/tensor.h"

namespace py = pybind11;

namespace paddle {
namespace pybind {

// What the module paddle._C gives to others.
struct TensorApi {
  // The tensor of a Python object, borrowed; null where it is none.
  DenseTensor* (*get)(PyObject*);
  // A new Python tensor; takes the reference. Null with an exception set.
  PyObject* (*wrap)(DenseTensor*);
  // paddle.float32 and the like, and back (UNDEFINED: it is none).
  PyObject* (*wrap_dtype)(::phi::DataType);
  ::phi::DataType (*get_dtype)(PyObject*);
};

inline const TensorApi& Api() {
  static const auto* api = static_cast<const TensorApi*>(
      PyCapsule_Import("paddle._C.tensor_api", 0));
  if (!api) throw pybind11::error_already_set();
  return *api;
}

}  // namespace pybind
}  // namespace paddle

namespace pybind11 {
namespace detail {

template <>
struct type_caster<paddle::Tensor> {
  PYBIND11_TYPE_CASTER(paddle::Tensor, const_name("paddle.Tensor"));
  bool load(handle source, bool) {
    paddle::DenseTensor* t = paddle::pybind::Api().get(source.ptr());
    if (!t) return false;
    value = paddle::Tensor::Share(t);
    return true;
  }
  static handle cast(const paddle::Tensor& t, return_value_policy, handle) {
    if (!t.defined()) return none().release();
    PyObject* o = paddle::pybind::Api().wrap(paddle::Tensor(t).Take());
    if (!o) throw error_already_set();
    return o;
  }
};

template <typename T>
struct type_caster<paddle::optional<T>> : optional_caster<paddle::optional<T>> {
};

template <>
struct type_caster<phi::DataType> {
  PYBIND11_TYPE_CASTER(phi::DataType, const_name("paddle.dtype"));
  bool load(handle source, bool) {
    value = paddle::pybind::Api().get_dtype(source.ptr());
    return value != phi::DataType::UNDEFINED;
  }
  static handle cast(phi::DataType t, return_value_policy, handle) {
    PyObject* o = paddle::pybind::Api().wrap_dtype(t);
    if (!o) throw error_already_set();
    return o;
  }
};

}  // namespace detail
}  // namespace pybind11
