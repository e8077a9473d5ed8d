"""Rows of elementwise arithmetic."""

import numpy as np

from tests.ops.row import binary, op, unary
from tests.ops.values import randn

BAD_SHAPES = [((randn(2, 3), randn(4)), {}, "broadcast")]

binary("add", lambda x, y: np.logical_or(x, y) if x.dtype == bool else x + y, errors=BAD_SHAPES, order=3)
binary("subtract", np.subtract, errors=BAD_SHAPES, order=3)
binary("multiply", np.multiply, errors=BAD_SHAPES, order=4)
binary("divide", np.divide, low_y=0.5, high_y=2.0, errors=BAD_SHAPES, order=3)

op("scale", lambda x, scale=1.0, bias=0.0, bias_after_scale=True:
   x * scale + bias if bias_after_scale else (x + bias) * scale,
   attrs=[{}, {"scale": 2, "bias": 3}, {"scale": -3, "bias": 1, "bias_after_scale": False}],
   dtypes=["float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "complex64", "complex128"])  # fmt: skip

unary("conj", np.conj)
unary("real", np.real, dtypes=["complex64", "complex128"], order=0)
unary("imag", np.imag, dtypes=["complex64", "complex128"], order=0)
