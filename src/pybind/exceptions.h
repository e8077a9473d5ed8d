// C++ errors as Python exceptions and back.
#pragma once
#include <Python.h>

#include "common/enforce.h"

namespace paddle::python {

// Thrown by C++ code when a Python exception is already set.
class PythonError : public std::exception {
 public:
  const char* what() const noexcept override { return "a Python exception"; }
};

// Sets the Python exception for the C++ exception being handled; for use in a
// catch (...) block. Returns null. A text that does not name `op` gets it.
PyObject* SetPythonError(const char* op = nullptr);

// The Python exception type of a code.
PyObject* ExceptionType(ErrorCode code);

// Throws PythonError where `o` is null.
inline PyObject* Checked(PyObject* o) {
  if (!o) throw PythonError();
  return o;
}

// Runs f() (which returns PyObject*), turning exceptions into Python's.
template <typename F>
PyObject* Guarded(F&& f, const char* op = nullptr) {
  try {
    return f();
  } catch (...) {
    return SetPythonError(op);
  }
}

// The GIL is let go while it lives.
class NoGil {
 public:
  NoGil() : state_(PyEval_SaveThread()) {}
  NoGil(const NoGil&) = delete;
  ~NoGil() { PyEval_RestoreThread(state_); }

 private:
  PyThreadState* state_;
};
// The GIL is held while it lives, from any thread.
class WithGil {
 public:
  WithGil() : state_(PyGILState_Ensure()) {}
  WithGil(const WithGil&) = delete;
  ~WithGil() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

}  // namespace paddle::python
