"""Composed functions: one kernel each, with eager's results."""

import numpy as np
import paddle
import pytest
from paddle import _C

from . import programs
from .programs import check_close, fused

RANDOM = np.random.RandomState(0)


def tensor(*shape):
    return paddle.to_tensor(RANDOM.randn(*shape).astype("float32"))


def with_rows(*shape):
    """Functions of a tensor of this shape, and their other arguments."""
    x, last = tensor(*shape), shape[-1]
    return [
        (programs.rms_norm, (x, tensor(last))),
        (programs.softmax, (x,)),
        (programs.log_softmax, (x,)),
        (programs.layer_norm, (x, tensor(last), tensor(last))),
        (programs.gelu, (x,)),
        (programs.swiglu, (x, tensor(*shape))),
        (programs.residual_norm, (x, tensor(*shape), tensor(last))),
        (programs.row_sums, (x,)),
        (programs.column_sums, (x,)),
        (programs.first_softmax, (x,)),
        (programs.chosen, (x,)),
    ]


SHAPES = [(64, 768), (8, 1000), (33, 17), (5, 9), (1, 5000), (3000, 8), (4, 7, 130), (1, 1, 64)]
CASES = [(*case, shape) for shape in SHAPES for case in with_rows(*shape)] + [
    (
        programs.batch_norm,
        (tensor(8, 16, 12, 13), tensor(1, 16, 1, 1), tensor(1, 16, 1, 1)),
        "NCHW",
    ),
    (programs.group_norm, (tensor(4, 16, 9, 11),), "NCHW"),
]


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "float16"])
@pytest.mark.parametrize(
    "function, arguments, shape", CASES, ids=[f"{f.__name__}-{s}" for f, _, s in CASES]
)
def test_results_are_those_of_eager_code(function, arguments, shape, dtype):
    arguments = [a.astype(dtype) for a in arguments]
    expected = function(*arguments)
    actual, fusion = fused(function, *arguments)
    several = isinstance(expected, tuple)
    for a, e in zip(*((actual, expected) if several else ((actual,), (expected,))), strict=True):
        check_close(a, e, f"{function.__name__} {shape} {dtype}")


@pytest.mark.parametrize(
    "function, arguments, operators",
    [
        (programs.rms_norm, (tensor(64, 96), tensor(96)), 6),
        (programs.softmax, (tensor(64, 96),), 5),
        (programs.layer_norm, (tensor(64, 96), tensor(96), tensor(96)), 9),
        (programs.gelu, (tensor(64, 96),), 9),
        (programs.swiglu, (tensor(64, 96), tensor(64, 96)), 3),
        (programs.first_softmax, (tensor(64, 96),), 5),
        (programs.batch_norm, (tensor(8, 16, 4, 4), tensor(1, 16, 1, 1), tensor(1, 16, 1, 1)), 9),
        (programs.residual_norm, (tensor(64, 96), tensor(64, 96), tensor(96)), 7),
    ],
)
def test_one_kernel(function, arguments, operators):
    _, fusion = fused(function, *arguments)
    assert (fusion.steps, fusion.kernels, fusion.operators) == (1, 1, operators)


def test_code_serves_all_numbers_of_rows_and_columns():
    with programs.cinn():
        static = paddle.jit.to_static(programs.layer_norm)
        counts = []
        for rows, columns in [(16, 64), (17, 64), (1, 64), (300, 64), (16, 80), (9, 4099)]:
            x, w, b = tensor(rows, columns), tensor(columns), tensor(columns)
            check_close(static(x, w, b), programs.layer_norm(x, w, b), f"{rows} {columns}")
            check_close(static(x, w, b), programs.layer_norm(x, w, b), f"{rows} {columns}")
            counts.append(_C.cinn_num_compiled())
    assert counts[-1] == counts[1]


def test_a_value_that_others_read_is_written():
    def f(x):
        e = paddle.exp(x)
        return e, (e * 2).sum(-1), paddle.matmul(e, e, transpose_y=True) + 1

    x = tensor(16, 32)
    for a, b in zip(fused(f, x)[0], f(x), strict=True):
        check_close(a, b)


def test_what_comes_between_runs_in_order():
    """A step that is not fused reads what the group has made, or makes what it reads."""

    def f(x, w):
        y = paddle.exp(x) * 2
        z = paddle.matmul(y, w)
        return paddle.tanh(z + y) * y

    x, w = tensor(24, 24), tensor(24, 24)
    check_close(fused(f, x, w)[0], f(x, w))


def test_writes_in_place():
    def f(x, y):
        x += y * 2
        x *= paddle.tanh(y)
        return x.sum(-1) + 1

    y = tensor(16, 32)
    first, second = tensor(16, 32), None
    second = first.clone()
    expected = f(second, y)
    static = paddle.jit.to_static(f)
    with programs.cinn():
        check_close(static(first, y), expected)
        check_close(first, second)
        check_close(static(first, y), f(second, y))
        check_close(first, second)


def test_views_and_other_orders_of_axes():
    def f(x):
        t = x.transpose([1, 0])
        return (
            paddle.tanh(t) * 2 + t,
            x.reshape([4, 6, -1]).sum(-1) * 2,
            (x[:, ::2] + 1) * x[:, 1::2],
        )

    x = tensor(24, 32)
    for a, b in zip(fused(f, x)[0], f(x), strict=True):
        check_close(a, b)


def test_results_lie_where_operands_died():
    """Fused programs need no more memory than others, and steps that write over what they read are right."""

    def f(x, w):
        y = paddle.matmul(x, w)
        z = programs.softmax(y + 1)
        return paddle.matmul(programs.gelu(z) * z, w) * 2

    x, w = tensor(96, 128), tensor(128, 128)
    peaks = []
    for on in (False, True):
        static = paddle.jit.to_static(f)
        with programs.cinn(on):
            static(x, w)
            check_close(static(x, w), f(x, w))
            peaks.append(paddle.jit.report(static).memory[0].peak)
    assert peaks[1] <= peaks[0]


def test_gradients():
    """Of composed functions, whose backward programs are fused, too."""
    found = []
    for on in (False, True):
        x, w = (
            paddle.to_tensor(RANDOM.__class__(k).randn(*s).astype("float32"), stop_gradient=False)
            for k, s in ((1, (32, 48)), (2, (48,)))
        )
        static = paddle.jit.to_static(
            lambda x, w: (programs.rms_norm(x, w) * programs.softmax(x)).sum()
        )
        with programs.cinn(on):
            for _ in range(3):
                x.clear_grad()
                w.clear_grad()
                static(x, w).backward()
            found.append((x.grad, w.grad))
            fusion = paddle.jit.report(static).fusion
        assert bool(sum(f.kernels for f in fusion)) is on
    for a, b in zip(*found, strict=True):
        check_close(a, b)


def test_many_threads_share_a_program():
    import threading

    static, x = paddle.jit.to_static(programs.softmax), tensor(64, 300)
    expected, failed = programs.softmax(x), []

    def work():
        for _ in range(50):
            if not paddle.allclose(static(x), expected, atol=1e-6):
                failed.append(1)

    with programs.cinn():
        static(x)
        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    assert not failed


def test_check():
    """FLAGS_cinn_check runs the operators beside their kernel."""
    x, w = tensor(33, 70), tensor(70)
    paddle.set_flags({"FLAGS_cinn_check": True})
    try:
        actual, fusion = fused(programs.rms_norm, x, w)
    finally:
        paddle.set_flags({"FLAGS_cinn_check": False})
    assert fusion.kernels == 1 and fusion.steps == 7  # six operators, and the check
    assert (actual == programs.rms_norm(x, w)).all()


def test_the_report_counts_kernels():
    static = paddle.jit.to_static(programs.gelu)
    x = tensor(8, 32)
    static(x)
    static(x)
    assert paddle.jit.report(static).fusion[0].kernels == 0
    with programs.cinn():
        static(x)
        static(x)
        assert "CINN: 1 kernel for 9 operators, in a program of 1 step" in str(
            paddle.jit.report(static)
        )
