"""Lists that loops on tensors make longer (in programs: `stack_read`)."""

import numpy as np
import paddle
import pytest
from paddle.jit import report, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

X = floats(0.5, -1.0, 0.25)
TIMES = [(X, number(n)) for n in (3, 0, 1, 7, 2)] + [(X * 4, number(5)), (X * 0, number(4))]
SOME = [t for t in TIMES if t[1] > 0]


def general(function, calls=TIMES):
    static = agree(function, calls)
    seen = report(static)
    assert not seen.assumptions, seen
    return static


def test_stack_and_length():
    def f(x, n):
        out = []
        for i in range(n):
            x = x * 1.5
            out.append(x + i)
        return (paddle.stack(out) if out else x * 1), len(out)

    general(f)


def test_concat_and_last():
    def f(x, n):
        out = [x]
        for _ in range(n):
            out.append(out[-1] * 0.5 + 1)
        return paddle.concat(out), out[-1], len(out)

    general(f)


def test_axes_of_joins():
    def f(x, n):
        out = []
        for i in range(n):
            out.append(x.reshape([3, 1]) * i + paddle.ones([3, 2]))
        return (
            paddle.stack(out, axis=1),
            paddle.stack(out, -1),
            paddle.concat(out, 1),
            paddle.concat(out, axis=-2),
        )

    general(f, SOME)


def test_the_list_is_given_back():
    def f(x, n):
        out = [x]
        for i in range(n):
            out.append(x * i)
        return out, x

    def g(x, n):
        return [x * i for i in range(n)]

    general(f)
    general(g)


def test_joining_nothing_raises():
    def f(x, n):
        out = []
        for i in range(n):
            out.append(x * i)
        return paddle.stack(out)

    agree(f, TIMES, whole=None)


def test_appended_under_a_condition():
    def f(x, n):
        out = [x]
        for i in range(n):
            if (x * (i - 1)).sum() < 0:
                out.append(x * i)
        return out

    def g(x, n):
        out, other = [x], []
        for i in range(n):
            if i % 2 == 0:
                out.append(x * i)
            else:
                out.append(out[-1] * 2)
                other.append(x + i)
        return paddle.stack(out), other, len(other), len(out)

    general(f)
    general(g)


def test_several_in_a_round_and_several_lists():
    def f(x, n):
        a, b = [x], []
        for i in range(n):
            a.append(a[-1] * 0.5)
            b += [x + i, x - i]
            b.extend((x * 2,))
        return paddle.stack(a), b, len(b)

    def g(x, n):
        a, b = [x], [x * 2]
        for _ in range(n):
            a.append(a[-1] + b[-1])
            b.append(a[-1] * 0.1)
        return a[-1], b[-1], paddle.stack(a) + paddle.stack(b)

    general(f)
    general(g)


def test_left_early():
    def f(x, n):
        seen = []
        for i in range(n):
            seen.append(x + i)
            if len(seen) == 2:
                break
        return seen

    def g(x, n):
        seen = []
        i = paddle.zeros([], "int64")
        while i < n:
            i = i + 1
            if i == 2:
                continue
            seen.append(x * i)
            if (x * i).sum() < -0.4:
                break
        return seen, i

    general(f)
    agree(g, TIMES, whole=None)


def test_two_loops_and_elements_between():
    def f(x, n):
        out = []
        for i in range(n):
            out.append(x * i)
        out.append(x)
        for i in range(n):
            out.append(out[-1] + i)
        return out

    general(f)


def test_other_names_for_the_list():
    def f(x, n):
        out = []
        other = out
        for i in range(n):
            out.append(x * i)
        other.append(x)
        return out, len(other)

    def g(x, n):
        out = []
        held = {"out": out}
        for i in range(n):
            out.append(x * i)
        return held, len(held["out"])

    agree(f, TIMES, whole=None)
    agree(g, TIMES, whole=None)


def test_elements_that_are_written_later():
    def f(x, n):
        y, out = x * 1, []
        for i in range(n):
            y = y + i
            out.append(y)
        y += 10
        return out, y

    def g(x, n):
        out = [x * 1]
        for i in range(n):
            out.append(x + i)
        out[-1].add_(paddle.ones([3]))
        return out

    agree(f, TIMES, whole=None)
    agree(g, TIMES, whole=None)


def test_what_looks_at_the_elements():
    def f(x, n):
        out = []
        for i in range(n):
            out.append(x * i)
        total = x * 0
        for y in out:
            total = total + y
        return total, out[::2], out[:1], sum(out), isinstance(out, list), bool(out)

    agree(f, TIMES, whole=None)


def test_random_numbers_and_gradients_of_some():
    def f(x, n):
        out = [x]
        for _ in range(n):
            out.append(out[-1] * 0.5 + paddle.rand([3]))
            out.append(out[-1].detach() * x)
        return paddle.stack(out)[-1], paddle.rand([1])

    general(f)


def test_elements_of_several_dtypes():
    def f(x, n):
        out = []
        for i in range(n):
            out.append(x * i)
            out.append(paddle.zeros([3], "int64") + i)
        return out

    agree(f, TIMES, whole=None)


def test_what_is_in_the_loop_reads_the_list():
    def f(x, n):
        out = [x]
        for _ in range(n):
            out.append(out[0] + out[-1])
        return out[-1]

    def g(x, n):
        out = [x]
        for i in range(n):
            if len(out) > 2:
                x = x * 2
            out.append(x * i)
        return out, x

    agree(f, TIMES, whole=None)
    general(g)


def test_double_gradients():
    def f(x, n):
        out = [x]
        for _ in range(n):
            out.append(out[-1] * x)
        return paddle.stack(out)

    static = paddle.jit.to_static(f)
    for _ in range(3):
        found = []
        for function in (f, static):
            x = paddle.to_tensor(X, stop_gradient=False)
            (g,) = paddle.grad(function(x, paddle.to_tensor(3)).sum(), x, create_graph=True)
            (h,) = paddle.grad((g * g).sum(), x)
            found.append(np.stack([g.numpy(), h.numpy()]))
        assert np.allclose(*found)
