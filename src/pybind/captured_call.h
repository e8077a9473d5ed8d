// A call that skips Python: guards, the captured program, the result.
#pragma once
#include <pybind11/pybind11.h>

namespace paddle::python {

void BindCapturedCall(pybind11::module_& m);

}  // namespace paddle::python
