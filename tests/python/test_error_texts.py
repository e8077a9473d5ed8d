"""Errors come out as what they are, with what they are about."""

import os
import random

import paddle
import pytest
from paddle import _C, nn
from paddle.jit.seen import first_difference, seen_in


def _differs(a, b):
    return first_difference(seen_in({"x": a}), seen_in({"x": b}))


class _Twice(nn.Layer):
    def forward(self, x):
        return x * 2


@pytest.fixture
def saved(tmp_path):
    path = str(tmp_path / "m")
    spec = [paddle.static.InputSpec([-1], "float32", "x")]
    paddle.jit.save(paddle.jit.to_static(_Twice()), path, input_spec=spec)
    return path


def test_texts_that_are_not_utf8(saved):
    with open(saved + ".json", "rb") as f:
        good = f.read()
    r = random.Random(0)
    quoted = 0
    for _ in range(400):
        bad = bytearray(good)
        bad[r.randrange(len(bad))] = 0xFF
        try:
            _C.LoadedModel.parse(bytes(bad), b"")
        except (ValueError, KeyError, NotImplementedError, TypeError) as e:
            assert not isinstance(e, UnicodeError)
            quoted += "\\xff" in str(e)
    assert quoted


def test_names_that_are_not_utf8():
    path = os.path.join(os.path.dirname(__file__), "data", "saved", "legacy", "Conv1DNet")
    with open(path + ".pdmodel", "rb") as f:
        good = f.read()
    with open(path + ".pdiparams", "rb") as f:
        parameters = f.read()
    bad = good.replace(b"\x01x", b"\x01\xff")  # with its length
    names = [[name for name, *_ in _C.LoadedModel.parse(b, parameters).feeds] for b in (good, bad)]
    assert names == [["x"], ["\\xff"]]


def test_how_many_parameters_a_model_has(saved):
    model = _C.LoadedModel.parse(open(saved + ".json", "rb").read(), b"")
    with pytest.raises(ValueError, match=r"number of parameters(.|\n)*Expected: 0\n  Received: 1"):
        model.run([paddle.ones([2])], [paddle.ones([2])])
    with pytest.raises(ValueError, match=r"number of inputs(.|\n)*Expected: 1\n  Received: 2"):
        model.run([paddle.ones([2])] * 2)
    with pytest.raises(TypeError, match=r"item 0(.|\n)*Expected: Tensor or None\n  Received: int"):
        model.run([3])


@pytest.mark.parametrize("error", [KeyError, RuntimeError, OSError, NotImplementedError])
def test_what_a_function_raises_itself_is_raised_at_once(tmp_path, error):
    log = open(tmp_path / "log", "w")  # noqa: SIM115 -- saving takes back what it does to lists

    def function(x):
        log.write("called ")
        log.flush()
        raise error("mine")

    with pytest.raises(error, match="mine"):
        paddle.jit.save(function, str(tmp_path / "f"), [paddle.static.InputSpec([-1, 4])])
    log.close()
    assert (tmp_path / "log").read_text() == "called "


def test_sizes_that_a_function_asserts(tmp_path):
    def function(x):
        assert x.shape[0] % 32 == 0
        return x * 2.0

    paddle.jit.save(function, str(tmp_path / "f"), [paddle.static.InputSpec([-1, 4])])
    assert paddle.jit.load(str(tmp_path / "f"))(paddle.ones([5, 4])).shape == [5, 4]


def test_check_compares_numbers():
    nan = float("nan")
    assert not _differs(3, 3) and not _differs(nan, nan) and not _differs("a", "a")
    assert _differs(3, 4) and _differs(3, 3.0) and _differs(nan, 1.0) and _differs("a", "b")
    assert _differs(None, 1) and _differs(True, False)

    class Raises:
        def __eq__(self, other):
            raise KeyError

    assert not _differs(Raises(), Raises())


def test_key_errors_are_sentences():
    with pytest.raises(KeyError) as error:
        nn.Layer().register_buffer("a.b", paddle.ones([1]))
    assert str(error.value).startswith("(NotFound) the name of a buffer")


def test_infinite_gradients_name_the_operator():
    paddle.set_flags({"FLAGS_check_nan_inf": True})
    try:
        x = paddle.to_tensor([0.0, 1.0], stop_gradient=False)
        with pytest.raises(
            RuntimeError, match="power_slope, in the gradient of sqrt: output `x_grad` holds"
        ):
            paddle.sqrt(x).sum().backward()
    finally:
        paddle.set_flags({"FLAGS_check_nan_inf": False})


def test_open_sizes_are_shown_as_such(tmp_path):
    class Wrong(nn.Layer):
        def forward(self, x):
            return paddle.matmul(x, paddle.ones([5, 4]))

    with pytest.raises(ValueError, match=r"x.shape = \[-1, 4\]"):
        paddle.jit.save(Wrong(), str(tmp_path / "m"), [paddle.static.InputSpec([-1, 4])])
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program()):
            x = paddle.static.data("x", [-1, 4])
            with pytest.raises(ValueError, match=r"x.shape = \[-1, 4\]"):
                paddle.matmul(x, paddle.ones([5, 4]))
    finally:
        paddle.disable_static()
