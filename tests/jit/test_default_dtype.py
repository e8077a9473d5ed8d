"""The default dtype is resolved when a call is noted: no program depends on what it is when it runs."""

import numpy as np
import paddle
import pytest

MAKERS = {
    "ones": lambda: paddle.ones([3]),
    "zeros": lambda: paddle.zeros([3]),
    "full": lambda: paddle.full([3], 2),
    "eye": lambda: paddle.eye(3),
    "linspace": lambda: paddle.linspace(0, 1, 3),
    "logspace": lambda: paddle.logspace(0, 1, 3),
    "arange": lambda: paddle.arange(0.0, 1.5, 0.5),
    "rand": lambda: paddle.rand([3]),
    "randn": lambda: paddle.randn([3]),
    "uniform": lambda: paddle.uniform([3]),
    "normal": lambda: paddle.normal(0.0, 1.0, [3]),
    "divide": lambda: paddle.ones([3], "int64") / paddle.full([3], 3, "int64"),
    "divide_rounded": lambda: paddle.divide(paddle.ones([3], "int64"), paddle.ones([3], "int64")),
    "clip": lambda: paddle.clip(paddle.arange(3), 0.5, 1.5),
    "mean of bool": lambda: paddle.mean(paddle.ones([3], "bool")),
    "exp of int": lambda: paddle.exp(paddle.arange(3)),
    "sigmoid of int": lambda: paddle.nn.functional.sigmoid(paddle.arange(3).astype("float32")),
    "nanmean": lambda: paddle.nanmean(paddle.arange(3)),
    "cos": lambda: paddle.cos(paddle.arange(3)),
    "full_like": lambda: paddle.full_like(paddle.arange(3), 1.0),
    "to_tensor": lambda: paddle.to_tensor([0.5, 1.5]) + 1,
}


@pytest.fixture(autouse=True)
def restored():
    yield
    paddle.set_default_dtype("float32")


def outcome(x):
    return str(x.dtype), x.numpy().tolist()


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("dtype", ["float64", "bfloat16"])
def test_set_in_a_captured_function(name, dtype):
    make = MAKERS[name]

    def f(x):
        paddle.set_default_dtype(dtype)
        y = make()
        paddle.set_default_dtype("float32")
        z = make()
        return y.astype("float64"), y, z, x + 1

    results = []
    for function in (f, g := paddle.jit.to_static(f), g):
        paddle.seed(3)
        results.append([outcome(t.astype("float64")) for t in function(paddle.ones([1]))])
        results[-1].append([str(t.dtype) for t in function(paddle.ones([1]))])
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", MAKERS)
def test_a_static_program_runs_with_another_default(name):
    def run(at_the_run):
        paddle.set_default_dtype("float64")
        main = paddle.static.Program()
        with paddle.static.program_guard(main, paddle.static.Program()):
            y = MAKERS[name]()
            z = y * 2
        paddle.set_default_dtype(at_the_run)
        paddle.seed(3)
        return paddle.static.Executor().run(main, fetch_list=[y, z])

    paddle.enable_static()
    try:
        expected, received = run("float64"), run("float32")
    finally:
        paddle.disable_static()
    for a, b in zip(expected, received, strict=True):
        assert a.dtype == b.dtype and np.array_equal(a, b)
