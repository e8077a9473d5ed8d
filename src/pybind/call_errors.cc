#include "pybind/call_errors.h"

namespace paddle::python {
namespace {

const char* Describe(ArgType type) {
  switch (type) {
    case ArgType::kTensor: return "a Tensor or a number";
    case ArgType::kOptionalTensor: return "a Tensor or None";
    case ArgType::kTensorList: return "a list or tuple of Tensors";
    case ArgType::kBool: return "a bool";
    case ArgType::kInt: return "an int";
    case ArgType::kFloat: return "a float";
    case ArgType::kString: return "a str";
    case ArgType::kIntArray: return "an int or a list of ints";
    case ArgType::kDataType: return "a dtype";
    case ArgType::kScalar: return "a number";
  }
  return "";
}

}  // namespace

bool BadType(const OpBinding& b, int i, PyObject* o) {
  // What Python or numpy says of a wrong value names no argument.
  PyObject* error = PyErr_Occurred();
  if (error && PyErr_GivenExceptionMatches(error, PyExc_OverflowError)) {
    PyErr_Format(PyExc_ValueError,
                 "(InvalidArgument) %s: argument `%U` is too large.\n  "
                 "Expected: %s in the range of int64\n  Received: %R",
                 b.name, b.names[i], Describe(b.types[i]), o);
    return false;
  }
  if (error && PyErr_GivenExceptionMatches(error, PyExc_TypeError)) {
    PyErr_Clear();
    error = nullptr;
  }
  if (!error && b.types[i] == ArgType::kDataType) {
    PyErr_Format(PyExc_TypeError,
                 "(InvalidType) %s: argument `%U`: %R is not a dtype.\n  "
                 "Expected: paddle.float32 and the like, a name such as "
                 "'float32', or a numpy dtype",
                 b.name, b.names[i], o);
  } else if (!error) {
    PyErr_Format(PyExc_TypeError,
                 "(InvalidType) %s: argument `%U` has the wrong type.\n"
                 "  Expected: %s\n  Received: %s\n  Hint: the signature is "
                 "%s.",
                 b.name, b.names[i], Describe(b.types[i]), Py_TYPE(o)->tp_name,
                 b.signature);
  }
  return false;
}
bool BadCall(const OpBinding& b, const char* what, PyObject* name) {
  PyErr_Format(PyExc_TypeError, "(InvalidType) %s: %s `%U`.\n  Expected: %s",
               b.name, what, name, b.signature);
  return false;
}
bool TooMany(const OpBinding& b, Py_ssize_t given) {
  PyErr_Format(PyExc_TypeError,
               "(InvalidType) %s: too many arguments.\n  Expected: at most "
               "%d: %s\n  Received: %zd",
               b.name, b.n_args, b.signature, given);
  return false;
}

PyObject* OtherForm(const OpBinding& b, PyObject* self, PyObject* const* argv,
                    Py_ssize_t n, PyObject* kwnames) {
  static thread_local bool asking = false;
  if (asking || !PyErr_ExceptionMatches(PyExc_TypeError)) return nullptr;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  asking = true;
  PyObject* result = nullptr;
  PyObject* forms = PyImport_ImportModule("paddle.tensor.forms");
  PyObject* call = forms ? PyObject_GetAttrString(forms, "call") : nullptr;
  PyObject* args = call ? PyTuple_New(n + (self ? 1 : 0)) : nullptr;
  PyObject* kwargs = args ? PyDict_New() : nullptr;
  if (kwargs) {
    Py_ssize_t at = 0;
    if (self) PyTuple_SET_ITEM(args, at++, Py_NewRef(self));
    for (Py_ssize_t k = 0; k < n; ++k) {
      PyTuple_SET_ITEM(args, at++, Py_NewRef(argv[k]));
    }
    const Py_ssize_t count = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t k = 0; k < count; ++k) {
      PyDict_SetItem(kwargs, PyTuple_GET_ITEM(kwnames, k), argv[n + k]);
    }
    result = PyObject_CallFunction(call, "sOO", b.name, args, kwargs);
  }
  Py_XDECREF(forms);
  Py_XDECREF(call);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  asking = false;
  if (result && result != Py_NotImplemented) {
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return result;
  }
  if (result) {
    Py_DECREF(result);
    PyErr_Restore(type, value, trace);
    return nullptr;
  }
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return nullptr;
}

}  // namespace paddle::python
