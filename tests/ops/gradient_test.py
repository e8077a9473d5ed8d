"""Gradients of every differentiable operator against numeric differences, to the order of its row.

F0 = <f(x), w>, F1 = <gradient of F0, v>, ...: each Fk is made by differentiating k times with
create_graph, and its gradient is checked along random directions. From F1 on, the gradients of the
outputs (w) are inputs too.
"""

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows

STEP = 1e-6
MAX_CALLS = 6


def differentiable(row):
    return row.record["not_differentiable"] is None and row.order > 0 and not row.has("random")


class Function:
    """A row's call as a function of its float inputs."""

    def __init__(self, row, call):
        self.row = row
        self.operands = calls.operands(row, call)
        self.call = call
        self.free = [
            i
            for i, (name, _, t) in enumerate(self.operands)
            if t is not None and t.dtype == paddle.float64 and name not in row.constant
        ]
        self.inputs = [calls.to_numpy(self.operands[i][2]) for i in self.free]

    def __call__(self, inputs):
        tensors = [t for _, _, t in self.operands]
        for i, tensor in zip(self.free, inputs, strict=True):
            tensors[i] = tensor
        return calls.run(self.row.name, calls.replace(self.row, self.call, tensors))


def leaves(arrays):
    return [paddle.to_tensor(a, stop_gradient=False) for a in arrays]


def evaluate(function, arrays, order):
    """(leaf tensors, outputs) of the function differentiated `order` times."""
    count = len(function.inputs)
    inputs = leaves(arrays)
    free = inputs[:count]
    outputs = [o for o in function(free) if not o.stop_gradient]
    at = count
    for _ in range(order):
        cotangents = inputs[at : at + len(outputs)]
        at += len(outputs)
        if not outputs:
            return inputs, []
        grads = _C.grad(outputs, inputs[:count], cotangents, True, True, True, [])
        outputs = [g for g in grads if g is not None and not g.stop_gradient]
    return inputs, outputs


def value(outputs, weights):
    return sum(float((calls.to_numpy(o) * w).sum()) for o, w in zip(outputs, weights, strict=True))


def check(row, index, order, rng):
    """Checks the gradient of order `order`; False where there is none left."""
    call = calls.make(row, index, "float64")
    function = Function(row, call)
    if not function.inputs:
        return False
    arrays = list(function.inputs)
    for k in range(order):  # one cotangent per output of each lower order
        _, outputs = evaluate(function, arrays, k)
        arrays += [rng.standard_normal(o.shape) for o in outputs]
    inputs, outputs = evaluate(function, arrays, order)
    what = f"{row.name}{calls.text(call)}, order {order + 1}"
    for out in outputs:
        assert np.isfinite(calls.to_numpy(out)).all(), f"{what}: not finite"
    weights = [rng.standard_normal(o.shape) for o in outputs]
    if not outputs:
        return False
    grads = _C.grad(outputs, inputs, [paddle.to_tensor(w) for w in weights], False, False, True, [])
    for g, x in zip(grads, inputs, strict=True):
        if g is not None:
            assert g.dtype == x.dtype and g.shape == x.shape, (
                f"{what}: gradient {g.shape}:{g.dtype} of {x.shape}"
            )
    for _ in range(2):
        direction = [rng.standard_normal(a.shape) for a in arrays]
        exact = sum(
            float((calls.to_numpy(g) * d).sum())
            for g, d in zip(grads, direction, strict=True)
            if g is not None
        )
        ends = []
        for sign in (1, -1):
            moved = [a + sign * STEP * d for a, d in zip(arrays, direction, strict=True)]
            ends.append(value(evaluate(function, moved, order)[1], weights))
        numeric = (ends[0] - ends[1]) / (2 * STEP)
        scale = 1 + abs(numeric) + abs(ends[0]) * 1e-3
        assert abs(exact - numeric) <= 1e-5 * row.tol * scale, (
            f"{what}: {exact}, numerically {numeric}"
        )
    return True


@pytest.mark.parametrize("name", rows("gradient", differentiable))
def test_gradient(name):
    row = ROWS[name]
    found = integral = False
    for index in range(min(MAX_CALLS, len(row.calls))):
        if calls.has_empty(row.calls[index]):
            continue
        integral |= not any(
            o.dtype.is_floating_point for o in calls.run(name, calls.make(row, index, "float64"))
        )
        rng = np.random.default_rng(row.seed(index))
        orders = row.order if index < 3 else min(2, row.order)
        try:
            for order in range(orders):
                if not check(row, index, order, rng):
                    break
                found = True
        except NotImplementedError as error:  # some modes say that they have none
            if "no gradient" not in str(error):
                raise
    assert found or integral, f"{name}: no call of its row has a gradient"


@pytest.mark.parametrize("name", rows("empty_gradient", differentiable))
def test_gradient_of_empty(name):
    """Empty tensors have empty gradients."""
    row = ROWS[name]
    for index in range(len(row.calls)):
        if not calls.has_empty(row.calls[index]):
            continue
        function = Function(row, calls.make(row, index, "float64"))
        inputs = leaves(function.inputs)
        outputs = [o for o in function(inputs) if not o.stop_gradient]
        if not outputs:
            continue
        grads = _C.grad(outputs, inputs, [], False, False, True, [])
        for g, x in zip(grads, inputs, strict=True):
            assert g is None or g.shape == x.shape


LOW = ("float32", "bfloat16", "float16")


@pytest.mark.parametrize("name", rows("gradient_dtype", differentiable))
def test_gradient_dtype(name):
    """A gradient has the dtype of its input, and is near that of float64."""
    row = ROWS[name]
    for dtype in LOW:
        if dtype not in row.test_dtypes:
            continue
        call = calls.make(row, 0, dtype)
        names = calls.operands(row, call)
        free = [
            i
            for i, (n, _, t) in enumerate(names)
            if t is not None and t.dtype.name == dtype and n not in row.constant
        ]
        results = []
        for wanted in (dtype, "float64"):
            operands = [None if t is None else t.detach() for _, _, t in names]
            for i in free:
                operands[i] = operands[i].astype(wanted).detach()
                operands[i].stop_gradient = False
            outputs = calls.run(name, calls.replace(row, call, operands))
            outputs = [o for o in outputs if not o.stop_gradient]
            inputs = [operands[i] for i in free]
            if outputs and inputs:
                results.append(_C.grad(outputs, inputs, [], False, False, True, []))
        for low, exact in zip(*results, strict=True) if len(results) == 2 else ():
            assert (low is None) == (exact is None)
            if low is not None:
                assert low.dtype.name == dtype, (
                    f"{name}: the gradient of a {dtype} input is {low.dtype}"
                )
                scale = 1 + np.abs(calls.to_numpy(exact)).max(initial=0)
                calls.assert_close(
                    calls.to_numpy(low) / scale,
                    calls.to_numpy(exact) / scale,
                    4 * calls.tolerance(row, dtype),
                    f"{name}: gradient in {dtype}",
                )
