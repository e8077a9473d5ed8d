// One C entry for every operator: arguments are parsed by the schema.
#pragma once
#include <utility>
#include <vector>

#include "ops/builder.h"
#include "pybind/py_tensor.h"

namespace paddle::python {

// What the parser needs of a schema, packed; made once per operator.
struct OpBinding {
  const OpDef* def;
  const char* name;       // "add_", or a second name of the operator
  const char* signature;  // "sum(x, axis=None, ...)"
  int n_args, n_required;
  uint32_t all;               // one bit per argument
  bool inplace;               // this is the `name_` form
  bool checks_shapes;         // before a call, against the record's Dims
  bool spreads;               // f(x, 2, 3) stands for f(x, [2, 3])
  uint32_t no_number;         // a number does not stand for these tensors
  const OpBinding* extended;  // has more keywords; may be null
  PyObject* result_type;      // a named tuple of several results, or null
  ArgType types[Args::kMax];
  bool optional[Args::kMax];    // accepts None
  PyObject* names[Args::kMax];  // interned: most keywords match by pointer
  Slot defaults[Args::kMax];
  // "input" for "x", "dim" for "axis": the name and the argument.
  std::vector<std::pair<PyObject*, int>> aliases;
};

// Parses a call into `args`; false: a Python exception is set. `self` is null
// for a function, the receiver for a method. `out` gets the keyword `out`.
bool ParseArgs(const OpBinding& b, Args& args, PyObject* self,
               PyObject* const* argv, Py_ssize_t n, PyObject* kwnames,
               PyObject** out);

PyObject* CallOp(const OpBinding& b, PyObject* self, PyObject* const* argv,
                 Py_ssize_t n, PyObject* kwnames);

// Runs a parsed call and wraps its results.
PyObject* RunOp(const OpBinding& b, Args& args);

// Adds every operator to `module.ops` and, where it is one, as a method and
// number slot of Tensor.
bool InitOps(PyObject* module);

const OpBinding* FindBinding(const char* name);

// A Python int (not a float, not a bool subclass check) as int64.
bool ToInt64(PyObject* o, int64_t* v);
// A Python number as a 0-D tensor of dtype `t`.
Var NumberTensor(PyObject* number, DataType t);

}  // namespace paddle::python
