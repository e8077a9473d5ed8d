// What paddle.amp stands on: the policy of this thread.
#include "eager/amp.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "common/enforce.h"
#include "eager/grad_node.h"
#include "eager/op_stats.h"
#include "pybind/init.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

AmpLevel LevelOf(const std::string& level) {
  if (level == "OD") return AmpLevel::kOD;
  return level == "O1" ? AmpLevel::kO1 : AmpLevel::kO2;
}

const AmpPolicy* PolicyOf(const std::string& level, const py::handle& dtype,
                          bool use_promote, const AmpPolicy::Names& narrow,
                          const AmpPolicy::Names& wide) {
  DataType type;
  if (!ToDType(dtype.ptr(), &type)) throw py::error_already_set();
  return AmpPolicy::Of(LevelOf(level), type, use_promote, narrow, wide);
}

// Names of operators, by list.
py::dict Lists() {
  py::dict lists;
  const auto of = [&](const char* name) {
    if (!lists.contains(name)) lists[name] = py::set();
    return py::set(lists[name]);
  };
  for (const AmpFact& fact : AmpFacts()) {
    const char* name = nullptr;
    switch (fact.list) {
      case AmpList::kNarrow:
      case AmpList::kNarrowBeforeBias: name = "white"; break;
      case AmpList::kWide:
      case AmpList::kWideOrFirst: name = "black"; break;
      case AmpList::kAlwaysWide: name = "extra_black"; break;
      default: continue;
    }
    of(name).add(py::str(fact.op));
    for (const py::handle other :
         py::list(py::str(fact.names).attr("split")())) {
      of(name).add(other);
    }
  }
  return lists;
}

}  // namespace

bool InitAmp(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<AmpPolicy, std::unique_ptr<AmpPolicy, py::nodelete>>(m,
                                                                  "AmpPolicy")
      .def_property_readonly(
          "dtype",
          [](const AmpPolicy& p) { return std::string(Name(p.dtype())); })
      .def_property_readonly("only_listed", [](const AmpPolicy& p) {
        return p.level() == AmpLevel::kOD;
      });
  // The same object for the same policy as long as it lives.
  const auto object = [](const AmpPolicy* policy) {
    return py::cast(const_cast<AmpPolicy*>(policy),
                    py::return_value_policy::reference);
  };
  m.def("amp_policy",
        [object](const std::string& level, const py::handle& dtype,
                 bool use_promote, const AmpPolicy::Names& narrow,
                 const AmpPolicy::Names& wide) {
          return object(PolicyOf(level, dtype, use_promote, narrow, wide));
        });
  m.def("current_amp", [object] { return object(CurrentAmp()); });
  m.def(
      "set_amp",
      [object](const AmpPolicy* policy) {
        const AmpPolicy* previous = CurrentAmp();
        SetAmp(policy);
        return object(previous);
      },
      py::arg("policy").none(true));
  m.def("amp_lists", Lists);
  m.def("count_ops", CountOps);
  m.def("counted_ops", [] { return CountedOps(); });
  m.def("want_wide_grad", [](const py::handle& tensor) {
    MetaOf(*Impl(tensor.ptr())).wide_grad = true;
  });
  return true;
}

}  // namespace paddle::python
