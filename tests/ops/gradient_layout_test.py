"""Gradients do not depend on the memory layout of inputs and output gradients.

`y.sum().backward()` gives y an expanded gradient, a transpose after y a transposed one: a rule that
takes another way for such tensors is compared here with its way for contiguous ones.
"""

import numpy as np
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.gradients import Function, differentiable, leaves, only_complex
from tests.ops.op_table import ROWS, rows


def expanded(array):
    """The first element everywhere, all strides 0, as the gradient of a sum."""
    if array.size == 0:
        return calls.contiguous(array)
    base = calls.contiguous(array.reshape(-1)[0])
    return _C.ops["expand"](base, list(array.shape))


LAYOUTS = (calls.transposed, calls.spread, calls.repeated, expanded)


def with_gradient(outputs):
    return [o for o in outputs if not o.stop_gradient and o.dtype.is_floating_point]


def gradients(function, inputs, cotangents, create_graph):
    """First gradients; with create_graph also those of their sum with fixed weights."""
    inputs = [t.detach() for t in inputs]
    for t in inputs:
        t.stop_gradient = False
    outputs = with_gradient(function(inputs))
    cotangents = [t.detach() for t in cotangents[: len(outputs)]]
    if create_graph:
        for t in cotangents:
            t.stop_gradient = False
    first = _C.grad(outputs, inputs, cotangents, create_graph, create_graph, True, [])
    if not create_graph:
        return first
    again = [g for g in first if g is not None and not g.stop_gradient]
    if not again:
        return first
    # No weights: each gradient of the first gradients is an expanded one.
    sums = [_C.ops["sum"](g) for g in again]
    return first + _C.grad(sums, inputs + cotangents, [], False, False, True, [])


def same(actual, expected, tol, what):
    assert len(actual) == len(expected), what
    for a, e in zip(actual, expected, strict=True):
        assert (a is None) == (e is None), what
        if a is not None:
            calls.assert_same([a], [e], what, tol)


def takes(function, inputs):
    """A view of some layouts is not possible."""
    inputs = [t.detach() for t in inputs]
    for t in inputs:
        t.stop_gradient = False
    try:
        function(inputs)
    except (ValueError, NotImplementedError):
        return False
    return True


@pytest.mark.parametrize(
    "name", rows("gradient_layout", lambda r: differentiable(r) and not only_complex(r))
)
def test_gradient_layout(name):
    row = ROWS[name]
    for index in range(len(row.calls)):
        if calls.has_empty(row.calls[index]):
            continue
        function = Function(row, calls.make(row, index, "float64"))
        plain = [calls.contiguous(a) for a in function.inputs]
        outputs = with_gradient(function(leaves(function.inputs)))
        rng = np.random.default_rng(row.seed(index))
        values = [rng.standard_normal(o.shape) for o in outputs]
        if not function.inputs or not outputs:
            continue
        for layout in LAYOUTS:
            # Inputs keep their values: not every value is in the domain.
            of_input = layout if layout in (calls.transposed, calls.spread) else calls.contiguous
            cotangents = [layout(v) for v in values]
            copies = [calls.contiguous(calls.to_numpy(t)) for t in cotangents]
            for create_graph in (False, True):
                what = f"{name}{calls.text(function.call)} {layout.__name__}"
                try:
                    expected = gradients(function, plain, copies, create_graph)
                except NotImplementedError as error:  # some modes say that they have none
                    if "gradient" not in str(error):
                        raise
                    continue
                given = [of_input(a) for a in function.inputs]
                if not takes(function, given):
                    continue
                actual = gradients(function, given, cotangents, create_graph)
                same(actual, expected, 1e-9 * row.tol, what)
