"""Rows of operators without a tensor input."""

import numpy as np

from tests.ops.row import call, op

op("full", lambda shape, fill_value, dtype=None: np.full(shape, fill_value),
   [call([2, 3], 1.5), call([], 2), call([0, 4], True), call([3], 7, dtype="float64")],
   dtypes=["float32"], errors=[(([-1], 1.0), {}, "")])  # fmt: skip
