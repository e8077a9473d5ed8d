"""Loops that carry arguments, in functions that write in place: one program unless what is written may be shared."""

import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

CALLS = [(floats(*v), number(n)) for n in (2, 0, 3, 1, 5) for v in ((1, 2), (-1, 3))]


def fills(x, n):
    out = paddle.zeros([2])
    out[0] = 1.0
    for _ in range(n):
        x = x * 2
    return x.sum() + out


def fills_in_the_loop(x, n):
    out = paddle.zeros([8])
    for i in range(n):
        x = x * 2
        out[i] = x.sum()
    return out + x.max()


def branches(x, n):
    h = x
    if x.sum() > 1:
        h = h + 1
    out = paddle.zeros([2])
    for _ in range(n):
        h = h * 2
    out[1] = h.sum()
    return out


@pytest.mark.parametrize("function", [fills, fills_in_the_loop, branches])
def test_nothing_is_assumed_of_the_rounds(function):
    # (A buffer that gets its gradient in the loop is another matter.)
    gradients = paddle.no_grad() if function is fills_in_the_loop else paddle.enable_grad()
    with gradients:
        static = agree(function, CALLS)
    report = paddle.jit.report(static)
    assert not report.assumptions, report.assumptions
    assert report.compiled <= 4


def writes_the_result(x, n):
    for _ in range(n):
        x = x * 2
    x[0] = 7.0
    return x + 1


def writes_the_argument(x, n):
    y = x
    for _ in range(n):
        y = y * 2
    x.add_(paddle.ones([2]))
    return y * 3


def writes_in_a_branch(x, n):
    y = x * 1
    z = y
    for _ in range(n):
        z = z + 1
    if x.sum() > 1:
        y[0] = 5.0
    return z, y


def writes_after_a_call(x, n):
    for _ in range(n):
        x = x * 2
    list(map(str, [1]))
    x.tolist()
    x[0] = 3.0
    return x * 2


@pytest.mark.parametrize(
    "function",
    [writes_the_result, writes_the_argument, writes_in_a_branch, writes_after_a_call],
)
def test_writes_of_what_may_be_shared_are_right(function):
    def call(x, n):  # (an argument of the program may not be a leaf that wants a gradient)
        return function(x * 1, n)

    agree(call, CALLS, whole=None)
    inner = to_static(function)
    for values, n in CALLS:
        a, b = paddle.to_tensor(values), paddle.to_tensor(values)
        for got, want in zip(
            paddle.utils.flatten(inner(a, paddle.to_tensor(n))),
            paddle.utils.flatten(function(b, paddle.to_tensor(n))),
            strict=True,
        ):
            assert paddle.equal_all(got, want)
        assert paddle.equal_all(a, b)
