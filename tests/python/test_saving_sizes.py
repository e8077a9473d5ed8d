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
        with pytest.raises(NotImplementedError, match="can not be told"):
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
        lambda x, y: x[: y.shape[0]] * 2,
    ],
    ids=["calls", "numbers", "slice"],
)
def test_python_that_compares_open_sizes_is_not_saved(function, tmp_path):
    spec = [InputSpec([-1, 3], "float32")] * 2
    with pytest.raises((ValueError, NotImplementedError), match="saving"):
        paddle.jit.save(function, str(tmp_path / "m"), spec)
