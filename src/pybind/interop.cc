#include "pybind/interop.h"

#include <algorithm>
#include <cstring>

#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "eager/write_result.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/host_values.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/op_binding.h"
#include "pybind/py_dtype.h"
#include "pybind/sequence.h"

namespace paddle::python {
namespace {

// The data type of a buffer's format (struct module's letters); kUndefined
// where there is none.
DataType FromFormat(const char* format, Py_ssize_t itemsize) {
  if (!format) return DataType::kUInt8;
  if (*format == '<' || *format == '=' || *format == '@') ++format;
  if (std::strcmp(format, "Zf") == 0) return DataType::kComplex64;
  if (std::strcmp(format, "Zd") == 0) return DataType::kComplex128;
  if (format[0] == '\0' || format[1] != '\0') return DataType::kUndefined;
  switch (format[0]) {
    case '?': return DataType::kBool;
    case 'e': return DataType::kFloat16;
    case 'f': return DataType::kFloat32;
    case 'd': return DataType::kFloat64;
    case 'B': return DataType::kUInt8;
    case 'b': return DataType::kInt8;
    case 'h': return DataType::kInt16;
    case 'H': return DataType::kBFloat16;  // numpy has none: Paddle uses uint16
    case 'i':
    case 'l':
    case 'q': return itemsize == 8 ? DataType::kInt64 : DataType::kInt32;
    default: return DataType::kUndefined;
  }
}

struct BufferView {
  Py_buffer view;
  bool ok;
  explicit BufferView(PyObject* o) {
    ok = PyObject_GetBuffer(o, &view, PyBUF_STRIDES | PyBUF_FORMAT) == 0;
    if (!ok) PyErr_Clear();
  }
  ~BufferView() {
    if (ok) PyBuffer_Release(&view);
  }
};

// numpy's array functions, looked up once.
PyObject* NumpyEmpty() {
  static PyObject* empty = [] {
    PyObject* numpy = PyImport_ImportModule("numpy");
    PyObject* f = numpy ? PyObject_GetAttrString(numpy, "empty") : nullptr;
    Py_XDECREF(numpy);
    return f;
  }();
  return empty;
}
PyObject* NumpyName(DataType t) {
  static PyObject* names[kNumDataTypes];
  PyObject*& name = names[static_cast<int>(t)];
  if (!name) {
    const char* text =
        t == DataType::kBFloat16                                     ? "uint16"
        : t == DataType::kFloat8E4M3FN || t == DataType::kFloat8E5M2 ? "int8"
                                                                     : Name(t);
    name = PyUnicode_InternFromString(text);
  }
  return name;
}

}  // namespace

Scalar Item(const DenseTensor& t) {
  if (t.place != CPUPlace()) {
    return Item(*ops::CopyTo(Var::Share(const_cast<DenseTensor*>(&t)), "cpu"));
  }
  PADDLE_ENFORCE(t.numel == 1,
                 errors::InvalidArgument("item: the tensor has not exactly one "
                                         "element.")
                     .Shapes({{"x", t.dims}}));
  const Var values = readable(Var::Share(const_cast<DenseTensor*>(&t)));
  PADDLE_ENFORCE(values->data, errors::PreconditionNotMet(
                                   "item: a traced tensor has no value."));
  Scalar s;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    const T v = *values->Data<T>();
    if constexpr (kIsComplexType<T>)
      s = Scalar(std::complex<double>(v));
    else if constexpr (std::is_same_v<T, bool>)
      s = Scalar(v);
    else if constexpr (std::is_integral_v<T>)
      s = Scalar(static_cast<int64_t>(v));
    else
      s = Scalar(static_cast<double>(v));
  });
  return s;
}

int64_t ItemAsInt(const DenseTensor& t) { return Item(t).ToInt(); }

std::vector<int64_t> ToIntVector(const DenseTensor& t) {
  const Var v = OnHost(Var::Share(const_cast<DenseTensor*>(&t)));
  std::vector<int64_t> values(t.numel);
  VisitDataType(t.dtype, [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T>) {
      std::copy_n(v->Data<T>(), t.numel, values.begin());
    }
  });
  return values;
}

Var FromNumpyLike(PyObject* o) {
  if (!PyObject_CheckBuffer(o) || PyBytes_Check(o) || PyByteArray_Check(o)) {
    return Var();
  }
  BufferView buffer(o);
  if (!buffer.ok || buffer.view.ndim > kMaxRank) return Var();
  const Py_buffer& view = buffer.view;
  const DataType dtype = FromFormat(view.format, view.itemsize);
  if (dtype == DataType::kUndefined) return Var();
  DDim dims;
  int64_t strides[kMaxRank];
  for (int i = 0; i < view.ndim; ++i) {
    dims.push_back(view.shape[i]);
    if (view.strides[i] % view.itemsize) return Var();
    strides[i] = view.strides[i] / view.itemsize;
  }
  Var source = FromExternal(view.buf, dims, {strides, view.ndim}, dtype,
                            CPUPlace(), nullptr, [](Storage*) {});
  const PauseRecorder pause;  // the memory may be gone before it would be read
  if (source->contiguous()) {
    Var copy = EmptyTensor(dims, dtype);
    if (copy->numel) std::memcpy(copy->data, source->data, copy->bytes());
    return copy;
  }
  return Contiguous(source);
}

void StoreInto(const DenseTensor& from, DenseTensor* to) {
  PADDLE_ENFORCE(from.dims == to->dims,
                 errors::InvalidArgument("out: the shape is wrong.")
                     .Shapes({{"result", from.dims}, {"out", to->dims}}));
  GradModeGuard no_grad(false);
  Var source = Var::Share(const_cast<DenseTensor*>(&from));
  if (from.dtype != to->dtype) source = ops::Cast(source, to->dtype);
  ops::CopyInto(Var::Share(to), source);
  to->BumpVersion();
}

PyObject* ToNumpy(const DenseTensor& tensor) {
  const Var values = readable(Var::Share(const_cast<DenseTensor*>(&tensor)));
  const DenseTensor& t = *values;
  if (t.place != CPUPlace()) return ToNumpy(*ops::CopyTo(values, "cpu"));
  const PauseRecorder pause;
  PADDLE_ENFORCE(
      t.data || t.numel == 0,
      errors::PreconditionNotMet("numpy: a traced tensor has no value."));
  PyObject* empty = Checked(NumpyEmpty());
  PyObject* shape = Checked(PyTuple_New(t.rank()));
  for (int i = 0; i < t.rank(); ++i) {
    PyTuple_SET_ITEM(shape, i, PyLong_FromLongLong(t.dims[i]));
  }
  PyObject* argv[] = {shape, NumpyName(t.dtype)};
  PyObject* array = PyObject_Vectorcall(empty, argv, 2, nullptr);
  Py_DECREF(shape);
  Checked(array);
  if (t.numel == 0) return array;
  BufferView buffer(array);
  if (!buffer.ok) {
    Py_DECREF(array);
    throw PythonError();
  }
  const Var v = Contiguous(Var::Share(const_cast<DenseTensor*>(&t)));
  std::memcpy(buffer.view.buf, v->data, t.bytes());
  return array;
}

namespace {

// What to_tensor is asked to make of its data.
struct Wanted {
  DataType dtype = DataType::kUndefined;  // that of the data
  Place place;
  bool stop_gradient = true;
};

PyObject* Finish(Var v, const Wanted& wanted) {
  if (wanted.dtype != DataType::kUndefined && v->dtype != wanted.dtype) {
    GradModeGuard no_grad(false);
    v = ops::Cast(v, wanted.dtype);
  }
  if (PD_UNLIKELY(v->place != wanted.place)) {
    GradModeGuard no_grad(false);
    v = ops::CopyTo(v, ToString(wanted.place));
  }
  if (!wanted.stop_gradient) v->flags |= kRequiresGrad;
  return Wrap(v.Take());
}

// Text or a Place, which shows itself as "Place(gpu:0)".
Place ToPlace(PyObject* place) {
  if (place == Py_None) return DefaultPlace();
  PyObject* shown = Checked(PyObject_Str(place));
  const char* utf8 = PyUnicode_AsUTF8(shown);
  std::string text = utf8 ? utf8 : "";
  Py_DECREF(shown);
  if (!utf8) throw PythonError();
  if (text.rfind("Place(", 0) == 0) text = text.substr(6, text.size() - 7);
  return PlaceFromString(text);
}

// An array whose elements are of no dtype of ours: raises InvalidType.
void RefuseUnknownDtype(PyObject* data) {
  if (!PyObject_CheckBuffer(data) || !PyObject_HasAttrString(data, "dtype")) {
    return;
  }
  BufferView buffer(data);
  if (!buffer.ok || FromFormat(buffer.view.format, buffer.view.itemsize) !=
                        DataType::kUndefined) {
    return;
  }
  PyObject* dtype = Checked(PyObject_GetAttrString(data, "dtype"));
  PyObject* shown = PyObject_Str(dtype);
  Py_DECREF(dtype);
  const char* utf8 = PyUnicode_AsUTF8(Checked(shown));
  const std::string text = utf8 ? utf8 : "";
  Py_DECREF(shown);
  PADDLE_THROW(errors::InvalidType("to_tensor: the dtype of the array is not "
                                   "supported.")
                   .Expected("bool, uint8, int8 to int64, float16 to float64, "
                             "complex64 or complex128, in native byte order")
                   .Received(text)
                   .Hint("convert with array.astype()."));
}

// One-element and nested Python data, without numpy.
PyObject* FromPython(PyObject* data, const Wanted& wanted) {
  if (IsNumber(data)) {
    const bool real = PyFloat_Check(data);
    DataType t = wanted.dtype;
    if (t == DataType::kUndefined) {
      t = PyBool_Check(data)   ? DataType::kBool
          : PyLong_Check(data) ? DataType::kInt64
          : real               ? DefaultFloat()
                               : ToComplex(DefaultFloat());
    }
    Var v = NumberTensor(data, t);
    if (!v) {
      if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_OverflowError,
                        "to_tensor: the number is too "
                        "large for int64");
      }
      return nullptr;
    }
    return Finish(std::move(v), wanted);
  }
  Var v = SequenceToTensor(data, wanted.dtype);
  if (!v) return nullptr;
  return Finish(std::move(v), wanted);
}

}  // namespace

PyObject* ToTensor(PyObject*, PyObject* const* argv, Py_ssize_t n,
                   PyObject* kwnames) {
  static const char* const kNames[] = {"data", "dtype", "place",
                                       "stop_gradient"};
  PyObject* values[4] = {nullptr, Py_None, Py_None, Py_True};
  if (n > 4) {
    return PyErr_Format(PyExc_TypeError, "to_tensor: too many arguments");
  }
  for (Py_ssize_t i = 0; i < n; ++i) values[i] = argv[i];
  const Py_ssize_t count = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
  for (Py_ssize_t k = 0; k < count; ++k) {
    PyObject* name = PyTuple_GET_ITEM(kwnames, k);
    int at = -1;
    for (int i = 0; i < 4; ++i) {
      if (PyUnicode_CompareWithASCIIString(name, kNames[i]) == 0) at = i;
    }
    if (at < 0) {
      return PyErr_Format(PyExc_TypeError,
                          "to_tensor: got an unexpected argument `%U`", name);
    }
    values[at] = argv[n + k];
  }
  PyObject* data = values[0];
  if (!data) {
    return PyErr_Format(PyExc_TypeError,
                        "to_tensor: misses the argument "
                        "`data`");
  }
  Wanted wanted;
  if (!ToDType(values[1], &wanted.dtype)) return nullptr;
  const int stop = PyObject_IsTrue(values[3]);
  if (stop < 0) return nullptr;
  wanted.stop_gradient = stop;
  return Guarded([&]() -> PyObject* {
    wanted.place = ToPlace(values[2]);
    if (IsTensor(data)) {
      GradModeGuard no_grad(false);
      return Finish(ops::Assign(Var::Share(Impl(data))), wanted);
    }
    if (!IsNumber(data) || PyObject_CheckBuffer(data)) {
      if (Var v = FromNumpyLike(data)) return Finish(std::move(v), wanted);
      RefuseUnknownDtype(data);
    }
    return FromPython(data, wanted);
  });
}

PyObject* StoreOut(const OpDef& op, PyObject* result, PyObject* out) {
  if (!result) return nullptr;
  PyObject* done = Guarded(
      [&]() -> PyObject* {
        auto store = [&op](PyObject* from, PyObject* to) {
          PADDLE_ENFORCE(IsTensor(to),
                         errors::InvalidType("out: the wrong type.")
                             .Expected("a Tensor")
                             .Received(Py_TYPE(to)->tp_name));
          if (Impl(from) != Impl(to)) WriteResult(op, *Impl(from), Impl(to));
        };
        if (PyTuple_Check(result) || PyList_Check(result)) {
          const Py_ssize_t n = PySequence_Fast_GET_SIZE(result);
          PADDLE_ENFORCE(
              (PyTuple_Check(out) || PyList_Check(out)) &&
                  PySequence_Fast_GET_SIZE(out) == n,
              errors::InvalidArgument("out: the number of tensors is "
                                      "wrong.")
                  .Expected("a tuple of " + std::to_string(n)));
          for (Py_ssize_t i = 0; i < n; ++i) {
            store(PySequence_Fast_GET_ITEM(result, i),
                  PySequence_Fast_GET_ITEM(out, i));
          }
        } else {
          store(result, out);
        }
        return Py_NewRef(out);
      },
      op.name.c_str());
  Py_DECREF(result);
  return done;
}

}  // namespace paddle::python
