#include "pybind/op_binding.h"

#include <cstring>
#include <deque>
#include <string>
#include <unordered_map>

#include "ops/dims.h"
#include "ops/generated/ops.h"
#include "ops/nn/conv_attrs.h"
#include "pybind/call_errors.h"
#include "pybind/exceptions.h"
#include "pybind/interop.h"
#include "pybind/py_dtype.h"

namespace paddle::python {
namespace {

// Letting the GIL go costs as much as a small kernel.
constexpr int64_t kGilElements = 32768;

PyObject* name_keyword;
PyObject* out_keyword;

// A 0-D or one-element tensor, or a numpy integer, as an int.
bool ToIntLoose(PyObject* o, int64_t* v) {
  if (ToInt64(o, v)) return true;
  if (PyErr_Occurred()) return false;
  if (IsTensor(o)) {
    const DenseTensor& t = *Impl(o);
    if (t.numel != 1 || !(IsInteger(t.dtype))) return false;
    *v = ItemAsInt(t);
    return true;
  }
  return false;
}

bool ToIntArray(Args& a, int i, PyObject* o) {
  if (PyList_Check(o) || PyTuple_Check(o)) {
    const Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    auto* data = a.Allocate<int64_t>(n);
    for (Py_ssize_t k = 0; k < n; ++k) {
      if (!ToIntLoose(PySequence_Fast_GET_ITEM(o, k), &data[k])) return false;
    }
    a.slot[i].ints = IntArray(data, n);
    return true;
  }
  auto* data = a.Allocate<int64_t>(1);
  if (ToIntLoose(o, data)) {
    a.slot[i].ints = IntArray(data, 1);
    return true;
  }
  if (PyErr_Occurred()) {
    // A numpy array has __index__, which refuses more than one element.
    if (!PyErr_ExceptionMatches(PyExc_TypeError) || !PySequence_Check(o))
      return false;
    PyErr_Clear();
  }
  if (IsTensor(o) && IsInteger(Impl(o)->dtype) && Impl(o)->rank() == 1) {
    const std::vector<int64_t> values = ToIntVector(*Impl(o));
    data = a.Allocate<int64_t>(static_cast<int64_t>(values.size()));
    std::copy(values.begin(), values.end(), data);
    a.slot[i].ints = IntArray(data, static_cast<int64_t>(values.size()));
    return true;
  }
  PyObject* list =
      PySequence_Check(o) && !PyUnicode_Check(o) ? PySequence_List(o) : nullptr;
  if (!list) {
    PyErr_Clear();
    return false;
  }
  const bool ok = ToIntArray(a, i, list);
  Py_DECREF(list);
  return ok;
}

// What only windows are given as: `padding` "SAME", "VALID" or a pair for each
// axis; `output_size` with None where a size stays.
PD_COLD bool ToWindowInts(const OpBinding& b, Args& a, int i, PyObject* o) {
  const bool padding =
      PyUnicode_CompareWithASCIIString(b.names[i], "padding") == 0;
  const bool size =
      PyUnicode_CompareWithASCIIString(b.names[i], "output_size") == 0;
  std::vector<int64_t> values;
  if (padding && PyUnicode_Check(o)) {
    PyObject* word = PyObject_CallMethod(o, "upper", nullptr);
    if (!word) return false;
    const bool same = PyUnicode_CompareWithASCIIString(word, "SAME") == 0;
    const bool valid = PyUnicode_CompareWithASCIIString(word, "VALID") == 0;
    Py_DECREF(word);
    if (!same && !valid) return false;
    values.push_back(same ? kSamePadding : kValidPadding);
  } else if ((padding || size) && (PyList_Check(o) || PyTuple_Check(o))) {
    for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(o); ++k) {
      PyObject* item = PySequence_Fast_GET_ITEM(o, k);
      if (size && item == Py_None) {
        values.push_back(-1);
        continue;
      }
      const bool pair = padding && (PyList_Check(item) || PyTuple_Check(item));
      const Py_ssize_t n = pair ? PySequence_Fast_GET_SIZE(item) : 1;
      for (Py_ssize_t j = 0; j < n; ++j) {
        int64_t v;
        if (!ToIntLoose(pair ? PySequence_Fast_GET_ITEM(item, j) : item, &v)) {
          return false;
        }
        values.push_back(v);
      }
    }
  } else {
    return false;
  }
  const auto n = static_cast<int64_t>(values.size());
  auto* data = a.Allocate<int64_t>(n);
  std::copy(values.begin(), values.end(), data);
  a.slot[i].ints = IntArray(data, n);
  return true;
}

// gelu(approximate="tanh")
PD_COLD bool ToFlagWord(const OpBinding& b, Args& a, int i, PyObject* o) {
  if (!PyUnicode_Check(o) ||
      PyUnicode_CompareWithASCIIString(b.names[i], "approximate") != 0) {
    return false;
  }
  const bool tanh = PyUnicode_CompareWithASCIIString(o, "tanh") == 0;
  if (!tanh && PyUnicode_CompareWithASCIIString(o, "none") != 0) return false;
  a.slot[i].i = tanh;
  return true;
}

bool ToScalar(PyObject* o, Scalar* s) {
  if (PyFloat_CheckExact(o)) {
    *s = Scalar(PyFloat_AS_DOUBLE(o));
    return true;
  }
  if (PyBool_Check(o)) {
    *s = Scalar(o == Py_True);
    return true;
  }
  int64_t v;
  if (ToInt64(o, &v)) {
    *s = Scalar(v);
    return true;
  }
  if (PyLong_Check(o)) PyErr_Clear();  // beyond int64: as a float
  if (PyErr_Occurred()) return false;
  if (PyComplex_Check(o)) {
    *s = Scalar(std::complex<double>(PyComplex_RealAsDouble(o),
                                     PyComplex_ImagAsDouble(o)));
    return true;
  }
  if (IsTensor(o)) {
    if (Impl(o)->numel != 1) return false;
    *s = Item(*Impl(o));
    return true;
  }
  if (PyUnicode_Check(o) || !PyNumber_Check(o)) return false;
  const double d = PyFloat_AsDouble(o);
  if (d == -1.0 && PyErr_Occurred()) return false;
  *s = Scalar(d);
  return true;
}

struct Numbers {  // where a Python number stands for a tensor
  uint32_t which = 0;
  PyObject* at[Args::kMax];
};

bool ToTensorList(const OpBinding& b, Args& a, int i, PyObject* o) {
  PyObject* fast = o;
  if (IsTensor(o)) return false;
  if (!PyList_Check(o) && !PyTuple_Check(o)) {
    fast = PySequence_List(o);
    if (!fast) {
      PyErr_Clear();
      return false;
    }
  } else {
    Py_INCREF(fast);
  }
  const Py_ssize_t n = PySequence_Fast_GET_SIZE(fast);
  auto** tensors = a.Allocate<DenseTensor*>(n);
  bool ok = true;
  for (Py_ssize_t k = 0; k < n && ok; ++k) {
    PyObject* item = PySequence_Fast_GET_ITEM(fast, k);
    ok = IsTensor(item);
    if (ok) {  // the list may be changed by another thread: keep it alive
      tensors[k] = a.Keep(Var::Share(Impl(item)));
      a.Note(*tensors[k]);
    }
  }
  Py_DECREF(fast);
  a.slot[i].tensors = {tensors, n};
  return ok;
}

// numpy.int64(2) and numpy.float32(0.5), which are no Python numbers but count
// as such: their dtype does not widen a tensor's.
PD_COLD bool IsNumpyNumber(PyObject* o) {
  if (!PyObject_CheckBuffer(o) || PySequence_Check(o)) return false;
  return PyIndex_Check(o) ||
         std::strncmp(Py_TYPE(o)->tp_name, "numpy.float", 11) == 0;
}

inline bool ParseOne(const OpBinding& b, Args& a, int i, PyObject* o,
                     Numbers& numbers) {
  switch (b.types[i]) {
    case ArgType::kTensor:
    case ArgType::kOptionalTensor:
      if (PD_LIKELY(Py_TYPE(o) == &TensorType) ||
          (!IsNumber(o) && IsTensor(o))) {
        a.SetTensor(i, Impl(o));
        return true;
      }
      if (o == Py_None && b.optional[i]) {
        a.slot[i].tensor = nullptr;
        return true;
      }
      if (!IsNumber(o) && ((b.no_number >> i & 1) || !IsNumpyNumber(o))) {
        Var v = FromNumpyLike(o);  // numpy arrays and scalars
        if (!v) break;
        a.SetTensor(i, a.Keep(std::move(v)));
        return true;
      }
      if (PD_UNLIKELY(b.no_number >> i & 1)) break;
      numbers.which |= 1u << i;
      numbers.at[i] = o;
      return true;
    case ArgType::kTensorList:
      if (o == Py_None && b.optional[i]) {
        a.slot[i].tensors = {};
        return true;
      }
      if (ToTensorList(b, a, i, o)) return true;
      break;
    case ArgType::kBool:
      if (PD_LIKELY(PyBool_Check(o))) {
        a.slot[i].i = o == Py_True;
        return true;
      }
      if (int64_t v; ToInt64(o, &v)) {
        a.slot[i].i = v != 0;
        return true;
      }
      if (ToFlagWord(b, a, i, o)) return true;
      break;
    case ArgType::kInt:
      if (PD_LIKELY(ToIntLoose(o, &a.slot[i].i))) return true;
      if (o == Py_None && b.optional[i]) {
        a.slot[i] = b.defaults[i];
        return true;
      }
      break;
    case ArgType::kFloat: {
      if (PyUnicode_Check(o)) break;
      Scalar s;
      if (PD_LIKELY(ToScalar(o, &s)) && !IsComplex(s.type())) {
        a.slot[i].f = s.ToDouble();
        return true;
      }
      break;
    }
    case ArgType::kString:
      if (PD_LIKELY(PyUnicode_Check(o))) {
        Py_ssize_t size;
        const char* text = PyUnicode_AsUTF8AndSize(o, &size);
        if (!text) return false;
        a.slot[i].text = std::string_view(text, size);
        return true;
      }
      if (o == Py_None && b.optional[i]) {
        a.slot[i].text = {};
        return true;
      }
      break;
    case ArgType::kIntArray:
      if (o == Py_None && b.optional[i]) {
        a.slot[i] = b.defaults[i];
        return true;
      }
      if (PD_LIKELY(ToIntArray(a, i, o))) return true;
      if (!PyErr_Occurred() && ToWindowInts(b, a, i, o)) return true;
      break;
    case ArgType::kDataType: {
      DataType t;
      if (!ToDType(o, &t)) break;
      a.slot[i].i = static_cast<int64_t>(t);
      return true;
    }
    case ArgType::kScalar:
      if (o == Py_None && b.optional[i]) {
        a.slot[i].scalar = Scalar::None();
        return true;
      }
      if (PD_LIKELY(ToScalar(o, &a.slot[i].scalar))) return true;
      break;
  }
  return BadType(b, i, o);
}

int FindName(const OpBinding& b, PyObject* name) {
  for (int i = 0; i < b.n_args; ++i) {
    if (b.names[i] == name) return i;
  }
  for (const auto& [alias, i] : b.aliases) {
    if (alias == name) return i;
  }
  for (int i = 0; i < b.n_args; ++i) {  // a name built at run time
    if (PyUnicode_Compare(b.names[i], name) == 0) return i;
  }
  for (const auto& [alias, i] : b.aliases) {
    if (PyUnicode_Compare(alias, name) == 0) return i;
  }
  return -1;
}

// The dtype a Python number takes beside tensors of `args`.
DataType NumberType(const Args& a, PyObject* number) {
  DataType t = DataType::kUndefined;
  for (uint32_t m = a.dtype_mask; m; m &= m - 1) {
    t = PromoteTypes(t, static_cast<DataType>(__builtin_ctz(m)));
  }
  if (PyBool_Check(number)) {
    return t == DataType::kUndefined ? DataType::kBool : t;
  }
  if (PyLong_Check(number) || PyIndex_Check(number)) {
    return t <= DataType::kBool ? DataType::kInt64 : t;
  }
  if (PyComplex_Check(number)) {
    return ToComplex(t == DataType::kUndefined ? DefaultFloat() : t);
  }
  return IsFloating(t) || IsComplex(t) ? t : DefaultFloat();
}

constexpr uint32_t kNarrowFloats =
    Bit(DataType::kFloat16) | Bit(DataType::kBFloat16);

// `rounded` with the number itself behind it.
Var Widen(PyObject* number, const DenseTensor& rounded) {
  Scalar value;
  ToScalar(number, &value);
  Var v = EmptyTensor({8}, rounded.dtype);  // room for both
  v->dims = DDim();
  v->numel = 1;
  v->flags |= kWideNumber;
  std::memcpy(v->data, rounded.data, rounded.bytes());
  *WideValue(*v) = value.To<float>();
  return v;
}

PD_NOINLINE bool ResolveNumbers(const OpBinding& b, Args& a,
                                const Numbers& numbers) {
  const uint32_t given = numbers.which;
  const Args* seen = &a;
  DataType types[Args::kMax];
  for (uint32_t m = given; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    types[i] = NumberType(*seen, numbers.at[i]);
  }
  for (uint32_t m = given; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    Var v = NumberTensor(numbers.at[i], types[i]);
    if (!v) return BadType(b, i, numbers.at[i]);
    if (PD_UNLIKELY(kNarrowFloats & Bit(types[i])))
      v = Widen(numbers.at[i], *v);
    v->flags |= kNumber;
    a.SetTensor(i, a.Keep(std::move(v)));
  }
  return true;
}

}  // namespace

bool ToInt64(PyObject* o, int64_t* v) {
  if (PD_LIKELY(PyLong_CheckExact(o))) {
#if PY_VERSION_HEX >= 0x030C0000
    if (PD_LIKELY(
            PyUnstable_Long_IsCompact(reinterpret_cast<PyLongObject*>(o)))) {
      *v = PyUnstable_Long_CompactValue(reinterpret_cast<PyLongObject*>(o));
      return true;
    }
#else
    const Py_ssize_t digits = Py_SIZE(o);
    if (PD_LIKELY(digits >= -1 && digits <= 1)) {
      *v = digits * static_cast<int64_t>(
                        reinterpret_cast<PyLongObject*>(o)->ob_digit[0]);
      return true;
    }
#endif
  } else if (PyFloat_Check(o) || !PyIndex_Check(o) || IsTensor(o)) {
    return false;
  }
  PyObject* i = PyNumber_Index(o);
  if (!i) return false;
  *v = PyLong_AsLongLong(i);
  Py_DECREF(i);
  return *v != -1 || !PyErr_Occurred();
}

Var NumberTensor(PyObject* number, DataType t) {
  Scalar s;
  if (!ToScalar(number, &s)) return Var();
  if (PD_UNLIKELY(PyLong_Check(number) && !s.IsIntegral() && IsInteger(t))) {
    PyErr_SetString(PyExc_OverflowError, "an int is beyond the range of int64");
    return Var();
  }
  ThreadState& state = State();
  Var v = Var::Own(NewTensor(state));
  v->dtype = t;
  AllocateStorage(v.get(), state);
  if (PD_LIKELY(t == DataType::kFloat32)) {
    *v->Data<float>() = s.To<float>();
  } else {
    VisitDataType(t, [&]<typename T>(T) { *v->Data<T>() = s.To<T>(); });
  }
  return v;
}

bool ParseArgs(const OpBinding& b, Args& a, PyObject* self,
               PyObject* const* argv, Py_ssize_t n, PyObject* kwnames,
               PyObject** out) {
  Numbers numbers;
  a.size = b.n_args;
  int i = 0;
  if (self && !ParseOne(b, a, i++, self, numbers)) return false;
  // f(a, x, y) for f(a, [x, y])
  const bool gathers = b.def->Has(kVarArgs) && i + n >= b.n_args &&
                       IsTensor(argv[b.n_args - 1 - i]);
  if (PD_UNLIKELY(gathers)) {
    const int last = b.n_args - 1;
    Py_ssize_t k = 0;
    for (; i < last; ++k, ++i) {
      if (!ParseOne(b, a, i, argv[k], numbers)) return false;
    }
    PyObject* rest = PyTuple_New(n - k);
    if (!rest) return false;
    for (Py_ssize_t j = 0; k + j < n; ++j) {
      PyTuple_SET_ITEM(rest, j, Py_NewRef(argv[k + j]));
    }
    const bool ok = ParseOne(b, a, i++, rest, numbers);
    Py_DECREF(rest);
    if (!ok) return false;
  } else if (PD_UNLIKELY(i + n == b.n_args + 1) && argv[n - 1] == Py_None) {
    // f(x, None): Paddle's last argument is `name`, by position, too.
    for (Py_ssize_t k = 0; k + 1 < n; ++k, ++i) {
      if (!ParseOne(b, a, i, argv[k], numbers)) return false;
    }
  } else if (PD_UNLIKELY(i + n > b.n_args)) {
    // f(x, 2, 3) for f(x, [2, 3]): a trailing list of ints may be spread.
    const int last = b.n_args - 1;
    if (last != i || !b.spreads) return TooMany(b, i + n);
    auto* data = a.Allocate<int64_t>(n);
    for (Py_ssize_t k = 0; k < n; ++k) {
      if (!ToIntLoose(argv[k], &data[k])) return BadType(b, last, argv[k]);
    }
    a.slot[last].ints = IntArray(data, n);
    i = b.n_args;
  } else {
    for (Py_ssize_t k = 0; k < n; ++k, ++i) {
      if (!ParseOne(b, a, i, argv[k], numbers)) return false;
    }
  }
  uint32_t given = (1u << i) - 1;
  if (kwnames) {
    const Py_ssize_t count = PyTuple_GET_SIZE(kwnames);
    for (Py_ssize_t k = 0; k < count; ++k) {
      PyObject* name = PyTuple_GET_ITEM(kwnames, k);
      const int at = FindName(b, name);
      if (PD_UNLIKELY(at < 0)) {
        if (PyUnicode_Compare(name, name_keyword) == 0) continue;
        if (PyUnicode_Compare(name, out_keyword) == 0) {
          if (argv[n + k] != Py_None) *out = argv[n + k];
          continue;
        }
        if (b.extended && FindName(*b.extended, name) >= 0) return false;
        return BadCall(b, "got an unexpected argument", name);
      }
      if (PD_UNLIKELY(given >> at & 1)) {
        return BadCall(b, "got more than one value for", name);
      }
      given |= 1u << at;
      if (!ParseOne(b, a, at, argv[n + k], numbers)) return false;
    }
  }
  for (uint32_t m = b.all & ~given; m; m &= m - 1) {
    const int at = __builtin_ctz(m);
    if (PD_UNLIKELY(at < b.n_required && !b.def->schema.args[at].has_default)) {
      return BadCall(b, "misses the argument", b.names[at]);
    }
    a.slot[at] = b.defaults[at];
  }
  return PD_LIKELY(!numbers.which) || ResolveNumbers(b, a, numbers);
}

PyObject* RunOp(const OpBinding& b, Args& args) {
  const OpDef& op = *b.def;
  args.inplace = b.inplace;
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  if (PD_LIKELY(args.work < kGilElements)) {
    Dispatch(op, args, outs);
  } else {
    NoGil no_gil;  // a tensor's impl is never replaced while Python holds it
    Dispatch(op, args, outs);
  }
  const bool list = op.schema.list_out && !op.Has(kOneOrMany);
  if (PD_LIKELY(outs.size() == 1 && !list)) return Wrap(outs.Take(0));
  const int n = outs.size();
  auto* named = reinterpret_cast<PyTypeObject*>(b.result_type);
  PyObject* result = list    ? PyList_New(n)
                     : named ? named->tp_alloc(named, n)
                             : PyTuple_New(n);
  for (int i = 0; result && i < n; ++i) {
    PyObject* item = outs[i] ? Wrap(outs.Take(i)) : Py_NewRef(Py_None);
    if (list) {
      PyList_SET_ITEM(result, i, item);
    } else {
      PyTuple_SET_ITEM(result, i, item);
    }
  }
  return result;
}

PyObject* CallOp(const OpBinding& b, PyObject* self, PyObject* const* argv,
                 Py_ssize_t n, PyObject* kwnames) {
  try {
    Args args(*b.def);
    PyObject* out = nullptr;
    if (PD_UNLIKELY(!ParseArgs(b, args, self, argv, n, kwnames, &out))) {
      if (!b.extended || PyErr_Occurred()) {
        return OtherForm(b, self, argv, n, kwnames);
      }
      return CallOp(*b.extended, self, argv, n, kwnames);
    }
    if (PD_UNLIKELY(b.inplace)) {  // the receiver itself is the result
      PyObject* target = self ? self : (n > 0 ? argv[0] : nullptr);
      for (Py_ssize_t k = 0; !target && k < PyTuple_GET_SIZE(kwnames); ++k) {
        const int at = FindName(b, PyTuple_GET_ITEM(kwnames, k));
        if (at == b.def->inplace_arg) target = argv[n + k];
      }
      PyObject* result = RunOp(b, args);
      if (!result || !target || !IsTensor(target)) return result;
      Py_DECREF(result);
      return Py_NewRef(target);
    }
    if (PD_UNLIKELY(b.checks_shapes)) CheckAxes(args);
    PyObject* result = RunOp(b, args);
    return PD_LIKELY(!out) ? result : StoreOut(*b.def, result, out);
  } catch (...) {
    return SetPythonError(b.name, b.def->name.c_str());
  }
}

bool InitOpBinding() {
  name_keyword = PyUnicode_InternFromString("name");
  out_keyword = PyUnicode_InternFromString("out");
  return name_keyword && out_keyword;
}

}  // namespace paddle::python
