"""While the guards of a capture hold, a call runs no line of Python."""

import sys
from pathlib import Path

import numpy as np
import paddle
import pytest


def lines_of(call):
    """(what the call gives, the Python functions that ran)"""
    seen = []
    sys.setprofile(lambda frame, event, _: event == "call" and seen.append(frame.f_code.co_name))
    try:
        result = call()
    finally:
        sys.setprofile(None)
    return result, seen


@pytest.fixture
def x():
    return paddle.to_tensor([1.0, 2.0, 3.0])


def captured(function, *arguments):
    static = paddle.jit.to_static(function)
    for _ in range(3):
        static(*arguments)
    return static


def test_no_line_of_python_runs(x):
    static = captured(lambda x, k=1: [x + k, {"x": x}], x)
    before = static.report.skipped
    (total, same), ran = lines_of(lambda: static(x))
    assert ran == ["<lambda>"]  # of this test
    assert total.tolist() == [2, 3, 4] and same["x"] is x
    assert static.report.skipped == before + 1


def test_any_capture_that_holds_is_run(x):
    static = captured(lambda x, up: x + 1 if up else x - 1, x, True)
    for up in (True, False, True, False, True):
        static(x, up)
    for up, first in ((True, 2), (False, 0)):
        result, ran = lines_of(lambda up=up: static(x, up))
        assert result[0] == first and ran == ["<lambda>"]


def test_python_runs_where_it_is_told_to(x):
    calls = []

    def function(x):
        calls.append(1)
        return x + 1

    static = captured(lambda x: x + 1, x)
    noted = captured(function, x)
    paddle.jit.enable_to_static(False)
    try:
        assert lines_of(lambda: static(x))[1].count("<lambda>") == 2
    finally:
        paddle.jit.enable_to_static(True)
    assert captured(lambda x: noted(x) * 2, x)(x).tolist() == [4, 6, 8]
    assert len(calls) >= 7  # an effect is Python's


def test_methods_and_names_of_arguments(x):
    class Scaled:
        by = 2.0

        @paddle.jit.to_static
        def __call__(self, x, *, shift):
            return x * self.by + shift

    scaled = Scaled()
    for _ in range(3):
        scaled(x, shift=x)
    assert scaled(x, shift=x).tolist() == [3, 6, 9]
    assert scaled(shift=x, x=x).tolist() == [3, 6, 9]
    scaled.by = 3.0
    assert scaled(x, shift=x).tolist() == [4, 8, 12]


def test_errors_are_raised_where_the_user_wrote_them(x):
    table = paddle.to_tensor(np.arange(5, dtype="float32"))
    static = captured(lambda i: paddle.gather(table, i), paddle.to_tensor([1, 2]))
    with pytest.raises(IndexError) as raised:
        static(paddle.to_tensor([1, 9]))
    assert any(entry.path == Path(__file__) for entry in raised.traceback[1:])
    assert static(paddle.to_tensor([3, 4])).tolist() == [3, 4]


def test_a_gradient_of_a_gradient_runs_the_function_again(x):
    static = captured(lambda x: (x**3).sum(), x)
    x.stop_gradient = False
    for _ in range(3):
        (first,) = paddle.grad(static(x), x, create_graph=True)
        (second,) = paddle.grad(first.sum(), x)
        assert second.tolist() == [6, 12, 18]


def test_a_method_that_replaces_the_call_is_called(x, monkeypatch):
    static = captured(lambda x: x + 1, x)
    monkeypatch.setattr(paddle.jit.StaticFunction, "__call__", lambda self, x: "another")
    assert static(x) == "another"
    monkeypatch.undo()
    assert static(x).tolist() == [2, 3, 4]
