"""Programs made of primitives, as people write them, and how results are compared with eager code."""

import contextlib

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle.jit import to_static


@contextlib.contextmanager
def cinn(on=True):
    paddle.set_flags({"FLAGS_use_cinn": on})
    try:
        yield
    finally:
        paddle.set_flags({"FLAGS_use_cinn": False})


def fused(function, *arguments):
    """(results with CINN, what the program runs)."""
    static = to_static(function)
    with cinn():
        static(*arguments)
        result = static(*arguments)
        fusion = paddle.jit.report(static).fusion
    return result, fusion[0] if fusion else None


UNITS = {"float64": 1e-14, "float32": 4e-6, "bfloat16": 2e-2, "float16": 3e-3}


def check_close(actual, expected, message="", lost=0.0):
    """The same shape, dtype, NaNs and infinities; numbers up to the roundings that another order of sums makes.

    `lost`: what may be wrong besides.
    """
    assert actual.shape == expected.shape and actual.dtype == expected.dtype, message
    unit = UNITS.get(str(expected.dtype).removeprefix("paddle."))
    a, e = (x.astype("float64").numpy() if unit else x.numpy() for x in (actual, expected))
    if unit is None:
        assert (a == e).all(), message
        return
    finite = np.isfinite(e)
    assert np.array_equal(a[~finite], e[~finite], equal_nan=True), message
    size = max(1.0, np.abs(e[finite]).max(initial=0.0))
    worst = np.abs(a[finite] - e[finite]).max(initial=0.0)
    assert worst <= unit * size + lost, f"{message}: {worst} of {size}"


def rms_norm(x, w):
    return x * paddle.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * w


def softmax(x):
    e = paddle.exp(x - x.max(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)


def log_softmax(x):
    m = x.max(-1, keepdim=True)
    return x - m - paddle.log(paddle.exp(x - m).sum(-1, keepdim=True))


def first_softmax(x):
    e = paddle.exp(x - x.max(0, keepdim=True))
    return e / e.sum(0, keepdim=True)


def layer_norm(x, w, b):
    d = x - x.mean(-1, keepdim=True)
    return d * paddle.rsqrt((d * d).mean(-1, keepdim=True) + 1e-5) * w + b


def gelu(x):
    return 0.5 * x * (1 + paddle.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def swiglu(x, y):
    return x * F.sigmoid(x) * y


def residual_norm(x, y, w):
    z = x + y
    return z, rms_norm(z, w)


def row_sums(x):
    return (x * 2 + 1).sum(-1), (x * x).sum(-1, keepdim=True)


def column_sums(x):
    return (x * 2 + 1).sum(0)


def batch_norm(x, w, b):
    d = x - x.mean([0, 2, 3], keepdim=True)
    v = (d * d).mean([0, 2, 3], keepdim=True)
    return d * paddle.rsqrt(v + 1e-5) * w + b


def group_norm(x):
    n, c, h, w = x.shape
    y = x.reshape([n, 4, c // 4, h, w])
    d = y - y.mean([2, 3, 4], keepdim=True)
    v = (d * d).mean([2, 3, 4], keepdim=True)
    return (d * paddle.rsqrt(v + 1e-5)).reshape([n, c, h, w]) * 2 + 1


def chosen(x):
    return paddle.where(x > 0, paddle.exp(-x), x * x) + paddle.abs(x)


def rotary(x, cos, sin):
    a, b = x.chunk(2, -1)
    return paddle.concat([a * cos - b * sin, b * cos + a * sin], -1)
