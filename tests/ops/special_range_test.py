"""Special functions over all of their range: blocks of both signs, poles, ends, rows that fill no block."""

import numpy as np
import paddle
import pytest
import scipy.special

EDGES = [0.0, -0.0, 1.0, 2.0, -1.0, -2.0, 7.0, 8.0, 10.0, 1.0000001, 1.9999999]
RANGES = [(-12.0, 12.0), (0.0, 3.0), (-200.0, 200.0), (1e-30, 1e-3), (-1e-3, -1e-30)]
TOLERANCES = {"float32": 4e-7, "float64": 4e-13, "bfloat16": 8e-3}
FUNCTIONS = {
    "i0": scipy.special.i0,
    "i0e": scipy.special.i0e,
    "i1": scipy.special.i1,
    "i1e": scipy.special.i1e,
    "lgamma": scipy.special.gammaln,
}


def samples(dtype, size=700):
    generator = np.random.default_rng(5)
    values = [generator.uniform(low, high, size) for low, high in RANGES]
    return paddle.to_tensor(np.concatenate([*values, EDGES]), dtype=dtype)


@pytest.mark.parametrize("dtype", TOLERANCES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_over_their_range(name, dtype):
    x = samples(dtype)
    exact = FUNCTIONS[name](x.astype("float64").numpy())
    if dtype != "float64":
        with np.errstate(over="ignore"):  # infinite as it is there
            exact = exact.astype("float32")
    received = getattr(paddle, name)(x).astype("float64").numpy()
    tolerance = TOLERANCES[dtype]
    atol = tolerance * 1e-3 if name == "lgamma" else 0.0  # it has zeros
    np.testing.assert_allclose(received, exact, rtol=tolerance, atol=atol)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("order", [0, 1, 2, 3, 7, 8, 12])
def test_polygamma_of_positive_numbers(order, dtype):
    x = paddle.abs(samples(dtype)) + 1e-2
    exact = scipy.special.polygamma(order, x.astype("float64").numpy())
    received = paddle.polygamma(x, order).astype("float64").numpy()
    tolerance = TOLERANCES[dtype]
    atol = 1e-38 if order else tolerance  # digamma has a zero
    np.testing.assert_allclose(received, exact.astype(dtype), rtol=tolerance, atol=atol)


@pytest.mark.parametrize("order", [0, 1, 2, 3, 8])
def test_polygamma_by_its_recurrence(order):
    """Left of 0, where the values are larger than what cancels: f(x + 1) - f(x) is known."""
    x = np.random.default_rng(6).uniform(-6.0, 0.0, 500)
    x = x[np.abs(x - np.rint(x)) > 0.05]
    values = paddle.polygamma(paddle.to_tensor(np.stack([x, x + 1.0])), order).numpy()
    step = (-1.0) ** order * scipy.special.factorial(order) * x ** -(order + 1.0)
    scale = np.abs(values).max(0) + 1.0
    np.testing.assert_allclose((values[1] - values[0] - step) / scale, 0.0, atol=1e-11)


def test_poles_and_ends():
    x = paddle.to_tensor([0.0, -0.0, -3.0, np.inf, -np.inf, np.nan], dtype="float32")
    inf, nan = np.inf, np.nan
    np.testing.assert_equal(paddle.digamma(x).numpy(), [-inf, inf, nan, inf, nan, nan])
    np.testing.assert_equal(paddle.lgamma(x).numpy(), [inf, inf, inf, inf, inf, nan])
    np.testing.assert_equal(paddle.polygamma(x, 1).numpy(), [inf, inf, inf, 0, inf, nan])
    np.testing.assert_equal(paddle.i0(x[3:]).numpy(), [inf, inf, nan])
    np.testing.assert_equal(paddle.i1(x[3:]).numpy(), [inf, -inf, nan])
    np.testing.assert_equal(paddle.i0e(x[3:]).numpy(), [0, 0, nan])
    ones = paddle.to_tensor([1.0, 2.0], dtype="float32")
    assert paddle.lgamma(ones).tolist() == [0.0, 0.0]
