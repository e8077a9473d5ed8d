// The records as Python data: for tests, stubs and documentation.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "eager/eager_builder.h"
#include "eager/op_log.h"
#include "ops/op_doc.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/op_binding.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

const char* const kCombineNames[] = {"sum", "max", "min", "prod",
                                     "any", "all", "mean"};

py::dict Describe(const OpDef& op) {
  py::dict d;
  d["name"] = op.name;
  d["schema"] = op.schema.text;
  d["doc"] = Summary(op);
  d["module"] = op.module;
  d["outs"] = op.schema.outs;
  d["list_out"] = op.schema.list_out;
  d["has_dims"] = HasDims(op);
  d["states_dims"] = op.dims != nullptr;  // else they are derived
  d["no_dims"] =
      op.no_dims ? py::object(py::str(op.no_dims)) : py::object(py::none());
  d["has_vjp"] = op.vjp != nullptr;
  d["has_decompose"] = op.decompose != nullptr;
  d["not_differentiable"] = op.not_differentiable
                                ? py::object(py::str(op.not_differentiable))
                                : py::object(py::none());
  const std::pair<const char*, Trait> traits[] = {
      {"elementwise", kElementwise},
      {"commutative", kCommutative},
      {"view", kViewOp},
      {"random", kRandom},
      {"internal", kInternal},
      {"no_method", kNoMethod},
      {"data_dependent", kDataDependent},
      {"primitive", kPrimitive},
      {"inplace", kHasInplace}};
  py::set names;
  for (const auto& [name, trait] : traits) {
    if (op.Has(trait)) names.add(name);
  }
  d["traits"] = names;
  py::list dtypes;
  for (int t = 0; t < kNumDataTypes; ++t) {
    if (op.kernels[0][t]) dtypes.append(Name(static_cast<DataType>(t)));
  }
  d["kernel_dtypes"] = dtypes;
  py::list args;
  for (const ArgSpec& arg : op.schema.args) {
    args.append(py::make_tuple(arg.name, Name(arg.type), arg.has_default));
  }
  d["args"] = args;
  return d;
}

// Parses a Python call of the operator and hands its arguments to f.
template <typename F>
auto WithParsed(const std::string& name, const py::args& args,
                const py::kwargs& kwargs, F&& f) {
  const OpBinding* b = FindBinding(name.c_str());
  PADDLE_ENFORCE(b,
                 errors::NotFound("there is no operator `%s`.", name.c_str()));
  std::vector<PyObject*> values;
  for (const auto& a : args) values.push_back(a.ptr());
  py::tuple names(kwargs.size());
  size_t i = 0;
  for (const auto& [key, value] : kwargs) {
    names[i++] = key;
    values.push_back(value.ptr());
  }
  Args parsed(*b->def);
  PyObject* out = nullptr;
  if (!ParseArgs(*b, parsed, nullptr, values.data(), args.size(),
                 i ? names.ptr() : nullptr, &out)) {
    throw py::error_already_set();
  }
  return f(*b->def, parsed);
}

py::list Factors(const AxisMap& map, const AxisMap::Tensor& t) {
  py::list list;
  for (int a = 0; a < t.rank; ++a) {
    if (t.factor[a] == AxisMap::kFixed)
      list.append(py::make_tuple(py::none(), t.each[a]));
    else
      list.append(py::make_tuple(int{t.factor[a]}, t.each[a]));
  }
  return list;
}

// {"factors": [(size, kind, combine)],
//  "inputs": [[(factor or None, elements for each)]], "outputs": the same,
//  "size_args": [(argument, item, factor, for each)]}
py::object AxisMapOf(const std::string& name, const py::args& args,
                     const py::kwargs& kwargs) {
  return WithParsed(
      name, args, kwargs, [](const OpDef& op, Args& a) -> py::object {
        if (!HasDims(op)) return py::none();
        AxisMap map(op.name.c_str());
        MapAxes(a, map);
        static const char* const kKinds[] = {"pass", "reduce", "whole",
                                             "permute"};
        py::list factors, inputs, outputs, size_args;
        for (int i = 0; i < map.num_factors(); ++i) {
          const Factor& f = map.factor(i);
          factors.append(
              py::make_tuple(f.size, kKinds[static_cast<int>(f.kind)],
                             kCombineNames[static_cast<int>(f.combine)]));
        }
        for (int i = 0; i < map.num_inputs(); ++i) {
          inputs.append(Factors(map, map.input(i)));
        }
        for (int i = 0; i < map.num_outputs(); ++i) {
          outputs.append(Factors(map, map.output(i)));
        }
        for (int i = 0; i < map.num_size_args(); ++i) {
          const AxisMap::SizeArg& s = map.size_arg(i);
          size_args.append(py::make_tuple(op.schema.args[s.arg].name, s.index,
                                          s.factor, s.each));
        }
        py::dict d;
        d["factors"] = factors;
        d["inputs"] = inputs;
        d["outputs"] = outputs;
        d["size_args"] = size_args;
        return d;
      });
}

// [(shape, dtype name)] by shape inference alone.
py::list MetaOfCall(const std::string& name, const py::args& args,
                    const py::kwargs& kwargs) {
  return WithParsed(name, args, kwargs, [](const OpDef& op, Args& a) {
    BuilderGuard guard(MetaBuilder());
    Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
    Dispatch(op, a, outs);
    py::list list;
    for (int i = 0; i < outs.size(); ++i) {
      std::vector<int64_t> dims(outs[i]->dims.begin(), outs[i]->dims.end());
      list.append(py::make_tuple(dims, Name(outs[i]->dtype)));
    }
    return list;
  });
}

py::object Decomposed(const std::string& name, const py::args& args,
                      const py::kwargs& kwargs) {
  return WithParsed(
      name, args, kwargs, [](const OpDef& op, Args& a) -> py::object {
        if (!op.decompose) return py::none();
        VarList results = op.decompose(a);
        py::list list;
        for (int i = 0; i < results.size(); ++i) {
          list.append(
              py::reinterpret_steal<py::object>(Wrap(std::move(results[i]))));
        }
        return list;
      });
}

py::object* where_of_log = nullptr;

std::string WhereOfLog() {
  const WithGil gil;
  return (*where_of_log)().cast<std::string>();
}

void StartOpLog(const py::object& where) {
  delete std::exchange(where_of_log, nullptr);
  if (!where.is_none()) where_of_log = new py::object(where);
  OpLog::Start(where_of_log ? WhereOfLog : nullptr);
}

py::list TakeOpLog() {
  py::list list;
  for (const LoggedResult& r : OpLog::Take()) {
    const std::vector<int64_t> shape(r.dims.begin(), r.dims.end());
    list.append(py::make_tuple(r.op->name, Name(r.dtype),
                               py::tuple(py::cast(shape)), r.digest, r.values,
                               r.where));
  }
  return list;
}

std::vector<std::string> Traced(py::function f) {
  TraceBuilder trace;
  {
    BuilderGuard guard(&trace);
    f();
  }
  return trace.lines();
}

}  // namespace

bool InitInspect(PyObject* module) {
  py::module_ m = py::reinterpret_borrow<py::module_>(module);
  // What operators give from now on, until take_op_log: (name, dtype, shape,
  // digest, values, what `where` gave). `where`: a function, or None.
  m.def("start_op_log", StartOpLog);
  m.def("take_op_log", TakeOpLog);
  m.def("op_records", [] {
    py::list list;
    for (const OpDef* op : AllOps()) list.append(Describe(*op));
    return list;
  });
  m.def("axis_map", &AxisMapOf);
  m.def("infer_meta", &MetaOfCall);
  m.def("decomposed", &Decomposed);
  m.def("traced", &Traced);
  return true;
}

}  // namespace paddle::python
