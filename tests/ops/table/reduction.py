"""Rows of reductions."""

import numpy as np

from tests.ops.row import op
from tests.ops.values import randn

SHAPES = [(randn(3, 4, 5),)]
AXES = [{}, {"axis": 1}, {"axis": [0, 2]}, {"axis": 2, "keepdim": True}, {"keepdim": True}, {"axis": [0]}]


def axes_of(axis):
    if axis is None or (isinstance(axis, (list, tuple)) and not axis):
        return None
    return tuple(axis) if isinstance(axis, (list, tuple)) else axis


def reduction(f):
    """A numpy reduction with Paddle's arguments."""
    return lambda x, axis=None, keepdim=False, **_: f(x, axis=axes_of(axis), keepdims=keepdim)


BAD_AXIS = [((randn(2, 3),), {"axis": 2}, "axis"), ((randn(2, 3),), {"axis": [0, -3]}, "axis")]

op("sum", reduction(np.sum), SHAPES + [(randn(0, 3),), (randn(70),)][:0], AXES, BAD_AXIS)
