"""After a branch or a loop a result may be the memory of another tensor: writes reach both, or are refused."""

import paddle
import pytest
from paddle.jit import vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.0, 2.0), floats(-1.0, -2.0)


def test_a_result_that_may_be_an_argument_is_written():
    def f(x):
        x = x.detach()
        y = x if x.sum() > 0 else x * 2
        y.add_(x)
        return y, x

    agree(f, [(UP,), (DOWN,)])


def test_a_loop_of_no_rounds_gives_the_argument():
    def f(x, n):
        i = paddle.zeros([], "int64")
        y = x.detach()
        while i < n:
            y = y * 2
            i = i + 1
        y[0] = 7.0
        return y

    agree(f, [(UP, number(2)), (UP, number(0)), (DOWN, number(1))])


def test_a_carried_value_is_written():
    def f(x, n):
        i = paddle.zeros([], "int64")
        y = x.detach()
        while i < n:
            y.add_(y)
            y = y * 2
            i = i + 1
        return y

    agree(f, [(UP, number(2)), (UP, number(0)), (DOWN, number(1))])


def test_a_result_of_the_function_is_written():
    def f(x):
        a = x.detach() * 2
        b = a * 1
        y = a if x.sum() > 0 else b * 3
        del a
        y[0] = 5.0
        return y

    agree(f, [(UP,), (DOWN,)], whole=None)


def test_writes_that_are_not_to_be_seen_at_the_branch():
    seen = []

    def write(t):
        t.add_(t)

    class Box:
        count = 0

    box = Box()

    def f(x):
        x = x.detach()
        box.count += 1
        seen.append(box.count)
        y = x if x.sum() > 0 else x * 2
        write(y)
        return y + paddle.rand([2]), x

    agree(f, [(UP,), (DOWN,)])
    assert seen == list(range(1, 9))
