"""Rows of operators that make tensors."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn

ONE = ["float32"]
SHAPES = [
    call([2, 3]),
    call([]),
    call([0, 4]),
    call([3], dtype="int32"),
    call([2], dtype="bfloat16"),
]
op("full", lambda shape, fill_value, dtype=None: np.full(shape, fill_value),
   [call([2, 3], 1.5), call([], 2), call([0, 4], True), call([3], 7, dtype="float64")],
   dtypes=ONE, errors=[(([-1], 1.0), {}, "the shape is negative or too large")])  # fmt: skip
op(
    "zeros",
    lambda shape, dtype=None: np.zeros(shape),
    SHAPES,
    dtypes=ONE,
    errors=[(([-1],), {}, "the shape is negative or too large")],
)
op(
    "ones",
    lambda shape, dtype=None: np.ones(shape),
    SHAPES,
    dtypes=ONE,
    errors=[(([2**40, 2**40],), {}, "the shape is negative or too large")],
)


def has_shape(outputs, shape, dtype=None):
    assert outputs[0].shape == list(shape)


UNSET = {suite: "its values are not set" for suite in ("strides", "determinism", "large")}
op("empty", None, SHAPES, dtypes=ONE, check=has_shape, skip=UNSET)
op(
    "empty_like",
    None,
    [call(randn(2, 3))],
    dtypes=ONE,
    check=lambda outs, x: has_shape(outs, x.shape),
    skip=UNSET,
)
_LIKE = [call(randn(2, 3)), call(randn(2, 3), dtype="int64"), call(randn())]
op("zeros_like", lambda x, dtype=None: np.zeros(x.shape), _LIKE)
op("ones_like", lambda x, dtype=None: np.ones(x.shape), _LIKE)
op("full_like", lambda x, fill_value, dtype=None: np.full(x.shape, fill_value, dtype or x.dtype), [call(randn(2, 3), 2),
                                                                                call(randn(), 3, dtype="float64")],
   errors=[((randn(3, dtype="int32"), 2.0**70), {}, "`fill_value` is beyond the dtype")])  # fmt: skip
op(
    "fill",
    lambda x, value: np.full(x.shape, value),
    [call(randn(2, 3), 2), call(randn(), 1)],
)
op("arange", lambda start=0, end=None, step=1, dtype=None: np.arange(start, end, step)
   if end is not None else np.arange(start),
   [call(5), call(1, 7, 2), call(0.0, 1.0, 0.25), call(5, 0, -2), call(3, 3), call(5, dtype="float64")], dtypes=ONE,
   errors=[((0, 5, 0), {}, "step")])  # fmt: skip
op("linspace", lambda start, stop, num, dtype=None: np.linspace(start, stop, num),
   [call(0, 1, 5), call(2.0, -1.0, 4), call(3, 7, 1)], dtypes=ONE, errors=[((0, 1, -1), {}, "num")])  # fmt: skip
op("logspace", lambda start, stop, num, base=10.0, dtype=None: np.logspace(start, stop, num, base=base),
   [call(0, 2, 5), call(0, 3, 4, base=2.0)], dtypes=ONE)  # fmt: skip
op("eye", lambda num_rows, num_columns=None, dtype=None: np.eye(num_rows, num_columns),
   [call(3), call(2, 4), call(0), call(3, 2, dtype="int64")], dtypes=ONE, errors=[((-1,), {}, "the shape is negative or too large")])  # fmt: skip
for _name, _f in (("tril_indices", np.tril_indices), ("triu_indices", np.triu_indices)):
    op(_name, lambda row, col=None, offset=0, dtype="int64", f=_f: np.array(f(row, offset, col)),
       [call(3), call(3, 4, 1), call(4, 3, -1)], dtypes=ONE, errors=[((-1, 2), {}, "a size is negative or too large")])  # fmt: skip
