#include "pybind/sequence.h"

#include <complex>

#include "eager/eager_builder.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"
#include "pybind/exceptions.h"
#include "pybind/interop.h"
#include "pybind/op_binding.h"

namespace paddle::python {
namespace {

// What has __array__, and sequences that are no lists, such as range; else an
// empty Var.
Var FromArrayLike(PyObject* o) {
  if (PyType_Check(o) || PyUnicode_Check(o) || PyObject_CheckBuffer(o)) {
    return Var();  // FromNumpyLike has refused a buffer
  }
  if (PyObject_HasAttrString(o, "__array__")) {
    PyObject* array = Checked(PyObject_CallMethod(o, "__array__", nullptr));
    Var v = FromNumpyLike(array);
    Py_DECREF(array);
    return v;
  }
  if (!PySequence_Check(o) || PySequence_Size(o) < 0) {
    PyErr_Clear();
    return Var();
  }
  if (Py_EnterRecursiveCall(" in to_tensor")) throw PythonError();
  PyObject* list = PySequence_List(o);
  Var v = list ? SequenceToTensor(list, DataType::kUndefined) : Var();
  Py_XDECREF(list);
  Py_LeaveRecursiveCall();
  if (!v) throw PythonError();
  return v;
}

// Walks nested sequences depth first; every level must have one length.
class Reader {
 public:
  bool Read(PyObject* data) {
    if (!FindShape(data)) return false;
    const int64_t n = Product(shape_);
    reals_.reserve(n);
    return Walk(data, 0);
  }

  const DDim& shape() const { return shape_; }
  DataType NaturalType() const {
    if (any_complex_) return ToComplex(DefaultFloat());
    if (any_tensor_ != DataType::kUndefined) {
      return any_float_ ? PromoteTypes(any_tensor_, DefaultFloat())
                        : any_tensor_;
    }
    if (any_float_ || reals_.empty()) return DefaultFloat();
    return all_bool_ ? DataType::kBool : DataType::kInt64;
  }
  template <typename T>
  void Write(T* to) const {
    for (size_t i = 0; i < reals_.size(); ++i) to[i] = reals_[i].To<T>();
  }

 private:
  static bool IsSequence(PyObject* o) {
    return PyList_Check(o) || PyTuple_Check(o);
  }
  bool FindShape(PyObject* data) {
    PyObject* o = data;
    while (IsSequence(o)) {
      const Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
      if (shape_.rank() == kMaxRank) return Fail("is nested too deeply");
      shape_.push_back(n);
      if (n == 0) return true;
      o = PySequence_Fast_GET_ITEM(o, 0);
    }
    if (Var v = AsTensor(o)) {
      leaf_ = v->dims;
      for (int64_t d : v->dims) shape_.push_back(d);
    }
    return true;
  }
  static Var AsTensor(PyObject* o) {
    if (IsTensor(o)) return Var::Share(Impl(o));
    if (PyObject_CheckBuffer(o)) return FromNumpyLike(o);
    return IsNumber(o) ? Var() : FromArrayLike(o);
  }
  bool Walk(PyObject* o, int depth) {
    if (IsSequence(o)) {
      const Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
      if (depth >= shape_.rank() || n != shape_[depth]) {
        return Fail("has rows of different lengths");
      }
      for (Py_ssize_t i = 0; i < n; ++i) {
        if (!Walk(PySequence_Fast_GET_ITEM(o, i), depth + 1)) return false;
      }
      return true;
    }
    if (depth != shape_.rank() - leaf_.rank()) {
      return Fail("has rows of different lengths");
    }
    return Leaf(o);
  }
  bool Leaf(PyObject* o) {
    if (PyFloat_CheckExact(o)) {
      any_float_ = true;
      all_bool_ = false;
      reals_.push_back(Scalar(PyFloat_AS_DOUBLE(o)));
      return true;
    }
    if (PyBool_Check(o)) {
      reals_.push_back(Scalar(o == Py_True));
      return true;
    }
    if (PyLong_Check(o)) {
      int64_t v;
      if (!ToInt64(o, &v)) return false;
      all_bool_ = false;
      reals_.push_back(Scalar(v));
      return true;
    }
    if (PyComplex_CheckExact(o)) {
      any_complex_ = true;
      reals_.push_back(Scalar(std::complex<double>(PyComplex_RealAsDouble(o),
                                                   PyComplex_ImagAsDouble(o))));
      return true;
    }
    return Values(o);
  }
  bool Values(PyObject* o) {  // a tensor or numpy value inside the sequence
    const Var v = AsTensor(o);
    if (!v) {
      PyErr_Format(PyExc_TypeError,
                   "(InvalidType) to_tensor: `data` holds an object of the "
                   "wrong type.\n  Expected: numbers, nested lists of numbers, "
                   "numpy arrays or Tensors\n  Received: %s",
                   Py_TYPE(o)->tp_name);
      return false;
    }
    if (!(v->dims == leaf_)) return Fail("holds arrays of different shapes");
    // numpy's float64 in a list counts as Python's float does.
    const bool tensor = IsTensor(o);
    if (IsComplex(v->dtype))
      any_complex_ = true;
    else if (tensor)
      any_tensor_ = PromoteTypes(any_tensor_, v->dtype);
    else if (IsFloating(v->dtype))
      any_float_ = true;
    if (v->dtype != DataType::kBool) all_bool_ = false;
    const Var c = OnHost(v);
    VisitDataType(c->dtype, [&]<typename T>(T) {
      for (int64_t i = 0; i < c->numel; ++i) {
        const T x = c->Data<T>()[i];
        if constexpr (kIsComplexType<T>)
          reals_.push_back(Scalar(std::complex<double>(x)));
        else if constexpr (std::is_same_v<T, bool>)
          reals_.push_back(Scalar(x));
        else if constexpr (std::is_integral_v<T>)
          reals_.push_back(Scalar(int64_t{x}));
        else
          reals_.push_back(Scalar(static_cast<double>(x)));
      }
    });
    return true;
  }
  static bool Fail(const char* what) {
    PyErr_Format(PyExc_ValueError,
                 "(InvalidArgument) to_tensor: `data` %s.\n  Expected: a "
                 "number, or nested lists of one shape",
                 what);
    return false;
  }

  DDim shape_, leaf_;
  std::vector<Scalar> reals_;
  bool any_float_ = false, any_complex_ = false, all_bool_ = true;
  DataType any_tensor_ = DataType::kUndefined;
};

}  // namespace

Var SequenceToTensor(PyObject* data, DataType dtype) {
  if (!PyList_Check(data) && !PyTuple_Check(data)) {
    if (Var v = FromArrayLike(data)) return v;
    PyErr_Format(PyExc_TypeError,
                 "(InvalidType) to_tensor: `data` has the wrong type.\n  "
                 "Expected: a number, a list, a numpy array or a Tensor\n  "
                 "Received: %s",
                 Py_TYPE(data)->tp_name);
    return Var();
  }
  GradModeGuard no_grad(false);
  Reader reader;
  if (!reader.Read(data)) return Var();
  const DataType t =
      dtype == DataType::kUndefined ? reader.NaturalType() : dtype;
  Var v = EmptyTensor(reader.shape(), t);
  VisitDataType(t, [&]<typename T>(T) { reader.Write(v->Data<T>()); });
  return v;
}

}  // namespace paddle::python
