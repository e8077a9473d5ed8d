// backward, grad, hooks, grad mode and custom functions.
#include "eager/engine.h"
#include "eager/view_history.h"
#include "ops/builder.h"
#include "pybind/exceptions.h"
#include "pybind/gc.h"
#include "pybind/init.h"
#include "pybind/py_tensor.h"

namespace paddle::python {
namespace {

// A Python object that C++ keeps; the GIL is taken to let it go.
class Holder {
 public:
  explicit Holder(PyObject* o) : o_(Py_NewRef(o)) {}
  Holder(const Holder&) = delete;
  ~Holder() {
    if (!Py_IsInitialized()) return;
    WithGil gil;
    Py_DECREF(o_);
  }
  PyObject* get() const { return o_; }

 private:
  PyObject* o_;
};

// None, a Tensor or a sequence of Tensors, or of Tensors and None.
bool ToVars(PyObject* o, const char* what, std::vector<Var>* out,
            bool none = false) {
  if (o == Py_None) return true;
  if (IsTensor(o)) {
    out->push_back(Var::Share(Impl(o)));
    return true;
  }
  PyObject* list = PySequence_Fast(o, "expected Tensors");
  if (!list) return false;
  const Py_ssize_t n = PySequence_Fast_GET_SIZE(list);
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(list, i);
    if (!(none && item == Py_None) && !IsTensor(item)) {
      PyErr_Format(PyExc_TypeError,
                   "(InvalidType) %s has the wrong type.\n  Expected: a Tensor "
                   "or a list of Tensors\n  Received: %s",
                   what, Py_TYPE(item)->tp_name);
      Py_DECREF(list);
      return false;
    }
    out->push_back(item == Py_None ? Var() : Var::Share(Impl(item)));
  }
  Py_DECREF(list);
  return true;
}

PyObject* ToPythonList(std::vector<Var> vars) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(vars.size()));
  for (size_t i = 0; list && i < vars.size(); ++i) {
    PyList_SET_ITEM(list, i, Wrap(std::move(vars[i])));
  }
  return list;
}

// _C.backward(tensors, grad_tensors, retain_graph, create_graph)
PyObject* Backward(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 4) return PyErr_Format(PyExc_TypeError, "backward: 4 arguments");
  return Guarded([&]() -> PyObject* {
    std::vector<Var> roots, grads;
    if (!ToVars(argv[0], "backward: `tensors`", &roots) ||
        !ToVars(argv[1], "backward: `grad_tensors`", &grads, true)) {
      return nullptr;
    }
    const int retain = PyObject_IsTrue(argv[2]);
    const int create = PyObject_IsTrue(argv[3]);
    if (retain < 0 || create < 0) return nullptr;
    {
      NoGil no_gil;
      RunBackward(roots, grads, retain != 0, create != 0);
    }
    Py_RETURN_NONE;
  });
}

// _C.grad(outputs, inputs, grad_outputs, retain, create, allow_unused, no_grad)
PyObject* Grad(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 7) return PyErr_Format(PyExc_TypeError, "grad: 7 arguments");
  return Guarded([&]() -> PyObject* {
    std::vector<Var> outputs, inputs, grads;
    GradOptions options;
    if (!ToVars(argv[0], "grad: `outputs`", &outputs) ||
        !ToVars(argv[1], "grad: `inputs`", &inputs) ||
        !ToVars(argv[2], "grad: `grad_outputs`", &grads, true) ||
        !ToVars(argv[6], "grad: `no_grad_vars`", &options.no_grad)) {
      return nullptr;
    }
    bool* const flags[] = {&options.retain_graph, &options.create_graph,
                           &options.allow_unused};
    for (int i = 0; i < 3; ++i) {
      const int on = PyObject_IsTrue(argv[3 + i]);
      if (on < 0) return nullptr;
      *flags[i] = on != 0;
    }
    std::vector<Var> result;
    {
      NoGil no_gil;
      result = RunGrad(outputs, inputs, grads, options);
    }
    return ToPythonList(std::move(result));
  });
}

// A Python callable as a hook: None leaves the gradient as it is. It records
// as usual, so that it may take gradients of its own; what it returns carries a
// history only where the pass makes one.
Var CallHook(PyObject* hook, const Var& grad) {
  WithGil gil;
  const bool create_graph = State().grad_enabled;
  GradModeGuard record(true);
  PyObject* arg = Checked(Wrap(Var(grad).Take()));
  PyObject* result = PyObject_CallOneArg(hook, arg);
  Py_DECREF(arg);
  Checked(result);
  Var v;
  if (IsTensor(result)) v = Var::Share(Impl(result));
  const bool bad = !v && result != Py_None;
  if (bad) {
    PyErr_Format(PyExc_TypeError,
                 "a gradient hook must return a Tensor or "
                 "None, not %s",
                 Py_TYPE(result)->tp_name);
  }
  Py_DECREF(result);
  if (bad) throw PythonError();
  if (v && v->requires_grad() && !create_graph) v = Alias(*v);
  return v;
}

constexpr char kHandleName[] = "paddle.HookHandle";

// _C.register_hook(tensor, hook): a handle for _C.remove_hook.
PyObject* RegisterHook(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 2 || !IsTensor(argv[0]) || !PyCallable_Check(argv[1])) {
    return PyErr_Format(PyExc_TypeError,
                        "register_hook: expected a Tensor and a callable");
  }
  return Guarded([&] {
    auto hook = std::make_shared<Holder>(argv[1]);
    auto handle = std::make_unique<HookHandle>(AddHook(
        *Impl(argv[0]),
        [hook](const Var& g) { return CallHook(hook->get(), g); }, argv[1]));
    Track(argv[0]);
    return PyCapsule_New(handle.release(), kHandleName, [](PyObject* capsule) {
      delete static_cast<HookHandle*>(
          PyCapsule_GetPointer(capsule, kHandleName));
    });
  });
}
PyObject* RemoveHook(PyObject*, PyObject* handle) {
  void* p = PyCapsule_GetPointer(handle, kHandleName);
  if (!p) return nullptr;
  return Guarded(
      [p] { return PyBool_FromLong(static_cast<HookHandle*>(p)->Remove()); });
}
// Called after the leaf's gradient is complete.
PyObject* RegisterBackwardHook(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 2 || !IsTensor(argv[0]) || !PyCallable_Check(argv[1])) {
    return PyErr_Format(PyExc_TypeError, "expected a Tensor and a callable");
  }
  return Guarded([&]() -> PyObject* {
    auto hook = std::make_shared<Holder>(argv[1]);
    auto call = [hook] {
      WithGil gil;
      PyObject* result = PyObject_CallNoArgs(hook->get());
      Checked(result);
      Py_DECREF(result);
    };
    MetaOf(*Impl(argv[0])).done.Add(std::move(call), argv[1]);
    Track(argv[0]);
    Py_RETURN_NONE;
  });
}
PyObject* RetainGrads(PyObject*, PyObject* o) {
  if (!IsTensor(o)) return PyErr_Format(PyExc_TypeError, "expected a Tensor");
  return Guarded([&]() -> PyObject* {
    RetainGrad(*Impl(o));
    Py_RETURN_NONE;
  });
}

PyObject* SetGradEnabled(PyObject*, PyObject* o) {  // the mode before
  const int on = PyObject_IsTrue(o);
  if (on < 0) return nullptr;
  ThreadState& s = State();
  return PyBool_FromLong(std::exchange(s.grad_enabled, on != 0));
}
PyObject* IsGradEnabled(PyObject*, PyObject*) {
  return PyBool_FromLong(State().grad_enabled);
}

// The backward of a PyLayer: calls `function(grads, saved)`.
class PythonBackward final : public CustomBackward {
 public:
  explicit PythonBackward(PyObject* function) : function_(function) {}
  VarList Run(const VarList& grads, const std::vector<Var>& saved) override {
    WithGil gil;
    std::vector<Var> incoming;
    for (int i = 0; i < grads.size(); ++i) incoming.push_back(grads[i]);
    PyObject* args[2] = {ToPythonList(std::move(incoming)), nullptr};
    if (args[0]) args[1] = ToPythonList(saved);
    PyObject* result =
        args[1] ? PyObject_Vectorcall(function_.get(), args, 2, nullptr)
                : nullptr;
    Py_XDECREF(args[0]);
    Py_XDECREF(args[1]);
    Checked(result);
    std::vector<Var> vars;
    const bool ok = ToVars(result, "PyLayer.backward: the result", &vars, true);
    Py_DECREF(result);
    if (!ok) throw PythonError();
    VarList list;
    for (Var& v : vars) list.push_back(std::move(v));
    return list;
  }
  void* object() const override { return function_.get(); }

 private:
  Holder function_;
};

// _C.record_custom(inputs, outputs, saved, backward): `outputs` become results
// of a node whose gradient is backward(grads, saved), one result per input.
PyObject* RecordCustomFunction(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 4)
    return PyErr_Format(PyExc_TypeError, "record_custom: 4 arguments");
  return Guarded([&]() -> PyObject* {
    std::vector<Var> inputs, outputs, saved;
    if (!ToVars(argv[0], "PyLayer: an input", &inputs, true) ||
        !ToVars(argv[1], "PyLayer: an output", &outputs, true) ||
        !ToVars(argv[2], "PyLayer: a saved tensor", &saved, true)) {
      return nullptr;
    }
    for (const Var& input : inputs) RequireHistory(*input, "PyLayer");
    RecordCustom(inputs, outputs, saved,
                 std::make_shared<PythonBackward>(argv[3]));
    if (!PyList_Check(argv[1])) Py_RETURN_NONE;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(argv[1]); ++i) {
      Track(PyList_GET_ITEM(argv[1], i));
    }
    Py_RETURN_NONE;
  });
}

// What a pack hook made of a tensor.
class PythonPacked final : public PackedTensor {
 public:
  PythonPacked(PyObject* packed, std::shared_ptr<Holder> unpack)
      : packed_(packed), unpack_(std::move(unpack)) {}
  Var Unpack() override {
    WithGil gil;
    PyObject* t = Checked(PyObject_CallOneArg(unpack_->get(), packed_.get()));
    Var v = IsTensor(t) ? Var::Share(Impl(t)) : Var();
    if (!v) {
      PyErr_Format(PyExc_TypeError,
                   "(InvalidType) saved_tensors_hooks: the unpack hook has to "
                   "return a Tensor, not %s",
                   Py_TYPE(t)->tp_name);
    }
    Py_DECREF(t);
    if (!v) throw PythonError();
    return v;
  }

 private:
  Holder packed_;
  std::shared_ptr<Holder> unpack_;
};

class PythonHooks final : public SavedTensorHooks {
 public:
  PythonHooks(PyObject* pack, PyObject* unpack)
      : pack_(pack), unpack_(std::make_shared<Holder>(unpack)) {}
  std::unique_ptr<PackedTensor> Pack(const Var& t) override {
    WithGil gil;
    PyObject* arg = Checked(Wrap(Var(t).Take()));
    PyObject* packed = PyObject_CallOneArg(pack_.get(), arg);
    Py_DECREF(arg);
    auto result = std::make_unique<PythonPacked>(Checked(packed), unpack_);
    if (IsTensor(packed) && Impl(packed)->storage == t->storage) {
      result->memory = t->storage;
    }
    Py_DECREF(packed);
    return result;
  }
  SavedTensorHooks* previous = nullptr;

 private:
  Holder pack_;
  std::shared_ptr<Holder> unpack_;
};

// _C.push_saved_hooks(pack, unpack), until _C.pop_saved_hooks().
PyObject* PushSavedHooks(PyObject*, PyObject* const* argv, Py_ssize_t n) {
  if (n != 2)
    return PyErr_Format(PyExc_TypeError,
                        "push_saved_hooks: expected 2 arguments");
  auto* hooks = new PythonHooks(argv[0], argv[1]);
  hooks->previous = SetSavedTensorHooks(hooks);
  Py_RETURN_NONE;
}
PyObject* PopSavedHooks(PyObject*, PyObject*) {
  auto* hooks = static_cast<PythonHooks*>(SetSavedTensorHooks(nullptr));
  if (!hooks) {
    PyErr_SetString(PyExc_RuntimeError,
                    "(PreconditionNotMet) saved_tensors_hooks: left more often "
                    "than entered on this thread.");
    return nullptr;
  }
  SetSavedTensorHooks(hooks->previous);
  delete hooks;
  Py_RETURN_NONE;
}

PyObject* HasSavedHooks(PyObject*, PyObject*) {
  return PyBool_FromLong(HasSavedTensorHooks());
}

PyMethodDef kFunctions[] = {
#define PD_FAST(name, f)                                             \
  {                                                                  \
    name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(f)), \
        METH_FASTCALL, nullptr                                       \
  }
    PD_FAST("backward", Backward),
    PD_FAST("grad", Grad),
    PD_FAST("register_hook", RegisterHook),
    PD_FAST("register_backward_hook", RegisterBackwardHook),
    PD_FAST("record_custom", RecordCustomFunction),
    PD_FAST("push_saved_hooks", PushSavedHooks),
    {"pop_saved_hooks", PopSavedHooks, METH_NOARGS, nullptr},
    {"has_saved_hooks", HasSavedHooks, METH_NOARGS, nullptr},
    {"remove_hook", RemoveHook, METH_O, nullptr},
    {"retain_grads", RetainGrads, METH_O, nullptr},
    {"set_grad_enabled", SetGradEnabled, METH_O, nullptr},
    {"is_grad_enabled", IsGradEnabled, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

bool InitAutograd(PyObject* module) {
  return PyModule_AddFunctions(module, kFunctions) == 0;
}

}  // namespace paddle::python
