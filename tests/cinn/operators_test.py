"""Every operator that CINN knows, in a kernel with another one: as eager code, for special values, too."""

import numpy as np
import paddle
import pytest
from paddle import _C

from .programs import check_close, fused

SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -3.0,
    np.inf,
    -np.inf,
    np.nan,
    1e-40,
    -1e-40,
    1e-20,
    3e38,
    -3e38,
]
SPECIAL += [
    88.5,
    -88.5,
    104.0,
    -104.0,
    20.0,
    -20.0,
    1e-3,
    -1e-3,
    0.25,
    9.1,
    -9.1,
    3.9,
    1e4,
    -1e4,
    2.5,
    1.5,
]
RANDOM = np.random.RandomState(0)


def values(dtype, seed=0):
    x = np.concatenate([SPECIAL, np.random.RandomState(seed).randn(197) * 4]).astype("float32")
    return paddle.to_tensor(x).astype(dtype)


def positive(dtype):
    return paddle.abs(values(dtype))


# How an operator is called, where it is not `op(x)`, `op(x, y)`: `_C.ops` takes them by position.
CALLS = {
    "assign": lambda d: (paddle.assign, [values(d)]),
    "cast": lambda d: (lambda x: paddle.cast(x, "float64"), [values(d)]),
    "clip": lambda d: (lambda x: paddle.clip(x, -1.0, 2.0), [values(d)]),
    "where": lambda d: (lambda x, y: paddle.where(x > y, x, y), [values(d), values(d, 1)]),
    "lerp": lambda d: (paddle.lerp, [values(d, 3), values(d, 1), values(d, 2)]),
    "scale": lambda d: (lambda x: paddle.scale(x, 1.7, 0.3, bias_after_scale=False), [values(d)]),
    "gelu": lambda d: (lambda x: paddle.nn.functional.gelu(x, approximate=True), [values(d)]),
    "leaky_relu": lambda d: (lambda x: paddle.nn.functional.leaky_relu(x, 0.2), [values(d)]),
    "logical_not": lambda d: (lambda x: paddle.logical_not(x).astype("float32"), [values(d)]),
    "round": lambda d: (paddle.round, [values(d)]),
}
BINARY = {
    "add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "fmin", "logaddexp", "equal", "not_equal",
    "less_than", "less_equal", "greater_than", "greater_equal", "logical_and", "logical_or", "logical_xor",
}  # fmt: skip
GRADIENTS = {"relu_grad": "relu", "gelu_grad": "gelu", "silu_grad": "silu", "sigmoid_grad": "sigmoid",
             "tanh_grad": "tanh"}  # fmt: skip


def call_of(name, dtype):
    if name in CALLS:
        return CALLS[name](dtype)
    where = next(m for m in (paddle, paddle.nn.functional) if hasattr(m, name))
    function = getattr(where, name)
    if name in BINARY:
        return lambda x, y: function(x, y).astype(x.dtype), [values(dtype), values(dtype, 1)]
    return function, [values(dtype)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "float16"])
@pytest.mark.parametrize("name", sorted(set(_C.cinn_operators()) - set(GRADIENTS)))
def test_special_values(name, dtype):
    function, arguments = call_of(name, dtype)

    def with_another(*a):
        y = function(*a)
        return y, paddle.maximum(y, y * 0.5)

    for actual, expected in zip(
        fused(with_another, *arguments)[0], with_another(*arguments), strict=True
    ):
        check_close(actual, expected, f"{name} {dtype}")


@pytest.mark.parametrize("name", sorted(GRADIENTS))
def test_gradients(name):
    function = getattr(paddle.nn.functional, GRADIENTS[name])
    found = []
    for on in (False, True):
        x = values("float32")
        x.stop_gradient = False
        step = paddle.jit.to_static(lambda x: (function(x) * 3).sum())
        paddle.set_flags({"FLAGS_use_cinn": on})
        try:
            for _ in range(3):
                x.clear_grad()
                step(x).backward()
        finally:
            paddle.set_flags({"FLAGS_use_cinn": False})
        found.append(x.grad)
    check_close(*found)


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integers_wrap_around(dtype):
    info = np.iinfo(dtype)
    x = np.array([info.max, info.min, 0, 1, -1, 7, 12345, -99] * 16, dtype)
    y = np.roll(x, 3)

    def f(x, y):
        return x * y + x - y, (x + y < y), paddle.where(x > y, x, y)

    arguments = [paddle.to_tensor(x), paddle.to_tensor(y)]
    for actual, expected in zip(fused(f, *arguments)[0], f(*arguments), strict=True):
        check_close(actual, expected)


def test_converting_between_types():
    x = paddle.to_tensor(RANDOM.randint(-128, 127, [300]).astype("int8"))

    def f(x):
        wide = x.astype("int32").astype("float32") * 0.5
        return (
            wide,
            (x.astype("uint8").astype("float32") + wide).astype("bool"),
            wide.astype("float64") * 3,
        )

    for actual, expected in zip(fused(f, x)[0], f(x), strict=True):
        check_close(actual, expected)


def test_reductions_keep_nan_and_infinities():
    x = RANDOM.randn(6, 70).astype("float32")
    x[1, 3], x[2, 69], x[3, 0], x[4, :] = np.nan, np.inf, -np.inf, np.nan

    def f(x):
        y = x * 2
        return y.max(-1), y.min(-1), y.sum(-1), y.mean(-1), y.prod(-1)

    for actual, expected in zip(
        fused(f, paddle.to_tensor(x))[0], f(paddle.to_tensor(x)), strict=True
    ):
        check_close(actual, expected)


def test_long_sums_are_accurate():
    x = np.full([2, 1 << 21], 0.1, "float32")

    def f(x):
        return (x * 1.0009765625).sum(-1), (x * 2 + 1).mean(-1)

    sums, means = fused(f, paddle.to_tensor(x))[0]
    assert np.allclose(sums.numpy(), (x.astype("float64") * 1.0009765625).sum(-1), rtol=2e-6)
    assert np.allclose(means.numpy(), 1.2, rtol=2e-6)
