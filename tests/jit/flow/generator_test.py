"""The state of the random generator, asked or set in a captured function: what was drawn before comes first."""

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import agree, floats

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

BOTH = [(floats(1.0, 2.0),), (floats(-1.0, -2.0),)]


def test_seeds_between_draws():
    def f(x):
        paddle.seed(5)
        a = paddle.rand([2])
        paddle.seed(5)
        return x * a, paddle.rand([2]), paddle.rand([2])

    agree(f, BOTH, whole=None)


def test_a_seed_before_any_draw():
    def f(x):
        paddle.seed(7)
        return x + paddle.rand([2])

    agree(f, BOTH, whole=None)


def test_a_state_that_is_put_back():
    def f(x):
        state = paddle.get_rng_state()
        a = paddle.rand([2])
        paddle.set_rng_state(state)
        b = paddle.rand([2])
        return x * a, b, bool((a == b).all())

    agree(f, BOTH, whole=None)


def test_a_state_that_was_asked_for_after_draws():
    def f(x):
        a = paddle.rand([2])
        return x * a, paddle.get_rng_state()[0][1] - 0, paddle.rand([2])

    agree(f, BOTH, whole=None)


def test_in_one_way_of_a_branch():
    def f(x):
        a = paddle.rand([2])
        if x.sum() > 0:
            paddle.seed(3)
        return a, x * paddle.rand([2])

    agree(f, BOTH, whole=None)


def test_in_a_loop_on_tensors():
    def f(x):
        n, y = paddle.zeros([]), x
        while n < 3:
            paddle.seed(11)
            n, y = n + 1, y + paddle.rand([2])
        return y

    agree(f, BOTH, whole=None)


def test_for_many_sizes():
    def f(x):
        a = paddle.rand(x.shape)
        paddle.seed(3)
        return a + x, paddle.rand(x.shape)

    agree(f, [(np.ones(n, "float32"),) for n in (2, 3, 4, 5)], whole=None)


def test_a_program_that_is_built_is_seeded_as_before():
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
            y = paddle.rand([2])
            paddle.seed(4)
            first = paddle.static.Executor().run(fetch_list=[y])[0]
    finally:
        paddle.disable_static()
    paddle.seed(4)
    assert (to_static(lambda: paddle.rand([2]))().numpy() == first).all()
