#pragma once
#include <Python.h>

namespace paddle::python {

// Properties, methods and the mapping and sequence slots; before PyType_Ready.
void InstallTensorMethods(PyTypeObject* type);

}  // namespace paddle::python
