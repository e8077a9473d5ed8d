// What a StaticFunction does first when it is called: while the guards of one
// of its captures hold, no line of Python runs.
#include <chrono>

#include "executor/plan.h"
#include "pybind/captured_call.h"
#include "pybind/exceptions.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

// Of calls, and about how long they took: the first ones are timed, then one
// of sixteen, which stands for those before it.
struct Counter {
  int64_t count = 0;
  double seconds = 0;
  bool times_next() const { return count < 16 || count % 16 == 15; }
  void Add(double took) { seconds += took * (count++ < 16 ? 1 : 16); }
};

using Clock = std::chrono::steady_clock;
double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

PyObject* Interned(const char* text) {
  return PyUnicode_InternFromString(text);
}

// Never destroyed: Python is gone by then.
struct Names {
  PyObject *enabled = Interned("enabled"), *check = Interned("_check"),
           *entries = Interned("_entries"), *skipped = Interned("_skipped"),
           *fast = Interned("fast"), *replayer = Interned("replayer");
};

struct {
  ternaryfunc python;  // StaticFunction.__call__
  PyObject* state;     // the variables of paddle/jit/state.py
  PyObject* no_kwargs;
  const Names* names;
  PyTypeObject* call;  // CapturedCall
  // The one thread that has called so far (paddle/jit/threads.py). 0: several
  // have, or none.
  unsigned long only_caller;
} first;

py::object Get(py::handle o, PyObject* name) {
  PyObject* value = PyObject_GetAttr(o.ptr(), name);
  if (!value) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(value);
}

// Of an object whose type is known to be that of T.
template <typename T>
T* Value(const py::object& o) {
  auto* instance = reinterpret_cast<py::detail::instance*>(o.ptr());
  return static_cast<T*>(instance->get_value_and_holder().value_ptr());
}

// Empty where Python has to see to it.
py::object Skip(PyObject* self, PyObject* args, PyObject* kwargs) {
  const Names& n = *first.names;
  if (first.only_caller && first.only_caller != PyThread_get_thread_ident()) {
    return {};  // what guards look at may be taken back
  }
  if (State().recorder || PyDict_GetItem(first.state, n.enabled) != Py_True ||
      Get(self, n.check).ptr() != Py_False) {
    return {};
  }
  auto& counter = *Value<Counter>(Get(self, n.skipped));
  const bool timed = counter.times_next();
  const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
  const py::object entries = Get(self, n.entries);
  if (!PyList_CheckExact(entries.ptr())) return {};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(entries.ptr()); ++i) {
    const auto entry =
        py::reinterpret_borrow<py::object>(PyList_GET_ITEM(entries.ptr(), i));
    const py::object fast = Get(entry, n.fast);
    if (fast.ptr() == Py_False) continue;
    if (Py_TYPE(fast.ptr()) != first.call) return {};
    const auto& call = *Value<const CapturedCall>(fast);
    CapturedCall::Matched m;
    if (call.Match(args, kwargs, &m)) continue;
    jit::Captured::Replay replay;
    if (Records(call.program())) {
      replay = ReplayOf(call.program(), Get(entry, n.replayer)(), args, kwargs);
    }
    if (!call.Run(&m, replay)) continue;
    if (!timed) {
      ++counter.count;
      return call.Result(m);
    }
    py::object result = call.Result(m);
    counter.Add(Since(start));
    return result;
  }
  return {};
}

PyObject* Call(PyObject* self, PyObject* args, PyObject* kwargs) {
  try {
    py::object result = Skip(self, args, kwargs ? kwargs : first.no_kwargs);
    if (result) return result.release().ptr();
  } catch (py::error_already_set& e) {
    e.restore();
  } catch (...) {
    SetPythonError();
  }
  if (PyErr_Occurred()) {
    // What has changed nothing fails once more where the user wrote it.
    if (!PyErr_ExceptionMatches(PyExc_Exception) || !executor::FailedCleanly())
      return nullptr;
    PyErr_Clear();
  }
  jit::TakeMismatch();  // what was tried tells Python nothing
  return first.python(self, args, kwargs);
}

}  // namespace

void BindFastCall(py::module_& m) {
  py::class_<Counter>(m, "Counter")
      .def(py::init<>())
      .def_readonly("count", &Counter::count)
      .def_readonly("seconds", &Counter::seconds)
      .def("add", &Counter::Add);
  m.def("set_only_caller", [](unsigned long id) { first.only_caller = id; });
  m.def("skip_python_first", [](py::type type, py::dict state) {
    auto* t = reinterpret_cast<PyTypeObject*>(type.ptr());
    first.python = t->tp_call;
    first.state = state.release().ptr();
    first.no_kwargs = PyDict_New();
    first.names = new Names;
    first.call = reinterpret_cast<PyTypeObject*>(
        py::type::of<CapturedCall>().release().ptr());
    t->tp_call = Call;
    PyType_Modified(t);
  });
}

}  // namespace paddle::python
