"""Numbers that stand for sizes, and numbers that are what they are."""

import numpy as np
import paddle
import pytest
from paddle import static

from .differential import static_mode

F = paddle.nn.functional
SHAPES = ([None, None], [None, 3, None, None])


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


@pytest.fixture
def program():
    main = static.Program()
    with static.program_guard(main, static.Program()):
        yield main


def run(main, feed, *fetch):
    return static.Executor().run(main, feed=feed, fetch_list=list(fetch))


def ones(*shape):
    return np.ones(shape, "float32")


def test_known_sizes_are_shown_as_they_are(program):
    x = static.data("x", [None] * 3)
    assert list((x * 2).shape) == [-1] * 3
    stand_ins = [int(n) for n in x.shape]
    known = [3000000, 28996, 10000, 9216, 28304, 4608, 14152, 9728, 6144, 8192, 12288, 65536, 60000]
    for n in known + stand_ins + [k * m for k in stand_ins for m in (2, 3)]:
        y = static.data(f"y{n}", [n, 8])
        assert list(y.shape) == [n, 8] == list((y * 2).shape)
        assert type(y.shape[0]) is int
    assert str(program).count("-1") == 3


def test_open_sizes_of_one_program_are_not_those_of_another(program):
    x = static.data("x", [None, 4])
    n = int(x.shape[0])
    with static.program_guard(static.Program()):
        assert list(static.data("x", [n, 4]).shape) == [n, 4]


def test_sizes_that_windows_leave_are_open(program):
    x = static.data("x", [None, 3, None, None])
    for _ in range(5):
        x = F.max_pool2d(x, 2)
        assert list(x.shape) == [-1, 3, -1, -1]
    rows = paddle.full([x.shape[2]], 1.0)
    out = run(program, {"x": ones(2, 3, 64, 96)}, x, rows)
    assert [list(v.shape) for v in out] == [[2, 3, 2, 3], [2]]


def test_sizes_in_branches_and_of_views(program):
    x = static.data("x", [None, 4])
    view = x[1:]
    assert list(view.shape) == [-1, 4]
    seen = []

    def branch():
        y = x[2:] * 2.0
        seen.append((list(y.shape), list(y.t().shape), list(paddle.ones([9000]).shape)))
        return y

    static.nn.cond(x.sum() > 0, branch, branch)
    assert seen == [([-1, 4], [4, -1], [9000])] * 2


def test_sizes_of_clones_and_of_programs_that_are_gone():
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 7])
    test = main.clone(for_test=True)
    with static.program_guard(test):
        assert list((x * 1.0).shape) == [-1, 7]
    del main
    assert list(x.shape) == [-1, 7]


def test_padding_by_the_remainder_of_a_small_open_size_is_refused(program):
    x = static.data("x", [None, 3, None, None])
    for _ in range(4):
        x = F.max_pool2d(x, 2)
    with pytest.raises(NotImplementedError, match="SAME"):
        F.conv2d(x, paddle.ones([4, 3, 3, 3]), stride=2, padding="SAME")
    y = static.data("y", [None, 3, 5000, 5000])
    F.conv2d(y, paddle.ones([4, 3, 3, 3]), stride=2, padding="SAME")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_numbers_near_stand_ins_are_numbers(program, shape):
    x = static.data("x", shape)
    near = [9216, 10000, 12288, 12500, 16384, 17000, 18000, 19200, 21128, 30000, 30522, 32000]
    near += [50257, 52000, 54321, 56000, 56540, 57600, 60000, 65536, 166666, 168960, 170000]
    fetch = [paddle.full([n], 1.0).sum() + x.sum() * 0 for n in near]
    for size in (2, 5):
        fed = ones(*(size if n is None else n for n in shape))
        assert [float(v) for v in run(program, {"x": fed}, *fetch)] == near


def test_numbers_beside_small_open_sizes_are_numbers(program):
    x = static.data("x", [None, 3, None, None])
    sizes = set()
    for _ in range(5):
        x = F.conv2d(x, paddle.ones([3, 3, 3, 3]), stride=2, padding=1)
        sizes |= {int.__pos__(n) for n in x.shape}
    wrong = []
    for n in range(300, 1200):
        if n in sizes:
            continue
        y = paddle.full([n], 1.0) + x.sum() * 0
        wrong += [n] if list(y.shape) != [n] else []
    assert not wrong
    both = [paddle.full([2 * x.shape[2]], 1.0), F.interpolate(x, scale_factor=2), x[:, :, :-1] * 1]
    shapes = [list(v.shape) for v in run(program, {"x": ones(1, 3, 128, 160)}, *both)]
    assert shapes == [[8], [1, 3, 8, 10], [1, 3, 3, 5]]


def test_numbers_that_follow_from_sizes(program):
    x = static.data("x", [None, None])
    n, m = x.shape
    fetch = [
        x[:, :-100] * 1, x[:, 100:] * 1, x[5:-200] * 1, x[-100:] * 1, paddle.slice(x, [0], [0], [-100]),
        paddle.split(x, [100, m - 100], axis=1)[1], paddle.full([n - 100], 1.0), paddle.full([2 * n - 300, m + 9], 1.0),
        paddle.full([paddle.shape(x)[0] - 150], 1.0), paddle.full([(n + 4) * 2 - n], 1.0),
    ]  # fmt: skip
    for a, b in ((1300, 500), (400, 350)):
        shapes = [list(v.shape) for v in run(program, {"x": ones(a, b)}, *fetch)]
        assert shapes == [
            [a, b - 100], [a, b - 100], [a - 205, b], [100, b], [a - 100, b],
            [a, b - 100], [a - 100], [2 * a - 300, b + 9], [a - 150], [a + 8],
        ]  # fmt: skip


def test_numbers_that_nobody_can_follow_are_refused(program):
    x = static.data("x", [None, None])
    both = paddle.full([x.shape[0] + x.shape[1]], 1.0)
    with pytest.raises(NotImplementedError, match="`shape` follows from sizes"):
        run(program, {"x": ones(3, 4)}, both)
    far = paddle.full([int(x.shape[0]) - 100], 1.0)
    with pytest.raises(ValueError, match="close to the stand-in"):
        run(program, {"x": ones(300, 4)}, far)


@pytest.mark.parametrize("rank", range(1, 9))
def test_many_open_axes(program, rank):
    if rank > 3:
        with pytest.raises(NotImplementedError, match=f"too many sizes(.|\n)*Received: {rank}"):
            static.data("x", [None] * rank)
        return
    x = static.data("x", [None] * rank)
    assert float(run(program, {"x": ones(*[2] * rank)}, (x * 2).sum())[0]) == 2 * 2**rank


def test_many_feeds_of_different_sizes(program):
    xs = [static.data(f"x{i}", [None, 2]) for i in range(40)]
    feed = {f"x{i}": ones(i + 2, 2) for i in range(40)}
    assert [float(v) for v in run(program, feed, *(x.sum() for x in xs))] == [
        2 * (i + 2) for i in range(40)
    ]
    rows = [paddle.full([x.shape[0]], 1.0) for x in xs]  # whose size is meant is not known
    with pytest.raises(ValueError, match=r"agree about axis 0(.|\n)*input number 1(.|\n)*`shape`"):
        run(program, feed, *rows)


def test_the_size_of_the_fifth_axis(program):
    others = [static.data(f"a{i}", [None]) for i in range(10)]
    x = static.data("c", [2, 1, 1, 1, None])
    out = paddle.full([x.shape[4]], 1.0)
    feed = {f"a{i}": ones(3 + i) for i in range(10)} | {"c": ones(2, 1, 1, 1, 5)}
    rows, total = run(program, feed, out, sum(a.sum() for a in others))
    assert rows.shape == (5,) and total == sum(range(3, 13))
