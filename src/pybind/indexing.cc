#include "pybind/indexing.h"

namespace paddle::python {

PyObject* GetItem(PyObject*, PyObject*) {
  return PyErr_Format(PyExc_NotImplementedError, "indexing");
}
int SetItem(PyObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_NotImplementedError, "indexing");
  return -1;
}

}  // namespace paddle::python
