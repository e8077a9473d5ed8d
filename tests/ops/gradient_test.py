"""Gradients of every differentiable operator against numeric differences: see gradients.py."""

import itertools

import numpy as np
import pytest
from paddle import _C

from tests.ops import calls, large
from tests.ops.gradients import (
    EXACT,
    STEP,
    Function,
    check,
    check_forward_mode,
    check_orders,
    compared,
    differentiable,
    leaves,
    only_complex,
    takes_complex,
)
from tests.ops.op_table import ROWS, rows

LARGE_STEP = 1e-7  # of many values hardly one passes a kink


def grows(row):
    skipped = {"large", "gradient"} & set(row.skip)
    return differentiable(row) and not skipped and not only_complex(row)


def integral(row):
    """Whether a call gives no floats at all."""
    outputs = [calls.run(row.name, calls.make(row, i, "float64")) for i in range(len(row.calls))]
    return any(not any(o.dtype.name in EXACT for o in outs) for outs in outputs)


@pytest.mark.parametrize("name", rows("gradient", lambda r: compared(r) and not only_complex(r)))
def test_gradient(name):
    row = ROWS[name]
    assert check_orders(row, "float64") or integral(row), f"{name}: no call has a gradient"


@pytest.mark.parametrize("name", rows("complex_gradient", takes_complex))
def test_complex_gradient(name):
    assert check_orders(ROWS[name], "complex128"), f"{name}: no call has a gradient"


def has_forward_mode(row):
    """It is a second derivative."""
    return compared(row) and row.order > 1 and "gradient" not in row.skip


@pytest.mark.parametrize("name", rows("forward_mode", has_forward_mode))
def test_forward_mode(name):
    row = ROWS[name]
    if not only_complex(row):
        assert check_forward_mode(row, "float64") or integral(row), f"{name}: no derivative"
    if takes_complex(row):
        assert check_forward_mode(row, "complex128"), f"{name}: no derivative"


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
