#include "pybind/py_dtype.h"

#include <string>

#include "pybind/tensor_docs.h"

namespace paddle::python {

PyTypeObject DTypeType = {PyVarObject_HEAD_INIT(nullptr, 0)};

namespace {

PyObject* objects[kNumDataTypes];

DataType Get(PyObject* o) { return reinterpret_cast<PyDType*>(o)->type; }

PyObject* Str(PyObject* o) {
  return PyUnicode_FromFormat("paddle.%s", Name(Get(o)));
}
PyObject* GetName(PyObject* o, void*) {
  return PyUnicode_FromString(Name(Get(o)));
}
PyObject* GetItemSize(PyObject* o, void*) {
  return PyLong_FromSize_t(SizeOf(Get(o)));
}
PyObject* GetIsFloating(PyObject* o, void*) {
  return PyBool_FromLong(IsFloating(Get(o)));
}
PyObject* GetIsComplex(PyObject* o, void*) {
  return PyBool_FromLong(IsComplex(Get(o)));
}
PyObject* Reduce(PyObject* o, PyObject*) {  // pickled by name
  return Py_BuildValue("O(s)", &DTypeType, Name(Get(o)));
}
PyObject* New(PyTypeObject*, PyObject* args, PyObject*) {
  PyObject* value;
  if (!PyArg_ParseTuple(args, "O:dtype", &value)) return nullptr;
  DataType t;
  if (!ToDType(value, &t)) return nullptr;
  return WrapDType(t);
}

PyGetSetDef kGetSet[] = {
    {"name", GetName, nullptr, "The bare name, such as 'float32'.", nullptr},
    {"itemsize", GetItemSize, nullptr, "Bytes per element.", nullptr},
    {"is_floating_point", GetIsFloating, nullptr, nullptr, nullptr},
    {"is_complex", GetIsComplex, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef kMethods[] = {{"__reduce__", Reduce, METH_NOARGS, nullptr},
                          {nullptr, nullptr, 0, nullptr}};

bool FromName(const char* name, DataType* t) {
  *t = DataTypeFromName(name);
  return *t != DataType::kUndefined;
}

}  // namespace

PyObject* WrapDType(DataType t) {
  if (t == DataType::kUndefined) Py_RETURN_NONE;
  return Py_NewRef(objects[static_cast<int>(t)]);
}

bool ToDType(PyObject* o, DataType* t) {
  if (Py_TYPE(o) == &DTypeType) {
    *t = Get(o);
    return true;
  }
  if (o == Py_None) {
    *t = DataType::kUndefined;
    return true;
  }
  if (PyUnicode_Check(o)) {
    const char* name = PyUnicode_AsUTF8(o);
    if (name && FromName(name, t)) return true;
  } else if (o == reinterpret_cast<PyObject*>(&PyBool_Type)) {
    *t = DataType::kBool;
    return true;
  } else if (o == reinterpret_cast<PyObject*>(&PyLong_Type)) {
    *t = DataType::kInt64;
    return true;
  } else if (o == reinterpret_cast<PyObject*>(&PyFloat_Type)) {
    *t = DataType::kFloat64;
    return true;
  } else if (o == reinterpret_cast<PyObject*>(&PyComplex_Type)) {
    *t = DataType::kComplex128;
    return true;
  } else {  // numpy.dtype has `name`, numpy.float32 has `__name__`
    for (const char* attribute : {"name", "__name__"}) {
      PyObject* name = PyObject_GetAttrString(o, attribute);
      const char* text =
          name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
      const bool found = text && FromName(text, t);
      Py_XDECREF(name);
      PyErr_Clear();
      if (found) return true;
    }
  }
  if (!PyErr_Occurred()) {
    PyErr_Format(PyExc_TypeError,
                 "(InvalidType) %R is not a dtype.\n  Expected: paddle.float32 "
                 "and the like, a name such as 'float32', or a numpy dtype",
                 o);
  }
  return false;
}

bool InitDTypeType(PyObject* module) {
  DTypeType.tp_name = "paddle.dtype";
  DTypeType.tp_doc = kDTypeDoc;
  DTypeType.tp_basicsize = sizeof(PyDType);
  DTypeType.tp_flags = Py_TPFLAGS_DEFAULT;
  DTypeType.tp_new = New;
  DTypeType.tp_repr = DTypeType.tp_str = Str;
  DTypeType.tp_getset = kGetSet;
  DTypeType.tp_methods = kMethods;
  if (PyType_Ready(&DTypeType) < 0) return false;
  if (PyModule_AddObjectRef(module, "dtype",
                            reinterpret_cast<PyObject*>(&DTypeType)) < 0) {
    return false;
  }
  for (int i = 1; i < kNumDataTypes; ++i) {
    auto* o = PyObject_New(PyDType, &DTypeType);
    if (!o) return false;
    o->type = static_cast<DataType>(i);
    objects[i] = reinterpret_cast<PyObject*>(o);
    if (PyModule_AddObjectRef(module, Name(o->type), objects[i]) < 0) {
      return false;
    }
  }
  return true;
}

}  // namespace paddle::python
