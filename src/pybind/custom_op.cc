// Operators of users: loading libraries that declare them, and calls.
#include "eager/custom_op.h"

#include <dlfcn.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <limits>
#include <unordered_map>

#include "paddle/python.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace paddle::python {

namespace {

// Capsules of extension modules point at it: paddle/python.h.
const paddle::pybind::TensorApi tensor_api = {
    [](PyObject* o) { return IsTensor(o) ? Impl(o) : nullptr; },
    [](DenseTensor* t) { return Wrap(t); },
    [](::phi::DataType t) { return WrapDType(Internal(t)); },
    [](PyObject* o) {
      DataType t = DataType::kUndefined;
      if (!ToDType(o, &t)) PyErr_Clear();
      return Public(t);
    }};

std::string TypeName(py::handle o) { return Py_TYPE(o.ptr())->tp_name; }

class Arguments {
 public:
  Arguments(const CustomOpDef& op, const py::sequence& values)
      : op_(op), values_(values) {
    PADDLE_ENFORCE_EQ(
        values.size(), op.inputs.size() + op.attrs.size(),
        errors::InvalidArgument("%s: takes another number of arguments.",
                                op.info.name.c_str()));
  }

  std::vector<optional<std::vector<Tensor>>> inputs() {
    std::vector<optional<std::vector<Tensor>>> inputs;
    for (const CustomName& name : op_.inputs) {
      const py::object o = Next();
      inputs.emplace_back();
      if (o.is_none() && name.optional) continue;
      inputs.back().emplace();
      if (!name.list) {
        inputs.back()->push_back(ToTensor(o, "a Tensor"));
        continue;
      }
      if (IsTensor(o.ptr()) || !PySequence_Check(o.ptr())) {
        Refuse("a list of Tensors", TypeName(o), false);
      }
      for (const py::handle item : py::reinterpret_borrow<py::sequence>(o)) {
        inputs.back()->push_back(ToTensor(item, "a list of Tensors"));
      }
    }
    return inputs;
  }

  std::vector<Attribute> attrs() {
    std::vector<Attribute> attrs;
    for (AttrKind kind : op_.attrs) attrs.push_back(ToAttr(kind, Next()));
    return attrs;
  }

 private:
  py::object Next() { return values_[at_++]; }
  [[noreturn]] void Refuse(const std::string& expected,
                           const std::string& received, bool type = true) {
    const char* text = "%s: argument `%s` is not what the operator takes.";
    const char* arg = op_.schema.args[at_ - 1].name.c_str();
    const char* op = op_.info.name.c_str();
    auto message = type ? errors::InvalidType(text, op, arg)
                        : errors::InvalidArgument(text, op, arg);
    PADDLE_THROW(message.Expected(expected).Received(received));
  }
  Tensor ToTensor(py::handle o, const char* expected) {
    if (!IsTensor(o.ptr())) Refuse(expected, TypeName(o), false);
    return Tensor::Share(Impl(o.ptr()));
  }

  // Numbers of numpy and tensors of one element count as numbers.
  bool IsWhole(py::handle o) const {
    return !PyFloat_Check(o.ptr()) && PyIndex_Check(o.ptr());
  }
  int64_t ToInt(py::handle o, AttrKind kind) {
    if (!IsWhole(o)) Refuse(Name(kind), TypeName(o));
    const auto index =
        py::reinterpret_steal<py::object>(Checked(PyNumber_Index(o.ptr())));
    int overflow = 0;
    const int64_t v = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    const bool narrow = kind == AttrKind::kInt || kind == AttrKind::kInts;
    if (overflow || (narrow && (v < std::numeric_limits<int>::min() ||
                                v > std::numeric_limits<int>::max()))) {
      Refuse(Name(kind), py::str(o).cast<std::string>(), false);
    }
    return v;
  }
  double ToFloat(py::handle o, AttrKind kind) {
    if (PyUnicode_Check(o.ptr()) || PyBytes_Check(o.ptr()) ||
        !PyNumber_Check(o.ptr())) {
      Refuse(Name(kind), TypeName(o));
    }
    const double v = PyFloat_AsDouble(o.ptr());
    if (v == -1.0 && PyErr_Occurred()) throw PythonError();
    return v;
  }
  std::string ToText(py::handle o, AttrKind kind) {
    if (!PyUnicode_Check(o.ptr())) Refuse(Name(kind), TypeName(o));
    return o.cast<std::string>();
  }
  template <typename T, typename F>
  Attribute ToList(py::handle o, AttrKind kind, F&& to) {
    if (PyUnicode_Check(o.ptr()) || !PySequence_Check(o.ptr())) {
      Refuse(Name(kind), TypeName(o));
    }
    std::vector<T> values;
    for (const py::handle item : py::reinterpret_borrow<py::sequence>(o)) {
      values.push_back(static_cast<T>(to(item)));
    }
    return values;
  }
  Attribute ToAttr(AttrKind kind, const py::object& o) {
    const auto whole = [&](py::handle h) { return ToInt(h, kind); };
    const auto real = [&](py::handle h) { return ToFloat(h, kind); };
    switch (kind) {
      case AttrKind::kBool:
        if (!PyBool_Check(o.ptr()) && !IsWhole(o)) {
          Refuse(Name(kind), TypeName(o));
        }
        return PyObject_IsTrue(o.ptr()) == 1;
      case AttrKind::kInt: return static_cast<int>(whole(o));
      case AttrKind::kInt64: return whole(o);
      case AttrKind::kFloat: return static_cast<float>(real(o));
      case AttrKind::kDouble: return real(o);
      case AttrKind::kString: return ToText(o, kind);
      case AttrKind::kInts: return ToList<int>(o, kind, whole);
      case AttrKind::kInt64s: return ToList<int64_t>(o, kind, whole);
      case AttrKind::kFloats: return ToList<float>(o, kind, real);
      case AttrKind::kStrings: break;
    }
    return ToList<std::string>(o, kind,
                               [&](py::handle h) { return ToText(h, kind); });
  }

  const CustomOpDef& op_;
  const py::sequence& values_;
  size_t at_ = 0;
};

// A list is a list, one that is left out is None.
py::object ToPython(const CustomName& name, std::vector<Tensor> tensors) {
  const auto wrap = [](Tensor t) {
    return py::reinterpret_steal<py::object>(Checked(Wrap(t.Take())));
  };
  if (tensors.empty() && name.optional) return py::none();
  if (!name.list) return wrap(std::move(tensors[0]));
  py::list list;
  for (Tensor& t : tensors) list.append(wrap(std::move(t)));
  return list;
}

py::object Call(const CustomOpDef& op, const py::sequence& values) {
  Arguments arguments(op, values);
  const auto inputs = arguments.inputs();
  const auto attrs = arguments.attrs();
  std::vector<std::vector<Tensor>> outputs;
  {
    const NoGil no_gil;
    outputs = CallCustomOp(op, inputs, attrs);
  }
  if (outputs.size() == 1) {
    return ToPython(op.outputs[0], std::move(outputs[0]));
  }
  py::list list;
  for (size_t o = 0; o < outputs.size(); ++o) {
    list.append(ToPython(op.outputs[o], std::move(outputs[o])));
  }
  return list;
}

// An operator, as Python holds it: a library that is loaded again does not
// change what functions of the first one call.
struct Handle {
  const CustomOpDef* op;
};

// A library that is open already declares nothing again: what it declared the
// first time is remembered, or what was wrong with it.
struct Loaded {
  std::vector<Handle> operators;
  std::exception_ptr failure;
};
std::vector<Handle> OperatorsOf(void* library) {
  static auto* all = new std::unordered_map<void*, Loaded>;  // under the GIL
  Loaded& loaded = (*all)[library];
  try {
    const std::vector<std::string> names = register_custom_ops();
    if (!names.empty()) loaded = {};
    for (const std::string& name : names) {
      loaded.operators.push_back({&FindCustomOp(name)});
    }
  } catch (...) {
    loaded = {{}, std::current_exception()};
  }
  if (loaded.failure) std::rethrow_exception(loaded.failure);
  return loaded.operators;
}

}  // namespace

bool InitCustomOp(PyObject* module) {
  py::module_ m = py::reinterpret_borrow<py::module_>(module);
  py::class_<Handle>(m, "CustomOperator")
      .def_property_readonly("name",
                             [](const Handle& h) { return h.op->info.name; })
      // Of inputs, then of attributes.
      .def_property_readonly("arguments",
                             [](const Handle& h) {
                               const CustomOpDef& op = *h.op;
                               std::vector<std::string> names;
                               const size_t n =
                                   op.inputs.size() + op.attrs.size();
                               for (size_t i = 0; i < n; ++i) {
                                 names.push_back(op.schema.args[i].name);
                               }
                               return names;
                             })
      .def_property_readonly(
          "types",
          [](const Handle& h) {
            std::vector<std::string> types;
            for (const CustomName& name : h.op->inputs) {
              types.push_back(
                  std::string(name.list ? "list of Tensor" : "Tensor") +
                  (name.optional ? " or None" : ""));
            }
            for (AttrKind kind : h.op->attrs) {
              types.emplace_back(Name(kind));
            }
            return types;
          })
      .def("__call__", [](const Handle& h, const py::args& args) {
        return Call(*h.op, args);
      });
  // Opens a library and returns the operators that it declares. The library
  // stays: its code is part of the process from now on.
  m.def("load_custom_ops", [](const std::string& path) {
    void* library;
    {
      const NoGil release;
      library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
      if (!library) {
        PADDLE_THROW(
            errors::External("load_op_meta_info_and_register_op: the "
                             "library can not be loaded: %s",
                             dlerror()));
      }
    }
    return OperatorsOf(library);
  });
  PyObject* api =
      PyCapsule_New(const_cast<paddle::pybind::TensorApi*>(&tensor_api),
                    "paddle._C.tensor_api", nullptr);
  return api && PyModule_AddObject(module, "tensor_api", api) == 0;
}

}  // namespace paddle::python
