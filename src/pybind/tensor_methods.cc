#include "pybind/tensor_methods.h"

#include <optional>

#include "eager/eager_builder.h"
#include "eager/engine.h"
#include "eager/recorder.h"
#include "eager/view_history.h"
#include "jit/program_tracer.h"
#include "ops/generated/ops.h"
#include "pybind/exceptions.h"
#include "pybind/gc.h"
#include "pybind/indexing.h"
#include "pybind/interop.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"
#include "pybind/tensor_docs.h"
#include "pybind/tensor_size.h"

namespace paddle::python {

namespace {

// ---- properties ----

PyObject* GetShape(PyObject* o, void*) { return ShapeOf(*Impl(o)); }
PyObject* GetStrides(PyObject* o, void*) {
  return NewIntList(Impl(o)->stride_array());
}
PyObject* GetDType(PyObject* o, void*) { return WrapDType(Impl(o)->dtype); }
PyObject* GetNDim(PyObject* o, void*) {
  return PyLong_FromLong(Impl(o)->rank());
}
PyObject* GetSize(PyObject* o, void*) { return NewTensorSize(*Impl(o)); }
PyObject* GetItemSize(PyObject* o, void*) {
  return PyLong_FromSize_t(SizeOf(Impl(o)->dtype));
}
PyObject* GetOffset(PyObject* o, void*) {
  const DenseTensor& t = *Impl(o);
  const auto* base = t.storage ? static_cast<char*>(t.storage->data) : nullptr;
  return PyLong_FromSsize_t(base ? static_cast<char*>(t.data) - base : 0);
}
PyObject* GetPlaceText(PyObject* o, void*) {
  return PyUnicode_FromString(ToString(Impl(o)->place).c_str());
}
PyObject* GetStopGradient(PyObject* o, void*) {
  return Guarded([&] {
    RefreshHistory(*Impl(o));
    return PyBool_FromLong(!Impl(o)->requires_grad());
  });
}
int SetStopGradient(PyObject* o, PyObject* value, void*) {
  const int stop = value ? PyObject_IsTrue(value) : -1;
  if (stop < 0) return -1;
  return GuardedStatus([&] {
    DenseTensor& t = *Impl(o);
    Recorder* recorder = State().recorder;
    if (PD_UNLIKELY(recorder) && !stop != t.requires_grad()) {
      recorder->WishChanges(t);
    }
    if (stop) {
      DropBase(t);  // or it would take a history from there again
      t.flags &= ~kRequiresGrad;
    } else {
      t.flags |= kRequiresGrad;
    }
  });
}
PyObject* GetPersistable(PyObject* o, void*) {
  return PyBool_FromLong(Impl(o)->flags & kPersistable);
}
int SetPersistable(PyObject* o, PyObject* value, void*) {
  const int on = value ? PyObject_IsTrue(value) : -1;
  if (on < 0) return -1;
  if (on)
    Impl(o)->flags |= kPersistable;
  else
    Impl(o)->flags &= ~kPersistable;
  return 0;
}
PyObject* GetIsLeaf(PyObject* o, void*) {
  return Guarded([&] {
    RefreshHistory(*Impl(o));
    return PyBool_FromLong(!Impl(o)->node || !Impl(o)->requires_grad());
  });
}
PyObject* GetGrad(PyObject* o, void*) {
  return Guarded([&] { return Wrap(GradOf(*Impl(o))); });
}
int AssignGrad(PyObject* o, PyObject* value, void*) {
  return GuardedStatus([&] {
    const bool none = !value || value == Py_None;
    PADDLE_ENFORCE(none || IsTensor(value),
                   errors::InvalidType("Tensor.grad: the value has the wrong "
                                       "type.")
                       .Expected("a Tensor or None")
                       .Received(Py_TYPE(value)->tp_name));
    PADDLE_ENFORCE(
        none || Impl(value)->dims == Impl(o)->dims,
        errors::InvalidArgument("Tensor.grad: the value has the wrong shape.")
            .Shapes({{"tensor", Impl(o)->dims}, {"grad", Impl(value)->dims}}));
    SetGrad(*Impl(o), none ? Var() : Var::Share(Impl(value)));
  });
}
// What captures note of a gradient and put back: None, a tensor, or the dtype
// of zeros that nobody has made yet. Recorders are not told.
PyObject* GetGradStateOf(PyObject* o, void*) {
  return Guarded([&]() -> PyObject* {
    GradState state = GradStateOf(*Impl(o));
    if (state.zero != DataType::kUndefined) return WrapDType(state.zero);
    return Wrap(std::move(state.grad));
  });
}
int PutGradStateOf(PyObject* o, PyObject* value, void*) {
  return GuardedStatus([&] {
    GradState state{Var(), DataType::kUndefined};
    if (value && IsTensor(value)) {
      state.grad = Var::Share(Impl(value));
    } else if (value && value != Py_None) {
      PADDLE_ENFORCE(ToDType(value, &state.zero),
                     errors::InvalidType("Tensor._grad_state: no state.")
                         .Expected("a Tensor, None or a dtype")
                         .Received(Py_TYPE(value)->tp_name));
    }
    PutGradState(*Impl(o), std::move(state));
  });
}
PyObject* GetVersion(PyObject* o, void*) {
  return PyLong_FromUnsignedLong(Impl(o)->version());
}

PyGetSetDef kGetSet[] = {
    {"shape", GetShape, nullptr, kShapeDoc, nullptr},
    {"strides", GetStrides, nullptr, kStridesDoc, nullptr},
    {"dtype", GetDType, nullptr, kDtypeDoc, nullptr},
    {"ndim", GetNDim, nullptr, kNdimDoc, nullptr},
    {"size", GetSize, nullptr, kSizeDoc, nullptr},
    {"itemsize", GetItemSize, nullptr, kItemsizeDoc, nullptr},
    {"offset", GetOffset, nullptr, kOffsetDoc, nullptr},
    {"_place", GetPlaceText, nullptr, nullptr, nullptr},
    {"stop_gradient", GetStopGradient, SetStopGradient, kStopGradientDoc,
     nullptr},
    {"persistable", GetPersistable, SetPersistable, kPersistableDoc, nullptr},
    {"is_leaf", GetIsLeaf, nullptr, kIsLeafDoc, nullptr},
    {"grad", GetGrad, AssignGrad, kGradDoc, nullptr},
    {"_grad_state", GetGradStateOf, PutGradStateOf, nullptr, nullptr},
    {"inplace_version", GetVersion, nullptr, kInplaceVersionDoc, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

// ---- methods ----

PyObject* Numpy(PyObject* o, PyObject*) {
  return Guarded([&] {
    if (Impl(o)->flags & kTraced) jit::ProgramTracer::RefuseRead();
    return ToNumpy(*Impl(o));
  });
}

PyObject* ScalarToPython(Scalar s) {
  switch (s.type()) {
    case DataType::kBool: return PyBool_FromLong(s.ToInt() != 0);
    case DataType::kInt64: return PyLong_FromLongLong(s.ToInt());
    case DataType::kComplex128: {
      const auto v = s.To<complex128>();
      return PyComplex_FromDoubles(v.real(), v.imag());
    }
    default: return PyFloat_FromDouble(s.ToDouble());
  }
}

// Of a tensor that Python reads: not the stand-ins of a static program.
Scalar ItemForPython(DenseTensor& t) {
  if (PD_UNLIKELY(t.flags & kTraced)) jit::ProgramTracer::RefuseRead();
  return Item(t);
}

PyObject* ItemMethod(PyObject* o, PyObject* const* argv, Py_ssize_t n) {
  return Guarded([&]() -> PyObject* {
    if (n == 0) return ScalarToPython(ItemForPython(*Impl(o)));
    PyObject* key = n == 1 ? Py_NewRef(argv[0]) : PyTuple_New(n);
    for (Py_ssize_t i = 0; n > 1 && i < n; ++i) {
      PyTuple_SET_ITEM(key, i, Py_NewRef(argv[i]));
    }
    PyObject* source = Py_NewRef(o);
    if (n == 1 && PyLong_Check(key) && Impl(o)->rank() != 1) {
      DenseTensor& t = *Impl(o);
      Py_SETREF(source, Wrap(ops::Reshape(Var::Share(&t), {t.numel})));
    }
    PyObject* element = GetItem(source, key);
    Py_DECREF(source);
    Py_DECREF(key);
    Checked(element);
    PyObject* result =
        Guarded([&] { return ScalarToPython(ItemForPython(*Impl(element))); });
    Py_DECREF(element);
    return result;
  });
}

PyObject* NestedList(const DenseTensor& t, int axis, int64_t* at) {
  if (axis == t.rank()) {
    DenseTensor one;
    one.dtype = t.dtype;
    one.data = static_cast<char*>(t.data) + *at * SizeOf(t.dtype);
    ++*at;
    return ScalarToPython(Item(one));
  }
  PyObject* list = PyList_New(t.dims[axis]);
  for (int64_t i = 0; list && i < t.dims[axis]; ++i) {
    PyList_SET_ITEM(list, i, NestedList(t, axis + 1, at));
  }
  return list;
}
PyObject* ToList(PyObject* o, PyObject*) {
  return Guarded([&] {
    if (Impl(o)->flags & kTraced) jit::ProgramTracer::RefuseRead();
    const Var v = OnHost(Var::Share(Impl(o)));
    int64_t at = 0;
    return NestedList(*v, 0, &at);
  });
}

PyObject* Detach(PyObject* o, PyObject*) {
  return Guarded([&] { return Wrap(Alias(*Impl(o)).Take()); });
}
PyObject* DetachInplace(PyObject* o, PyObject*) {
  return Guarded([&] {
    DenseTensor& t = *Impl(o);
    if (PD_UNLIKELY(State().recorder)) State().recorder->WishChanges(t);
    DropNode(t);
    DropBase(t);
    t.history = kNoHistory;
    t.flags &= ~kRequiresGrad;
    return Py_NewRef(o);
  });
}
PyObject* ContiguousMethod(PyObject* o, PyObject*) {
  return Guarded([&]() -> PyObject* {
    if (Impl(o)->contiguous()) return Py_NewRef(o);
    return Wrap(ops::Assign(Var::Share(Impl(o))).Take());
  });
}
PyObject* IsContiguous(PyObject* o, PyObject*) {
  return PyBool_FromLong(Impl(o)->contiguous());
}
PyObject* DataPtr(PyObject* o, PyObject*) {
  return Guarded([&] {
    Realize(*Impl(o));
    return PyLong_FromVoidPtr(Impl(o)->data);
  });
}
PyObject* IsSharedWith(PyObject* o, PyObject* other) {
  if (!IsTensor(other)) {
    return PyErr_Format(PyExc_TypeError, "expected a Tensor, not %s",
                        Py_TYPE(other)->tp_name);
  }
  return PyBool_FromLong(Impl(o)->storage &&
                         Impl(o)->storage == Impl(other)->storage);
}
PyObject* ClearGradient(PyObject* o, PyObject* const* argv, Py_ssize_t n) {
  const int set_to_zero = n > 0 ? PyObject_IsTrue(argv[0]) : 1;
  if (set_to_zero < 0) return nullptr;
  return Guarded([&]() -> PyObject* {
    if (set_to_zero) {
      ClearGrad(*Impl(o));
    } else {
      SetGrad(*Impl(o), Var());
    }
    Py_RETURN_NONE;
  });
}
// Copies values into this tensor's own memory, whatever views share it.
PyObject* SetValue(PyObject* o, PyObject* value) {
  return Guarded([&]() -> PyObject* {
    Var source;
    if (IsTensor(value)) {
      source = Var::Share(Impl(value));
    } else {
      PyObject* t = ToTensor(nullptr, &value, 1, nullptr);
      Checked(t);
      source = Var::Share(Impl(t));
      Py_DECREF(t);
    }
    PADDLE_ENFORCE(
        source->dims == Impl(o)->dims,
        errors::InvalidArgument("set_value: the shape is wrong.")
            .Shapes({{"x", Impl(o)->dims}, {"value", source->dims}}));
    // While a program is built, tensors that have values get others at once.
    const bool at_once = !((source->flags | Impl(o)->flags) & kTraced) &&
                         dynamic_cast<jit::ProgramTracer*>(State().recorder);
    std::optional<PauseRecorder> pause;
    if (PD_UNLIKELY(at_once)) pause.emplace();
    StoreInto(*source, Impl(o));
    Py_RETURN_NONE;
  });
}
// This object stands for `other`'s tensor from now on (set_data).
PyObject* ShareBufferTo(PyObject* o, PyObject* other) {
  if (!IsTensor(other)) {
    return PyErr_Format(PyExc_TypeError, "expected a Tensor, not %s",
                        Py_TYPE(other)->tp_name);
  }
  DenseTensor &to = *Impl(o), &from = *Impl(other);
  DropBase(to);
  to.history = from.storage ? from.storage->history.load() : 0;
  if (from.storage) Retain(from.storage);
  if (to.storage) Release(to.storage, State());
  to.storage = from.storage;
  to.data = from.data;
  to.dtype = from.dtype;
  to.place = from.place;
  to.dims = from.dims;
  to.numel = from.numel;
  for (int i = 0; i < to.rank(); ++i) to.strides[i] = from.strides[i];
  to.flags =
      (to.flags & ~(kStrided | kTraced)) | (from.flags & (kStrided | kTraced));
  Py_RETURN_NONE;
}
PyObject* BumpVersion(PyObject* o, PyObject*) {
  Impl(o)->BumpVersion();
  Py_RETURN_NONE;
}

PyMethodDef kMethods[] = {
    {"numpy", Numpy, METH_NOARGS, kNumpyDoc},
    {"item", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(ItemMethod)),
     METH_FASTCALL, kItemDoc},
    {"tolist", ToList, METH_NOARGS, kTolistDoc},
    {"detach", Detach, METH_NOARGS, kDetachDoc},
    {"detach_", DetachInplace, METH_NOARGS, kDetachInplaceDoc},
    {"contiguous", ContiguousMethod, METH_NOARGS, kContiguousDoc},
    {"is_contiguous", IsContiguous, METH_NOARGS, kIsContiguousDoc},
    {"data_ptr", DataPtr, METH_NOARGS, kDataPtrDoc},
    {"_is_shared_buffer_with", IsSharedWith, METH_O, nullptr},
    {"clear_gradient",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(ClearGradient)),
     METH_FASTCALL, kClearGradientDoc},
    {"set_value", SetValue, METH_O, kSetValueDoc},
    {"_set_data", ShareBufferTo, METH_O, nullptr},
    {"_bump_inplace_version", BumpVersion, METH_NOARGS, nullptr},
    {"__dlpack__",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(ToDLPackMethod)),
     METH_VARARGS | METH_KEYWORDS, "The tensor as a DLPack capsule."},
    {nullptr, nullptr, 0, nullptr}};

// ---- slots ----

int Bool(PyObject* o) {
  try {
    return ItemForPython(*Impl(o)).To<bool>();
  } catch (...) {
    SetPythonError();
    return -1;
  }
}
PyObject* Int(PyObject* o) {
  return Guarded([&]() -> PyObject* {
    const Scalar s = ItemForPython(*Impl(o));
    if (s.IsIntegral()) return PyLong_FromLongLong(s.ToInt());
    return PyLong_FromDouble(s.ToDouble());
  });
}
PyObject* Float(PyObject* o) {
  return Guarded(
      [&] { return PyFloat_FromDouble(ItemForPython(*Impl(o)).ToDouble()); });
}
PyObject* Index(PyObject* o) {
  return Guarded([&]() -> PyObject* {
    DenseTensor& t = *Impl(o);
    PADDLE_ENFORCE(IsInteger(t.dtype) || t.dtype == DataType::kBool,
                   errors::InvalidType("a tensor used as an index has the "
                                       "wrong dtype.")
                       .Expected("an integer type")
                       .Received(Name(t.dtype)));
    return PyLong_FromLongLong(ItemForPython(t).ToInt());
  });
}
Py_ssize_t Length(PyObject* o) {
  if (Impl(o)->rank() == 0) {
    PyErr_SetString(PyExc_TypeError, "len() of a 0-D tensor");
    return -1;
  }
  if (PD_UNLIKELY(IsLengthOpen(*Impl(o)))) {
    PyErr_SetString(PyExc_TypeError,
                    "(InvalidType) len: the size is not known while the "
                    "program is built.\n  Hint: paddle.shape(x)[0].");
    return -1;
  }
  return Impl(o)->dims[0];
}

// Written in Python (paddle/tensor/methods.py), reached through the slots.
PyObject* CallPython(PyObject* o, const char* name) {
  PyObject* f = PyDict_GetItemString(TensorType.tp_dict, name);
  return f ? PyObject_CallOneArg(f, o)
           : PyErr_Format(PyExc_TypeError, "no %s", name);
}
PyObject* Repr(PyObject* o) { return CallPython(o, "__repr__"); }
PyObject* Iterate(PyObject* o) { return CallPython(o, "__iter__"); }

PyMappingMethods mapping;
PySequenceMethods sequence;

}  // namespace

void InstallTensorMethods(PyTypeObject* type) {
  static PyGetSetDef all[32];
  int n = 0;
  for (PyGetSetDef* d = type->tp_getset; d->name; ++d) all[n++] = *d;
  for (PyGetSetDef* d = kGetSet; d->name; ++d) all[n++] = *d;
  type->tp_getset = all;
  type->tp_methods = kMethods;
  type->tp_repr = type->tp_str = Repr;
  type->tp_iter = Iterate;
  TensorNumber.nb_bool = Bool;
  TensorNumber.nb_int = Int;
  TensorNumber.nb_float = Float;
  TensorNumber.nb_index = Index;
  mapping.mp_length = Length;
  mapping.mp_subscript = GetItem;
  mapping.mp_ass_subscript = SetItem;
  sequence.sq_length = Length;
  type->tp_as_mapping = &mapping;
  type->tp_as_sequence = &sequence;
}

}  // namespace paddle::python
