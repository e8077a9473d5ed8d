// What module.cc calls, one function per file; each adds its part to `_C`.
#pragma once
#include <Python.h>

namespace paddle::python {

bool InitOps(PyObject* module);
void InstallNumberSlots();
bool InitAutograd(PyObject* module);
bool InitGradGraph(PyObject* module);  // Tensor.grad_fn
bool InitInterop(PyObject* module);
bool InitRuntime(PyObject* module);    // flags, devices, threads, memory
bool InitJit(PyObject* module);        // captures
bool InitInference(PyObject* module);  // saved models
bool InitStatic(PyObject* module);     // programs that are built
bool InitAmp(PyObject* module);        // mixed precision
bool InitCustomOp(PyObject* module);   // operators of users
bool InitProfiler(PyObject* module);   // recording of events
bool InitInspect(PyObject* module);    // records for tests and generators

}  // namespace paddle::python
