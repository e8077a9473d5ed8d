"""Tensors of outside that branches and loops on tensors write in place."""

import paddle
import pytest
from paddle.jit import report, vm

from .differential import agree, floats, number, run, same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

X = floats(0.5, -1.0, 0.25)
BOTH = [(X,), (-X,), (X * 3,), (X * 0,)]
TIMES = [(X, number(n)) for n in (3, 0, 1, 7, 2)] + [(X * 4, number(5)), (-X, number(4))]


def general(function, calls):
    static = agree(function, calls)
    seen = report(static)
    assert not seen.assumptions, seen
    return static


def test_under_a_branch():
    def f(x):
        y = x * 1
        if x.sum() > -0.5:
            y[0] = 5.0
        return y * x

    def g(x):
        y, z = x * 1, x * 2
        if x.sum() > -0.5:
            y.add_(z)
            z[1:] = x[:2]
        else:
            y[1] = z[0]
        return y, z

    general(f, BOTH)
    general(g, BOTH)


def test_in_a_loop():
    def f(x, n):
        y = x * 1
        for i in range(n):
            y[i % 3] = y[i % 3] * 2 + 1
        return y

    def g(x, n):
        y, i = x * 1, paddle.zeros([], "int64")
        while i < n:
            y.add_(x * i)
            y *= 0.5
            i = i + 1
        return y * y

    def h(x, n):
        y, i = x * 1, paddle.zeros([], "int64")
        while i < n:
            y.add_(x * i)
            y.scale_(0.5)
            i = i + 1
        return y * y

    agree(f, TIMES, whole=None)
    agree(g, TIMES, whole=None)
    general(h, TIMES)


def test_views_see_the_writes():
    def f(x):
        y = x * 1
        row = y[:2]
        if x.sum() > -0.5:
            y[0] = x[2] * 3
        return row * 2, y

    def g(x):
        y = x * 1
        row = y[:2]
        if x.sum() > -0.5:
            row[0] = x[2] * 3
        return row * 2, y

    def h(x, n):
        y = x * 1
        row = y[:2]
        for i in range(n):
            y[0] = y[1] + x[2] * i
            row[1] = row[0] * 0.5
        return row * 2, y

    agree(f, BOTH)
    agree(g, BOTH)
    agree(h, TIMES, whole=None)


def test_writes_without_gradients():
    def f(x, n):
        total = paddle.zeros([3])
        with paddle.no_grad():
            for i in range(n):
                total.add_(x * i)
        return total + x

    def g(x):
        y = x * 1
        if x.sum() > -0.5:
            with paddle.no_grad():
                y.zero_()
        return y * x

    agree(f, TIMES)
    agree(g, BOTH)


def test_state_of_outside():
    total = paddle.zeros([3])

    def f(x, n):
        if x.sum() > -0.5:
            total.add_(x.detach())
        for _ in range(n):
            total.scale_(0.5)
        return total + x

    got = []
    for function in (paddle.jit.to_static(f), f):
        total.zero_()
        got.append([run(function, c, i) for i, c in enumerate(TIMES * 2)])
        got[-1].append(total.numpy().copy())
    assert same(*got)


def test_arguments_are_written():
    def f(x, n):
        with paddle.no_grad():
            if n > 2:
                x.add_(paddle.ones([3]))
            for _ in range(n):
                x.scale_(2.0)
        return x.detach() * 1

    agree(f, TIMES)


def test_nested():
    def f(x, n):
        y = x * 1
        for i in range(n):
            if (y * i).sum() > 0:
                y.add_(x)
            else:
                for j in range(i):
                    y[0] = y[0] - j
        return y

    agree(f, TIMES, whole=None)


def test_a_name_for_the_written_and_another():
    def f(x):
        y = x * 1
        z = x * 2
        if x.sum() > -0.5:
            z = y
            y.add_(x)
        z = z + 1
        return y, z

    def g(x):
        y = x * 1
        z = x * 2
        if x.sum() > -0.5:
            z = y
            y.add_(x)
        y.add_(x)
        return y, z

    def h(x, n):
        y, z = x * 1, x * 1
        for _ in range(n):
            z = y
            y.add_(x)
        y.add_(x)
        return y, z

    agree(f, BOTH, whole=None)
    agree(g, BOTH, whole=None)
    agree(h, TIMES, whole=None)


def test_what_was_read_before_stays():
    def f(x):
        y = x * 1
        before = y + 0
        z = y * 2
        if x.sum() > -0.5:
            y.zero_()
        return before, z, y

    agree(f, BOTH, whole=None)


def test_a_leaf_can_not_be_written():
    def f(x):
        if x.sum() > -0.5:
            x.add_(x)
        return x * 1

    agree(f, BOTH, whole=None)


def test_dtypes_and_shapes_that_change():
    def f(x, n):
        y = paddle.zeros([3], "int64")
        for i in range(n):
            y.add_(paddle.ones([3], "int64") * i)
            y[0] = i
        return y * x

    agree(f, TIMES)


def test_written_and_put_into_a_list():
    def f(x, n):
        y, out = x * 1, []
        for _ in range(n):
            y.add_(x)
            out.append(y)
        return out, y

    def g(x, n):
        y, out = x * 1, []
        for _ in range(n):
            y.add_(x)
            out.append(y * 1)
        return paddle.stack(out) if out else y, y

    agree(f, TIMES, whole=None)
    agree(g, TIMES, whole=None)
