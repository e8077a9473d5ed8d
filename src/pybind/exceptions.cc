#include "pybind/exceptions.h"

#include <pybind11/pybind11.h>

#include <new>
#include <stdexcept>
#include <string>

#include "eager/recorder.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

// A KeyError whose text is shown as it is, and not as the repr of a key.
PyObject* NotFoundType() {
  static PyObject* const type = [] {
    py::dict space;
    space["__str__"] = py::handle(PyExc_BaseException).attr("__str__");
    return PyErr_NewException("paddle._C.NotFoundError", PyExc_KeyError,
                              space.ptr());
  }();
  return type;
}

}  // namespace

PyObject* ExceptionType(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return PyExc_ValueError;
    case ErrorCode::kInvalidType: return PyExc_TypeError;
    case ErrorCode::kOutOfRange: return PyExc_IndexError;
    case ErrorCode::kNotFound: return NotFoundType();
    case ErrorCode::kUnimplemented: return PyExc_NotImplementedError;
    case ErrorCode::kResourceExhausted: return PyExc_MemoryError;
    case ErrorCode::kExternal: return PyExc_OSError;
    case ErrorCode::kPreconditionNotMet:
    case ErrorCode::kUnavailable:
    case ErrorCode::kFatal: return PyExc_RuntimeError;
  }
  return PyExc_RuntimeError;
}

namespace {

bool prefix_errors = true;

// "(OutOfRange) add: ..." of `add`, called as `add_` -> "(OutOfRange) add_:
// ...";
// "(OutOfRange) index: ..." -> "(OutOfRange) add_: index: ..."
std::string Named(const char* name, const char* op, std::string text) {
  if (!name || !prefix_errors) return text;
  const size_t at = text.compare(0, 1, "(") == 0 ? text.find(") ") : 0;
  const size_t start = at == std::string::npos || at == 0 ? 0 : at + 2;
  const size_t end = text.find(": ", start);
  const std::string first = text.substr(start, end - start);
  if (first == name || (op && first == std::string(op) + '_')) return text;
  if (op && first == op) return text.replace(start, first.size(), name);
  return text.insert(start, std::string(name) + ": ");
}

}  // namespace

PyObject* GraphBreakType() {
  static PyObject* const type =
      PyErr_NewException("paddle._C.GraphBreak", PyExc_RuntimeError, nullptr);
  return type;
}

void SetError(PyObject* type, const std::string& text) {
  PyObject* message = PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (!message) return;
  PyErr_SetObject(type, message);
  Py_DECREF(message);
}

void PrefixErrors(bool on) { prefix_errors = on; }

PyObject* SetPythonError(const char* name, const char* op) {
  try {
    throw;
  } catch (const PythonError&) {
    // set already
  } catch (py::error_already_set& e) {
    e.restore();  // of Python code that C++ has called
  } catch (const CaptureBreak& e) {
    SetError(GraphBreakType(), e.what());
  } catch (const Error& e) {
    SetError(ExceptionType(e.code()), Named(name, op, e.what()));
  } catch (const std::bad_alloc&) {
    SetError(PyExc_MemoryError, Named(name, op, "there is not enough memory."));
  } catch (const std::exception& e) {
    SetError(PyExc_RuntimeError, Named(name, op, e.what()));
  }
  return nullptr;
}

}  // namespace paddle::python
