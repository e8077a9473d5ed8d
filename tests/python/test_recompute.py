"""fleet.utils.recompute: the gradients of a plain call, for less memory."""

import gc
import weakref

import numpy as np
import paddle
import pytest
from paddle.distributed.fleet.recompute import recompute_sequential
from paddle.distributed.fleet.utils import recompute


def network():
    paddle.seed(3)
    return paddle.nn.Sequential(
        paddle.nn.Linear(16, 32), paddle.nn.GELU(), paddle.nn.Dropout(0.3), paddle.nn.Linear(32, 16)
    )


def rand(*shape, **kwargs):
    return paddle.to_tensor(np.random.RandomState(0).randn(*shape).astype("float32"), **kwargs)


def gradients(layer, call):
    paddle.seed(11)
    layer.clear_gradients()
    x = rand(4, 16, stop_gradient=False)
    call(x).square().sum().backward()
    return [x.grad.numpy(), *(p.grad.numpy() for p in layer.parameters()), paddle.rand([2]).numpy()]


def assert_same(a, b):
    for x, y in zip(a, b, strict=True):
        assert x.tobytes() == y.tobytes()


@pytest.mark.parametrize("reentrant", [True, False])
def test_gradients_and_random_numbers_are_those_of_a_plain_call(reentrant):
    layer = network()
    assert_same(
        gradients(layer, layer),
        gradients(layer, lambda x: recompute(layer, x, use_reentrant=reentrant)),
    )


@pytest.mark.parametrize("segments", [1, 2, 4])
def test_sequential(segments):
    layer = network()
    assert_same(
        gradients(layer, layer),
        gradients(layer, lambda x: recompute_sequential({"segments": segments}, layer, x)),
    )


def test_keywords_containers_and_nesting():
    def inner(x, scale=1.0):
        return paddle.tanh(paddle.exp(x) * scale)

    def outer(x, y, scale):
        a = recompute(inner, x, scale=scale) + y[0]
        return a * recompute(inner, a, scale=0.5), {"y": y[1]}

    def run(call):
        x, y, z = (rand(3, 5, stop_gradient=False) for _ in range(3))
        a, rest = call(x, (y, z), 0.1)
        (a * rest["y"]).sum().backward()
        return [t.grad.numpy() for t in (x, y, z)]

    def plain(x, y, scale):
        a = inner(x, scale) + y[0]
        return a * inner(a, 0.5), {"y": y[1]}

    assert_same(run(plain), run(lambda *args: recompute(outer, *args)))


def test_gradients_of_gradients_and_second_backward():
    def f(x):
        return paddle.exp(paddle.sin(x) * x)

    def second(call):
        x = rand(6, stop_gradient=False)
        (g,) = paddle.grad(call(x).sum(), x, create_graph=True)
        (h,) = paddle.grad((g * g).sum(), x)
        y = call(x).sum()
        y.backward(retain_graph=True)
        y.backward()
        return [h.numpy(), x.grad.numpy()]

    # The sums of second gradients have another order.
    for a, b in zip(second(f), second(lambda x: recompute(f, x)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)


def test_less_memory():
    def f(x):
        for _ in range(8):
            x = paddle.tanh(paddle.exp(x * 0.1))
        return x

    def kept(call):
        x = rand(64, 1024, stop_gradient=False)
        before = paddle.device.memory_allocated()
        y = call(x)
        used = paddle.device.memory_allocated() - before
        y.sum().backward()
        return used

    assert kept(lambda x: recompute(f, x)) < kept(f) / 8


def test_nothing_is_left():
    def f(x):
        return paddle.tanh(x), paddle.exp(x)  # no gradient comes to the second

    x = rand(5, stop_gradient=False)
    y, z = recompute(f, x)
    segment = weakref.ref(y)
    y.sum().backward()
    del y, z
    gc.collect()
    assert segment() is None


def test_errors():
    x = rand(4, stop_gradient=False)
    h = x * 1.0
    y = recompute(paddle.exp, h)
    with paddle.no_grad():
        h.add_(paddle.ones([4]))
    with pytest.raises(RuntimeError, match="changed by an in-place"):
        y.sum().backward()
    calls = []

    def other(x):
        calls.append(1)
        return paddle.sin(x) if len(calls) == 1 else paddle.sin(paddle.exp(x))

    with pytest.raises(RuntimeError, match="something else"):
        recompute(other, x).sum().backward()


def test_without_gradients_and_in_captures():
    layer = network()
    layer.eval()
    x = rand(4, 16)
    with paddle.no_grad():
        assert recompute(layer, x).numpy().tobytes() == layer(x).numpy().tobytes()
    captured = paddle.jit.to_static(lambda x: recompute(layer, x))
    assert_same(gradients(layer, layer), gradients(layer, captured))
    assert_same(gradients(layer, layer), gradients(layer, captured))
