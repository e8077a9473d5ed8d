"""Ways out of loops on tensors: `return`, `break` past an `else`, loops over ranges of Python that tensors leave."""

import paddle
import pytest
from paddle.jit import report, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

X = floats(0.5, -1.0, 0.25)
TIMES = [(X, number(n)) for n in (3, 0, 1, 7, 2)] + [(X * 0.01, number(5)), (X * 40, number(4))]


def general(function, calls=TIMES, compiled=1):
    static = agree(function, calls)
    seen = report(static)
    assert not seen.assumptions and seen.compiled == compiled, seen
    return static


def test_return_of_a_tensor_and_a_number():
    def f(x, n):
        for i in range(n):
            x = x * 2
            if x.abs().max() > 4:
                return x, i
        return x, -1

    general(f)


def test_return_in_a_while_loop():
    def f(x, n):
        i = paddle.zeros([], "int64")
        while i < n:
            i = i + 1
            y = x * i.astype("float32")
            if y.max() > 1:
                return y
        return x

    general(f)


def test_return_of_another_structure():
    def f(x, n):
        for i in range(n):
            x = x * 1.5
            if x.abs().sum() > 5:
                return (x.sum(), (x, "far"), i * 2)
        return [x]

    general(f)


def test_return_from_the_inner_of_two_loops():
    def f(x, n):
        total = x * 0
        for i in range(n):
            for j in range(n):
                total = total + x * (i + j)
                if total.abs().sum() > 20:
                    return total
        return total

    general(f)


def test_break_past_an_else():
    def f(x, n):
        for _ in range(n):
            x = x + 1
            if x.sum() > 4:
                break
        else:
            x = -x
        return x * 2

    general(f)


def test_return_of_what_came_in():
    def f(x, n):
        for i in range(n):
            if x.max() * i > 1:
                return x
        return x * 3

    general(f)


def test_a_range_of_python_that_a_tensor_leaves():
    def f(x):
        v = paddle.ones([3])
        for k in range(40):
            w = v * 0.5 + x
            if (w - v).abs().max() < 1e-2:
                break
            v = w + k * 0.0
        return v, v * x

    general(f, [(X,), (X * 3,), (X * 0,), (X + 1,)])


def test_a_range_whose_index_python_needs():
    def f(x):
        names = ["a", "b", "c"]
        made = {}
        for k in range(3):
            if x.sum() > k:
                break
            made[names[k]] = x * k
        return made

    agree(f, [(X,), (X * 30,), (-X * 9,), (X + 1,)], whole=None)


def test_random_numbers_in_a_loop_that_is_left():
    def f(x, n):
        for i in range(n):
            x = x + paddle.rand([3])
            if x.sum() > 2:
                return x, i
        return x + paddle.rand([3]), n

    agree(f, TIMES * 2)


def test_dtype_and_shape_that_change_in_the_first_round():
    def f(x, n):
        s = 0
        for _ in range(n):
            s = s + x.sum()
        return s

    def g(x, n):
        y = x.sum()
        for _ in range(n):
            y = y + x
        return y

    agree(f, TIMES)
    agree(g, TIMES)


def test_an_index_that_a_loop_counts():
    def f(x, n):
        y = x * 0
        for i in range(n):
            y = y + x[i % 3] * x[-1]
        return y

    general(f)


def test_an_index_out_of_range_raises_as_eager_does():
    def f(x, n):
        y = x[0] * 0
        for i in range(n):
            y = y + x[i]
        return y

    static = paddle.jit.to_static(f)
    x = paddle.to_tensor(X)
    assert static(x, paddle.to_tensor(3)).item() == pytest.approx(X.sum())
    for _ in range(2):
        with pytest.raises(IndexError):
            static(x, paddle.to_tensor(4))


def test_what_is_picked_is_a_view():
    def f(x, n):
        y = x * 1
        row = y[n]
        y.fill_(3.0)
        return row + 1

    agree(f, [(X, number(k)) for k in (0, 1, 2)], whole=None)


def test_builtins_that_decide():
    def f(x):
        pair = max(x.sum(), x.mean()), min(x[0], x[1], x[2])
        return pair, any(v > 0.3 for v in x), all([v > -2 for v in x])

    agree(f, [(X,), (-X,), (X * 5,)], whole=None)
