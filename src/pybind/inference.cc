// What paddle.jit.load and paddle.inference stand on: models from files.
#include "inference/model.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "inference/write/capture.h"
#include "jit/program_cache.h"
#include "jit/saving_tracer.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/jit_types.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

using inference::LoadedModel;
using inference::Model;

// (name, dtype, sizes or None) of each.
py::list Ports(const std::vector<Model::Port>& ports) {
  py::list list;
  for (const auto& p : ports) {
    py::object sizes = py::none();
    if (p.has_dims) {
      sizes = py::cast(std::vector<int64_t>(p.dims.begin(), p.dims.end()));
    }
    // A file may hold any bytes.
    auto name = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        p.name.data(), static_cast<Py_ssize_t>(p.name.size()),
        "backslashreplace"));
    if (!name) throw py::error_already_set();
    list.append(py::make_tuple(name, Name(p.dtype), sizes));
  }
  return list;
}

py::list Run(const LoadedModel& m, const py::sequence& feeds,
             const py::object& parameters, bool record, bool optimize) {
  const std::vector<Var> in = ToVars(feeds, true);
  std::vector<Var> own;
  if (parameters.is_none()) {
    for (const auto& p : m.model().parameters) own.push_back(p.value);
  } else {
    own = ToVars(parameters.cast<py::sequence>(), true);
  }
  std::vector<Var> out;
  const bool traced = State().recorder != nullptr;
  if (record || traced) {
    out = m.Run(in, own, record, traced);
  } else {
    const NoGil release;
    out = m.Run(in, own, false, false, optimize);
  }
  return ToList(std::move(out));
}

}  // namespace

bool InitInference(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<LoadedModel, std::shared_ptr<LoadedModel>>(m, "LoadedModel")
      .def_static(
          "load",
          [](const std::string& program, const std::string& params) {
            return std::make_shared<LoadedModel>(Model::Load(program, params));
          })
      .def_static("parse",
                  [](const py::bytes& program, const py::bytes& params) {
                    return std::make_shared<LoadedModel>(Model::Parse(
                        std::string_view(program), std::string_view(params)));
                  })
      .def_static("parse_program",
                  [](const py::bytes& program) {
                    return std::make_shared<LoadedModel>(
                        Model::ParseProgram(std::string_view(program)));
                  })
      // Whether its parameters have values.
      .def_property_readonly("complete",
                             [](const LoadedModel& l) {
                               const auto& all = l.model().parameters;
                               return std::all_of(
                                   all.begin(), all.end(),
                                   [](const auto& p) { return p.value; });
                             })
      .def_property_readonly(
          "feeds", [](const LoadedModel& l) { return Ports(l.model().feeds); })
      .def_property_readonly(
          "fetches",
          [](const LoadedModel& l) { return Ports(l.model().fetches); })
      .def_property_readonly(
          "trainable", [](const LoadedModel& l) { return l.model().trainable; })
      .def_property_readonly("calls",
                             [](const LoadedModel& l) {
                               py::list names;
                               for (const auto& c : l.model().program->calls) {
                                 names.append(c.op ? c.op->name : "");
                               }
                               return names;
                             })
      .def_property_readonly(
          "parameters",
          [](const LoadedModel& l) {
            py::list list;
            for (const auto& p : l.model().parameters) {
              list.append(py::make_tuple(
                  p.name, py::reinterpret_steal<py::object>(Wrap(p.value)),
                  p.trainable));
            }
            return list;
          })
      .def("run", &Run, py::arg("feeds"), py::arg("parameters") = py::none(),
           py::arg("record") = false, py::arg("optimize") = true);
  py::class_<jit::SavingTracer, jit::Tracer,
             std::shared_ptr<jit::SavingTracer>>(m, "SavingTracer")
      .def(py::init<std::shared_ptr<jit::ProgramCache>>())
      .def_readwrite("open_sizes", &jit::SavingTracer::open_sizes)
      .def_readwrite("stand_ins", &jit::SavingTracer::stand_ins);
  // What a tracer noted, as a program that is not run.
  py::class_<inference::Capture, std::shared_ptr<inference::Capture>>(m,
                                                                      "Capture")
      .def(py::init([](jit::Tracer& tracer, const py::sequence& feeds,
                       const py::sequence& results) {
        std::vector<Var> inputs;
        pir::FlatProgram program = tracer.Finish(ToVars(results), &inputs);
        auto capture = std::make_shared<inference::Capture>(
            std::move(program), std::move(inputs), ToVars(feeds, true));
        if (auto* saving = dynamic_cast<jit::SavingTracer*>(&tracer)) {
          capture->slices = saving->slices();
        }
        return capture;
      }))
      .def_property_readonly("calls", [](const inference::Capture& c) {
        py::list names;
        for (const auto& call : c.program.calls) {
          names.append(call.op ? call.op->name : "");
        }
        return names;
      });
  m.def("have_same_calls",
        [](const std::vector<std::shared_ptr<inference::Capture>>& captures) {
          std::vector<std::shared_ptr<const inference::Capture>> list(
              captures.begin(), captures.end());
          return inference::HaveSameCalls(list);
        });
  m.def("read_parameters", [](const py::bytes& bytes, const py::dict& like) {
    std::vector<Model::Parameter> parameters;
    for (const auto& [name, t] : like) {
      parameters.push_back(
          {name.cast<std::string>(), Var::Share(Impl(t.ptr())), false});
    }
    return ToList(
        inference::ParseParameters(std::string_view(bytes), parameters));
  });
  m.def("save_captures",
        [](const std::vector<std::shared_ptr<inference::Capture>>& captures,
           const std::vector<std::string>& feed_names,
           const py::sequence& parameters, const std::string& prefix) {
          const std::vector<std::shared_ptr<const inference::Capture>> list(
              captures.begin(), captures.end());
          std::vector<inference::SavedName> names;
          for (const py::handle item : parameters) {
            const auto p = py::reinterpret_borrow<py::tuple>(item);
            names.push_back({p[0].cast<std::string>(),
                             Var::Share(Impl(p[1].ptr())), p[2].cast<bool>()});
          }
          inference::SaveCaptures(list, feed_names, names, prefix);
        });
  return true;
}

}  // namespace paddle::python
