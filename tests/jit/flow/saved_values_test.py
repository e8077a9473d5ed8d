"""What gradients read is what there was before a branch or a loop that may write it."""

import paddle
import pytest
from paddle.jit import vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

CALLS = [
    (floats(0.5, sign * 0.8), floats(1.5, -0.3), number(n)) for sign in (1, -1) for n in (0, 1, 2)
]


def branch(x, y, n):
    x = x * 1
    z = x * y
    if y.sum() + x.sum() > 1:
        x.scale_(0.5)
    return z


def branch_on_output(x, y, n):
    z = paddle.tanh(x)
    if z.sum() > 0:
        z[0] = 0.5
    return z * y


def loop(x, y, n):
    x = x * 1
    z = x * y
    for _ in range(n):
        x.scale_(0.5)
    return z


def view(x, y, n):
    x = x * 1
    z = x[1:] * y
    if y.sum() + x.sum() > 1:
        x[0] = 2.0
    return z


def in_loop(x, y, n):
    z, out = x * y, []
    i = paddle.zeros([], "int64")
    while i <= n:
        i = i + 1
        out.append(paddle.tanh(z))
    for _ in range(n):
        z.scale_(0.5)
    return paddle.concat(out)


def last_of_list(x, y, n):
    out = [y, x * 1]
    for _ in range(n):
        if y.max() < x.max():
            continue
        out += [y * y, y * x]
    return out[-1]


@pytest.mark.parametrize("function", [branch, branch_on_output, loop, view, in_loop, last_of_list])
def test_gradients(function):
    agree(function, CALLS)
