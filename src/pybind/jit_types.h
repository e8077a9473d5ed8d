// Tensors in and out of the functions that pybind11 binds.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

#include "core/dense_tensor.h"

namespace paddle::python {

// None gives an empty Var. Raises InvalidType for anything else that is no
// tensor.
std::vector<Var> ToVars(const pybind11::sequence& list,
                        bool may_be_none = false);
pybind11::list ToList(std::vector<Var> vars);

}  // namespace paddle::python
