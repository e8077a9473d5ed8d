// What sources of custom operators include.
#pragma once
#include <iostream>

#include "paddle/autograd.h"
#include "paddle/custom_op.h"
#include "paddle/dispatch.h"
#include "paddle/exception.h"
#include "paddle/operators.h"
#include "paddle/optional.h"
#include "paddle/tensor.h"

// Sources without Python compile in half the time with -DPADDLE_NO_PYTHON.
#if !defined(PADDLE_NO_PYTHON) && __has_include(<pybind11/pybind11.h>)
#include "paddle/python.h"
#endif
