// What paddle.jit stands on: tracers and the programs that they made.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "cinn/emission/emission.h"
#include "cinn/runtime/kernel.h"
#include "jit/sized_captured.h"
#include "ops/generated/ops.h"
#include "pir/draw/draw.h"
#include "pir/program.h"
#include "pybind/captured_call.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/interop.h"
#include "pybind/jit_types.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {

std::vector<Var> ToVars(const py::sequence& list, bool may_be_none) {
  std::vector<Var> vars;
  for (const py::handle item : list) {
    if (item.is_none() && may_be_none) {
      vars.emplace_back();
      continue;
    }
    PADDLE_ENFORCE(IsTensor(item.ptr()),
                   errors::InvalidType("item %zu of a list of tensors has the "
                                       "wrong type.",
                                       vars.size())
                       .Expected(may_be_none ? "Tensor or None" : "Tensor")
                       .Received(Py_TYPE(item.ptr())->tp_name));
    vars.push_back(Var::Share(Impl(item.ptr())));
  }
  return vars;
}

py::list ToList(std::vector<Var> vars) {
  py::list list;
  for (Var& v : vars) {
    list.append(py::reinterpret_steal<py::object>(Wrap(v.Take())));
  }
  return list;
}

namespace {

using WithoutGil = py::call_guard<NoGil>;

// Of the last run: bytes at the peak, of these in results, of all tensors;
// steps, those that CINN made, operators for which these stand.
py::object UsageOf(const Executable& e) {
  const auto plan = e.LastPlan();
  if (!plan) return py::none();
  const auto& u = plan->usage();
  const auto& fusion = plan->fusion();
  return py::make_tuple(u.peak(), u.outputs, u.tensors, plan->num_steps(),
                        fusion.kernels, fusion.operators);
}

py::object* scope_of_now = nullptr;
py::object* placed_reason = nullptr;

const std::string* ScopeOfNow() {
  const WithGil gil;
  return pir::KeptScope((*scope_of_now)().cast<std::string>());
}
std::string Placed(const std::string& reason) {
  const WithGil gil;
  return (*placed_reason)(reason).cast<std::string>();
}

// Ctrl-C ends a program between two instructions.
void CheckInterrupt() {
  if (!PyGILState_GetThisThreadState()) return;  // a thread without Python
  const WithGil gil;
  if (PyErr_CheckSignals() != 0) {
    executor::SetInterrupted();
    throw py::error_already_set();
  }
}

}  // namespace

bool InitJit(PyObject* module) {
  executor::check_interrupt = CheckInterrupt;
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<jit::ProgramCache, std::shared_ptr<jit::ProgramCache>>(
      m, "ProgramCache")
      .def(py::init<size_t>(), py::arg("capacity") = 64)
      .def("__len__", &jit::ProgramCache::size)
      .def_property_readonly("seconds", &jit::ProgramCache::seconds)
      .def("text",
           [](const jit::ProgramCache& cache, size_t i) {
             return pir::Program(cache.at(i)->program()).ToString();
           })
      .def("draw",
           [](const jit::ProgramCache& cache, const std::string& title) {
             std::vector<std::shared_ptr<const Executable>> kept;
             pir::NamedPrograms programs;
             for (size_t i = 0; i < cache.size(); ++i) {
               kept.push_back(cache.at(i));
               programs.push_back(
                   {"program " + std::to_string(i), &kept.back()->program()});
             }
             return pir::DrawPrograms(title, programs);
           })
      .def("usage", [](const jit::ProgramCache& cache, size_t i) {
        return UsageOf(*cache.at(i));
      });
  m.def("cinn_operators", &cinn::EmittedOperators);
  m.def("cinn_num_compiled", &cinn::Kernel::NumCompiled);
  m.attr("NotFoundError") =
      py::reinterpret_borrow<py::object>(ExceptionType(ErrorCode::kNotFound));
  m.attr("GraphBreak") = py::reinterpret_borrow<py::object>(GraphBreakType());
  py::class_<jit::Tracer::Region>(m, "Region")
      .def_property_readonly("acts", [](const jit::Tracer::Region& r) {
        const auto& calls = r.body->calls;
        return std::any_of(calls.begin(), calls.end(), pir::ChecksValues) ||
               !std::all_of(calls.begin(), calls.end(), pir::IsRepeatable);
      });
  py::class_<jit::Tracer, std::shared_ptr<jit::Tracer>>(m, "Tracer")
      .def(py::init<std::shared_ptr<jit::ProgramCache>>())
      .def("start", &jit::Tracer::Start)
      .def(
          "rehearse",
          [](jit::Tracer& t, const py::sequence& like,
             const std::vector<std::vector<int64_t>>& dims, size_t calls,
             const std::vector<int64_t>& late) {
            std::vector<DDim> shapes;
            for (const auto& d : dims) shapes.emplace_back(IntArray(d));
            return ToList(t.Rehearse(ToVars(like), shapes, calls, late));
          },
          py::arg("like"), py::arg("dims"), py::arg("calls"),
          py::arg("late") = std::vector<int64_t>())
      .def_property_readonly("late_sizes",
                             [](const jit::Tracer& t) {
                               return py::make_tuple(t.late_sizes().seen,
                                                     t.late_sizes().peeks);
                             })
      .def_property_readonly("num_calls", &jit::Tracer::num_calls)
      .def("mentions", &jit::Tracer::Mentions)
      .def_readwrite("remembers", &jit::Tracer::remembers)
      .def("undo", &jit::Tracer::Undo, WithoutGil())
      .def("stop", &jit::Tracer::Stop, WithoutGil())
      .def("stop_without_run", &jit::Tracer::StopWithoutRun, WithoutGil())
      .def_property_readonly("writes_outside", &jit::Tracer::WritesOutside)
      .def_readwrite("real_sizes", &jit::Tracer::real_sizes)
      .def("look_at",
           [](jit::Tracer& t, py::handle flag) -> py::object {
             const Var values = t.LookAt(*Impl(flag.ptr()));
             if (!values) return py::none();
             return py::bool_(*values->Data<bool>());
           })
      .def("require", [](jit::Tracer& t, py::handle flag,
                         bool value) { t.Require(*Impl(flag.ptr()), value); })
      .def("hide",
           [](jit::Tracer& t, py::handle leaf) {
             t.Hide(Var::Share(Impl(leaf.ptr())));
           })
      .def("history_of",
           [](const jit::Tracer& t, py::handle tensor) {
             return t.HistoryOf(Var::Share(Impl(tensor.ptr())));
           })
      .def("grad_is_journaled",
           [](jit::Tracer& t, py::handle leaf) {
             t.GradIsJournaled(*Impl(leaf.ptr()));
           })
      .def("may_share",
           [](jit::Tracer& t, py::handle result, py::handle outside) {
             t.MayShare(Impl(result.ptr())->storage,
                        Impl(outside.ptr())->storage);
           })
      .def("shared_pairs",
           [](jit::Tracer& t, const py::sequence& results,
              const py::sequence& sources) {
             return t.SharedPairs(ToVars(results), ToVars(sources));
           })
      .def("may_be_shared",
           [](jit::Tracer& t, const py::sequence& results) {
             return t.MayBeShared(ToVars(results));
           })
      .def_property_readonly("peeks", &jit::Tracer::peeks)
      .def_property_readonly("assumptions", &jit::Tracer::assumptions)
      .def_property_readonly("wrote_shared", &jit::Tracer::wrote_shared)
      .def_property_readonly("asked_through_region",
                             &jit::Tracer::asked_through_region)
      .def("discard", &jit::Tracer::Discard, WithoutGil())
      .def(
          "be_careful",
          [](jit::Tracer& t, bool callers, bool all, bool branches,
             bool again) {
            t.BeCareful({callers, all, branches, again});
          },
          py::arg("callers"), py::arg("all"), py::arg("branches"),
          py::arg("again"))
      .def("is_made_here",
           [](const jit::Tracer& t, py::handle tensor) {
             return t.IsMadeHere(Impl(tensor.ptr())->storage);
           })
      .def_property_readonly("unsettled", &jit::Tracer::unsettled)
      .def("allow_peeks", &jit::Tracer::AllowPeeks)
      .def("pause", &jit::Tracer::Pause)
      .def("resume", &jit::Tracer::Resume)
      .def("materialize", &jit::Tracer::Materialize, WithoutGil())
      .def(
          "begin_region",
          [](jit::Tracer& t, const py::sequence& like,
             const py::sequence& written, bool carried) {
            return ToList(
                t.BeginRegion(ToVars(like), ToVars(written), carried));
          },
          py::arg("like"), py::arg("written") = py::list(),
          py::arg("carried") = false)
      .def("take_refused_write",
           [](jit::Tracer& t, const py::sequence& known) -> py::object {
             Var v = t.TakeRefusedWrite(ToVars(known));
             if (!v) return py::none();
             return py::reinterpret_steal<py::object>(Wrap(v.Take()));
           })
      .def(
          "end_region",
          [](jit::Tracer& t, const py::sequence& results, bool apart,
             size_t emitted) {
            const std::vector<Var> vars = ToVars(results);
            const NoGil release;  // a backward pass
            return t.EndRegion(vars, apart, emitted);
          },
          py::arg("results"), py::arg("apart") = false, py::arg("emitted") = 0)
      .def("abort_region", &jit::Tracer::AbortRegion, WithoutGil())
      .def("emit_if",
           [](jit::Tracer& t, py::handle condition,
              const jit::Tracer::Region& a, const jit::Tracer::Region& b) {
             return ToList(t.EmitIf(*Impl(condition.ptr()), a, b));
           })
      .def("emit_either",
           [](jit::Tracer& t, py::handle condition,
              const jit::Tracer::Region& a, const jit::Tracer::Region& b) {
             return ToList(t.EmitEither(*Impl(condition.ptr()), a, b));
           })
      .def(
          "emit_while",
          [](jit::Tracer& t, py::handle condition, const py::sequence& init,
             const jit::Tracer::Region& body, size_t emitted) {
            const std::vector<Var> given = ToVars(init);
            py::list made = ToList(
                t.EmitWhile(*Impl(condition.ptr()), given, body, emitted));
            for (size_t i = 0; i < given.size(); ++i) {  // what never changes
              if (Impl(py::handle(made[i]).ptr()) == given[i].get()) {
                made[i] = init[i];
              }
            }
            return made;
          },
          py::arg("condition"), py::arg("init"), py::arg("body"),
          py::arg("emitted") = 0)
      .def_property_readonly("active", &jit::Tracer::active)
      .def_property_readonly("segments", [](const jit::Tracer& t) {
        py::list list;
        for (const auto& s : t.segments()) {
          list.append(py::make_tuple(s.executable->program().calls.size(),
                                     s.compiled, s.reason));
        }
        return list;
      });
  py::class_<jit::SourceHistory>(m, "SourceHistory")
      .def("restore", [](const jit::SourceHistory& h, py::handle tensor) {
        h.Restore(*Impl(tensor.ptr()));
      });
  py::class_<jit::Captured, std::shared_ptr<jit::Captured>>(m, "Captured")
      .def(py::init([](const jit::Tracer& tracer, const py::sequence& sources,
                       const std::vector<jit::SourceHistory>& histories,
                       const py::sequence& constants,
                       const py::sequence& returned) {
        const std::vector<Var> from = ToVars(sources), to = ToVars(returned),
                               known = ToVars(constants);
        const NoGil release;  // a backward pass
        return std::make_shared<jit::Captured>(tracer, from, histories, known,
                                               to);
      }))
      .def(
          "run",
          [](const jit::Captured& c, const py::sequence& sources,
             const std::vector<int64_t>& sizes,
             const std::vector<double>& floats, const py::object& function,
             const py::object& args, const py::object& kwargs,
             const py::object& late) -> py::object {
            const auto replay = ReplayOf(c, function, args, kwargs);
            const std::vector<Var> in = ToVars(sources);
            std::vector<Var> out;
            jit::Captured::Numbers numbers{sizes, floats, nullptr};
            if (!late.is_none()) {
              numbers.late_hold = [&](const std::vector<int64_t>& found) {
                const WithGil gil;
                return late(py::cast(found)).cast<bool>();
              };
            }
            bool ran;
            {
              const NoGil release;
              ran = c.Run(in, numbers, replay, &out);
            }
            if (!ran) return py::none();
            py::list list;
            for (Var& v : out) {
              list.append(py::reinterpret_steal<py::object>(Wrap(v.Take())));
            }
            return list;
          },
          py::arg("sources"), py::arg("sizes"), py::arg("floats"),
          py::arg("function"), py::arg("args"), py::arg("kwargs"),
          py::arg("late") = py::none())
      .def_property_readonly("calls",
                             [](const jit::Captured& c) {
                               return c.forward().program().calls.size();
                             })
      .def("for_sizes_of",
           [](const jit::Captured& c, const jit::Captured& example,
              const std::vector<std::pair<int64_t, int64_t>>& sizes,
              std::vector<std::pair<double, double>> floats) {
             pir::KnownNumbers known;
             for (const auto& [a, b] : sizes) known.sizes.Push(a, b);
             known.floats = std::move(floats);
             std::string why;
             auto made = jit::SizedCaptured::Make(c, example, known, &why);
             py::object used = py::none();
             if (made) {
               used = py::make_tuple(made->used_sizes(), made->used_floats(),
                                     made->num_late());
             }
             return py::make_tuple(
                 std::static_pointer_cast<jit::Captured>(std::move(made)), why,
                 used);
           })
      .def("usage",
           [](const jit::Captured& c) {
             py::list list;
             list.append(UsageOf(c.forward()));
             if (c.backward()) list.append(UsageOf(*c.backward()));
             return list;
           })
      .def_property_readonly("saved",
                             [](const jit::Captured& c) -> py::tuple {
                               if (!c.backward() || c.serves_many())
                                 return py::tuple();
                               const auto [now, before] = c.saved();
                               return py::make_tuple(now, before);
                             })
      .def("same_formulas",
           [](const jit::Captured& a, const jit::Captured& b) {
             return dynamic_cast<const jit::SizedCaptured&>(a).SameFormulas(
                 dynamic_cast<const jit::SizedCaptured&>(b));
           })
      .def("agrees_at",
           [](jit::Captured& a, const jit::Captured& small,
              std::vector<int64_t> known) {
             return dynamic_cast<jit::SizedCaptured&>(a).AgreesAt(
                 small, std::move(known));
           })
      .def("set_num_arguments", &jit::Captured::set_num_arguments)
      .def_property_readonly("assumes", &jit::Captured::assumes)
      .def_property_readonly("rebases", &jit::Captured::rebases)
      .def("draw",
           [](const jit::Captured& c, const std::string& title,
              const std::vector<std::string>& sources) {
             pir::NamedPrograms programs{{c.backward() ? "forward" : "program",
                                          &c.forward().program(),
                                          c.InputNames(sources, false)}};
             if (c.backward()) {
               programs.push_back({"backward", &c.backward()->program(),
                                   c.InputNames(sources, true)});
             }
             return pir::DrawPrograms(title, programs);
           })
      .def("text", [](const jit::Captured& c) {
        std::string text = pir::Program(c.forward().program()).ToString();
        if (c.backward()) {
          text += pir::Program(c.backward()->program()).ToString();
        }
        return text;
      });
  BindCapturedCall(m);
  BindFastCall(m);
  BindLateValues(m);
  m.def("is_traced", [](py::handle o) {
    if (!IsTensor(o.ptr())) return false;
    Settle(*Impl(o.ptr()));
    return (Impl(o.ptr())->flags & kTraced) != 0;
  });
  // For what outlives a capture, as the states of optimizers: it is no part of
  // the program, which is the same then as that of later calls.
  m.def("full_at_once",
        [](const std::vector<int64_t>& shape, double value, py::handle dtype) {
          DataType type;
          if (!ToDType(dtype.ptr(), &type)) throw py::error_already_set();
          const PauseRecorder pause;
          Var v = ops::Full(DDim(shape), Scalar(value), type);
          return py::reinterpret_steal<py::object>(Wrap(v.Take()));
        });
  // Two functions without arguments and of a reason: jit::Tracer's.
  m.def("set_capture_names", [](py::object scope, py::object placed) {
    scope_of_now = new py::object(std::move(scope));
    placed_reason = new py::object(std::move(placed));
    jit::Tracer::scope_now = ScopeOfNow;
    jit::Tracer::placed = Placed;
  });
  m.def("mismatch", [] {
    static const char* const kinds[] = {nullptr,    "kind",  "memory",
                                        "gradient", "hooks", "values"};
    const jit::Mismatch m = jit::TakeMismatch();
    return std::make_pair(kinds[m.kind], m.source);
  });
  m.def("failed_cleanly", executor::FailedCleanly);
  m.def("is_tracing", [] { return State().recorder != nullptr; });
  return true;
}

}  // namespace paddle::python
