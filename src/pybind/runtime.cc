// Flags, devices, threads, memory statistics.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "common/flags.h"
#include "core/allocator.h"
#include "core/device_interface.h"
#include "core/generator.h"
#include "core/thread_pool.h"
#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "jit/program_tracer.h"
#include "phi/kernel_registry.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"
#include "pybind/tensor_size.h"

namespace py = pybind11;

namespace paddle::python {

namespace {

// What a capture draws from the generator before it is asked, or set, comes
// first. A program that is built draws when it runs.
Generator& SettledGenerator() {
  Recorder* recorder = State().recorder;
  if (recorder && !dynamic_cast<jit::ProgramTracer*>(recorder)) {
    const NoGil release;
    recorder->Materialize("the state of the random generator is used");
  }
  return DefaultGenerator(CPUPlace());
}

}  // namespace

bool InitRuntime(PyObject* module) {
  py::module_ m = py::reinterpret_borrow<py::module_>(module);
  m.def("get_flag", &flags::Get);
  m.def("set_flag", &flags::Set);
  m.def("flag_docs", [] {
    py::dict docs;
    for (const auto& flag : flags::All()) docs[flag.name] = flag.doc;
    return docs;
  });
  m.def("set_default_dtype", [](py::handle o) {
    DataType t;
    if (!ToDType(o.ptr(), &t)) throw py::error_already_set();
    PADDLE_ENFORCE(kFloats & Bit(t),
                   errors::InvalidType("set_default_dtype: the wrong dtype.")
                       .Expected("float16, bfloat16, float32 or float64")
                       .Received(Name(t)));
    SetDefaultFloat(t);
  });
  m.def("get_default_dtype", [] { return std::string(Name(DefaultFloat())); });
  m.def("set_device", [](const std::string& text) {
    SetDefaultPlace(PlaceFromString(text));
  });
  m.def("get_device", [] { return ToString(DefaultPlace()); });
  m.def("device_count", [](const std::string& text) {
    const Place place = PlaceFromString(text);
    return HasDevice(place.type) ? GetDevice(place).device_count() : 0;
  });
  m.def("synchronize", [](const std::string& text) {
    const Place place = PlaceFromString(text);
    GetDevice(place).synchronize(place.id, nullptr);
  });
  m.def("is_compiled_with_cuda", [] { return HasDevice(DeviceType::kGPU); });
  m.def("set_num_threads", &SetNumThreads);
  m.def("get_num_threads", &NumThreads);
  m.def("isa_level", &phi::MachineIsaLevel);
  m.def("prefix_errors", &PrefixErrors);
  m.def("seed", [](uint64_t seed) { SettledGenerator().Seed(seed); });
  m.def("get_rng_state", [] {
    const Generator::State s = SettledGenerator().state();
    return py::make_tuple(s.seed, s.offset);
  });
  m.def("set_rng_state", [](const std::pair<uint64_t, uint64_t>& s) {
    SettledGenerator().SetState({s.first, s.second});
  });
  py::class_<Generator>(m, "Generator")
      .def(py::init([](uint64_t seed, uint64_t offset) {
             auto g = std::make_unique<Generator>(seed);
             g->SetState({seed, offset});
             return g;
           }),
           py::arg("seed"), py::arg("offset") = 0);
  m.def("set_thread_generator", &SetThreadGenerator,
        py::return_value_policy::reference);
  m.def("memory_stats", [] {
    const memory::Stats s = memory::GetStats();
    py::dict d;
    d["allocated"] = s.allocated;
    d["max_allocated"] = s.max_allocated;
    d["reserved"] = s.reserved;
    d["max_reserved"] = s.max_reserved;
    d["num_large_allocations"] = s.num_large_allocations;
    return d;
  });
  m.def("reset_peak_memory", &memory::ResetPeak);
  m.def("empty_cache", &memory::EmptyCache);
  m.def("extend_tensor", [](const py::dict& attributes) {
    // TensorType is a static type: its dict is filled directly.
    PyDict_Update(TensorType.tp_dict, attributes.ptr());
    PyType_Modified(&TensorType);
  });
  m.def("on_tensor_patch",
        [](py::object callback) { OnTensorPatch(callback.ptr()); });
  m.def("_set_size_type", [](py::object type) { SetSizeType(type.ptr()); });
  return true;
}

}  // namespace paddle::python
