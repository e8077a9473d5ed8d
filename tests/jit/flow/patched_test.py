"""Functions of the framework and of the standard library that are exchanged between calls."""

import builtins
import inspect
import math
import sys
from unittest import mock

import paddle
import pytest
from paddle import nn
from paddle.jit import to_static, vm
from paddle.nn import functional

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def relu(x):
    return functional.relu(x)


def by_long_name(x):
    return paddle.nn.functional.relu(x)


def tanh(x):
    return paddle.tanh(x)


def floor(x):
    return x * math.floor(2.5)


def constant(x):
    return x * math.pi


def imported_within(x):
    from math import floor

    return x * floor(2.5)


def in_a_branch(x):
    return functional.relu(x) if x.sum() > 0 else functional.relu(x - 1)


class Net(nn.Layer):
    def forward(self, x):
        return functional.relu(x)


PATCHES = {
    relu: ("paddle.nn.functional.relu", lambda x: x * 100),
    by_long_name: ("paddle.nn.functional.relu", lambda x: x * 100),
    tanh: ("paddle.tanh", lambda x: x * 100),
    floor: ("math.floor", lambda x: 100),
    constant: ("math.pi", 100.0),
    imported_within: ("math.floor", lambda x: 100),
    in_a_branch: ("paddle.nn.functional.relu", lambda x: x * 100),
    Net: ("paddle.nn.functional.relu", lambda x: x * 100),
}


@pytest.mark.parametrize("f", PATCHES, ids=lambda f: f.__name__)
def test_a_function_is_exchanged(f):
    plain = f() if isinstance(f, type) else f
    static = to_static(f() if isinstance(f, type) else f)
    x = paddle.to_tensor([1.0, -2.0, 3.0])
    for _ in range(2):
        for _ in range(2):
            assert static(x).tolist() == plain(x).tolist()
        with mock.patch(*PATCHES[f]):
            for _ in range(2):
                assert static(x).tolist() == plain(x).tolist()
    report = paddle.jit.report(static)
    assert report.skipped >= 5, report


def test_names_that_are_loaded_late_fail_no_guard():
    static = to_static(lambda x: paddle.linalg.norm(x) + paddle.nn.functional.softmax(x).sum())
    for _ in range(3):
        static(paddle.ones([3]))
    assert paddle.jit.report(static).skipped == 2


@pytest.mark.parametrize("name", ["len", "isinstance", "getattr", "zip", "type"])
def test_builtins_of_python(name):
    old = getattr(builtins, name)
    called = []

    def other(*args, **kwargs):
        called.append(name)
        return old(*args, **kwargs)

    expression = {
        "len": "len(x)",
        "isinstance": "isinstance(x, int)",
        "getattr": "getattr(x, 'ndim')",
    }
    text = expression.get(name, f"len(list({name}([1])))" if name == "zip" else "type(x) is int")
    f = to_static(eval(f"lambda x: (x * 1, {text})"))  # noqa: S307 (made above)
    x = paddle.ones([2])
    expected = f(x)[1]
    assert [f(x)[1] for _ in range(2)] == [expected] * 2
    with mock.patch.object(builtins, name, other):
        assert f(x)[1] == expected
        assert called
    assert f(x)[1] == expected


def test_another_len():
    f = to_static(lambda x: x * len(x))
    x = paddle.ones([2])
    assert [f(x).tolist() for _ in range(3)] == [[2.0, 2.0]] * 3
    with mock.patch.object(builtins, "len", lambda v: 50):
        result = f(x)
    assert result.tolist() == [50.0, 50.0]
    assert f(x).tolist() == [2.0, 2.0]


def test_limit_of_recursion():
    f = to_static(lambda x: (x * 1, sys.getrecursionlimit()))
    x, limit = paddle.ones([2]), sys.getrecursionlimit()
    try:
        for k in (limit, limit, limit + 7, limit + 7, limit):
            sys.setrecursionlimit(k)
            assert f(x)[1] == k
    finally:
        sys.setrecursionlimit(limit)
    assert paddle.jit.report(f).skipped >= 2


def test_the_frame_that_asks():
    def f(x):
        return x * 1, inspect.currentframe().f_code.co_name

    g = to_static(f)
    assert [g(paddle.ones([2]))[1] for _ in range(6)] == ["f"] * 6
