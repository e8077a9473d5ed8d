"""The ends of the numbers: integers at their limits, zero divisors, NaN and infinities, long sums, gradients at zero.

Driven by the records: every operator of a kind runs on such values, and its row's reference says what is right.
"""

import numpy as np
import paddle
import pytest

from tests.ops import calls
from tests.ops.op_table import ROWS, rows
from tests.ops.row import Call

INTEGERS = ("int8", "uint8", "int16", "int32", "int64")
REFUSED = (ValueError, TypeError, NotImplementedError)


def elementwise(row):
    """Whether any values of the same type are right arguments."""
    given = tensor_names(row)
    return (
        row.has("elementwise") and row.ref is not None and len(given) <= 2 and row.name != "where"
    )


def tensor_names(row):
    return [name for name, kind, _ in row.record["args"] if kind == "Tensor"]


def limits(dtype):
    info = np.iinfo(dtype)
    near = [info.min, info.min + 1, -7, -2, -1, 0, 1, 2, 7, info.max - 1, info.max]
    return np.array([n for n in near if info.min <= n <= info.max], dtype)


def all_pairs(values, count):
    """Arguments so that each value meets each."""
    return [np.array(grid.reshape(-1)) for grid in np.meshgrid(*[values] * count, indexing="ij")]


def compare(row, arrays, dtype):
    call = Call(tuple(arrays), row.attrs[0])
    out = calls.run(row.name, calls.tensors(call, dtype))[0]
    with np.errstate(all="ignore"):
        expected = np.asarray(row.ref(*arrays, **row.attrs[0]))
    tol = 0.0 if out.dtype.name in INTEGERS else calls.tolerance(row, out.dtype.name)
    calls.assert_close(calls.to_numpy(out), expected, tol, f"{row.name} of {dtype}")


def integers(row):
    return elementwise(row) and any(t in INTEGERS for t in row.test_dtypes)


@pytest.mark.parametrize("name", rows("integers", integers))
def test_integers(name):
    """Exact at both ends of a type, where they wrap round as numpy's do; what a divisor of 0 or a negative exponent
    makes raise is right without them."""
    row = ROWS[name]
    for dtype in (t for t in row.test_dtypes if t in INTEGERS):
        arrays = all_pairs(limits(dtype), len(tensor_names(row)))
        try:
            compare(row, arrays, dtype)
        except REFUSED as error:
            assert "zero" in str(error) or "negative" in str(error), error
            usable = arrays[-1] != 0 if "zero" in str(error) else arrays[-1] >= 0
            compare(row, [a[usable] for a in arrays], dtype)


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, np.inf, -np.inf, np.nan]
# The reference says otherwise there, or nothing.
BESIDE = {
    "angle": "-0.0 has the angle 0 here, as in Paddle",
    "complex": "the reference multiplies by 1j, which makes NaN of infinities",
    "hardshrink": "the threshold itself passes, as in Paddle (kink_test.py)",
    "i0": "SciPy's reference is NaN at infinity",
    "i1": "likewise",
    "multigammaln": "the reference raises below its domain",
    "thresholded_relu": "NaN stays here",
}


def floats(row):
    return elementwise(row) and "float32" in row.record["kernel_dtypes"] and row.name not in BESIDE


@pytest.mark.parametrize("name", rows("special values", floats))
def test_special_values(name):
    """Zeros, infinities and NaN in every pair give what the reference gives."""
    row = ROWS[name]
    for dtype in ("float32", "float64"):
        if dtype in row.test_dtypes:
            compare(row, all_pairs(np.array(SPECIAL, dtype), len(tensor_names(row))), dtype)


# What the reference makes of NaN or infinity is not right.
NOT_BY_REFERENCE = {
    "argsort": "in descending order NaN comes first, as in Paddle",
    "cross_entropy": "the reference multiplies 0 by infinity",
    "cummax": "the reference drops NaN",
    "cummin": "likewise",
    "log_softmax": "an infinity makes all of them NaN, as in Paddle",
    "topk": "NaN is the largest, as in Paddle",
}


def reduces(row):
    names = [name for name, _, _ in row.record["args"]]
    known = row.ref is not None and row.name not in NOT_BY_REFERENCE
    return known and "axis" in names and "float32" in row.test_dtypes


@pytest.mark.parametrize("name", rows("special values", reduces))
def test_nan_along_an_axis(name):
    """A NaN or an infinity anywhere along an axis counts as it does for the reference."""
    row = ROWS[name]
    for i, given in enumerate(row.calls):
        for value in (np.nan, np.inf, -np.inf):
            made = given.make(row.seed(i), "float32")
            if (
                not made.args
                or not isinstance(made.args[0], np.ndarray)
                or made.args[0].dtype != "float32"
            ):
                continue
            for place in range(0, made.args[0].size, max(made.args[0].size // 3, 1)):
                x = made.args[0].copy()
                x.flat[place] = value
                call = calls.tensors(Call((x, *made.args[1:]), made.kwargs), "float32")
                try:
                    outputs = calls.run(name, call)
                except ValueError:
                    continue
                with np.errstate(all="ignore"):
                    expected = calls.reference(row, call)
                for actual, right in zip(outputs, expected, strict=False):
                    what = f"{name}{calls.text(call)} with {value} at {place}"
                    calls.assert_close(
                        calls.to_numpy(actual), right, calls.tolerance(row, "float32"), what
                    )


# No unique result at such matrices, and so no gradient.
NOT_UNIQUE = ("eig", "eigh", "lu", "qr", "svd")


def smooth(row):
    if row.name in NOT_UNIQUE:
        return False
    return (
        not row.record["not_differentiable"]
        and "float32" in row.test_dtypes
        and not row.has("random")
    )


@pytest.mark.parametrize("name", rows("gradient at zero", smooth))
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_gradient_of_equal_elements(name, value):
    """Where all elements are 0, or 1, and the result is finite, no gradient is NaN."""
    row = ROWS[name]
    for i, given in enumerate(row.calls):
        made = given.make(row.seed(i), "float64")
        call = made.map(lambda a: np.full_like(a, value) if a.dtype == "float64" else a)
        call = calls.tensors(call, "float64")
        operands = [
            t
            for _, _, t in calls.operands(row, call)
            if t is not None and hasattr(t, "stop_gradient")
        ]
        leaves = [t for t in operands if t.dtype == paddle.float64]
        for leaf in leaves:
            leaf.stop_gradient = False
        try:
            outputs = calls.run(name, call)
        except (ValueError, NotImplementedError):
            continue
        outputs = [o for o in outputs if not o.stop_gradient and np.isfinite(o.numpy()).all()]
        if not outputs or not leaves:
            continue
        try:
            grads = paddle.grad(outputs, leaves, allow_unused=True)
        except (ValueError, NotImplementedError):
            continue
        for grad in grads:
            assert grad is None or not np.isnan(grad.numpy()).any(), (
                f"{name}{calls.text(call)}: {grad}"
            )


# Over a million elements: the reduction in float32, the same in float64 by numpy, how far they may be apart.
LONG = {
    "sum": (paddle.sum, np.sum, 1e-6),
    "mean": (paddle.mean, np.mean, 1e-6),
    "var": (lambda x: paddle.var(x, unbiased=False), np.var, 1e-5),
    "std": (lambda x: paddle.std(x, unbiased=False), np.std, 1e-5),
    "nansum": (paddle.nansum, np.nansum, 1e-6),
    "nanmean": (paddle.nanmean, np.nanmean, 1e-6),
    "norm": (paddle.linalg.norm, np.linalg.norm, 1e-6),
    "norm 1": (lambda x: paddle.linalg.norm(x, 1), lambda x: np.abs(x).sum(), 1e-6),
    "norm 3": (lambda x: paddle.linalg.norm(x, 3), lambda x: (np.abs(x) ** 3).sum() ** (1 / 3), 1e-6),
    "logsumexp": (paddle.logsumexp, lambda x: np.log(np.exp(x - x.max()).sum()) + x.max(), 1e-6),
    "prod": (lambda x: paddle.prod(1 + x * 2**-40), lambda x: 1.0, 1e-6),
    "dot": (lambda x: paddle.dot(x, x), lambda x: x @ x, 1e-5),
    "cumsum": (lambda x: paddle.cumsum(x)[-1], np.sum, 1e-5),
    "mse_loss": (lambda x: paddle.nn.functional.mse_loss(x, x * 0), lambda x: (x * x).mean(), 1e-6),
    "l1_loss": (lambda x: paddle.nn.functional.l1_loss(x, x * 0), lambda x: np.abs(x).mean(), 1e-6),
    "layer_norm": (lambda x: paddle.nn.functional.layer_norm(x, x.shape).abs().max(),
                   lambda x: np.abs((x - x.mean()) / np.sqrt(x.var() + 1e-5)).max(), 1e-4),
}  # fmt: skip


@pytest.mark.parametrize("offset", [0.0, 1000.0])
@pytest.mark.parametrize("name", LONG)
def test_long_reductions_are_accurate(name, offset):
    function, reference, tol = LONG[name]
    x = (np.random.default_rng(0).uniform(0, 1, 1 << 20) + offset).astype("float32")
    actual, expected = float(function(paddle.to_tensor(x))), float(reference(x.astype("float64")))
    assert abs(actual - expected) <= tol * abs(expected), f"{name}: {actual}, expected {expected}"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_long_means_of_narrow_floats(dtype):
    """The sum is beyond the type; the mean is not."""
    x = paddle.full([1 << 18], 2.0, dtype)
    assert float(x.mean()) == 2.0
    assert float(x.var()) == 0.0
    assert float(paddle.nn.functional.mse_loss(x, x * 0)) == 4.0
