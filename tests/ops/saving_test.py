"""Calls of rows as saved functions: what can be saved gives the same when it is loaded."""

import numpy as np
import paddle
import pytest
from paddle import _C
from paddle.static import InputSpec

from tests.ops.calls import TOLERANCE, assert_same, flat, make
from tests.ops.op_table import ROWS, rows

# Their values are others at each run; dropout saves what inference computes.
RANDOM = {"dropout", "dropout2d", "dropout3d", "empty", "empty_like"}


def split(call):
    """The tensors of a call, and the call as a function of them."""
    tensors = []

    def walk(x):
        if isinstance(x, _C.Tensor):
            place = len(tensors)
            tensors.append(x)
            return lambda given, place=place: given[place]
        if isinstance(x, (list, tuple)) and any(isinstance(i, _C.Tensor) for i in x):
            parts = [walk(i) for i in x]
            return lambda given: [p(given) for p in parts]
        return lambda given: x

    args = [walk(a) for a in call.args]
    kwargs = {k: walk(v) for k, v in call.kwargs.items()}
    return tensors, lambda f, given: f(
        *[a(given) for a in args], **{k: v(given) for k, v in kwargs.items()}
    )


@pytest.mark.parametrize(
    "name", rows("saving", lambda row: not row.has("random") and row.name not in RANDOM)
)
def test_saved(name, tmp_path):
    row = ROWS[name]
    tensors, run = split(make(row, 0, row.main_dtype))
    with paddle.no_grad():
        wanted = flat(run(_C.ops[name], tensors))
    specs = [InputSpec(list(t.shape), t.dtype) for t in tensors]
    try:
        paddle.jit.save(lambda *given: run(_C.ops[name], given), str(tmp_path / "m"), specs)
    except NotImplementedError:
        return  # the format has no such operator: docs/STATUS.md
    found = paddle.jit.load(str(tmp_path / "m"))(*tensors)
    found = flat(found if isinstance(found, list) else [found])
    assert_same(found, wanted, name, 10 * TOLERANCE.get(row.main_dtype, np.inf))
