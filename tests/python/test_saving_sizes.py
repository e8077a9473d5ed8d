"""Numbers of saved programs that follow from sizes: what is written holds for all sizes, or saving raises."""

import numpy as np
import paddle
import pytest
from paddle.static import InputSpec


def check(function, spec, shapes, path):
    paddle.jit.save(function, path, [InputSpec(spec, "float32")])
    loaded = paddle.jit.load(path)
    for shape in shapes:
        x = paddle.to_tensor(np.random.RandomState(0).randn(*shape).astype("float32"))
        wanted, found = function(x), loaded(x)
        assert found.shape == wanted.shape
        assert found.numpy().tobytes() == wanted.numpy().tobytes()


@pytest.mark.parametrize("divisor", [2, 3, 4])
@pytest.mark.parametrize("more", [-2, -1, 0, 1, 2])
def test_quotients(divisor, more, tmp_path):
    def f(x):
        return x[:, : (x.shape[1] + more) // divisor]

    check(f, [None, None], [(2, n) for n in range(4, 18)], str(tmp_path / "m"))


@pytest.mark.parametrize("divisor", [2, 3, 4])
def test_quotients_beside_other_open_sizes(divisor, tmp_path):
    def f(x):
        return x[:, :, : x.shape[2] // divisor]

    check(f, [None, None, None], [(2, 3, 12), (4, 2, 17), (9, 5, 7)], str(tmp_path / "m"))


def test_what_is_no_quotient_raises(tmp_path):
    for f in (
        lambda x: x[:, x.shape[1] % 2 :],
        lambda x: x[:, : x.shape[1] // 2 * 2],
        lambda x: x[:, : min(x.shape[1], 20) - 1],
    ):
        with pytest.raises((NotImplementedError, ValueError), match="saving"):
            paddle.jit.save(f, str(tmp_path / "m"), [InputSpec([None, None], "float32")])


def test_a_table_that_ends(tmp_path):
    table = paddle.arange(64, dtype="float32")

    def f(x):
        if x.shape[1] > 64:
            raise ValueError("too long")
        return x + table[: x.shape[1]]

    check(f, [None, None], [(2, 3), (1, 64)], str(tmp_path / "m"))


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: x.sum() + 1 if x.shape[0] == y.shape[0] else x.sum() * 2,
        lambda x, y: x * (2 if x.shape[0] == y.shape[0] else 3),
    ],
    ids=["calls", "numbers"],
)
def test_python_that_compares_open_sizes_is_not_saved(function, tmp_path):
    spec = [InputSpec([-1, 3], "float32")] * 2
    with pytest.raises((ValueError, NotImplementedError), match="saving"):
        paddle.jit.save(function, str(tmp_path / "m"), spec)


SLICES = {
    "first": lambda x: x[:, :4] * 2,
    "last": lambda x: x[:, -4:] * 2,
    "but the last": lambda x: x[:, :-4] * 2,
    "beyond all": lambda x: x[:, :512] * 2,
    "backwards": lambda x: x[:, 2:0:-1] * 2,
    "other size": lambda x: x[: x.shape[1]] * 2,
    "slice": lambda x: paddle.slice(x, [0, 1], [1, 0], [3, 100]),
    "strided": lambda x: paddle.strided_slice(x, [1], [0], [100], [3]),
    "roll": lambda x: paddle.roll(x, [3, -2], [0, 1]),
    "split": lambda x: paddle.split(x, [1, -1], axis=1)[1] * 1,
    "linspace": lambda x: x + paddle.linspace(0, 1, x.shape[1]),
    "one_hot": lambda x: paddle.nn.functional.one_hot(x.argmax(1), x.shape[1]),
    "reflect": lambda x: paddle.nn.functional.pad(x.unsqueeze(0), [1, 1], mode="reflect"),
}


@pytest.mark.parametrize("name", SLICES)
def test_parts_that_are_cut_at_some_sizes(name, tmp_path):
    shapes = [(2, 3), (5, 7), (3, 12), (1, 600), (9, 2)]
    check(SLICES[name], [None, None], shapes, str(tmp_path / "m"))


def test_parts_are_halves(tmp_path):
    def f(x):
        a, b = paddle.split(x, 2, axis=1)
        return a - b * paddle.chunk(x, 2, axis=1)[1]

    check(f, [None, None], [(2, 4), (3, 10)], str(tmp_path / "m"))


@pytest.mark.parametrize("key", [slice(0, 200), slice(-200, None), slice(100, None)], ids=str)
def test_writes_of_parts_that_are_cut_raise(key, tmp_path):
    def f(x):
        y = x * 1.0
        y[:, key] = 7.0
        return y

    with pytest.raises(NotImplementedError, match="part of an axis is written"):
        paddle.jit.save(f, str(tmp_path / "m"), [InputSpec([None, None], "float32")])


def test_a_way_chosen_by_an_open_size_is_told(tmp_path):
    class Chooses(paddle.nn.Layer):
        def forward(self, x):
            return x * 2 if x.shape[0] > 4 else x

    spec = [paddle.static.InputSpec([-1, 3], "float32", "x")]
    with pytest.warns(
        UserWarning, match="open sizes are 3 the function runs other operators"
    ) as told:
        paddle.jit.save(Chooses(), str(tmp_path / "m"), spec)
    assert told[0].filename == __file__
