// Tensors whose values come later: parameters that are made under LazyGuard.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "ops/generated/ops.h"
#include "pybind/captured_call.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

// A tensor without memory. Operators refuse it until it has values.
Var WithoutValues(const std::vector<int64_t>& shape, DataType type) {
  Var v = Var::Own(NewTensor(State()));
  v->dtype = type;
  v->dims = DDim(shape);
  SetContiguous(v.get());
  v->storage = NewPendingStorage(v->bytes(), v->place);
  v->data = v->storage->data;
  v->flags |= kTraced | kPersistable;
  return v;
}

void GiveValues(DenseTensor& t, const Var& values) {
  PADDLE_ENFORCE(t.storage && IsPending(*t.storage),
                 errors::PreconditionNotMet("the tensor has values."));
  PADDLE_ENFORCE(values->dims == t.dims && values->dtype == t.dtype,
                 errors::InvalidArgument("the values do not fit the tensor.")
                     .Expected(std::string(Name(t.dtype)))
                     .Shapes({{"tensor", t.dims}, {"values", values->dims}})
                     .Received(std::string(Name(values->dtype))));
  Realize(*values);
  GiveMemory(*t.storage, ops::Assign(values));
  Settle(t);
}

}  // namespace

void BindLateValues(py::module_& m) {
  m.def("without_values",
        [](const std::vector<int64_t>& shape, py::handle dtype) {
          DataType type;
          if (!ToDType(dtype.ptr(), &type)) throw py::error_already_set();
          return py::reinterpret_steal<py::object>(
              Wrap(WithoutValues(shape, type).Take()));
        });
  m.def("give_values", [](py::handle tensor, py::handle values) {
    PADDLE_ENFORCE(IsTensor(tensor.ptr()) && IsTensor(values.ptr()),
                   errors::InvalidType("give_values takes tensors."));
    GiveValues(*Impl(tensor.ptr()), Var::Share(Impl(values.ptr())));
  });
  m.def("has_values", [](py::handle tensor) {
    DenseTensor& t = *Impl(tensor.ptr());
    Settle(t);
    return !(t.flags & kTraced);
  });
}

}  // namespace paddle::python
