"""Values and sizes that Python looks at in the middle of a capture: the program is right for these, and checks it."""

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import agree, floats, number, run, same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.0, 2.0, -0.5), floats(-1.0, -2.0, 0.5)


def skipped(static):
    return paddle.jit.report(static).skipped


def test_a_number_made_of_a_tensor():
    def f(x):
        return (
            x * int((x * 2).astype("int64").max()),
            int(x.argmax()),
            bool(x.sum() > 0),
            x.tolist(),
        )

    static = agree(f, [(UP,), (DOWN,), (UP,)])
    assert skipped(static) == 4 and paddle.jit.report(static).assumptions


def test_sizes_that_depend_on_values():
    def f(x):
        picked = x[x > 0]
        return (
            picked * 2,
            paddle.nonzero(x > 0),
            paddle.unique(paddle.round(x)),
            x.masked_select(x < 0).sum(),
        )

    static = agree(f, [(UP,), (DOWN,), (UP * 2,), (-UP,)])
    assert skipped(static) >= 4


def test_branches_that_have_no_common_form():
    def f(x):
        if x.sum() > 0:
            return {"up": x * 2}
        if x.max() > 100:
            raise ValueError("large")
        return [x, 3]

    static = agree(f, [(UP,), (DOWN,), (DOWN + [0, -200, 150],), (UP,)])
    assert skipped(static) >= 3


def test_random_numbers_are_drawn_once():
    def f(x):
        noise = paddle.rand([3])
        if [bool(noise.sum() > 1.5)][0]:
            return x + noise, None
        return x - noise + paddle.rand([3]), noise.max() > 0

    agree(f, [(UP,)] * 6)


def test_a_run_that_does_not_hold_changes_nothing():
    total = paddle.zeros([3])

    def f(x):
        total.add_(x.detach())
        y = x * paddle.rand([3])
        return y * [int(x.sum() > 0)][0]

    static = to_static(f)
    values = []
    for function in (f, static):
        total.zero_()
        paddle.seed(5)
        for x in (UP, UP, DOWN, UP, DOWN):
            seen = function(paddle.to_tensor(x))
        values.append([total.numpy(), seen.numpy(), paddle.rand([2]).numpy()])
    assert same(*values)
    assert skipped(static) >= 2


def test_errors_of_a_program_that_assumes_are_those_of_the_function():
    def f(x, n):
        k = int(n)
        return paddle.ones([k]) + x[x > 0]

    agree(f, [(UP, number(2)), (UP, number(1)), (UP, number(3)), (DOWN, number(1))], whole=None)


def test_what_changes_at_every_call_is_not_assumed_for_ever():
    def f(x):
        return x * [int((x * 1e6).abs().sum().astype("int64"))][0]

    static = to_static(f)
    rng = np.random.default_rng(0)
    for _ in range(30):
        x = rng.standard_normal(3).astype("float32")
        assert same(run(static, (x,), 0), run(f, (x,), 0))
    assert len(static._entries) <= 8
    assert paddle.jit.report(static).breaks  # two programs, each for all values


def test_values_in_a_branch():
    def f(x, n):
        if x.sum() > 0:
            for i in range(n):
                x = x * (i + 2)
        else:
            x = x - 1
        return x

    agree(f, [(UP, number(2)), (DOWN, number(2)), (DOWN, number(3)), (UP, number(0))])


def test_written_before_and_after_it_is_read():
    def f(x, n):
        k = n + 1
        a = int(k)
        k.add_(n)
        b = int(k)
        n.add_(paddle.ones([], "int64"))
        return x * a * b, n * 1, int(n)

    agree(f, [(UP, number(2)), (UP, number(2)), (DOWN, number(5))])


def test_fractions_end_the_program():
    def f(x):
        return x * [float((x * 2).sum())][0]

    agree(f, [(UP,), (DOWN,)], whole=False)


def test_a_value_that_is_read_at_the_end_is_read_at_each_call():
    def number_of(x):
        return float(x.sum()), x

    def text_of(x):
        return f"{(x * 2).max().item():.3f}"

    def size_of(x):
        y = x * 2
        return len(paddle.nonzero(paddle.tile(y, [20000])))

    for f in (number_of, text_of, size_of):
        agree(f, [(UP,), (DOWN,), (UP * 3,)], whole=None)


def test_large_values_end_the_program():
    def f(x):
        y = paddle.tile(x, [100]) * 2
        return x * int(y.astype("int64").numpy().sum())

    agree(f, [(UP,), (DOWN,)], whole=False)
