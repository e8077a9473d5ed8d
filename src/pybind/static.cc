// What paddle.static stands on: programs that are built, and their plans.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/generator.h"
#include "eager/eager_builder.h"
#include "inference/write/capture.h"
#include "jit/program_plan.h"
#include "jit/rate_uses.h"
#include "pir/program.h"
#include "pir/stand_ins.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/interop.h"
#include "pybind/jit_types.h"
#include "pybind/py_tensor.h"
#include "pybind/tensor_size.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

using jit::ProgramPlan;
using jit::ProgramTracer;

// Calls of a program as Python sees them: (operator, operands, results).
py::list CallsOf(const ProgramTracer& tracer) {
  py::list list;
  for (const pir::Call& call : tracer.program().calls) {
    const char* name = "constant";
    if (call.op) {
      name = call.op->name.c_str();
    } else if (!call.bodies.empty()) {
      name = call.bodies.size() == 2 ? "if" : "while";
    }
    list.append(py::make_tuple(name, call.operands, call.results));
  }
  return list;
}

void BindTracer(py::module_& m) {
  py::class_<ProgramTracer, jit::Tracer, std::shared_ptr<ProgramTracer>>(
      m, "ProgramTracer")
      .def(py::init<>())
      .def("attach", &ProgramTracer::Attach)
      .def_static("detach", &ProgramTracer::Detach)
      .def("feed",
           [](ProgramTracer& t, const py::handle like,
              const std::vector<int64_t>& dims, const std::vector<int>& open) {
             return py::reinterpret_steal<py::object>(Wrap(
                 t.Feed(Impl(like.ptr())->dtype, DDim(IntArray(dims)), open)));
           })
      .def("note_derived", &ProgramTracer::NoteDerived)
      .def("note_plain_size", &ProgramTracer::NotePlainSize)
      .def("has_open_size", &ProgramTracer::HasOpenSize)
      .def("sizes_of",
           [](ProgramTracer& t, const py::handle v) {
             return py::reinterpret_steal<py::object>(
                 Wrap(t.SizesOf(*Impl(v.ptr()))));
           })
      .def("knows", [](const ProgramTracer& t,
                       const py::handle v) { return t.Knows(*Impl(v.ptr())); })
      .def("value_of",
           [](ProgramTracer& t, const py::handle v) {
             return t.ValueOf(*Impl(v.ptr()));
           })
      .def_readwrite("refuse_values", &ProgramTracer::refuse_values)
      .def_property_readonly("num_calls", &ProgramTracer::num_calls)
      .def_property_readonly("calls", CallsOf)
      .def("text",
           [](ProgramTracer& t, const py::sequence& fetched) {
             return pir::Program(t.Take(ToVars(fetched)).program).ToString();
           })
      .def("inputs", [](ProgramTracer& t) { return ToList(t.Take({}).inputs); })
      .def("fork", &ProgramTracer::Fork)
      .def("fork_for_test", &ProgramTracer::ForkForTest)
      .def("begin_training", &ProgramTracer::BeginTraining)
      .def("end_training", &ProgramTracer::EndTraining);
}

// The program as it is for some shapes of what is fed, to be saved.
std::shared_ptr<inference::Capture> CaptureAt(
    const ProgramPlan& plan, const std::vector<std::vector<int64_t>>& shapes,
    const py::sequence& tensors) {
  std::vector<DDim> dims;
  std::vector<Var> feeds;
  for (size_t f = 0; f < shapes.size(); ++f) {
    dims.emplace_back(IntArray(shapes[f]));
    Var feed = Var::Own(NewTensor(State()));  // it needs no memory
    feed->dtype = plan.feeds()[f].variable->dtype;
    feed->dims = dims.back();
    SetContiguous(feed.get());
    feeds.push_back(std::move(feed));
  }
  auto [program, read] = plan.At(dims, ToVars(tensors, true));
  return std::make_shared<inference::Capture>(inference::Capture::Of(
      std::move(program), plan.feed_of(), read, std::move(feeds)));
}

void BindPlan(py::module_& m) {
  py::class_<ProgramPlan, std::shared_ptr<ProgramPlan>>(m, "ProgramPlan")
      .def(py::init(
          [](ProgramTracer& tracer, const py::sequence& fetched,
             const std::vector<std::tuple<py::object, std::vector<int>, bool>>&
                 fed,
             const std::vector<std::tuple<int, double, double, double>>&
                 rates) {
            std::vector<ProgramPlan::Feed> feeds;
            for (const auto& [variable, axes, is_fed] : fed) {
              feeds.push_back({Var::Share(Impl(variable.ptr())), axes, is_fed});
            }
            std::vector<ProgramPlan::RateUse> uses;
            for (const auto& [rate, number, coefficient, offset] : rates) {
              uses.push_back({rate, number, coefficient, offset});
            }
            return std::make_shared<ProgramPlan>(
                tracer, ToVars(fetched), std::move(feeds), std::move(uses));
          }))
      .def_property_readonly(
          "tensors",
          [](const ProgramPlan& p) {
            py::list list;
            for (const Var& v : p.tensors()) {
              list.append(v ? py::reinterpret_steal<py::object>(Wrap(v))
                            : py::object(py::none()));
            }
            return list;
          })
      .def_property_readonly("writes", &ProgramPlan::writes)
      .def_property_readonly("written", &ProgramPlan::written)
      .def_property_readonly("read", &ProgramPlan::read)
      .def_property_readonly("used", &ProgramPlan::used)
      .def_property_readonly("shared", &ProgramPlan::shared)
      .def("capture_at", CaptureAt)
      .def("text",
           [](const ProgramPlan& p) {
             return pir::Program(p.program()).ToString();
           })
      .def("run", [](const ProgramPlan& p, const py::sequence& fed,
                     const py::sequence& tensors,
                     const std::vector<double>& rates, Generator* generator) {
        const std::vector<Var> in = ToVars(fed);
        const std::vector<Var> others = ToVars(tensors, true);
        std::vector<Var> results;
        {
          const NoGil release;
          const GeneratorScope random(generator);
          results = p.Run(in, others, rates);
        }
        return ToList(std::move(results));
      });
}

}  // namespace

bool InitStatic(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  BindTracer(m);
  BindPlan(m);
  m.def("rate_uses", &jit::FindRateUses);
  // What functions are rehearsed with: (sizes, whole numbers) of each kind.
  namespace table = pir::stand_ins;
  m.attr("prime_stand_ins") =
      py::make_tuple(py::tuple(py::cast(table::kPrimeSizes)),
                     py::tuple(py::cast(table::kPrimeInts)));
  m.attr("even_stand_ins") =
      py::make_tuple(py::tuple(py::cast(table::kEvenSizes)),
                     py::tuple(py::cast(table::kEvenInts)));
  // By axis, as bits.
  m.def("open_axes", [](const py::handle t) {
    return ProgramTracer::OpenAxesOf(*ToVars(py::make_tuple(t))[0]);
  });
  m.def("set_shape_hook", [](const py::object& hook) {
    SetShapeHook(hook.is_none() ? nullptr : hook.ptr());
  });
  return true;
}

}  // namespace paddle::python
