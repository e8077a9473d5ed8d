"""Rows of shapes and views."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn

op("reshape", lambda x, shape: np.reshape(x, [x.shape[i] if n == 0 and x.size else n for i, n in enumerate(shape)]),
   [call(randn(3, 4), [2, 6]), call(randn(3, 4), [-1]), call(randn(2, 3, 4), [0, -1]), call(randn(1), []),
    call(randn(0, 3), [3, 0]), call(randn(), [1, 1])],
   errors=[((randn(3, 4), [5, -1]), {}, "elements"), ((randn(3), [-1, -1]), {}, "-1")])  # fmt: skip
op("expand", lambda x, shape: np.broadcast_to(x, [
    x.shape[i - len(shape) + x.ndim] if n == -1 else n for i, n in enumerate(shape)]),
   [call(randn(3, 1), [3, 4]), call(randn(4), [2, 3, -1]), call(randn(), [2]), call(randn(1, 0), [2, 0])],
   errors=[((randn(3), [4]), {}, "broadcast"), ((randn(3, 4), [4]), {}, "")])  # fmt: skip
op("assign", lambda x: x)
op("cast", lambda x, dtype: x.astype(dtype), attrs=[{"dtype": "float64"}, {"dtype": "int32"}, {"dtype": "bool"}],
   dtypes=["float32", "float64", "int64", "bool", "uint8"])  # fmt: skip
op("copy_into", lambda to, value: np.broadcast_to(value, to.shape), [(randn(3, 4), randn(4)), (randn(3), randn())],
   skip={"strides": "writes into its first input"},
   errors=[((randn(3), randn(2)), {}, "broadcast")])  # fmt: skip
