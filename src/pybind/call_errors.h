// What a call ends in that does not fit the schema: another form, or an error
// that names the argument. The functions return false or null.
#pragma once
#include "pybind/op_binding.h"

namespace paddle::python {

// Argument `i` has the wrong type; what Python has raised about it may stay.
PD_COLD bool BadType(const OpBinding& b, int i, PyObject* o);
PD_COLD bool BadCall(const OpBinding& b, const char* what, PyObject* name);
PD_COLD bool TooMany(const OpBinding& b, Py_ssize_t given);

// With an error set: the call may have one of the other forms in
// paddle/tensor/forms.py, of which this is the result; else the error stays.
PD_COLD PyObject* OtherForm(const OpBinding& b, PyObject* self,
                            PyObject* const* argv, Py_ssize_t n,
                            PyObject* kwnames);

}  // namespace paddle::python
