#include "pybind/guards.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {

// ---- expectations ----

namespace {

// -1 stands for any size.
bool SameDims(const DDim& dims, const DDim& expected) {
  if (dims.rank() != expected.rank()) return false;
  for (int i = 0; i < dims.rank(); ++i) {
    if (expected[i] != dims[i] && expected[i] != -1) return false;
  }
  return true;
}

}  // namespace

Expected::Expected(py::handle data) {
  const auto tuple = py::reinterpret_borrow<py::tuple>(data);
  const auto kind = tuple[0].cast<std::string>();
  const auto read_parts = [&](py::handle parts) {
    for (py::handle part : parts) parts_.emplace_back(part);
  };
  if (kind == "absent") {
    kind_ = kAbsent;
  } else if (kind == "is") {
    kind_ = kIs;
    object_ = tuple[1];
    type_ = reinterpret_cast<PyTypeObject*>(py::object(tuple[2]).ptr());
  } else if (kind == "value") {
    type_ = reinterpret_cast<PyTypeObject*>(py::object(tuple[1]).ptr());
    object_ = tuple[2];
    kind_ =
        type_ == &PyFloat_Type || type_ == &PyComplex_Type ? kFloat : kValue;
    if (kind_ == kFloat) bits_ = object_.cast<std::string>();
  } else if (kind == "tensor") {
    kind_ = kTensor;
    const py::tuple meta = tuple[1];
    type_ = reinterpret_cast<PyTypeObject*>(py::object(meta[0]).ptr());
    ToDType(py::object(meta[1]).ptr(), &dtype_);
    for (py::handle n : py::tuple(meta[2])) dims_.push_back(n.cast<int64_t>());
    requires_grad_ = !meta[3].cast<bool>();
    persistable_ = meta[4].cast<bool>();
    bare_ = meta[5].cast<bool>();
  } else if (kind == "number") {
    kind_ = kNumber;
    type_ = reinterpret_cast<PyTypeObject*>(py::object(tuple[1]).ptr());
  } else if (kind == "tuple") {
    kind_ = kTuple;
    read_parts(tuple[1]);
  } else {
    kind_ = kContent;
    type_ = reinterpret_cast<PyTypeObject*>(py::object(tuple[1]).ptr());
    read_parts(tuple[2]);
  }
}

bool Expected::Holds(PyObject* v) const {
  if (kind_ == kAbsent || !v) return kind_ == kAbsent && !v;
  switch (kind_) {
    case kNumber: return Py_TYPE(v) == type_;
    case kIs: return v == object_.ptr() && Py_TYPE(v) == type_;
    case kValue: {
      if (v == object_.ptr()) return true;
      if (Py_TYPE(v) != type_) return false;
      const int same = PyObject_RichCompareBool(v, object_.ptr(), Py_EQ);
      if (same < 0) throw py::error_already_set();
      return same == 1;
    }
    case kFloat:
      if (Py_TYPE(v) != type_) return false;
      if (type_ == &PyFloat_Type) {
        const double d = PyFloat_AS_DOUBLE(v);
        return std::memcmp(&d, bits_.data(), sizeof d) == 0;
      } else {
        const double z[] = {PyComplex_RealAsDouble(v),
                            PyComplex_ImagAsDouble(v)};
        return std::memcmp(z, bits_.data(), sizeof z) == 0;
      }
    case kTensor: {
      if (Py_TYPE(v) != type_) return false;
      const DenseTensor& t = *Impl(v);
      PyObject** dict = _PyObject_GetDictPtr(v);
      const bool bare = !dict || !*dict || PyDict_GET_SIZE(*dict) == 0;
      return t.dtype == dtype_ && SameDims(t.dims, dims_) &&
             t.requires_grad() == requires_grad_ && bare == bare_ &&
             ((t.flags & kPersistable) != 0) == persistable_;
    }
    default: return HoldsAll(v);
  }
}

namespace {

// The pairs of an OrderedDict, whose order is its own.
py::list OrderedItems(PyObject* v) {
  const auto type = py::handle(reinterpret_cast<PyObject*>(&PyODict_Type));
  return py::list(type.attr("items")(py::handle(v)));
}

}  // namespace

bool Expected::HoldsInOrder(PyObject* v) const {
  const py::list items = OrderedItems(v);
  if (items.size() * 2 != parts_.size()) return false;
  for (size_t i = 0; i < items.size(); ++i) {
    PyObject* pair = items[i].ptr();
    if (!parts_[2 * i].Holds(PyTuple_GET_ITEM(pair, 0)) ||
        !parts_[2 * i + 1].Holds(PyTuple_GET_ITEM(pair, 1))) {
      return false;
    }
  }
  return true;
}

bool Expected::HoldsAll(PyObject* v) const {
  const auto n = static_cast<Py_ssize_t>(parts_.size());
  if (kind_ == kTuple) {
    if (!PyTuple_CheckExact(v) || PyTuple_GET_SIZE(v) != n) return false;
    for (Py_ssize_t i = 0; i < n; ++i) {
      if (!parts_[i].Holds(PyTuple_GET_ITEM(v, i))) return false;
    }
    return true;
  }
  if (Py_TYPE(v) != type_) return false;
  if (PyList_Check(v)) {
    if (PyList_GET_SIZE(v) != n) return false;
    for (Py_ssize_t i = 0; i < n; ++i) {
      if (!parts_[i].Holds(PyList_GET_ITEM(v, i))) return false;
    }
    return true;
  }
  if (PyODict_Check(v)) return HoldsInOrder(v);
  if (PyDict_Check(v)) {
    if (PyDict_GET_SIZE(v) * 2 != n) return false;
    Py_ssize_t at = 0, i = 0;
    PyObject *key, *value;
    while (PyDict_Next(v, &at, &key, &value)) {
      if (!parts_[i].Holds(key) || !parts_[i + 1].Holds(value)) return false;
      i += 2;
    }
    return true;
  }
  const auto list = py::reinterpret_steal<py::object>(PySequence_List(v));
  if (!list) throw py::error_already_set();
  if (PyList_GET_SIZE(list.ptr()) != n) return false;
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (!parts_[i].Holds(PyList_GET_ITEM(list.ptr(), i))) return false;
  }
  return true;
}

// ---- places ----

Spot::Spot(py::handle kind, py::handle holder, py::handle key)
    : holder_(py::reinterpret_borrow<py::object>(holder)),
      key_(py::reinterpret_borrow<py::object>(key)) {
  const auto name = kind.cast<std::string>();
  kind_ = name == "item"                      ? kItem
          : name == "attr"                    ? kAttr
          : name == "class" || name == "type" ? kClass
          : name == "own"                     ? kOwn
          : name == "cell"                    ? kCell
          : name == "function"                ? kFunction
          : name == "registry"                ? kRegistry
          : name == "special"                 ? kSpecial
                                              : kContent;
  if (name == "part") {
    kind_ = kPart;
    const auto whole = py::reinterpret_borrow<py::tuple>(holder);
    whole_.emplace_back(whole[0], whole[1], whole[2]);
  }
  if ((kind_ == kContent || kind_ == kPart) && PyLong_Check(key.ptr())) {
    index_ = key.cast<Py_ssize_t>();
  }
}

namespace {

PyObject* Borrowed(PyObject* o) { return Py_XNewRef(o); }

PyObject* InstanceValue(PyObject* o, PyObject* name) {
  PyObject** dict = _PyObject_GetDictPtr(o);
  if (dict && *dict) {
    PyObject* v = PyDict_GetItemWithError(*dict, name);
    if (v) return Py_NewRef(v);
    if (PyErr_Occurred()) throw py::error_already_set();
  }
  PyObject* slot = _PyType_Lookup(Py_TYPE(o), name);
  if (!slot || (Py_TYPE(slot) != &PyMemberDescr_Type &&
                Py_TYPE(slot) != &PyGetSetDescr_Type)) {
    return nullptr;
  }
  PyObject* v = Py_TYPE(slot)->tp_descr_get(
      slot, o, reinterpret_cast<PyObject*>(Py_TYPE(o)));
  if (v) return v;
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
    throw py::error_already_set();
  }
  PyErr_Clear();
  return nullptr;
}

PyObject* Element(PyObject* holder, Py_ssize_t index) {
  if (PyList_Check(holder)) {
    return index < PyList_GET_SIZE(holder)
               ? Py_NewRef(PyList_GET_ITEM(holder, index))
               : nullptr;
  }
  if (PyODict_Check(holder)) {
    const py::list items = OrderedItems(holder);
    if (index < 0 || index / 2 >= static_cast<Py_ssize_t>(items.size())) {
      return nullptr;
    }
    return Py_NewRef(PyTuple_GET_ITEM(items[index / 2].ptr(), index % 2));
  }
  if (!PyDict_Check(holder)) {  // a deque or a set
    const auto all = py::reinterpret_steal<py::object>(PySequence_List(holder));
    if (!all) throw py::error_already_set();
    return index < PyList_GET_SIZE(all.ptr())
               ? Py_NewRef(PyList_GET_ITEM(all.ptr(), index))
               : nullptr;
  }
  Py_ssize_t at = 0, i = 0;
  PyObject *key, *value;
  while (PyDict_Next(holder, &at, &key, &value)) {
    if (i == index) return Py_NewRef(key);
    if (i + 1 == index) return Py_NewRef(value);
    i += 2;
  }
  return nullptr;
}

// (code, defaults, keyword defaults as pairs)
PyObject* FunctionState(PyObject* o) {
  auto* f = reinterpret_cast<PyFunctionObject*>(o);
  py::list pairs;
  if (f->func_kwdefaults) {
    Py_ssize_t at = 0;
    PyObject *key, *value;
    while (PyDict_Next(f->func_kwdefaults, &at, &key, &value)) {
      pairs.append(py::make_tuple(py::reinterpret_borrow<py::object>(key),
                                  py::reinterpret_borrow<py::object>(value)));
    }
  }
  PyObject* defaults = f->func_defaults ? f->func_defaults : Py_None;
  return py::make_tuple(py::reinterpret_borrow<py::object>(f->func_code),
                        py::reinterpret_borrow<py::object>(defaults),
                        py::tuple(pairs))
      .release()
      .ptr();
}

// Whether Python itself looks for the attribute of a class, or prefers it to
// those of instances.
bool IsSpecial(PyObject* name, PyObject* value) {
  if (Py_TYPE(value)->tp_descr_set) return true;
  Py_ssize_t n = 0;
  const char* text = PyUnicode_AsUTF8AndSize(name, &n);
  if (!text) throw py::error_already_set();
  const std::string_view s(text, n);
  if (n < 5 || !s.starts_with("__") || !s.ends_with("__")) return false;
  for (const char* said : {"__module__", "__doc__", "__qualname__", "__dict__",
                           "__weakref__", "__annotations__"}) {
    if (s == said) return false;
  }
  return true;
}

// `expected`: names and values in turn.
bool HasSpecials(PyObject* space, PyObject* expected) {
  Py_ssize_t at = 0, i = 0;
  const Py_ssize_t n = PyTuple_GET_SIZE(expected);
  PyObject *name, *value;
  while (PyDict_Next(space, &at, &name, &value)) {
    if (!PyUnicode_Check(name) || !IsSpecial(name, value)) continue;
    if (i == n || PyTuple_GET_ITEM(expected, i + 1) != value ||
        PyUnicode_Compare(PyTuple_GET_ITEM(expected, i), name) != 0) {
      return false;
    }
    i += 2;
  }
  return i == n;
}

uint32_t VersionOf(PyTypeObject* type) {
  const bool valid = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG);
  return valid ? type->tp_version_tag : 0;
}

}  // namespace

// The key is (bases, ((base, (name, value, ...)), ...)). A class changes its
// version with each of its attributes: they are looked at only then.
bool Spot::HasSameSpecials() const {
  auto* type = reinterpret_cast<PyTypeObject*>(holder_.ptr());
  const uint32_t version = VersionOf(type);
  if (version != 0 && version == version_) return true;
  PyObject* mro = type->tp_mro;
  PyObject* bases = PyTuple_GET_ITEM(key_.ptr(), 0);
  if (PyTuple_GET_SIZE(mro) != PyTuple_GET_SIZE(bases)) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(mro); ++i) {
    if (PyTuple_GET_ITEM(mro, i) != PyTuple_GET_ITEM(bases, i)) return false;
  }
  PyObject* own = PyTuple_GET_ITEM(key_.ptr(), 1);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(own); ++i) {
    PyObject* part = PyTuple_GET_ITEM(own, i);
    auto* base = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(part, 0));
    if (!HasSpecials(base->tp_dict, PyTuple_GET_ITEM(part, 1))) return false;
  }
  static PyObject* any = PyUnicode_InternFromString("__class__");
  _PyType_Lookup(type, any);  // gives it a version
  version_ = VersionOf(type);
  return true;
}

PyObject* Spot::Fetch() const {
  PyObject* holder = holder_.ptr();
  switch (kind_) {
    case kItem: {
      PyObject* v = PyDict_GetItemWithError(holder, key_.ptr());
      if (!v && PyErr_Occurred()) throw py::error_already_set();
      return Borrowed(v);
    }
    case kAttr: return InstanceValue(holder, key_.ptr());
    case kClass:
      return Borrowed(
          _PyType_Lookup(reinterpret_cast<PyTypeObject*>(holder), key_.ptr()));
    case kOwn: {
      PyObject* v = PyDict_GetItemWithError(
          reinterpret_cast<PyTypeObject*>(holder)->tp_dict, key_.ptr());
      if (!v && PyErr_Occurred()) throw py::error_already_set();
      return Borrowed(v);
    }
    case kCell: return Borrowed(PyCell_GET(holder));
    case kFunction: return FunctionState(holder);
    case kRegistry: return py::make_tuple(holder_()).release().ptr();
    case kSpecial: return HasSameSpecials() ? Py_NewRef(holder) : nullptr;
    case kPart: {
      const auto whole = py::reinterpret_steal<py::object>(whole_[0].Fetch());
      const bool has = whole && PyTuple_CheckExact(whole.ptr()) &&
                       index_ < PyTuple_GET_SIZE(whole.ptr());
      return has ? Py_NewRef(PyTuple_GET_ITEM(whole.ptr(), index_)) : nullptr;
    }
    case kContent: break;
  }
  return index_ < 0 ? Py_NewRef(holder) : Element(holder, index_);
}

// ---- arguments ----

ArgumentSpec::ArgumentSpec(py::handle data) {
  const auto spec = py::reinterpret_borrow<py::tuple>(data);
  const py::tuple parts = spec[2];
  args_ = Read(parts[0]);
  kwargs_ = Read(parts[1]);
}

ArgumentSpec::Node ArgumentSpec::Read(py::handle data) {
  const auto spec = py::reinterpret_borrow<py::tuple>(data);
  const auto kind = spec[0].cast<std::string>();
  Node node;
  if (kind == "leaf") {
    node.leaf = true;
    node.expected.emplace_back(spec[1]);
    return node;
  }
  if (kind == "again") {
    simple_ = false;
    return node;
  }
  const py::tuple head = spec[1];
  node.type = reinterpret_cast<PyTypeObject*>(py::object(head[0]).ptr());
  simple_ &= node.type == &PyTuple_Type || node.type == &PyList_Type ||
             node.type == &PyDict_Type;
  for (py::handle part : py::tuple(spec[2])) node.parts.push_back(Read(part));
  return node;
}

namespace {

bool Contains(const std::vector<PyObject*>& list, PyObject* o) {
  return std::find(list.begin(), list.end(), o) != list.end();
}

}  // namespace

bool ArgumentSpec::Match(const Node& node, PyObject* v, Found* found) {
  if (node.leaf) {
    if (!node.expected[0].Holds(v)) return false;
    if (node.expected[0].is_number()) found->numbers->Add(v);
    if (!IsTensor(v)) return true;
    if (Contains(found->tensors->items(), v)) return false;
    found->tensors->Add(v);
    return true;
  }
  if (Py_TYPE(v) != node.type) return false;
  const auto n = static_cast<Py_ssize_t>(node.parts.size());
  if (PyTuple_CheckExact(v)) {
    if (PyTuple_GET_SIZE(v) != n) return false;
    for (Py_ssize_t i = 0; i < n; ++i) {
      if (!Match(node.parts[i], PyTuple_GET_ITEM(v, i), found)) {
        return false;
      }
    }
    return true;
  }
  if (Contains(found->seen, v)) return false;
  found->seen.push_back(v);
  if (PyList_CheckExact(v)) {
    if (PyList_GET_SIZE(v) != n) return false;
    for (Py_ssize_t i = 0; i < n; ++i) {
      if (!Match(node.parts[i], PyList_GET_ITEM(v, i), found)) {
        return false;
      }
    }
    return true;
  }
  if (PyDict_GET_SIZE(v) * 2 != n) return false;
  Py_ssize_t at = 0, i = 0;
  PyObject *key, *value;
  while (PyDict_Next(v, &at, &key, &value)) {
    if (!Match(node.parts[i], key, found) ||
        !Match(node.parts[i + 1], value, found)) {
      return false;
    }
    i += 2;
  }
  return true;
}

bool ArgumentSpec::Matches(PyObject* args, PyObject* kwargs, Held* tensors,
                           Held* numbers) const {
  Found found{tensors, numbers, {}};
  const bool none = kwargs_.parts.empty() && PyDict_GET_SIZE(kwargs) == 0;
  return Match(args_, args, &found) && (none || Match(kwargs_, kwargs, &found));
}

int Expected::Visit(visitproc visit, void* arg) const {
  Py_VISIT(object_.ptr());
  for (const Expected& part : parts_) {
    if (const int status = part.Visit(visit, arg)) return status;
  }
  return 0;
}

int Spot::Visit(visitproc visit, void* arg) const {
  Py_VISIT(holder_.ptr());
  Py_VISIT(key_.ptr());
  for (const Spot& whole : whole_) {
    if (const int status = whole.Visit(visit, arg)) return status;
  }
  return 0;
}

int ArgumentSpec::Node::Visit(visitproc visit, void* arg) const {
  for (const Expected& e : expected) {
    if (const int status = e.Visit(visit, arg)) return status;
  }
  for (const Node& part : parts) {
    if (const int status = part.Visit(visit, arg)) return status;
  }
  return 0;
}

int ArgumentSpec::Visit(visitproc visit, void* arg) const {
  const int status = args_.Visit(visit, arg);
  return status ? status : kwargs_.Visit(visit, arg);
}

}  // namespace paddle::python
