#include "pybind/exceptions.h"

#include <new>
#include <stdexcept>

namespace paddle::python {

PyObject* ExceptionType(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return PyExc_ValueError;
    case ErrorCode::kInvalidType: return PyExc_TypeError;
    case ErrorCode::kOutOfRange: return PyExc_IndexError;
    case ErrorCode::kNotFound: return PyExc_KeyError;
    case ErrorCode::kUnimplemented: return PyExc_NotImplementedError;
    case ErrorCode::kResourceExhausted: return PyExc_MemoryError;
    case ErrorCode::kExternal: return PyExc_OSError;
    case ErrorCode::kPreconditionNotMet:
    case ErrorCode::kUnavailable:
    case ErrorCode::kFatal: return PyExc_RuntimeError;
  }
  return PyExc_RuntimeError;
}

PyObject* SetPythonError() {
  try {
    throw;
  } catch (const PythonError&) {
    // set already
  } catch (const Error& e) {
    PyErr_SetString(ExceptionType(e.code()), e.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
  return nullptr;
}

}  // namespace paddle::python
