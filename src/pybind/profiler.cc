// What paddle.profiler stands on: the recording of events (core/trace.h).
#include <pybind11/pybind11.h>

#include "core/trace.h"
#include "pybind/init.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

py::object Operands(const trace::Thread& thread, const trace::Event& event) {
  if (event.num_operands == 0) return py::none();
  py::list operands;
  for (uint32_t i = 0; i < event.num_operands; ++i) {
    const trace::Operand& o = thread.operands[event.first_operand + i];
    py::tuple dims(o.dims.rank());
    for (int a = 0; a < o.dims.rank(); ++a) dims[a] = o.dims[a];
    operands.append(py::make_tuple(o.argument, Name(o.dtype), dims));
  }
  return operands;
}

// {"id", "name", "dropped", "events": [(name, kind, begin, end, flops,
// operands)], "memory": [(time, bytes, address, allocated, place)]}
py::dict AsDict(const trace::Thread& thread) {
  py::list events(thread.events.size()), memory(thread.memory.size());
  for (size_t i = 0; i < thread.events.size(); ++i) {
    const trace::Event& e = thread.events[i];
    events[i] = py::make_tuple(e.name, static_cast<int>(e.kind), e.begin, e.end,
                               e.flops, Operands(thread, e));
  }
  for (size_t i = 0; i < thread.memory.size(); ++i) {
    const trace::MemoryEvent& e = thread.memory[i];
    memory[i] =
        py::make_tuple(e.time, e.bytes, reinterpret_cast<uintptr_t>(e.address),
                       e.allocated, ToString(e.place));
  }
  py::dict d;
  d["id"] = thread.id;
  d["name"] = thread.name;
  d["dropped"] = thread.dropped;
  d["events"] = std::move(events);
  d["memory"] = std::move(memory);
  return d;
}

// When an event began, and in which session; nothing is recorded: (-1, 0).
py::tuple Begin() {
  if (!(trace::Wishes() & trace::kTimes)) return py::make_tuple(-1, 0);
  return py::make_tuple(trace::Now(), trace::Session());
}

bool End(std::string name, int kind, int64_t begin, uint32_t session) {
  if (session != trace::Session() || !(trace::Wishes() & trace::kTimes)) {
    return false;
  }
  trace::AddNamed(std::move(name), static_cast<trace::Kind>(kind), begin);
  return true;
}

}  // namespace

bool InitProfiler(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  m.def("trace_start", [](bool shapes, bool memory, bool flops) {
    uint8_t bits = trace::kTimes;
    if (shapes) bits |= trace::kShapes;
    if (memory) bits |= trace::kMemory;
    if (flops) bits |= trace::kFlops;
    trace::Start(bits);
  });
  m.def("trace_stop", [] {
    py::list threads;
    for (const trace::Thread& t : trace::Stop()) threads.append(AsDict(t));
    return threads;
  });
  m.def("trace_is_on", [] { return (trace::Wishes() & trace::kTimes) != 0; });
  m.def("trace_now", &trace::Now);
  m.def("trace_begin", &Begin);
  m.def("trace_end", &End);
  return true;
}

}  // namespace paddle::python
