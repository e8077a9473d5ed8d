// The extension module paddle._C.
#include <pybind11/pybind11.h>

#include "eager/recorder.h"
#include "phi/kernel_registry.h"
#include "pybind/exceptions.h"
#include "pybind/init.h"
#include "pybind/interop.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"
#include "pybind/tensor_docs.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

PyMethodDef kFunctions[] = {
    {"to_tensor",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(ToTensor)),
     METH_FASTCALL | METH_KEYWORDS, kToTensorDoc},
    {"from_dlpack", FromDLPack, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace
}  // namespace paddle::python

PYBIND11_MODULE(_C, m) {
  using namespace paddle::python;  // NOLINT
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      std::rethrow_exception(p);
    } catch (const PythonError&) {
      SetPythonError();
    } catch (const paddle::Error&) {
      SetPythonError();
    } catch (const paddle::CaptureBreak&) {
      SetPythonError();
    }
  });
  if (paddle::phi::MachineIsaLevel() < 3) {
    throw py::import_error(
        "paddle needs a CPU with AVX2 and FMA (x86-64-v3); this one has not.");
  }
  InstallNumberSlots();
  if (!InitDTypeType(m.ptr()) || !InitTensorType(m.ptr()) ||
      !InitOps(m.ptr()) || !InitAutograd(m.ptr()) || !InitRuntime(m.ptr()) ||
      !InitInspect(m.ptr()) || !InitJit(m.ptr()) || !InitInference(m.ptr()) ||
      !InitStatic(m.ptr()) || !InitAmp(m.ptr()) || !InitCustomOp(m.ptr()) ||
      !InitProfiler(m.ptr()) || !InitGradGraph(m.ptr()) ||
      PyModule_AddFunctions(m.ptr(), kFunctions) < 0) {
    throw py::error_already_set();
  }
}
