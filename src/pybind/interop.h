// Values between Python, numpy and tensors.
#pragma once
#include <Python.h>

#include <vector>

#include "core/dense_tensor.h"
#include "core/scalar.h"

namespace paddle {
struct OpDef;
}

namespace paddle::python {

// The only element; raises InvalidArgument where there is not exactly one.
Scalar Item(const DenseTensor& t);
int64_t ItemAsInt(const DenseTensor& t);
std::vector<int64_t> ToIntVector(const DenseTensor& t);

// A copy of an object with the buffer protocol (a numpy array or scalar);
// empty, with no exception set, where it is none or its type is unknown.
Var FromNumpyLike(PyObject* o);

// Copies `from` into the memory of `to`: shapes must be equal, the dtype is
// converted.
void StoreInto(const DenseTensor& from, DenseTensor* to);

// A new numpy array with the values of `t` (bfloat16 as uint16).
PyObject* ToNumpy(const DenseTensor& t);

// to_tensor(data, dtype, place, stop_gradient) and the DLPack functions.
PyObject* ToTensor(PyObject* module, PyObject* const* argv, Py_ssize_t n,
                   PyObject* kwnames);
PyObject* ToDLPackMethod(PyObject* tensor, PyObject* args, PyObject* kwargs);
PyObject* FromDLPack(PyObject* module, PyObject* object);

// out=: the given tensor becomes the result and is returned.
PyObject* StoreOut(const OpDef& op, PyObject* result, PyObject* out);

}  // namespace paddle::python
