"""Every row gives the same when a capture notes its calls first and runs them as a program: results,
in-place writes, gradients."""

import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows

LAYOUTS = ("contiguous", "transposed", "spread")
MAX_CALLS = 4


def captured(function, cache):
    """The result of function() as a captured program, and the tracer."""
    tracer = _C.Tracer(cache)
    tracer.start()
    try:
        result = function()
    finally:
        tracer.stop()
    return result, tracer


def same(got, expected, what):
    assert len(got) == len(expected), what
    for a, b in zip(got, expected, strict=True):
        if a is None or b is None:
            assert a is b, what
            continue
        assert a.dtype == b.dtype and a.shape == b.shape and a.strides == b.strides, what
        assert a.stop_gradient == b.stop_gradient, what
        bits = [calls.to_numpy(t).tobytes() for t in (a, b)]
        assert bits[0] == bits[1], f"{what}: {a} is not {b}"


def run_with_gradients(row, call, grad):
    if row.has("random"):
        _C.seed(7)
    inputs = [t for _, _, t in calls.operands(row, call) if t is not None]
    if grad:
        for t in inputs:
            if t.dtype.is_floating_point or t.dtype.is_complex:
                t.stop_gradient = False
    outs = calls.run(row.name, call)
    if not grad:
        return [*outs, *inputs]
    roots = [o for o in outs if o is not None and not o.stop_gradient]
    wanted = [t for t in inputs if not t.stop_gradient]
    grads = paddle.grad(roots, wanted, allow_unused=True) if roots and wanted else []
    return [*outs, *grads]


@pytest.mark.parametrize(
    "name", rows("traced", lambda r: not r.name.startswith("empty"))
)  # whose values are any
def test_traced(name):
    row = ROWS[name]
    grads = (
        (False, True)
        if row.record["not_differentiable"] is None and not row.has("random")
        else (False,)
    )
    cache = _C.ProgramCache()
    for index in range(min(len(row.calls), MAX_CALLS)):
        for grad in grads:
            first, second, third = (calls.make(row, index, row.main_dtype) for _ in range(3))
            what = f"{name}_{calls.text(first)}, grad={grad}"
            try:
                expected = run_with_gradients(row, first, grad)
            except (ValueError, RuntimeError, NotImplementedError, TypeError):
                continue  # the suites of errors and gradients look at these
            result, tracer = captured(lambda c=second, g=grad: run_with_gradients(row, c, g), cache)
            same(result, expected, what)
            compiled = sum(s[1] for s in tracer.segments)
            result, tracer = captured(lambda c=third, g=grad: run_with_gradients(row, c, g), cache)
            same(result, expected, what + ", again")
            assert not any(s[1] for s in tracer.segments), (
                f"{what}: an equal run compiled anew ({compiled})"
            )
