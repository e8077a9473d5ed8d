// Tensor.__getitem__ and __setitem__.
#pragma once
#include <Python.h>

namespace paddle::python {

PyObject* GetItem(PyObject* self, PyObject* key);
int SetItem(PyObject* self, PyObject* key, PyObject* value);  // null: delete

}  // namespace paddle::python
