// The Python type of a tensor, and how a C++ result becomes one.
#pragma once
#include <Python.h>

#include "core/dense_tensor.h"

namespace paddle::python {

struct PyTensor {
  PyObject_HEAD DenseTensor* impl;
  PyObject* dict;
  PyObject* weakrefs;
};
extern PyTypeObject TensorType;
extern PyNumberMethods TensorNumber;
bool InitTensorType(PyObject* module);
// Called after each change of an attribute of the class Tensor.
void OnTensorPatch(PyObject* callback);
PyObject* NewPyTensor();  // when the free list is empty

// Objects of the exact type, kept for reuse. Under the GIL.
inline constexpr int kMaxFree = 256;
extern PyTensor* free_tensors[kMaxFree];
extern int num_free_tensors;

// Takes the reference; null where Python is out of memory.
inline PyObject* Wrap(DenseTensor* impl) {
  PyObject* o;
  if (PD_LIKELY(num_free_tensors > 0)) {
    o = reinterpret_cast<PyObject*>(free_tensors[--num_free_tensors]);
    _Py_NewReference(o);
  } else if (!(o = NewPyTensor())) {
    Release(impl);
    return nullptr;
  }
  reinterpret_cast<PyTensor*>(o)->impl = impl;
  return o;
}
inline PyObject* Wrap(Var v) {
  if (!v) Py_RETURN_NONE;
  return Wrap(v.Take());
}
inline bool IsTensor(PyObject* o) {
  return PD_LIKELY(Py_TYPE(o) == &TensorType) ||
         PyType_IsSubtype(Py_TYPE(o), &TensorType);
}
// Exact types and flag bits first: PyFloat_Check of an int walks its bases.
inline bool IsNumber(PyObject* o) {
  return PyFloat_CheckExact(o) || PyLong_Check(o) ||
         (Py_TYPE(o) != &TensorType &&
          (PyFloat_Check(o) || PyComplex_Check(o)));
}
inline DenseTensor* Impl(PyObject* o) {
  return reinterpret_cast<PyTensor*>(o)->impl;
}

}  // namespace paddle::python
