#pragma once
#include <Python.h>

namespace paddle::python {

// Lets the collector see a tensor that has become able to be in a cycle: it got
// a dict, a hook, or a custom backward.
void Track(PyObject* tensor);

}  // namespace paddle::python
