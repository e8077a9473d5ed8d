// The Python types of Tensor.shape and Tensor.size.
#pragma once
#include <Python.h>

#include "core/dense_tensor.h"

namespace paddle::python {

bool InitTensorSize();
// The list type of shapes, paddle.Size; until then they are plain lists.
void SetSizeType(PyObject* type);

PyObject* NewIntList(IntArray values);
PyObject* NewShape(const DDim& dims);  // paddle.Size
// Called with the list of sizes of a traced tensor, and the axes that are open
// as bits, gives what `shape` shows; null for none.
void SetShapeHook(PyObject* hook);
PyObject* ShapeOf(DenseTensor& t);
// Whether `shape` shows something else than the first size.
bool IsLengthOpen(DenseTensor& t);
// The number of elements: an int that gives the sizes when it is called, or
// what the hook makes of it.
PyObject* NewTensorSize(DenseTensor& t);

}  // namespace paddle::python
