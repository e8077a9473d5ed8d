"""paddle.shape, paddle.numel and sizes that Python holds: what is made of them follows what is fed."""

import numpy as np
import paddle
import pytest
from paddle import static

from .differential import static_mode

FED = [((2, 3), (2, 3)), ((5, 3), (4, 3)), ((1, 3), (7, 3)), ((8, 3), (3, 3))]


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


def first(x):
    return paddle.shape(x)[0]


CASES = {
    "numel": lambda x, y: x.numel(),
    "sum": lambda x, y: paddle.shape(x).sum(),
    "both": lambda x, y: paddle.shape(x) + paddle.shape(y),
    "difference": lambda x, y: first(x) - first(y),
    "product": lambda x, y: first(x) * first(y),
    "equal": lambda x, y: first(x) == first(y),
    "rest": lambda x, y: first(x) % 2,
    "half": lambda x, y: first(x) // 2,
    "largest": lambda x, y: paddle.shape(x).max(),
    "larger": lambda x, y: paddle.maximum(first(x), first(y)),
    "sorted": lambda x, y: paddle.sort(paddle.shape(x)),
    "cut": lambda x, y: paddle.clip(paddle.shape(x), 2, 4),
    "cumulated": lambda x, y: paddle.cumsum(paddle.shape(y)),
    "float": lambda x, y: first(x).astype("float32").sqrt(),
    "written": lambda x, y: paddle.increment(first(x)),
    "is_empty": lambda x, y: paddle.is_empty(x),
    "int32": lambda x, y: first(x).astype("int32") * first(y).astype("int32"),
    "stack": lambda x, y: paddle.stack([first(x), x.numel()]),
    "branch": lambda x, y: static.nn.cond(first(x) > 2, lambda: first(x) * 2, lambda: first(y)),
}


@pytest.mark.parametrize("known", [False, True], ids=["open", "columns known"])
@pytest.mark.parametrize("name", CASES)
def test_values(name, known):
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x, y = (static.data(n, [None, 3 if known else None]) for n in "xy")
        out = CASES[name](x, y)
    for shapes in FED:
        feed = {n: np.ones(s, "float32") for n, s in zip("xy", shapes, strict=True)}
        found = static.Executor().run(main, feed=feed, fetch_list=[out])[0]
        paddle.disable_static()
        expected = CASES[name](*map(paddle.to_tensor, feed.values())).numpy()
        paddle.enable_static()
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_sizes_decide_shapes():
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [None, None, 4])
        sizes = paddle.shape(x)
        fetch = [
            x.reshape([sizes[0], sizes[1] * 4]),
            x.reshape([first(x) * sizes[1], 4]),
            paddle.full([sizes[1] + 3], first(x)),
            x[:, : sizes[1] - 1],
            x[sizes[0] - 1],
            paddle.full(sizes, 2.0),
            paddle.full(paddle.concat([sizes[:1], sizes[2:]]), 2.0),
            paddle.full([x.numel()], 1.0),
        ]
    for a, b in ((5, 7), (2, 3)):
        out = static.Executor().run(
            main, feed={"x": np.ones([a, b, 4], "float32")}, fetch_list=fetch
        )
        assert [list(v.shape) for v in out] == [
            [a, b * 4], [a * b, 4], [b + 3], [a, b - 1, 4], [b, 4], [a, b, 4], [a, 4], [a * b * 4],
        ]  # fmt: skip
        assert (out[2] == a).all()


REFUSED = {
    "half": lambda x: paddle.full([first(x) // 2], 1.0),
    "largest": lambda x: paddle.full([paddle.shape(x).max()], 1.0),
    "written": lambda x: paddle.full([paddle.increment(first(x))], 1.0),
    "cut": lambda x: paddle.full([paddle.clip(first(x), 1, 9)], 1.0),
    "int": lambda x: int(first(x)),
    "float": lambda x: float(first(x)),
    "bool": lambda x: bool(first(x)),
    "item": lambda x: first(x).item(),
    "list": lambda x: paddle.shape(x).tolist(),
    "numpy": lambda x: paddle.shape(x).numpy(),
    "range": lambda x: range(first(x)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_values_that_only_runs_know(name):
    with static.program_guard(static.Program(), static.Program()):
        x = static.data("x", [None, 3])
        with pytest.raises(TypeError, match="no value while the program is built"):
            REFUSED[name](x)


PYTHON = {
    "fraction": lambda n: n * 0.5,
    "float": float,
    "root": np.sqrt,
    "narrow": lambda n: np.float32(0.5) * n,
    "rest": lambda n: n % 2,
    "bits": lambda n: n & 1,
    "length": lambda n: n.bit_length(),
    "half": lambda n: n // 2,
    "power": lambda n: n**-0.5,
}


@pytest.mark.parametrize("name", PYTHON)
def test_numbers_that_python_can_not_make_of_open_sizes(name):
    with static.program_guard(static.Program(), static.Program()):
        x = static.data("x", [None, 3])
        for n in (x.shape[0], x.size):
            with pytest.raises(TypeError):
                PYTHON[name](n)


def test_open_sizes_are_minus_one_to_conditions_of_python():
    with static.program_guard(static.Program(), static.Program()):
        n, m = static.data("x", [None, 3]).shape
        assert [n > 7, n < 7, n <= -1, n >= 0, n > -1, n < m, n == -1, bool(n)] == [
            False, True, True, False, False, True, True, True,
        ]  # fmt: skip


@pytest.mark.parametrize("shape", [[None, 3], [None, None], [None]], ids=str)
def test_tensors_that_python_made_of_sizes_are_refused(shape):
    for made in (
        lambda x: paddle.to_tensor(x.shape[0]),
        lambda x: paddle.to_tensor(x.shape),
        lambda x: paddle.to_tensor(np.array([x.shape[-1] * 2, x.shape[0]])),
    ):
        main = static.Program()
        with static.program_guard(main, static.Program()):
            x = static.data("x", shape)
            out = made(x)
        feed = {"x": np.ones([n or 2 for n in shape], "float32")}
        with pytest.raises(ValueError, match="made of sizes"):
            static.Executor().run(main, feed=feed, fetch_list=[out])


SLICES = {
    "columns up to rows": lambda x: x[:, : x.shape[0]],
    "columns up to a Tensor": lambda x: x[:, : paddle.shape(x)[0]],
    "rows up to columns": lambda x: x[: x.shape[1]],
    "first": lambda x: x[:4],
    "last": lambda x: x[-4:],
    "but the last": lambda x: x[:-4],
    "slice": lambda x: paddle.slice(x, [1], [0], [x.shape[0]]),
    "slice beyond": lambda x: paddle.slice(x, [0], [-4], [100]),
    "written": lambda x: _written(x * 1.0),
    "of what is known": lambda x: paddle.ones([3, 6])[:, : x.shape[0]] + x.sum() * 0,
}


def _written(x):
    x[:, :4] = 7.0
    return x


@pytest.mark.parametrize("name", SLICES)
def test_slices_that_end_beyond_the_axis_are_right_or_raise(name):
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [None, None])
        out = SLICES[name](x) * 1.0
    right = 0
    for shape in ((2, 5), (5, 2), (5, 7), (12, 3), (3, 12), (130, 140), (9, 9)):
        fed = np.arange(np.prod(shape), dtype="float32").reshape(shape)
        paddle.disable_static()
        expected = SLICES[name](paddle.to_tensor(fed)).numpy()
        paddle.enable_static()
        try:
            found = static.Executor().run(main, feed={"x": fed}, fetch_list=[out])[0]
        except (ValueError, IndexError):
            continue
        np.testing.assert_array_equal(found, expected)
        right += 1
    assert right
