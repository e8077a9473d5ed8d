// C++ errors as Python exceptions and back.
#pragma once
#include <Python.h>
#include <unistd.h>

#include "common/enforce.h"

namespace paddle::python {

// Thrown by C++ code when a Python exception is already set.
class PythonError : public std::exception {
 public:
  const char* what() const noexcept override { return "a Python exception"; }
};

// Sets the Python exception for the C++ exception being handled; for use in a
// catch (...) block. Returns null. A text that does not begin with `name`, as
// the caller knows what was called, gets it as a prefix, or in place of `op`.
PyObject* SetPythonError(const char* name = nullptr, const char* op = nullptr);

// paddle._C.GraphBreak: a CaptureBreak in Python.
PyObject* GraphBreakType();

// Turns that prefix off, so that tests see what the operators themselves say.
void PrefixErrors(bool on);

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

// The same for a slot that returns a status: f() returns nothing.
template <typename F>
int GuardedStatus(F&& f) {
  try {
    f();
    return 0;
  } catch (...) {
    SetPythonError();
    return -1;
  }
}

// When Python is going down, a thread that asks for the GIL is ended by an
// exception: where one may not pass it waits for the end instead.
inline void ParkIfFinalizing() {
#if PY_VERSION_HEX >= 0x030D0000
  while (PD_UNLIKELY(Py_IsFinalizing())) pause();
#else
  while (PD_UNLIKELY(_Py_IsFinalizing())) pause();
#endif
}

// The GIL is let go while it lives. Python may go down while the thread waits
// for it: the exception that ends it then leaves the destructor.
class NoGil {
 public:
  NoGil() : state_(PyEval_SaveThread()) {}
  NoGil(const NoGil&) = delete;
  ~NoGil() noexcept(false) {
    ParkIfFinalizing();
    PyEval_RestoreThread(state_);
  }

 private:
  PyThreadState* state_;
};
// The GIL is held while it lives, from any thread.
class WithGil {
 public:
  WithGil() : state_((Prepare(), PyGILState_Ensure())) {}
  WithGil(const WithGil&) = delete;
  ~WithGil() { PyGILState_Release(state_); }

 private:
  static void Prepare() {
    if (!PyGILState_Check()) ParkIfFinalizing();  // who holds it goes on
  }
  PyGILState_STATE state_;
};

}  // namespace paddle::python
