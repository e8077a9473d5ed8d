// paddle.dtype: one object per data type, compared by identity.
#pragma once
#include <Python.h>

#include "core/data_type.h"

namespace paddle::python {

struct PyDType {
  PyObject_HEAD DataType type;
};
extern PyTypeObject DTypeType;
bool InitDTypeType(PyObject* module);  // adds dtype, float32, ...

PyObject* WrapDType(DataType t);  // a new reference; None for kUndefined

// Accepts paddle.dtype, a name ("float32"), a numpy dtype or scalar type, and
// Python's bool, int, float, complex; None gives kUndefined. False: sets a
// TypeError.
bool ToDType(PyObject* o, DataType* t);

}  // namespace paddle::python
