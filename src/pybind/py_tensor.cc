#include "pybind/py_tensor.h"

#include <cstddef>

#include "eager/engine.h"
#include "pybind/exceptions.h"
#include "pybind/gc.h"
#include "pybind/tensor_docs.h"
#include "pybind/tensor_methods.h"
#include "pybind/tensor_size.h"

namespace paddle::python {

PyTypeObject TensorType = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyNumberMethods TensorNumber;
PyTensor* free_tensors[kMaxFree];
int num_free_tensors = 0;

namespace {

PyTensor* Self(PyObject* o) { return reinterpret_cast<PyTensor*>(o); }

void Dealloc(PyObject* o) {
  if (PyObject_GC_IsTracked(o)) PyObject_GC_UnTrack(o);
  PyTensor* t = Self(o);
  if (t->weakrefs) PyObject_ClearWeakRefs(o);
  if (t->dict) Py_CLEAR(t->dict);
  if (t->impl) Release(std::exchange(t->impl, nullptr));
  if (Py_TYPE(o) == &TensorType && num_free_tensors < kMaxFree) {
    free_tensors[num_free_tensors++] = t;
    return;
  }
  Py_TYPE(o)->tp_free(o);  // of a subclass, subtype_dealloc drops the type
}

// A hook may hold the tensor it is on: one way to be part of a cycle.
int Traverse(PyObject* o, visitproc visit, void* arg) {
  Py_VISIT(Self(o)->dict);
  if (!Self(o)->impl) return 0;
  struct Visitor {
    visitproc visit;
    void* arg;
  } visitor{visit, arg};
  return VisitOwned(
      *Self(o)->impl,
      [](void* object, void* context) {
        const auto* v = static_cast<Visitor*>(context);
        return v->visit(static_cast<PyObject*>(object), v->arg);
      },
      &visitor);
}
int Clear(PyObject* o) {
  Py_CLEAR(Self(o)->dict);
  if (Self(o)->impl) DropOwned(*Self(o)->impl);
  return 0;
}

int SetAttr(PyObject* o, PyObject* name, PyObject* value) {
  const int status = PyObject_GenericSetAttr(o, name, value);
  if (Self(o)->dict) Track(o);
  return status;
}
PyObject* GetDict(PyObject* o, void* closure) {
  PyObject* dict = PyObject_GenericGetDict(o, closure);
  if (Self(o)->dict) Track(o);
  return dict;
}

// Tensor([1, 2]) and Tensor(2, 3): paddle/tensor/convert.py.
PyObject* NewFrom(PyObject* args, PyObject* kwargs) {
  PyObject* module = PyImport_ImportModule("paddle.tensor.convert");
  PyObject* make =
      module ? PyObject_GetAttrString(module, "constructed") : nullptr;
  PyObject* made = make ? PyObject_Call(make, args, kwargs) : nullptr;
  Py_XDECREF(make);
  Py_XDECREF(module);
  return made;
}

// Tensor(other): a second object over the same tensor; what subclasses
// (Parameter) are built with.
PyObject* New(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* source = nullptr;
  if (PyTuple_GET_SIZE(args) > 0) source = PyTuple_GET_ITEM(args, 0);
  const bool from_data =
      source ? !IsTensor(source) : kwargs && PyDict_GET_SIZE(kwargs) > 0;
  if (type == &TensorType && from_data) return NewFrom(args, kwargs);
  return Guarded([&]() -> PyObject* {
    Var impl = source && IsTensor(source)
                   ? Var::Share(Impl(source))
                   : EmptyTensor(DDim{int64_t{0}}, DefaultFloat());
    PyObject* o = type->tp_alloc(type, 0);
    if (o) Self(o)->impl = impl.Take();
    return o;
  });
}

// The type of Tensor: programs set attributes of the class, and captures, which
// take its methods for given, have to be told.
PyTypeObject TensorMetaType = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyObject* on_patch = nullptr;

int SetClassAttr(PyObject* type, PyObject* name, PyObject* value) {
  if (PyType_Type.tp_setattro(type, name, value) < 0) return -1;
  if (type != reinterpret_cast<PyObject*>(&TensorType) || !on_patch) return 0;
  PyObject* done = PyObject_CallNoArgs(on_patch);
  if (!done) return -1;
  Py_DECREF(done);
  return 0;
}

bool InitMetaType() {
  TensorMetaType.tp_name = "paddle.TensorType";
  TensorMetaType.tp_doc = "The type of paddle.Tensor.";
  TensorMetaType.tp_base = &PyType_Type;
  TensorMetaType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
  TensorMetaType.tp_setattro = SetClassAttr;
  return PyType_Ready(&TensorMetaType) == 0;
}

PyGetSetDef kDictGetSet[] = {
    {"__dict__", GetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

void Track(PyObject* o) {
  if (!PyObject_GC_IsTracked(o)) PyObject_GC_Track(o);
}

PyObject* NewPyTensor() {
  auto* t = PyObject_GC_New(PyTensor, &TensorType);
  if (!t) return nullptr;
  t->impl = nullptr;
  t->dict = t->weakrefs = nullptr;
  return reinterpret_cast<PyObject*>(t);
}

void OnTensorPatch(PyObject* callback) {
  Py_XSETREF(on_patch, Py_NewRef(callback));
}

bool InitTensorType(PyObject* module) {
  PyTypeObject& t = TensorType;
  if (!InitMetaType()) return false;
  Py_SET_TYPE(&t, &TensorMetaType);
  t.tp_name = "paddle.Tensor";
  t.tp_doc = kTensorDoc;
  t.tp_basicsize = sizeof(PyTensor);
  t.tp_new = New;
  t.tp_init = [](PyObject*, PyObject*, PyObject*) { return 0; };
  t.tp_dealloc = Dealloc;
  t.tp_dictoffset = offsetof(PyTensor, dict);
  t.tp_weaklistoffset = offsetof(PyTensor, weakrefs);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
  t.tp_as_number = &TensorNumber;
  t.tp_hash = [](PyObject* o) -> Py_hash_t {
    return static_cast<Py_hash_t>(reinterpret_cast<uintptr_t>(o) >> 4);
  };
  t.tp_getset = kDictGetSet;
  t.tp_setattro = SetAttr;
  t.tp_traverse = Traverse;
  t.tp_clear = Clear;
  InstallTensorMethods(&t);
  if (PyType_Ready(&t) < 0 || !InitTensorSize()) return false;
  t.tp_flags &= ~Py_TPFLAGS_IMMUTABLETYPE;  // as a class written in Python
  return PyModule_AddObjectRef(module, "Tensor",
                               reinterpret_cast<PyObject*>(&t)) == 0;
}

}  // namespace paddle::python
