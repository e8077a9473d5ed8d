"""Branches and loops in programs."""

import numpy as np
import paddle
import pytest
from paddle import nn, static

from .differential import static_mode


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


@pytest.fixture
def main():
    program = static.Program()
    with static.program_guard(program, static.Program()):
        yield program


def run(main, feed, fetch):
    return static.Executor(paddle.CPUPlace()).run(main, feed=feed, fetch_list=fetch)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("rows", [1, 3])
def test_cond(main, sign, rows):
    x = static.data("x", [None, 2])
    inside = x * 3.0
    a, (b, c) = static.nn.cond(
        x.sum() > 0, lambda: (x * 2.0, [inside, x.sum()]), lambda: (x - 1.0, [x + inside, x.mean()])
    )
    value = np.full((rows, 2), sign, "float32")
    found = run(main, {"x": value}, [a, b, c])
    expected = (
        (value * 2, value * 3, value.sum()) if sign > 0 else (value - 1, value * 4, value.mean())
    )
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e)


def test_nested(main):
    x = static.data("x", [])
    y = static.nn.cond(
        x > 0,
        lambda: static.nn.cond(x > 10, lambda: x * 100.0, lambda: x * 10.0),
        lambda: static.nn.while_loop(lambda v: v < 0, lambda v: [v + 2.0], [x])[0],
    )
    for value, expected in ((20.0, 2000.0), (3.0, 30.0), (-5.0, 1.0)):
        assert run(main, {"x": np.float32(value)}, [y])[0] == expected


def test_while_loop(main):
    n, x = static.data("n", [], "int64"), static.data("x", [None, 2])
    i = paddle.zeros([], "int64")
    _, total, bag = static.nn.while_loop(
        lambda i, total, bag: i < n,
        lambda i, total, bag: (i + 1, total + x * i.astype("float32"), {"k": bag["k"] * 2.0}),
        [i, paddle.zeros_like(x), {"k": paddle.ones([1])}],
    )
    for count in (0, 1, 4):
        for rows in (2, 5):
            value = np.ones((rows, 2), "float32")
            t, k = run(main, {"n": np.int64(count), "x": value}, [total, bag["k"]])
            np.testing.assert_allclose(t, value * sum(range(count)))
            assert k == 2.0**count


def test_case_and_switch_case(main):
    i = static.data("i", [], "int64")
    fns = [lambda v=v: paddle.full([1], v) for v in (1.0, 2.0, 3.0)]
    switched = static.nn.switch_case(i, dict(zip((1, 3, 5), fns, strict=True)))
    chosen = static.nn.switch_case(i, fns, default=lambda: paddle.full([1], 9.0))
    first = static.nn.case([(i > 4, fns[0]), (i > 2, fns[1])], default=fns[2])
    for value, expected in (
        (1, (1, 2, 3)),
        (3, (2, 9, 2)),
        (5, (3, 9, 1)),
        (2, (3, 3, 3)),
        (-1, (3, 9, 3)),
    ):
        found = run(main, {"i": np.int64(value)}, [switched, chosen, first])
        assert tuple(v.item() for v in found) == expected


def test_eager():
    paddle.disable_static()
    x = paddle.to_tensor([3.0])
    assert static.nn.cond(x.sum() > 1, lambda: x * 2.0, lambda: x).item() == 6.0
    assert (
        static.nn.while_loop(lambda i: i < 5, lambda i: i + 1, [paddle.to_tensor(0)])[0].item() == 5
    )
    assert static.nn.switch_case(paddle.to_tensor(1), [lambda: 1, lambda: 2]) == 2
    assert static.nn.cond(paddle.to_tensor(False), lambda: x) is None


def test_wrong_use(main):
    x = static.data("x", [2])
    with pytest.raises(TypeError, match="true_fn"):
        static.nn.cond(x.sum() > 0, 3)
    with pytest.raises(TypeError, match="must be one bool"):
        static.nn.cond(x, lambda: x, lambda: x)
    with pytest.raises(ValueError, match="another structure"):
        static.nn.cond(x.sum() > 0, lambda: [x, x], lambda: x)
    with pytest.raises(ValueError, match="not alike"):
        static.nn.cond(x.sum() > 0, lambda: x, lambda: x.sum())
    with pytest.raises(ValueError, match="changes its dtype or shape"):
        static.nn.while_loop(lambda v: v.sum() < 3, lambda v: [v.sum()], [x])
    with pytest.raises(ValueError, match="another structure"):
        static.nn.while_loop(lambda v: v.sum() < 3, lambda v: [v, v], [x])
    with pytest.raises(TypeError, match="loop_vars"):
        static.nn.while_loop(lambda v: v.sum() < 3, lambda v: v, x)
    with pytest.raises(ZeroDivisionError):
        static.nn.cond(x.sum() > 0, lambda: 1 / 0, lambda: x)
    y = x + 1.0  # the program is whole after errors
    assert run(main, {"x": np.ones(2, "float32")}, [y])[0].tolist() == [2.0, 2.0]


def test_gradients_through_a_branch_are_right_or_refused(main):
    x = static.data("x", [2])
    x.stop_gradient = False
    try:
        y = static.nn.cond(x.sum() > 0, lambda: x * x, lambda: x * 3.0)
        (grad,) = static.gradients([y.sum()], [x])
    except NotImplementedError:
        return
    assert run(main, {"x": np.full(2, 2.0, "float32")}, [grad])[0].tolist() == [4.0, 4.0]
    assert run(main, {"x": np.full(2, -2.0, "float32")}, [grad])[0].tolist() == [3.0, 3.0]


def test_parameters_in_branches(main):
    x = static.data("x", [None, 2])
    with paddle.no_grad():
        net = nn.Linear(2, 1, weight_attr=nn.initializer.Constant(1.0))
        y = static.nn.cond(x.sum() > 0, lambda: net(x), lambda: net(-x) * 2.0)
    assert run(main, {"x": np.ones((1, 2), "float32")}, [y])[0] == 2.0
    assert run(main, {"x": -np.ones((1, 2), "float32")}, [y])[0] == 4.0


def test_views_of_what_a_loop_gives():
    with static_mode():
        main = static.Program()
        with static.program_guard(main, static.Program()):
            x = static.data("x", [2, 3, 4])
            i, n = paddle.zeros([], "int64"), paddle.full([], 3, "int64")
            y = static.nn.while_loop(
                lambda i, y: i < n, lambda i, y: (i + 1, y * 0.5), [i, x * 1.0]
            )[1]
            fetch = [y, y.reshape([2, -1]), y.flatten(), y[1], y.reshape([6, 4])[2:]]
        fed = np.random.RandomState(0).randn(2, 3, 4).astype("float32")
        z = fed * 0.125
        expected = [z, z.reshape(2, -1), z.flatten(), z[1], z.reshape(6, 4)[2:]]
        run = static.Executor().run
        for found in (
            run(main, feed={"x": fed}, fetch_list=fetch),
            [run(main, feed={"x": fed}, fetch_list=[f])[0] for f in fetch],
        ):
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_array_equal(a, b)
