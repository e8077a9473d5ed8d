"""What a captured function keeps between its forward and its backward program: the least, and no bit changes."""

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F


@pytest.fixture(autouse=True)
def recompute():
    yield
    paddle.set_flags({"FLAGS_enable_auto_recompute": True})


def rand(*shape):
    return paddle.to_tensor(np.random.RandomState(sum(shape)).randn(*shape).astype("float32"))


def gradients(function, arguments, between=None):
    """The result and the gradients of a second call, which skips Python."""
    for _ in range(2):
        tensors = [a.clone().detach() for a in arguments]
        for t in tensors:
            t.stop_gradient = False
        out = function(*tensors)
        if between:
            between(*tensors)
        out.backward(paddle.ones_like(out))
    return [out.numpy(), *(t.grad.numpy() for t in tensors)]


def both(function, arguments, between=None):
    """The report of the captured function, after it has given what the plain one gives."""
    captured = paddle.jit.to_static(function)
    expected = gradients(function, arguments, between)
    got = gradients(captured, arguments, between)
    assert captured.report.skipped, captured.report.unskippable
    for a, b in zip(expected, got, strict=True):
        assert a.tobytes() == b.tobytes()
    return captured.report


SIZE = 256 * 256 * 4


def chain(x, y):
    return paddle.tanh(paddle.exp(paddle.sin(x) * y) + y) * paddle.cos(x)


def test_elementwise_results_are_computed_again():
    report = both(chain, [rand(256, 256), rand(256, 256)])
    now, before = report.saved
    assert before >= 4 * SIZE
    assert now == 0  # both arguments are there anyway


def test_without_it_all_is_kept():
    paddle.set_flags({"FLAGS_enable_auto_recompute": False})
    now, before = both(chain, [rand(256, 256), rand(256, 256)]).saved
    assert now == before >= 4 * SIZE


def test_little_is_kept_as_it_is():
    now, before = both(chain, [rand(8, 8), rand(8, 8)]).saved
    assert now == before > 0


def test_products_are_not_computed_again():
    def f(x, w):
        return paddle.tanh(paddle.exp(paddle.matmul(x, w) * 0.01)) * 2.0

    now, before = both(f, [rand(256, 256), rand(256, 256)]).saved
    assert before >= 2 * SIZE
    assert now == SIZE  # the product


def test_random_numbers_are_kept():
    def f(x):
        return F.dropout(paddle.exp(paddle.sin(x)), 0.5) * 3.0

    paddle.seed(7)
    expected = gradients(f, [rand(256, 256)])
    captured = paddle.jit.to_static(f)
    paddle.seed(7)
    got = gradients(captured, [rand(256, 256)])
    assert captured.report.skipped
    for a, b in zip(expected, got, strict=True):
        assert a.tobytes() == b.tobytes()
    now, before = captured.report.saved
    assert 0 < now < before  # the mask


def test_arguments_may_change_where_eager_code_allows_it():
    # The gradient of tanh needs the result alone: x is free to be written.
    def f(x):
        return paddle.tanh(paddle.exp(x * 0.5)).sum()

    def write(x):
        with paddle.no_grad():
            x.add_(paddle.ones_like(x))

    report = both(f, [rand(256, 256)], write)
    now, before = report.saved
    assert before >= 2 * SIZE and now <= SIZE


def test_what_the_function_writes_is_not_read_later():
    state = paddle.ones([256, 256])

    def f(x):
        y = paddle.exp(paddle.sin(state) * x)
        with paddle.no_grad():
            state.add_(paddle.ones_like(state))
        return paddle.tanh(y) * 2.0

    def run(function):
        state.set_value(paddle.ones([256, 256]))
        return gradients(function, [rand(256, 256)])

    expected = run(f)
    captured = paddle.jit.to_static(f)
    got = run(captured)
    assert captured.report.skipped, captured.report.unskippable
    for a, b in zip(expected, got, strict=True):
        assert a.tobytes() == b.tobytes()


def test_views_of_what_is_kept():
    def f(x, y):
        a = paddle.exp(x.t() * 0.1).reshape([128, 512])
        b = paddle.sin(a[:, ::2]) * y.reshape([128, 256])
        return (b.t() * paddle.tanh(b.t())).sum()

    now, before = both(f, [rand(256, 256), rand(256, 128)]).saved
    assert now < before


def test_many_sizes():
    captured = paddle.jit.to_static(chain)
    for n in (256, 300, 280, 333, 256):
        arguments = [rand(n, 256), rand(n, 256)]
        for a, b in zip(gradients(chain, arguments), gradients(captured, arguments), strict=True):
            assert a.tobytes() == b.tobytes()
    assert captured.report.skipped > 4


def test_gradients_of_gradients():
    def f(x):
        return paddle.tanh(paddle.exp(paddle.sin(x)) * x)

    captured = paddle.jit.to_static(f)

    def second(function):
        for _ in range(2):
            x = rand(256, 256)
            x.stop_gradient = False
            (g,) = paddle.grad(function(x).sum(), x, create_graph=True)
            (h,) = paddle.grad((g * g).sum(), x)
        return h.numpy()

    assert second(f).tobytes() == second(captured).tobytes()


def test_a_layer():
    paddle.seed(0)
    layer = paddle.nn.Sequential(
        paddle.nn.Linear(128, 512),
        paddle.nn.GELU(),
        paddle.nn.Linear(512, 128),
        paddle.nn.LayerNorm(128),
    )
    x = rand(64, 128)

    def run(function):
        for _ in range(2):
            layer.clear_gradients()
            function(x).square().mean().backward()
        return [p.grad.numpy() for p in layer.parameters()]

    expected = run(layer)
    captured = paddle.jit.to_static(lambda x: layer(x))
    got = run(captured)
    assert captured.report.skipped
    for a, b in zip(expected, got, strict=True):
        assert a.tobytes() == b.tobytes()


def test_a_budget_computes_products_again():
    def f(x, w):
        for _ in range(4):
            x = paddle.tanh(paddle.matmul(paddle.nn.functional.softmax(x), w))
        return x

    arguments = [rand(256, 256), rand(256, 256)]
    now, _ = both(f, arguments).saved
    assert now > 4 * SIZE
    paddle.set_flags({"FLAGS_recompute_budget_mb": 1})
    try:
        limited, before = both(f, arguments).saved
    finally:
        paddle.set_flags({"FLAGS_recompute_budget_mb": 0})
    assert limited <= 1 << 20 < now <= before


def test_a_budget_that_can_not_be_kept():
    def f(x):
        for _ in range(6):
            x = F.dropout(paddle.exp(x * 0.1), 0.5)
        return x

    paddle.set_flags({"FLAGS_recompute_budget_mb": 1})
    try:
        captured = paddle.jit.to_static(f)
        gradients(captured, [rand(1024, 1024)])
        assert captured.report.skipped
        now, before = captured.report.saved
        assert 1 << 20 < now < before  # the masks
    finally:
        paddle.set_flags({"FLAGS_recompute_budget_mb": 0})
