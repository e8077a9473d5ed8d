#include "pybind/captured_call.h"

#include "core/generator.h"
#include "executor/executable.h"
#include "pybind/exceptions.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {

// ---- results ----

Recipe::Recipe(py::handle data) {
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

int Recipe::Visit(visitproc visit, void* arg) const {
  Py_VISIT(object.ptr());
  for (const Recipe& part : parts) {
    if (const int status = part.Visit(visit, arg)) return status;
  }
  return 0;
}

bool Recipe::simple() const {
  if (kind == kOther) return false;
  for (const Recipe& part : parts) {
    if (!part.simple()) return false;
  }
  return true;
}

py::object CapturedCall::Make(const Recipe& r, const Matched& m) {
  switch (r.kind) {
    case Recipe::kTensor: return m.made.at(r.index);
    case Recipe::kSource:
      return py::reinterpret_borrow<py::object>(m.held.items()[r.index]);
    case Recipe::kNumber: return py::tuple(m.numbers)[r.index];
    case Recipe::kTuple: {
      py::tuple t(r.parts.size());
      for (size_t i = 0; i < r.parts.size(); ++i) t[i] = Make(r.parts[i], m);
      return t;
    }
    case Recipe::kList: {
      py::list l;
      for (const Recipe& part : r.parts) l.append(Make(part, m));
      return l;
    }
    case Recipe::kDict: {
      py::dict d;
      for (size_t i = 0; i < r.parts.size(); i += 2) {
        d[Make(r.parts[i], m)] = Make(r.parts[i + 1], m);
      }
      return d;
    }
    default: return r.object;
  }
}

// ---- calls ----

CapturedCall::CapturedCall(std::shared_ptr<jit::Captured> program,
                           const py::tuple& spec, const py::list& guards,
                           const py::list& reads, const py::list& facts,
                           const py::tuple& world, const py::tuple& result,
                           const py::list& sizes, py::object numbers,
                           size_t num_sizes, size_t num_floats)
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
int CapturedCall::Visit(visitproc visit, void* arg) const {
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

py::object CapturedCall::Match(PyObject* args, PyObject* kwargs,
                               Matched* m) const {
  const ThreadState& state = State();
  if (state.grad_enabled != grad_enabled_) return py::str("grad mode");
  if (default_dtype_ != Name(DefaultFloat())) {
    return py::str("the default dtype");
  }
  if (CurrentAmp() != amp_) return py::str("mixed precision");
  if (!arguments_.Matches(args, kwargs, &m->held, &m->changing)) {
    return py::str("the arguments");
  }
  for (size_t i = 0; i < guards_.size(); ++i) {
    auto value = py::reinterpret_steal<py::object>(guards_[i].first.Fetch());
    if (!guards_[i].second.Holds(value.ptr())) return py::int_(i);
    if (guards_[i].second.is_number()) m->changing.Take(value.release().ptr());
  }
  for (const Spot& spot : reads_) {
    PyObject* o = spot.Fetch();
    m->held.Take(o);
    if (!o || !IsTensor(o)) return py::str("a tensor");
  }
  m->sources.reserve(m->held.items().size());
  for (PyObject* o : m->held.items()) m->sources.push_back(Var::Share(Impl(o)));
  if (!numbers_.is_none()) {
    if (py::object fails = MatchNumbers(m)) return fails;
  }
  for (const Fact& fact : facts_) {
    const py::object now =
        py::reinterpret_borrow<py::object>(m->held.items()[fact.source])
            .attr(fact.name);
    const bool tensor_wanted = PyType_Check(fact.value.ptr());
    if (tensor_wanted ? now.is_none()
                      : !now.is(fact.value) &&
                            (IsTensor(now.ptr()) || !now.equal(fact.value))) {
      return fact.name;
    }
  }
  return py::object();
}

py::object CapturedCall::MatchNumbers(Matched* m) const {
  m->numbers = NumbersOf(*m);
  if (m->numbers.is_none()) return py::str("a comparison of numbers");
  const py::tuple all(m->numbers);
  for (size_t i = 0; i < num_sizes_ + num_floats_; ++i) {
    const py::object n = all[i];
    int overflow = 0;
    if (i < num_sizes_ ? !PyLong_CheckExact(n.ptr()) ||
                             (PyLong_AsLongLongAndOverflow(n.ptr(), &overflow),
                              overflow != 0)
                       : !PyFloat_CheckExact(n.ptr())) {
      return py::str("a number of another kind");
    }
    if (i < num_sizes_) {
      m->known.sizes.push_back(n.cast<int64_t>());
    } else {
      m->known.floats.push_back(n.cast<double>());
    }
  }
  return py::object();
}

py::object CapturedCall::NumbersOf(const Matched& m) const {
  const std::vector<PyObject*>& changing = m.changing.items();
  py::tuple sizes(sizes_.size()), values(changing.size());
  for (size_t i = 0; i < sizes_.size(); ++i) {
    sizes[i] = m.sources[sizes_[i].first]->dims[sizes_[i].second];
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

bool CapturedCall::Run(Matched* m, const jit::Captured::Replay& replay) const {
  std::vector<Var> tensors;
  bool ran;
  {
    const NoGil release;
    ran = program_->Run(m->sources, m->known, replay, &tensors);
  }
  m->made.reserve(tensors.size());
  for (Var& v : tensors) {
    m->made.push_back(py::reinterpret_steal<py::object>(Wrap(v.Take())));
  }
  return ran;
}

namespace {

// (true, result, sources, tensors, numbers), without the last three unless
// `lists`; or (false, what does not hold).
py::tuple RunCall(const CapturedCall& call, const py::tuple& args,
                  const py::dict& kwargs, bool lists,
                  const py::object& replay) {
  (void)executor::FailedCleanly();  // of a run of something else
  CapturedCall::Matched m;
  py::object fails = call.Match(args.ptr(), kwargs.ptr(), &m);
  if (!fails && !call.Run(&m, ReplayOf(call.program(), replay, args, kwargs))) {
    fails = py::str("a tensor's layout, memory or values");
  }
  if (fails) return py::make_tuple(false, std::move(fails));
  if (!lists) return py::make_tuple(true, call.Result(m));
  py::list given, all;
  for (PyObject* o : m.held.items()) given.append(py::handle(o));
  for (const py::object& o : m.made) all.append(o);
  return py::make_tuple(true, call.Result(m), given, all, m.numbers);
}

}  // namespace

jit::Captured::Replay ReplayOf(const jit::Captured& program,
                               py::handle function, py::handle args,
                               py::handle kwargs) {
  if (!Records(program)) return nullptr;
  // Freed on any thread.
  const std::shared_ptr<py::tuple> call(
      new py::tuple(py::make_tuple(function, args, kwargs)), [](py::tuple* t) {
        const WithGil gil;
        delete t;
      });
  // The call draws what comes from here on.
  const Generator::State drawn = DefaultGenerator().state();
  return [call, drawn](const std::vector<Var>& sources) {
    const WithGil gil;
    Generator again(drawn.seed);
    again.SetState(drawn);
    const GeneratorScope scope(&again);
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
      .def("run", RunCall);
}

}  // namespace paddle::python
