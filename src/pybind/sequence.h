#pragma once
#include <Python.h>

#include "core/dense_tensor.h"

namespace paddle::python {

// Nested lists and tuples of numbers, tensors or numpy values as a tensor.
// `dtype` kUndefined: bool, int64, the default float or complex, by what is in
// it. Empty: a Python exception is set.
Var SequenceToTensor(PyObject* data, DataType dtype);

}  // namespace paddle::python
