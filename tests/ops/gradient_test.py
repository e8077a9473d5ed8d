"""Gradients of every differentiable operator against numeric differences, to the order of its row.

F0 = <f(x), w>, F1 = <gradient of F0, v>, ...: each Fk is made by differentiating k times with
create_graph, and its gradient is checked along random directions. From F1 on, the gradients of the
outputs (w) are inputs too.

Complex numbers follow Wirtinger: <a, b> is the real part of sum(conj(a) b), so a gradient g tells
that the change along d is <g, d>, for d = 1 and for d = i.
"""

import itertools

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls, large
from tests.ops.op_table import ROWS, rows

EXACT = ("float64", "complex128")
STEP = 1e-6
LARGE_STEP = 1e-7  # of many values hardly one passes a kink
MAX_CALLS = 6


def differentiable(row):
    return row.record["not_differentiable"] is None and row.order > 0 and not row.has("random")


def takes_complex(row):
    """Whether the operator runs on complex numbers; composites do where their parts do."""
    if not differentiable(row) or {"gradient", "complex_gradient"} & set(row.skip):
        return False
    sample = next(c for c in row.calls if not calls.has_empty(c))
    call = calls.tensors(sample.make(row.seed(0), "complex128"), "complex128")
    given = any(
        t.dtype == paddle.complex128 for _, _, t in calls.operands(row, call) if t is not None
    )
    return given and calls.accepts(row.name, call)


def only_complex(row):
    return all(dtype.startswith("complex") for dtype in row.test_dtypes)


def grows(row):
    skipped = {"large", "gradient"} & set(row.skip)
    return differentiable(row) and not skipped and not only_complex(row)


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


def check_orders(row, dtype):
    """Every order of the row's calls; whether one had a gradient to check."""
    found = False
    for index in range(min(MAX_CALLS, len(row.calls))):
        if calls.has_empty(row.calls[index]):
            continue
        rng = np.random.default_rng(row.seed(index))
        orders = row.order if index < 3 else min(2, row.order)
        try:
            for order in range(orders):
                if not check(row, calls.make(row, index, dtype), order, rng):
                    break
                found = True
        except NotImplementedError as error:  # some modes say that they have none
            if "no gradient" not in str(error):
                raise
    return found


def integral(row):
    """Whether a call gives no floats at all."""
    outputs = [calls.run(row.name, calls.make(row, i, "float64")) for i in range(len(row.calls))]
    return any(not any(o.dtype.name in EXACT for o in outs) for outs in outputs)


@pytest.mark.parametrize(
    "name", rows("gradient", lambda r: differentiable(r) and not only_complex(r))
)
def test_gradient(name):
    row = ROWS[name]
    assert check_orders(row, "float64") or integral(row), f"{name}: no call has a gradient"


# They take the real part in silence: to be refused.
REAL_PART = {"logcumsumexp", "logsumexp", "std", "var"}


@pytest.mark.parametrize("name", sorted(set(rows("complex_gradient", takes_complex)) - REAL_PART))
def test_complex_gradient(name):
    assert check_orders(ROWS[name], "complex128"), f"{name}: no call has a gradient"


@pytest.mark.parametrize(
    "name", rows("empty_gradient", lambda r: differentiable(r) and not only_complex(r))
)
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


def gradients(row, call, dtype, wanted):
    """The gradients of a call whose operands of `dtype` are made `wanted`."""
    names = calls.operands(row, call)
    operands = [None if t is None else t.detach() for _, _, t in names]
    inputs = []
    for i, (name, _, t) in enumerate(names):
        if t is not None and t.dtype.name == dtype and name not in row.constant:
            operands[i] = operands[i].astype(wanted).detach()
            operands[i].stop_gradient = False
            inputs.append(operands[i])
    outputs = calls.run(row.name, calls.replace(row, call, operands))
    outputs = [o for o in outputs if not o.stop_gradient]
    if not outputs or not inputs:
        return []
    return _C.grad(outputs, inputs, [], False, False, True, [])


def check_dtype(row, call, dtype, exact_dtype):
    """The gradients in `dtype` have it, and are near those in `exact_dtype`."""
    what = f"{row.name}{calls.text(call)}"
    pairs = (gradients(row, call, dtype, wanted) for wanted in (dtype, exact_dtype))
    for low, exact in zip(*pairs, strict=True):
        assert (low is None) == (exact is None), what
        if low is None:
            continue
        assert low.dtype.name == dtype, f"{what}: the gradient of a {dtype} input is {low.dtype}"
        scale = 1 + np.abs(calls.to_numpy(exact)).max(initial=0)
        calls.assert_close(
            calls.to_numpy(low) / scale,
            calls.to_numpy(exact) / scale,
            4 * calls.tolerance(row, dtype),
            f"{what}: gradient in {dtype}",
        )


@pytest.mark.parametrize("name", rows("gradient_dtype", differentiable))
def test_gradient_dtype(name):
    row = ROWS[name]
    for dtype in LOW:
        if dtype in row.test_dtypes:
            check_dtype(row, calls.make(row, 0, dtype), dtype, "float64")
    if "complex64" in row.test_dtypes:
        check_dtype(row, calls.make(row, 0, "complex64"), "complex64", "complex128")


@pytest.mark.parametrize("name", rows("large_gradient", grows))
def test_large_gradient(name):
    """Gradients of large calls, in float64 against differences, in float32 against float64."""
    row = ROWS[name]
    for made in itertools.islice(large.large_calls(row, "float64"), 1):
        rng = np.random.default_rng(row.seed(0))
        check(row, calls.tensors(made, "float64", calls.transposed), 0, rng, LARGE_STEP)
        single = made.map(lambda a: a.astype("float32") if a.dtype == np.float64 else a)
        check_dtype(row, calls.tensors(single, "float32"), "float32", "float64")


def check_large(row, call):
    """By a small step, which passes few kinks, or by a larger one, which large values need."""
    try:
        check(row, call, 0, np.random.default_rng(row.seed(0)), LARGE_STEP)
    except AssertionError:
        check(row, call, 0, np.random.default_rng(row.seed(0)), STEP)


def has_gradient(row, made, dtype):
    """Some modes of an operator say that they have none."""
    try:
        gradients(row, calls.tensors(made, dtype), dtype, "float64")
    except NotImplementedError as error:
        assert "gradient" in str(error)
        return False
    return True


@pytest.mark.full
@pytest.mark.parametrize("name", rows("large_gradient", grows))
def test_large_gradient_all(name):
    row = ROWS[name]
    for made in large.large_calls(row, "float64"):
        for layout in (calls.contiguous, calls.transposed):
            if has_gradient(row, made, "float64"):
                check_large(row, calls.tensors(made, "float64", layout))
    for dtype in [t for t in ("float32", "bfloat16") if t in row.test_dtypes]:
        for made in large.large_calls(row, dtype):
            if not has_gradient(row, made, dtype):
                continue
            check_dtype(row, calls.tensors(made, dtype), dtype, "float64")
