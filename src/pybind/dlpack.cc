// DLPack both ways: memory is shared, never copied.
#include "ops/generated/ops.h"
#include "pybind/exceptions.h"
#include "pybind/interop.h"
#include "pybind/py_tensor.h"

namespace paddle::python {
namespace {

// The ABI of DLPack 0.8 (dmlc/dlpack, dlpack.h).
struct DLDevice {
  int32_t type, id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);
};
constexpr int32_t kDLCPU = 1;
enum : uint8_t {
  kInt = 0,
  kUInt = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBoolCode = 6
};

const struct {
  DataType type;
  uint8_t code, bits;
} kTypes[] = {{DataType::kBool, kBoolCode, 8},
              {DataType::kUInt8, kUInt, 8},
              {DataType::kInt8, kInt, 8},
              {DataType::kInt16, kInt, 16},
              {DataType::kInt32, kInt, 32},
              {DataType::kInt64, kInt, 64},
              {DataType::kFloat16, kFloat, 16},
              {DataType::kBFloat16, kBfloat, 16},
              {DataType::kFloat32, kFloat, 32},
              {DataType::kFloat64, kFloat, 64},
              {DataType::kComplex64, kComplex, 64},
              {DataType::kComplex128, kComplex, 128}};

struct Owner {  // keeps the tensor, its shape and strides
  DLManagedTensor managed;
  Var tensor;
};

void CapsuleDestructor(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor")) {  // nobody took it
    auto* m = static_cast<DLManagedTensor*>(
        PyCapsule_GetPointer(capsule, "dltensor"));
    m->deleter(m);
  }
}

}  // namespace

PyObject* ToDLPackMethod(PyObject* o, PyObject*, PyObject*) {
  return Guarded([&]() -> PyObject* {
    DenseTensor& t = *Impl(o);
    PADDLE_ENFORCE(
        !t.requires_grad(),
        errors::PreconditionNotMet("__dlpack__: the tensor wants a gradient.")
            .Hint("export x.detach()."));
    PADDLE_ENFORCE(t.place == CPUPlace(),
                   errors::Unimplemented("__dlpack__: only CPU tensors."));
    Realize(t);
    for (const auto& entry : kTypes) {
      if (entry.type != t.dtype) continue;
      auto* owner = new Owner{{}, Var::Share(&t)};
      owner->managed = {{t.data,
                         {kDLCPU, 0},
                         t.rank(),
                         {entry.code, entry.bits, 1},
                         t.dims.data(),
                         t.strides,
                         0},
                        owner,
                        [](DLManagedTensor* m) {
                          delete static_cast<Owner*>(m->manager_ctx);
                        }};
      return PyCapsule_New(&owner->managed, "dltensor", CapsuleDestructor);
    }
    PADDLE_THROW(errors::InvalidType("__dlpack__: DLPack has no such dtype.")
                     .Received(Name(t.dtype)));
  });
}

namespace {

// Unversioned capsules do not say that memory must not change; the buffer of
// the object, where it has one, does.
bool IsReadOnly(PyObject* object) {
  if (!PyObject_CheckBuffer(object)) return false;
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_STRIDES | PyBUF_WRITABLE) < 0) {
    PyErr_Clear();
    return true;
  }
  PyBuffer_Release(&view);
  return false;
}

}  // namespace

PyObject* FromDLPack(PyObject*, PyObject* object) {
  PyObject* capsule;
  bool copy = false;
  if (PyCapsule_CheckExact(object)) {
    capsule = Py_NewRef(object);
  } else if (PyObject_HasAttrString(object, "__dlpack__")) {
    copy = IsReadOnly(object);
    if (copy) {
      PyObject* made = Guarded([&]() -> PyObject* {
        Var v = FromNumpyLike(object);
        return v ? Wrap(v.Take()) : Py_NewRef(Py_None);
      });
      if (made != Py_None) return made;
      Py_DECREF(made);
    }
    capsule = PyObject_CallMethod(object, "__dlpack__", nullptr);
    if (!capsule) return nullptr;
  } else {
    return PyErr_Format(PyExc_TypeError,
                        "(InvalidType) from_dlpack: argument `dlpack` has the "
                        "wrong type.\n  Expected: a DLPack capsule or an "
                        "object that has __dlpack__\n  Received: %s",
                        Py_TYPE(object)->tp_name);
  }
  PyObject* result = Guarded([&]() -> PyObject* {
    PADDLE_ENFORCE(PyCapsule_IsValid(capsule, "dltensor"),
                   errors::InvalidArgument("from_dlpack: the capsule is used "
                                           "or is no DLPack capsule."));
    auto* m = static_cast<DLManagedTensor*>(
        PyCapsule_GetPointer(capsule, "dltensor"));
    const DLTensor& d = m->dl_tensor;
    PADDLE_ENFORCE(d.device.type == kDLCPU,
                   errors::Unimplemented("from_dlpack: only CPU memory."));
    DataType dtype = DataType::kUndefined;
    for (const auto& entry : kTypes) {
      if (entry.code == d.dtype.code && entry.bits == d.dtype.bits &&
          d.dtype.lanes == 1) {
        dtype = entry.type;
      }
    }
    PADDLE_ENFORCE(dtype != DataType::kUndefined,
                   errors::InvalidType("from_dlpack: the dtype is unknown."));
    DDim dims(IntArray(d.shape, d.ndim));
    int64_t strides[kMaxRank], n = 1;
    for (int i = d.ndim - 1; i >= 0; --i) {
      strides[i] = d.strides ? d.strides[i] : n;
      n *= d.shape[i];
    }
    PyCapsule_SetName(capsule, "used_dltensor");
    Var v =
        FromExternal(static_cast<char*>(d.data) + d.byte_offset, dims,
                     {strides, d.ndim}, dtype, CPUPlace(), m, [](Storage* s) {
                       if (!Py_IsInitialized()) return;
                       WithGil gil;  // the owner may be Python's
                       auto* owner = static_cast<DLManagedTensor*>(s->owner);
                       if (owner->deleter) owner->deleter(owner);
                     });
    return Wrap(copy ? ops::Assign(v).Take() : v.Take());
  });
  Py_DECREF(capsule);
  return result;
}

}  // namespace paddle::python
