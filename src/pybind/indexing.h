// Tensor.__getitem__ and __setitem__: numpy's rules, except that an int beside
// index tensors picks first, as in Paddle.
#pragma once
#include <Python.h>

namespace paddle::python {

PyObject* GetItem(PyObject* self, PyObject* key);
// `value` null (del x[key]) is an error.
int SetItem(PyObject* self, PyObject* key, PyObject* value);

}  // namespace paddle::python
