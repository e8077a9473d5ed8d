// A call that skips Python: guards, the captured program, the result.
#pragma once
#include <pybind11/pybind11.h>

#include "jit/captured.h"

namespace paddle::python {

void BindCapturedCall(pybind11::module_& m);

// How a gradient of a gradient runs the function again: `function(args, kwargs,
// sources)` gives the tensors that were returned. Empty where no gradient is
// recorded.
jit::Captured::Replay ReplayOf(const jit::Captured& program,
                               pybind11::handle function, pybind11::handle args,
                               pybind11::handle kwargs);

}  // namespace paddle::python
