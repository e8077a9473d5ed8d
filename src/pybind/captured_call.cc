#include "pybind/captured_call.h"

#include "eager/amp.h"
#include "pybind/exceptions.h"
#include "pybind/guards.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

// How to make the result (paddle/jit/entry.py: _Template).
struct Recipe {
  enum Kind { kTensor, kSource, kNumber, kSame, kTuple, kList, kDict, kOther };
  Kind kind = kOther;
  size_t index = 0;
  py::object object;
  std::vector<Recipe> parts;

  explicit Recipe(py::handle data) {
    const auto tuple = py::reinterpret_borrow<py::tuple>(data);
    const auto name = tuple[0].cast<std::string>();
    if (name == "tensor" || name == "source") {
      kind = name == "tensor" ? kTensor : kSource;
      index = tuple[1].cast<size_t>();
    } else if (name == "number") {
      kind = kNumber;
      index = tuple[1].cast<size_t>();
    } else if (name == "same") {
      kind = kSame;
      object = tuple[1];
    } else if (name == "tuple" || name == "list") {
      kind = name == "tuple" ? kTuple : kList;
      for (py::handle part : py::tuple(tuple[1])) parts.emplace_back(part);
    } else if (name == "dict") {
      kind = kDict;
      for (py::handle pair : py::tuple(tuple[1])) {
        for (py::handle part : pair) parts.emplace_back(part);
      }
    }
  }
  int Visit(visitproc visit, void* arg) const {
    Py_VISIT(object.ptr());
    for (const Recipe& part : parts) {
      if (const int status = part.Visit(visit, arg)) return status;
    }
    return 0;
  }
  bool simple() const {
    if (kind == kOther) return false;
    for (const Recipe& part : parts) {
      if (!part.simple()) return false;
    }
    return true;
  }
};

// Holds what it points to: other threads may drop it while a program runs.
class Held {
 public:
  explicit Held(std::vector<PyObject*> borrowed) : items_(std::move(borrowed)) {
    for (PyObject* o : items_) Py_INCREF(o);
  }
  ~Held() {
    for (PyObject* o : items_) Py_XDECREF(o);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  void Take(PyObject* o) { items_.push_back(o); }
  const std::vector<PyObject*>& items() const { return items_; }

 private:
  std::vector<PyObject*> items_;
};

class CapturedCall {
 public:
  CapturedCall(std::shared_ptr<jit::Captured> program, const py::tuple& spec,
               const py::list& guards, const py::list& reads,
               const py::list& facts, const py::tuple& world,
               const py::tuple& result, const py::list& sizes,
               py::object numbers, size_t num_sizes, size_t num_floats)
      : program_(std::move(program)),
        arguments_(spec),
        result_(result),
        numbers_(std::move(numbers)),
        num_sizes_(num_sizes),
        num_floats_(num_floats),
        grad_enabled_(world[0].cast<bool>()),
        default_dtype_(world[1].cast<std::string>()),
        amp_(world[2].cast<const AmpPolicy*>()) {
    for (py::handle g : guards) {
      const auto guard = py::reinterpret_borrow<py::tuple>(g);
      guards_.emplace_back(Spot(guard[0], guard[1], guard[2]),
                           Expected(guard[3]));
    }
    for (py::handle r : reads) {
      const auto read = py::reinterpret_borrow<py::tuple>(r);
      reads_.emplace_back(read[0], read[1], read[2]);
    }
    for (py::handle f : facts) {
      const auto fact = py::reinterpret_borrow<py::tuple>(f);
      facts_.push_back({fact[0].cast<size_t>(), fact[1], fact[2]});
    }
    for (py::handle s : sizes) {
      sizes_.push_back(s.cast<std::pair<size_t, int>>());
    }
  }

  // The layer that a guard looks at may own this call.
  int Visit(visitproc visit, void* arg) const {
    int status = arguments_.Visit(visit, arg);
    if (!status) status = result_.Visit(visit, arg);
    for (size_t i = 0; !status && i < guards_.size(); ++i) {
      status = guards_[i].first.Visit(visit, arg);
      if (!status) status = guards_[i].second.Visit(visit, arg);
    }
    for (size_t i = 0; !status && i < reads_.size(); ++i) {
      status = reads_[i].Visit(visit, arg);
    }
    if (status) return status;
    for (const Fact& fact : facts_) {
      Py_VISIT(fact.name.ptr());
      Py_VISIT(fact.value.ptr());
    }
    Py_VISIT(numbers_.ptr());
    return 0;
  }
  // The collector breaks the cycle at the containers that own this call.

  // Whether all that Run needs is known to this class.
  bool simple() const { return arguments_.simple() && result_.simple(); }

  // (true, result, sources, tensors), or (false, what does not hold).
  py::tuple Run(const py::tuple& args, const py::dict& kwargs, bool lists,
                const py::object& replay) {
    const auto fails = [](py::object what) {
      return py::make_tuple(false, std::move(what));
    };
    if (State().grad_enabled != grad_enabled_)
      return fails(py::str("grad mode"));
    if (default_dtype_ != Name(DefaultFloat())) {
      return fails(py::str("the default dtype"));
    }
    if (CurrentAmp() != amp_) return fails(py::str("mixed precision"));
    std::vector<PyObject*> found, numbers_found;
    if (!arguments_.Matches(args.ptr(), kwargs.ptr(), &found, &numbers_found)) {
      return fails(py::str("the arguments"));
    }
    Held held(std::move(found)), changing(std::move(numbers_found));
    for (size_t i = 0; i < guards_.size(); ++i) {
      auto value = py::reinterpret_steal<py::object>(guards_[i].first.Fetch());
      if (!guards_[i].second.Holds(value.ptr())) return fails(py::int_(i));
      if (guards_[i].second.is_number()) changing.Take(value.release().ptr());
    }
    for (const Spot& spot : reads_) {
      PyObject* o = spot.Fetch();
      held.Take(o);
      if (!o || !IsTensor(o)) return fails(py::str("a tensor"));
    }
    const std::vector<PyObject*>& objects = held.items();
    std::vector<Var> sources;
    sources.reserve(objects.size());
    for (PyObject* o : objects) sources.push_back(Var::Share(Impl(o)));
    py::object numbers = py::none();
    if (!numbers_.is_none()) {
      numbers = NumbersOf(sources, changing.items());
      if (numbers.is_none()) return fails(py::str("a comparison of numbers"));
    }
    jit::Captured::Numbers known;
    for (size_t i = 0; i < num_sizes_ + num_floats_; ++i) {
      const py::object n = py::tuple(numbers)[i];
      int overflow = 0;
      if (i < num_sizes_
              ? !PyLong_CheckExact(n.ptr()) ||
                    (PyLong_AsLongLongAndOverflow(n.ptr(), &overflow),
                     overflow != 0)
              : !PyFloat_CheckExact(n.ptr())) {
        return fails(py::str("a number of another kind"));
      }
      if (i < num_sizes_) {
        known.sizes.push_back(n.cast<int64_t>());
      } else {
        known.floats.push_back(n.cast<double>());
      }
    }
    const auto object_of = [&](size_t i) {
      return py::reinterpret_borrow<py::object>(objects[i]);
    };
    for (const Fact& fact : facts_) {
      const py::object now = object_of(fact.source).attr(fact.name);
      const bool tensor_wanted = PyType_Check(fact.value.ptr());
      if (tensor_wanted ? now.is_none()
                        : !now.is(fact.value) && !now.equal(fact.value)) {
        return fails(fact.name);
      }
    }
    const auto again = ReplayOf(*program_, replay, args, kwargs);
    std::vector<Var> tensors;
    bool ran;
    {
      py::gil_scoped_release release;
      ran = program_->Run(sources, known, again, &tensors);
    }
    if (!ran) return fails(py::str("a tensor's layout, memory or values"));
    std::vector<py::object> made;
    for (Var& v : tensors) {
      made.push_back(py::reinterpret_steal<py::object>(Wrap(v.Take())));
    }
    py::object result = Make(result_, object_of, made, numbers);
    if (!lists) return py::make_tuple(true, std::move(result));
    py::list given, all;
    for (size_t i = 0; i < sources.size(); ++i) given.append(object_of(i));
    for (const py::object& o : made) all.append(o);
    return py::make_tuple(true, std::move(result), given, all, numbers);
  }

 private:
  py::object NumbersOf(const std::vector<Var>& sources,
                       const std::vector<PyObject*>& changing) const {
    py::tuple sizes(sizes_.size()), values(changing.size());
    for (size_t i = 0; i < sizes_.size(); ++i) {
      sizes[i] = sources[sizes_[i].first]->dims[sizes_[i].second];
    }
    for (size_t i = 0; i < changing.size(); ++i) {
      values[i] = py::reinterpret_borrow<py::object>(changing[i]);
    }
    try {
      return numbers_(sizes, values);
    } catch (py::error_already_set& e) {
      // The function itself shall raise.
      if (e.matches(PyExc_ArithmeticError) || e.matches(PyExc_TypeError) ||
          e.matches(PyExc_ValueError)) {
        return py::none();
      }
      throw;
    }
  }

  struct Fact {
    size_t source;
    py::object name, value;
  };

  template <typename F>
  static py::object Make(const Recipe& r, F& source,
                         const std::vector<py::object>& made,
                         const py::object& numbers) {
    switch (r.kind) {
      case Recipe::kTensor: return made.at(r.index);
      case Recipe::kSource: return source(r.index);
      case Recipe::kNumber: return py::tuple(numbers)[r.index];
      case Recipe::kTuple: {
        py::tuple t(r.parts.size());
        for (size_t i = 0; i < r.parts.size(); ++i) {
          t[i] = Make(r.parts[i], source, made, numbers);
        }
        return t;
      }
      case Recipe::kList: {
        py::list l;
        for (const Recipe& part : r.parts)
          l.append(Make(part, source, made, numbers));
        return l;
      }
      case Recipe::kDict: {
        py::dict d;
        for (size_t i = 0; i < r.parts.size(); i += 2) {
          d[Make(r.parts[i], source, made, numbers)] =
              Make(r.parts[i + 1], source, made, numbers);
        }
        return d;
      }
      default: return r.object;
    }
  }

  std::shared_ptr<jit::Captured> program_;
  ArgumentSpec arguments_;
  Recipe result_;
  std::vector<std::pair<Spot, Expected>> guards_;
  std::vector<Spot> reads_;
  std::vector<Fact> facts_;
  std::vector<std::pair<size_t, int>> sizes_;  // (source, axis)
  // What a call computes of the sizes and of numbers that change: first those
  // that the program needs. It gives None where a comparison is another. None:
  // nothing changes.
  py::object numbers_;
  size_t num_sizes_, num_floats_;
  bool grad_enabled_;
  std::string default_dtype_;
  const AmpPolicy* amp_;
};

}  // namespace

jit::Captured::Replay ReplayOf(const jit::Captured& program,
                               py::handle function, py::handle args,
                               py::handle kwargs) {
  if (!State().grad_enabled || !program.backward()) return nullptr;
  // Freed on any thread.
  const std::shared_ptr<py::tuple> call(
      new py::tuple(py::make_tuple(function, args, kwargs)), [](py::tuple* t) {
        const WithGil gil;
        delete t;
      });
  return [call](const std::vector<Var>& sources) {
    const WithGil gil;
    py::list given;
    for (const Var& v : sources) {
      given.append(py::reinterpret_steal<py::object>(Wrap(Var(v).Take())));
    }
    const py::object result = (*call)[0]((*call)[1], (*call)[2], given);
    std::vector<Var> vars;
    for (py::handle item : result) {
      vars.push_back(Var::Share(Impl(item.ptr())));
    }
    return vars;
  };
}

void BindCapturedCall(py::module_& m) {
  const auto collect = [](PyHeapTypeObject* heap) {
    PyTypeObject& type = heap->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
      Py_VISIT(Py_TYPE(self));
      const auto* call = py::detail::is_holder_constructed(self)
                             ? py::cast<const CapturedCall*>(py::handle(self))
                             : nullptr;
      return call ? call->Visit(visit, arg) : 0;
    };
    type.tp_clear = [](PyObject*) { return 0; };
  };
  py::class_<CapturedCall>(m, "CapturedCall", py::custom_type_setup(collect))
      .def(py::init<std::shared_ptr<jit::Captured>, const py::tuple&,
                    const py::list&, const py::list&, const py::list&,
                    const py::tuple&, const py::tuple&, const py::list&,
                    py::object, size_t, size_t>())
      .def_property_readonly("simple", &CapturedCall::simple)
      .def("run", &CapturedCall::Run);
}

}  // namespace paddle::python
