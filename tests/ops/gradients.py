"""Gradients of rows against numeric differences, to the order of the row.

F0 = <f(x), w>, F1 = <gradient of F0, v>, ...: each Fk is made by differentiating k times with
create_graph, and its gradient is checked along random directions. From F1 on, the gradients of the
outputs (w) are inputs too.

Complex numbers follow Wirtinger: <a, b> is the real part of sum(conj(a) b), so a gradient g tells
that the change along d is <g, d>, for d = 1 and for d = i.
"""

import numpy as np
import paddle
from paddle import _C
from paddle.incubate.autograd import jvp

from tests.ops import calls

EXACT = ("float64", "complex128")
STEP = 1e-6
MAX_CALLS = 6


def differentiable(row):
    return row.record["not_differentiable"] is None and row.order > 0 and not row.has("random")


def compared(row):
    """Also where random numbers are drawn, if what is done with them depends on the inputs."""
    if row.record["not_differentiable"] is not None or row.order == 0:
        return False
    return not row.has("random") or depends_on_inputs(row)


def depends_on_inputs(row):
    function = Function(row, calls.make(row, 0, "float64"))
    return any(not o.stop_gradient for o in function(leaves(function.inputs)))


def takes_complex(row):
    """Whether the operator runs on complex numbers; composites do where their parts do."""
    if not compared(row) or {"gradient", "complex_gradient"} & set(row.skip):
        return False
    sample = next(c for c in row.gradient_calls if not calls.has_empty(c))
    call = calls.tensors(sample.make(row.seed(0), "complex128"), "complex128")
    given = any(
        t.dtype == paddle.complex128 for _, _, t in calls.operands(row, call) if t is not None
    )
    return given and calls.accepts(row.name, call)


def only_complex(row):
    return all(dtype.startswith("complex") for dtype in row.test_dtypes)


class Function:
    """A row's call as a function of its float inputs."""

    def __init__(self, row, call):
        self.row = row
        self.operands = calls.operands(row, call)
        self.call = call
        self.free = [
            i
            for i, (name, _, t) in enumerate(self.operands)
            if t is not None and t.dtype.name in EXACT and name not in row.constant
        ]
        self.inputs = [calls.to_numpy(self.operands[i][2]) for i in self.free]

    def __call__(self, inputs):
        tensors = [t for _, _, t in self.operands]
        for i, tensor in zip(self.free, inputs, strict=True):
            hermitian = self.operands[i][0] in self.row.hermitian
            tensors[i] = (tensor + paddle.conj(tensor.mT)) / 2 if hermitian else tensor
        if self.row.has("random"):
            paddle.seed(7)  # the same numbers each time
        outputs = calls.run(self.row.name, calls.replace(self.row, self.call, tensors))
        return self.row.gauge(outputs) if self.row.gauge else outputs


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


def draw(rng, like):
    """Normal numbers of the shape and kind of a tensor or an array."""
    made = rng.standard_normal(like.shape)
    if np.dtype(getattr(like.dtype, "name", like.dtype)).kind == "c":
        made = made + 1j * rng.standard_normal(like.shape)
    return made


def inner(a, b):
    return float((np.conj(a) * b).real.sum())


def value(outputs, weights):
    return sum(inner(w, calls.to_numpy(o)) for o, w in zip(outputs, weights, strict=True))


def check(row, call, order, rng, step=STEP):
    """Checks the gradient of order `order` of a call; False where there is none left."""
    function = Function(row, call)
    if not function.inputs:
        return False
    arrays = list(function.inputs)
    for k in range(order):  # one cotangent per output of each lower order
        _, outputs = evaluate(function, arrays, k)
        arrays += [draw(rng, o) for o in outputs]
    inputs, outputs = evaluate(function, arrays, order)
    what = f"{row.name}{calls.text(call)}, order {order + 1}"
    for out in outputs:
        assert np.isfinite(calls.to_numpy(out)).all(), f"{what}: not finite"
    weights = [draw(rng, o) for o in outputs]
    if not outputs:
        return False
    grads = _C.grad(outputs, inputs, [paddle.to_tensor(w) for w in weights], False, False, True, [])
    for g, x in zip(grads, inputs, strict=True):
        if g is not None:
            assert g.dtype == x.dtype and g.shape == x.shape, (
                f"{what}: gradient {g.shape}:{g.dtype} of {x.shape}"
            )
    for _ in range(2):
        direction = [draw(rng, a) for a in arrays]
        exact = sum(
            inner(calls.to_numpy(g), d)
            for g, d in zip(grads, direction, strict=True)
            if g is not None
        )
        ends = []
        for sign in (1, -1):
            moved = [a + sign * step * d for a, d in zip(arrays, direction, strict=True)]
            ends.append(value(evaluate(function, moved, order)[1], weights))
        numeric = (ends[0] - ends[1]) / (2 * step)
        scale = 1 + abs(numeric) + abs(ends[0]) * 1e-3
        assert abs(exact - numeric) <= 1e-5 * row.tol * scale, (
            f"{what}: {exact}, numerically {numeric}"
        )
    return True


def check_jvp(row, call, rng):
    """The derivative in a direction, by the gradient of the backward pass; whether there is one."""
    function = Function(row, call)
    kept = []

    def f(*inputs):
        outputs = function(inputs)
        kept[:] = [i for i, o in enumerate(outputs) if not o.stop_gradient]
        return [outputs[i] for i in kept]

    directions = [draw(rng, a) for a in function.inputs]
    if not function.inputs:
        return False
    _, exact = jvp(f, leaves(function.inputs), leaves(directions))
    ends = []
    for sign in (1, -1):
        moved = [a + sign * STEP * d for a, d in zip(function.inputs, directions, strict=True)]
        outputs = function(leaves(moved))
        ends.append([calls.to_numpy(outputs[i]) for i in kept])
    for product, after, before in zip(exact, *ends, strict=True):
        numeric = (after - before) / (2 * STEP)
        scale = 1 + np.abs(numeric).max(initial=0) + np.abs(after).max(initial=0) * 1e-3
        what = f"{row.name}{calls.text(call)}, forward mode"
        calls.assert_close(calls.to_numpy(product) / scale, numeric / scale, 1e-5 * row.tol, what)
    return bool(kept)


def each_call(row, dtype):
    """(index, call, numbers) of the row's calls that have values."""
    for index in range(min(MAX_CALLS, len(row.gradient_calls))):
        if not calls.has_empty(row.gradient_calls[index]):
            rng = np.random.default_rng(row.seed(index))
            made = row.gradient_calls[index].make(row.seed(index), dtype)
            yield index, lambda made=made: calls.tensors(made, dtype), rng


def without_gradient(error):
    """Some modes of an operator say that they have none."""
    return "no gradient" in str(error) or "no second gradient" in str(error)


def check_orders(row, dtype):
    """Every order of the row's calls; the highest that had a gradient to check."""
    found = 0
    for index, made, rng in each_call(row, dtype):
        orders = row.order if index < 3 else min(2, row.order)
        try:
            for order in range(orders):
                if not check(row, made(), order, rng):
                    break
                found = max(found, order + 1)
        except NotImplementedError as error:
            if not without_gradient(error):
                raise
    return found


def check_forward_mode(row, dtype):
    """The derivatives in directions of the row's calls; whether one had some."""
    found = False
    for _, made, rng in each_call(row, dtype):
        try:
            found |= check_jvp(row, made(), rng)
        except NotImplementedError as error:
            if not without_gradient(error):
                raise
    return found
