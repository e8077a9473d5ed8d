#include "pybind/tensor_size.h"

#include <cstddef>
#include <new>
#include <utility>

#include "jit/program_tracer.h"

#if PY_VERSION_HEX >= 0x030C0000
#define PD_DIGITS long_value.ob_digit
#else
#define PD_DIGITS ob_digit
#endif

namespace paddle::python {
namespace {

// Any int64 fits into three digits, so that what follows them has a fixed
// place, although ints vary in size.
constexpr int kMaxDigits = 3;
static_assert(kMaxDigits * PyLong_SHIFT >= 63);

struct TensorSize {
  PyLongObject value;  // ends with the first digit
  digit more[kMaxDigits - 1];
  vectorcallfunc call;
  DDim dims;
};
static_assert(offsetof(PyLongObject, PD_DIGITS) + kMaxDigits * sizeof(digit) <=
              offsetof(TensorSize, call));

PyTypeObject TensorSizeType = {PyVarObject_HEAD_INIT(nullptr, 0)};
PyTypeObject* size_type = nullptr;

void SetValue(PyLongObject* to, uint64_t n) {
  digit* digits = to->PD_DIGITS;
  int count = 0;
  digits[0] = 0;
  for (; n; n >>= PyLong_SHIFT) digits[count++] = n & PyLong_MASK;
#if PY_VERSION_HEX >= 0x030C0000
  to->long_value.lv_tag = count ? count << 3 : 1;  // low bits: 0 is +, 1 is 0
#else
  Py_SET_SIZE(to, count);
#endif
}

// size(dim=None)
PyObject* Call(PyObject* o, PyObject* const* argv, size_t flags,
               PyObject* names) {
  const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  const Py_ssize_t n = PyVectorcall_NARGS(flags) + named;
  if (n > 1 || (named && PyUnicode_CompareWithASCIIString(
                             PyTuple_GET_ITEM(names, 0), "dim") != 0)) {
    PyErr_SetString(PyExc_TypeError,
                    "(InvalidType) size: the arguments are wrong.\n"
                    "  Expected: size(dim=None)");
    return nullptr;
  }
  PyObject* dim = n ? argv[0] : Py_None;
  const DDim& dims = reinterpret_cast<TensorSize*>(o)->dims;
  if (dim == Py_None) return NewShape(dims);
  if (!PyIndex_Check(dim)) {
    return PyErr_Format(PyExc_TypeError,
                        "(InvalidType) size: argument `dim` has the wrong "
                        "type.\n  Expected: int\n  Received: %s",
                        Py_TYPE(dim)->tp_name);
  }
  const Py_ssize_t axis = PyNumber_AsSsize_t(dim, PyExc_IndexError);
  if (axis == -1 && PyErr_Occurred()) return nullptr;
  const int rank = dims.rank();
  if (axis < -rank || axis >= rank) {
    return PyErr_Format(PyExc_IndexError,
                        "(OutOfRange) size: argument `dim` is out of range.\n"
                        "  Expected: in [%d, %d)\n  Received: %zd",
                        -rank, rank, axis);
  }
  return PyLong_FromLongLong(
      dims[static_cast<int>(axis < 0 ? axis + rank : axis)]);
}

PyObject* Reduce(PyObject* o, PyObject*) {  // to a plain int
  return Py_BuildValue("O(N)", &PyLong_Type, PyNumber_Long(o));
}

PyMethodDef kMethods[] = {{"__reduce__", Reduce, METH_NOARGS, nullptr},
                          {nullptr, nullptr, 0, nullptr}};

}  // namespace

bool InitTensorSize() {
  PyTypeObject& t = TensorSizeType;
  t.tp_name = "paddle.TensorSize";
  t.tp_doc = "The number of elements; called, it gives the sizes of the axes.";
  t.tp_base = &PyLong_Type;
  t.tp_basicsize = sizeof(TensorSize);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
               Py_TPFLAGS_HAVE_VECTORCALL;
  t.tp_vectorcall_offset = offsetof(TensorSize, call);
  t.tp_call = PyVectorcall_Call;
  t.tp_methods = kMethods;
  return PyType_Ready(&t) == 0;
}

namespace {
// A shape equals the tuple of its sizes, too.
PyObject* CompareShapes(PyObject* a, PyObject* b, int op) {
  if (!PyTuple_Check(b)) return PyList_Type.tp_richcompare(a, b, op);
  PyObject* list = PySequence_List(b);
  if (!list) return nullptr;
  PyObject* result = PyList_Type.tp_richcompare(a, list, op);
  Py_DECREF(list);
  return result;
}
}  // namespace

void SetSizeType(PyObject* type) {
  size_type = reinterpret_cast<PyTypeObject*>(Py_NewRef(type));
  // Not `__eq__` in Python: captures read comparisons of lists natively.
  size_type->tp_richcompare = CompareShapes;
  PyType_Modified(size_type);
}

PyObject* NewIntList(IntArray values) {
  PyObject* list = PyList_New(values.size());
  for (int i = 0; list && i < values.size(); ++i) {
    PyList_SET_ITEM(list, i, PyLong_FromLongLong(values[i]));
  }
  return list;
}

PyObject* NewShape(const DDim& dims) {
  PyObject* list = NewIntList({dims.data(), dims.rank()});
  if (!list || !size_type) return list;
  // Takes the memory of the list: a call of the type would copy it.
  PyObject* shape = size_type->tp_alloc(size_type, 0);
  if (shape) {
    auto *from = reinterpret_cast<PyListObject*>(list),
         *to = reinterpret_cast<PyListObject*>(shape);
    to->ob_item = std::exchange(from->ob_item, nullptr);
    to->allocated = std::exchange(from->allocated, 0);
    Py_SET_SIZE(to, Py_SIZE(from));
    Py_SET_SIZE(from, 0);
  }
  Py_DECREF(list);
  return shape;
}

namespace {
PyObject* shape_hook = nullptr;
}
void SetShapeHook(PyObject* hook) {
  Py_XINCREF(hook);
  Py_XSETREF(shape_hook, hook);
}
namespace {
uint32_t OpenAxes(DenseTensor& t) {
  const bool may = t.flags & kTraced && shape_hook;
  return PD_LIKELY(!may) ? 0 : jit::ProgramTracer::OpenAxesOf(t);
}
}  // namespace

PyObject* ShapeOf(DenseTensor& t) {
  PyObject* shape = NewShape(t.dims);
  const uint32_t open = OpenAxes(t);
  if (PD_LIKELY(open == 0 || !shape)) return shape;
  PyObject* axes = PyLong_FromUnsignedLong(open);
  Py_SETREF(shape, axes ? PyObject_CallFunctionObjArgs(shape_hook, shape, axes,
                                                       nullptr)
                        : nullptr);
  Py_XDECREF(axes);
  return shape;
}

bool IsLengthOpen(DenseTensor& t) { return OpenAxes(t) & 1; }

PyObject* NewTensorSize(DenseTensor& t) {
  if (PD_UNLIKELY(OpenAxes(t) != 0)) {
    const auto numel = static_cast<long long>(t.numel);  // NOLINT
    PyObject* shown = PyObject_CallFunction(shape_hook, "[L]i", numel, 1);
    PyObject* size = shown ? PySequence_GetItem(shown, 0) : nullptr;
    Py_XDECREF(shown);
    return size;
  }
  auto* size = PyObject_New(TensorSize, &TensorSizeType);
  if (!size) return nullptr;
  SetValue(&size->value, static_cast<uint64_t>(t.numel));
  size->call = Call;
  new (&size->dims) DDim(t.dims);
  return reinterpret_cast<PyObject*>(size);
}

}  // namespace paddle::python
