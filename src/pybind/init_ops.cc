// Every operator as a Python function, a Tensor method and, where it is one, a
// number slot. A method descriptor carries no closure, so each method has a
// small stub of its own.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>
#include <string>
#include <unordered_map>

#include "ops/op_doc.h"
#include "phi/kernel_registry.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/op_binding.h"

namespace paddle::python {
namespace {

constexpr int kMaxMethods = 768;
constexpr int kFast = METH_FASTCALL | METH_KEYWORDS;

const OpBinding* method_bindings[kMaxMethods];
std::unordered_map<std::string, OpBinding*>& Bindings() {
  static auto* map = new std::unordered_map<std::string, OpBinding*>;
  return *map;
}

struct Operator {  // the `self` of a function
  PyObject_HEAD const OpBinding* binding;
};
PyTypeObject OperatorType = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* CallFunction(PyObject* self, PyObject* const* argv, Py_ssize_t n,
                       PyObject* kwnames) {
  return CallOp(*reinterpret_cast<Operator*>(self)->binding, nullptr, argv, n,
                kwnames);
}
template <int I>
PyObject* CallMethod(PyObject* self, PyObject* const* argv, Py_ssize_t n,
                     PyObject* kwnames) {
  return CallOp(*method_bindings[I], self, argv, n, kwnames);
}
using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t,
                                   PyObject*);
template <int... I>
const FastFunction* MethodStubs(std::integer_sequence<int, I...>) {
  static constexpr FastFunction kStubs[] = {&CallMethod<I>...};
  return kStubs;
}

// Python keeps pointers to names and docstrings.
const char* Kept(std::string text) {
  static auto* texts = new std::deque<std::string>;
  return texts->emplace_back(std::move(text)).c_str();
}

PyMethodDef* NewMethodDef(const char* name, FastFunction f, const char* doc) {
  return new PyMethodDef{
      name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(f)), kFast,
      doc};
}

// Second names of arguments, of every operator that has the argument.
const struct {
  const char *name, *alias;
} kAliases[] = {
    {"x", "input"},
    {"x", "tensors"},
    {"x", "elements"},
    {"y", "other"},
    {"axis", "dim"},
    {"keepdim", "keepdims"},
    {"perm", "dims"},
    {"shape", "size"},
    {"shape", "sizes"},
    {"arr", "input"},
    {"label", "target"},
    {"epsilon", "eps"},
    {"threshold", "lambd"},
    {"start_axis", "start_dim"},
    {"stop_axis", "end_dim"},
    {"axis0", "dim0"},
    {"axis1", "dim1"},
    {"axis2", "dim2"},
    {"repeat_times", "dims"},
    {"return_mask", "return_indices"},
    {"num_rows", "n"},
    {"num_columns", "m"},
    {"stop", "end"},
    {"num", "steps"},
    {"test_x", "test_elements"},
    {"sorted_sequence", "boundaries"},
    {"output_sizes", "output_size"},
    {"kernel_sizes", "kernel_size"},
    {"strides", "stride"},
    {"paddings", "padding"},
    {"dilations", "dilation"},
};
// Of single operators.
const struct {
  const char *op, *name, *alias;
} kOwnAliases[] = {
    {"pow", "y", "exponent"},
    {"outer", "y", "vec2"},
    {"dot", "y", "tensor"},
    {"bmm", "y", "mat2"},
    {"solve", "x", "A"},
    {"solve", "y", "B"},
    {"searchsorted", "values", "input"},
    {"roll", "axis", "dims"},
    {"index_add", "value", "source"},
    {"diagonal", "axis1", "dim1"},
    {"diagonal", "axis2", "dim2"},
};
// With `dim` these are other operators: paddle/tensor/forms.py.
constexpr std::string_view kOtherWithDim[] = {"gather", "scatter"};
// With `input` and `dim` torch gives other results there (values and indices,
// parts of a given size), so that Paddle refuses these names.
constexpr std::string_view kPaddleNamesOnly[] = {"max", "min", "sort", "split"};
// A number is not a tensor there: it means something else in another form.
const struct {
  const char *op, *name;
} kNoNumber[] = {{"gather", "index"},
                 {"scatter", "index"},
                 {"index_select", "index"},
                 {"index_add", "index"},
                 {"assign", "x"}};

template <typename List>
bool Has(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// Makes a tensor from nothing, or like another one.
bool Creates(const OpDef& def) {
  return (!def.tensor_mask && !def.list_mask) || def.name.ends_with("_like");
}

void AddAliases(OpBinding* b) {
  const Schema& schema = b->def->schema;
  const auto add = [&](const char* name, const char* alias) {
    const int i = schema.Find(name);
    if (i < 0 || schema.Find(alias) >= 0) return;
    b->aliases.emplace_back(PyUnicode_InternFromString(alias), i);
  };
  for (const auto& [op, name, alias] : kOwnAliases) {
    if (b->def->name == op) add(name, alias);
  }
  if (Has(kPaddleNamesOnly, b->def->name)) return;
  for (const auto& [name, alias] : kAliases) {
    const bool other = std::string_view(alias) == "dim";
    if (!other || !Has(kOtherWithDim, b->def->name)) add(name, alias);
  }
}

OpBinding* NewBinding(const OpDef& def, const char* name, bool inplace) {
  const auto& args = def.schema.args;
  auto* b = new OpBinding{};
  b->def = &def;
  b->name = name;
  b->n_args = static_cast<int>(args.size());
  b->all = (1u << args.size()) - 1;
  b->inplace = inplace;
  // Steps of optimizers, which give a list of nothing, check by themselves.
  b->checks_shapes =
      def.Has(kInternal) && def.dims && def.infer && !def.schema.list_out;
  for (int i = 0; i < b->n_args; ++i) {
    const ArgSpec& arg = args[i];
    b->types[i] = arg.type;
    b->optional[i] = arg.default_is_none || arg.type == ArgType::kIntArray;
    b->names[i] = PyUnicode_InternFromString(arg.name.c_str());
    for (const auto& [op, name_of_arg] : kNoNumber) {
      if (def.name == op && arg.name == name_of_arg) b->no_number |= 1u << i;
    }
    b->defaults[i] = arg.default_value;
    if (!arg.has_default) b->n_required = i + 1;
  }
  // transpose(x, 0, 1) exchanges two axes: forms.py.
  b->spreads = b->n_args > 0 && def.name != "transpose" &&
               b->types[b->n_args - 1] == ArgType::kIntArray;
  AddAliases(b);
  return b;
}

// As Python writes it: 0.5, 1.0, 1e-05.
std::string Number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  const std::string number(text, end);
  const bool whole = number.find_first_not_of("-0123456789") == number.npos;
  return whole ? number + ".0" : number;
}

// "sum(x, axis=None, dtype=None, keepdim=False)\n--\n\nSum over ..."
std::string Parameter(const ArgSpec& arg) {
  if (!arg.has_default) return arg.name;
  const Slot& d = arg.default_value;
  std::string text = arg.name + "=";
  if (arg.default_is_none)
    text += "None";
  else if (arg.type == ArgType::kBool)
    text += d.i ? "True" : "False";
  else if (arg.type == ArgType::kInt)
    text += std::to_string(d.i);
  else if (arg.type == ArgType::kFloat)
    text += Number(d.f);
  else if (arg.type == ArgType::kString)
    text += "'" + arg.default_text + "'";
  else if (arg.type == ArgType::kIntArray)
    text += errors::ToString(d.ints);
  else if (arg.type == ArgType::kScalar)
    text += d.scalar.IsIntegral() ? std::to_string(d.scalar.ToInt())
                                  : Number(d.scalar.ToDouble());
  else
    text += "None";
  return text;
}

// Arguments that no schema has.
struct More {
  const char *name, *default_text, *doc;
};
constexpr More kOut = {"out", "None",
                       "(Tensor, optional): Becomes the result."};
constexpr More kOfCreation[] = {
    {"device", "None",
     "(str|Place, optional): Where the result is made; by default the current "
     "device."},
    {"requires_grad", "False", "(bool): The opposite of stop_gradient."},
    {"pin_memory", "False", "(bool): Accepted; memory is not page-locked."},
};
// Those of `extended`, and those that only forms.py takes, by operator.
const struct {
  const char* op;
  bool keyword;
  More more;
} kOwnMore[] = {
    {"add", true, {"alpha", "1", "(number): A factor of `y`."}},
    {"subtract", true, {"alpha", "1", "(number): A factor of `y`."}},
    {"divide",
     true,
     {"rounding_mode", "None", "(str, optional): \"floor\" or \"trunc\"."}},
    {"assign",
     false,
     {"output", "None", "(Tensor, optional): Becomes the result."}},
    {"scale",
     false,
     {"act", "None",
      "(str, optional): Of the result: \"relu\", \"tanh\" and the like."}},
    {"silu",
     false,
     {"inplace", "False", "(bool): The result is written into `x`."}},
};

std::string DocOf(const OpDef& def, const std::string& name, bool inplace) {
  std::string positional, keywords, lines;
  const auto add = [&lines](std::string* to, const More& more) {
    *to += std::string(", ") + more.name + "=" + more.default_text;
    lines += std::string("    ") + more.name + " " + more.doc + "\n";
  };
  for (const ArgSpec& arg : def.schema.args) {
    positional += (positional.empty() ? "" : ", ") + Parameter(arg);
  }
  if (!inplace) add(&keywords, kOut);
  for (const auto& [op, keyword, more] : kOwnMore) {
    if (def.name != op || (inplace && !keyword)) continue;
    add(keyword ? &keywords : &positional, more);
  }
  if (Creates(def) && !inplace) {
    for (const More& more : kOfCreation) add(&keywords, more);
  }
  if (def.Has(kInternal)) {
    return name + "(" + positional + ", name=None)\n--\n\n" + Summary(def);
  }
  std::string doc = Docstring(def, inplace ? name : def.name);
  doc.insert(doc.find("\nReturns:"), lines);
  return name + "(" + positional + ", name=None" +
         (keywords.empty() ? "" : ", *") + keywords + ")\n--\n\n" + doc;
}

PyObject* NewFunction(const OpBinding* b, const char* name, const char* doc) {
  auto* self = PyObject_New(Operator, &OperatorType);
  if (!self) return nullptr;
  self->binding = b;
  PyObject* f = PyCFunction_New(NewMethodDef(name, CallFunction, doc),
                                reinterpret_cast<PyObject*>(self));
  Py_DECREF(self);
  return f;
}

bool AddMethod(const OpBinding* b, const char* name, const char* doc) {
  static int count = 0;
  if (count == kMaxMethods) {
    PyErr_SetString(PyExc_RuntimeError, "raise kMaxMethods in init_ops.cc");
    return false;
  }
  const FastFunction stub =
      MethodStubs(std::make_integer_sequence<int, kMaxMethods>())[count];
  method_bindings[count++] = b;
  PyObject* d = PyDescr_NewMethod(&TensorType, NewMethodDef(name, stub, doc));
  if (!d) return false;
  const int status = PyDict_SetItemString(TensorType.tp_dict, name, d);
  Py_DECREF(d);
  return status == 0;
}

bool AddOp(PyObject* functions, const OpDef& def, const char* name,
           bool inplace = false) {
  const char* doc = Kept(DocOf(def, name, inplace));
  OpBinding* b = NewBinding(def, name, inplace);
  b->signature = Kept(std::string(doc, std::strcspn(doc, "\n")));
  Bindings()[name] = b;
  PyObject* f = NewFunction(b, name, doc);
  if (!f) return false;
  const int status = PyDict_SetItemString(functions, name, f);
  Py_DECREF(f);
  if (status < 0) return false;
  const bool takes_tensor = b->n_args > 0 && b->types[0] == ArgType::kTensor;
  if (def.Has(kInternal) || def.Has(kNoMethod) || !takes_tensor) return true;
  return AddMethod(b, name, doc);
}

// modules: {"": [names], "nn.functional": [names]}
bool AddToModule(PyObject* modules, const OpDef& def) {
  if (def.Has(kInternal)) return true;
  PyObject* list = PyDict_GetItemString(modules, def.module.c_str());
  if (!list) {
    list = PyList_New(0);
    if (!list || PyDict_SetItemString(modules, def.module.c_str(), list) < 0) {
      return false;
    }
    Py_DECREF(list);
  }
  for (const char* suffix : {"", "_"}) {
    if (*suffix && !def.Has(kHasInplace)) continue;
    PyObject* name = PyUnicode_FromString((def.name + suffix).c_str());
    const int status = name ? PyList_Append(list, name) : -1;
    Py_XDECREF(name);
    if (status < 0) return false;
  }
  return true;
}

// ---- number slots ----

const OpBinding* slot_bindings[32];

template <int I>
PyObject* BinarySlot(PyObject* x, PyObject* y) {
  if (PD_UNLIKELY(!slot_bindings[I])) Py_RETURN_NOTIMPLEMENTED;
  auto ok = [](PyObject* o) {
    return Py_TYPE(o) == &TensorType || IsNumber(o) || IsTensor(o) ||
           PyObject_CheckBuffer(o);
  };
  if (!ok(x) || !ok(y)) Py_RETURN_NOTIMPLEMENTED;
  PyObject* argv[] = {x, y};
  return CallOp(*slot_bindings[I], nullptr, argv, 2, nullptr);
}
template <int I>
PyObject* UnarySlot(PyObject* x) {
  if (PD_UNLIKELY(!slot_bindings[I])) {
    return PyErr_Format(PyExc_NotImplementedError, "the operator is missing");
  }
  return CallOp(*slot_bindings[I], nullptr, &x, 1, nullptr);
}
PyObject* PowerSlot(PyObject* x, PyObject* y, PyObject* modulus) {
  if (PD_UNLIKELY(modulus != Py_None)) {
    return PyErr_Format(PyExc_TypeError,
                        "(InvalidType) pow: a modulus is not supported.\n"
                        "  Hint: pow(x, y) % modulus.");
  }
  return BinarySlot<6>(x, y);
}

const char* const kSlotOps[32] = {"add",
                                  "subtract",
                                  "multiply",
                                  "divide",
                                  "floor_divide",
                                  "remainder",
                                  "pow",
                                  "matmul",
                                  "bitwise_and",
                                  "bitwise_or",
                                  "bitwise_xor",
                                  "neg",
                                  "abs",
                                  "bitwise_not",
                                  "bitwise_left_shift",
                                  "bitwise_right_shift",
                                  "less_than",
                                  "less_equal",
                                  "equal",
                                  "not_equal",
                                  "greater_than",
                                  "greater_equal"};
constexpr int kFirstComparison = 16;

PyObject* Compare(PyObject* x, PyObject* y, int op) {
  static_assert(Py_LT == 0 && Py_LE == 1 && Py_EQ == 2 && Py_NE == 3 &&
                Py_GT == 4 && Py_GE == 5);
  const OpBinding* b = slot_bindings[kFirstComparison + op];
  const bool comparable = IsTensor(y) || IsNumber(y) || PyObject_CheckBuffer(y);
  if (!b || !comparable || PyBytes_Check(y)) Py_RETURN_NOTIMPLEMENTED;
  PyObject* argv[] = {x, y};
  return CallOp(*b, nullptr, argv, 2, nullptr);
}

}  // namespace

const OpBinding* FindBinding(const char* name) {
  const auto it = Bindings().find(name);
  return it == Bindings().end() ? nullptr : it->second;
}

// No in-place slots: `x += y` makes a new tensor, as Paddle's does.
void InstallNumberSlots() {  // before PyType_Ready
  PyNumberMethods& n = TensorNumber;
  n.nb_add = BinarySlot<0>;
  n.nb_subtract = BinarySlot<1>;
  n.nb_multiply = BinarySlot<2>;
  n.nb_true_divide = BinarySlot<3>;
  n.nb_floor_divide = BinarySlot<4>;
  n.nb_remainder = BinarySlot<5>;
  n.nb_power = PowerSlot;
  n.nb_matrix_multiply = BinarySlot<7>;
  n.nb_and = BinarySlot<8>;
  n.nb_or = BinarySlot<9>;
  n.nb_xor = BinarySlot<10>;
  n.nb_negative = UnarySlot<11>;
  n.nb_absolute = UnarySlot<12>;
  n.nb_invert = UnarySlot<13>;
  n.nb_positive = [](PyObject* x) { return Py_NewRef(x); };
  n.nb_lshift = BinarySlot<14>;
  n.nb_rshift = BinarySlot<15>;
  TensorType.tp_richcompare = Compare;
}

// _C.name_results(op, type): the results of `op` become a named tuple.
PyObject* NameResults(PyObject*, PyObject* args) {
  const char* op;
  PyObject* type;
  if (!PyArg_ParseTuple(args, "sO!", &op, &PyType_Type, &type)) return nullptr;
  const auto it = Bindings().find(op);
  const bool tuple =
      PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type);
  if (it == Bindings().end() || !tuple) {
    return PyErr_Format(PyExc_ValueError, "name_results: no operator `%s`", op);
  }
  it->second->result_type = Py_NewRef(type);
  Py_RETURN_NONE;
}
PyMethodDef name_results = {"name_results", NameResults, METH_VARARGS, nullptr};

bool InitOpBinding();

bool InitOps(PyObject* module) {
  phi::BindKernels();
  OperatorType.tp_name = "paddle.Operator";
  OperatorType.tp_basicsize = sizeof(Operator);
  OperatorType.tp_flags = Py_TPFLAGS_DEFAULT;
  if (PyType_Ready(&OperatorType) < 0 || !InitOpBinding()) return false;
  PyObject* functions = PyDict_New();
  PyObject* modules = PyDict_New();
  if (!functions || !modules) return false;
  for (const OpDef* def : AllOps()) {
    if (!AddOp(functions, *def, def->name.c_str()) ||
        !AddToModule(modules, *def)) {
      return false;
    }
    if (def->Has(kHasInplace) &&
        !AddOp(functions, *def, Kept(def->name + "_"), true)) {
      return false;
    }
  }
  // Another name, since permute(x, 0, 1) is permute(x, [0, 1]).
  if (!AddOp(functions, GetOp("transpose"), "permute")) return false;
  Bindings()["permute"]->spreads = true;
  for (auto& [name, binding] : Bindings()) {
    if (!binding->def->extended) continue;
    const std::string more =
        std::string(binding->def->extended) + (binding->inplace ? "_" : "");
    binding->extended = FindBinding(more.c_str());
  }
  for (int i = 0; i < 32; ++i) {
    if (kSlotOps[i]) slot_bindings[i] = FindBinding(kSlotOps[i]);
  }
  PyObject* named = PyCFunction_New(&name_results, nullptr);
  return named && PyModule_AddObject(module, "name_results", named) == 0 &&
         PyModule_AddObject(module, "ops", functions) == 0 &&
         PyModule_AddObject(module, "op_modules", modules) == 0;
}

}  // namespace paddle::python
