// What paddle.jit stands on: tracers and the programs that they made.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "jit/tracer.h"
#include "pir/program.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/interop.h"

namespace py = pybind11;

namespace paddle::python {

bool InitJit(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<jit::ProgramCache, std::shared_ptr<jit::ProgramCache>>(
      m, "ProgramCache")
      .def(py::init<size_t>(), py::arg("capacity") = 64)
      .def("__len__", &jit::ProgramCache::size)
      .def("text", [](const jit::ProgramCache& cache, size_t i) {
        return pir::Program(cache.at(i)->program()).ToString();
      });
  py::class_<jit::Tracer>(m, "Tracer")
      .def(py::init<std::shared_ptr<jit::ProgramCache>>())
      .def("start", &jit::Tracer::Start)
      .def("stop", &jit::Tracer::Stop)
      .def("materialize", &jit::Tracer::Materialize)
      .def_property_readonly("active", &jit::Tracer::active)
      .def_property_readonly("segments", [](const jit::Tracer& t) {
        py::list list;
        for (const auto& s : t.segments()) {
          list.append(py::make_tuple(s.executable->program().calls.size(),
                                     s.compiled, s.reason));
        }
        return list;
      });
  m.def("is_tracing", [] { return State().recorder != nullptr; });
  return true;
}

}  // namespace paddle::python
