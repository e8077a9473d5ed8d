"""Tensors over one memory: as arguments, as what is read beside them, written while parts of it are in use."""

import threading

import numpy as np
import paddle
import pytest
from paddle import nn


def values(*numbers):
    return paddle.to_tensor(np.array(numbers, "float32"))


def whole_twice():
    x = values(1, 2, 3)
    return x, x.detach()


def whole_and_part():
    x = values(1, 2, 3)
    return x, x[1:]


def halves():
    return paddle.chunk(values(*range(12)).reshape([2, 6]), 2, axis=-1)


def other():
    return values(1, 2, 3), values(7, 8, 9)


def added(a, b):
    a.add_(paddle.ones(a.shape))
    return b * 1


def skipped(captured):
    return paddle.jit.report(captured).skipped


@pytest.mark.parametrize("function", [
    lambda a, b: a[:2] + 2 * b[:2],
    lambda a, b: (a * 2, b.reshape([-1, 1])),
    lambda a, b: (b.flatten(), a.flatten()),
    lambda a, b: a.sum() + b.sum(),
    lambda a, b: (a[1:].flatten()[:2], b.flatten()[:2]),
    added,
])  # fmt: skip
@pytest.mark.parametrize("first", [whole_twice, whole_and_part, halves, other])
@pytest.mark.parametrize("second", [whole_twice, whole_and_part, halves, other])
def test_arguments_that_share(function, first, second):
    captured = paddle.jit.to_static(function)
    for make in (first, first, first, second, first):
        outcomes = []
        for f in (function, captured):
            given = make()
            results = f(*given)
            results = results if isinstance(results, tuple) else (results,)
            outcomes.append([t.tolist() for t in (*results, *given)])
        assert outcomes[1] == outcomes[0]


def test_disjoint_parts_skip_python():
    captured = paddle.jit.to_static(lambda q, k: (q * k, k.T))
    for _ in range(4):
        q, k = halves()
        product, turned = captured(q, k)
        assert product.tolist() == (q * k).tolist() and turned.tolist() == k.T.tolist()
    assert skipped(captured) == 3


def test_gradients_of_arguments_that_share():
    captured = paddle.jit.to_static(lambda a, b: (a * a * b).sum())

    def gradients(make):
        pair = make()
        for t in pair:
            t.stop_gradient = False
        captured(*pair).backward()
        return [t.grad.tolist() for t in pair]

    for _ in range(3):
        assert gradients(whole_twice) == [[2.0, 8.0, 18.0], [1.0, 4.0, 9.0]]
    assert gradients(other) == [[14.0, 32.0, 54.0], [1.0, 4.0, 9.0]]


def test_an_argument_beside_a_parameter():
    layer = nn.Linear(3, 3)
    captured = paddle.jit.to_static(lambda x, v: paddle.matmul(x, layer.weight) + v.sum())
    x, ones = paddle.ones([2, 3]), paddle.ones([3, 3])
    with paddle.no_grad():
        for v in (layer.weight.detach(), layer.weight.detach(), ones, layer.weight.detach()):
            expected = paddle.matmul(x, layer.weight) + v.sum()
            np.testing.assert_allclose(captured(x, v).numpy(), expected.numpy(), 1e-6)


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("key", [0, -1, slice(0, 1), slice(None)], ids=str)
@pytest.mark.parametrize("seen", [
    lambda y: y * 1, lambda y: y[0] * 1, lambda y: y.T.clone(), lambda y: y.reshape([-1]) + 0,
    lambda y: y.astype("float64").astype("float32"), lambda y: paddle.exp(y[0]),
])  # fmt: skip
def test_what_was_read_before_a_write(rows, key, seen):
    def function(y):
        before = seen(y)
        y[key] = 7.0
        return before, before * 3 + 1, seen(y)

    captured = paddle.jit.to_static(function)
    for k in range(3):
        given = [paddle.full([rows, 2], k + 1.0) for _ in range(2)]
        expected, received = function(given[0]), captured(given[1])
        assert [t.tolist() for t in received] == [t.tolist() for t in expected]
        assert given[1].tolist() == given[0].tolist()
    assert skipped(captured) == 2


def test_a_buffer_that_is_shifted():
    class Shift(nn.Layer):
        def __init__(self):
            super().__init__()
            self.register_buffer("cells", paddle.zeros([4]))

        def forward(self, x):
            old = self.cells[:-1].clone()
            self.cells[1:] = old
            self.cells[0] = x
            return self.cells * 1

    plain, captured = Shift(), paddle.jit.to_static(Shift())
    for k in range(5):
        x = paddle.to_tensor(float(k + 1))
        assert captured(x).tolist() == plain(x).tolist()


@pytest.mark.parametrize("write", [
    lambda x: x.scale_(0.5), lambda x: x.tanh_(), lambda x: x.add_(x * 2), lambda x: x.multiply_(x),
    lambda x: x.__setitem__(0, 2.0), lambda x: x.__setitem__(slice(None), x.sum()),
])  # fmt: skip
@pytest.mark.parametrize("wanted", [True, False])
def test_writes_into_an_argument_with_a_history(write, wanted):
    layer = nn.Linear(2, 2)

    def function(x):
        x.multiply_(layer.weight)
        before = x.sum()
        write(x)
        return x, before, x * 3

    captured = paddle.jit.to_static(function)
    for _ in range(3):
        outcomes = []
        for f in (function, captured):
            leaf = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=not wanted)
            x = leaf * 1
            results = f(x)
            assert results[0] is x and not x.stop_gradient
            (sum((t * t).sum() for t in results) + x.sum()).backward()
            grads = [leaf.grad, layer.weight.grad]
            layer.clear_gradients()
            outcomes.append([None if t is None else t.numpy() for t in (*results, *grads)])
        for a, b in zip(*outcomes, strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                np.testing.assert_allclose(a, b, 1e-5)
    assert skipped(captured) == 2


def test_a_leaf_is_refused_as_in_eager():
    captured = paddle.jit.to_static(lambda x: x.scale_(2.0))
    for _ in range(3):
        captured(paddle.ones([2]))
        with pytest.raises(RuntimeError, match="leaf"):
            captured(paddle.to_tensor([1.0, 2.0], stop_gradient=False))


def test_what_segments_wrote_is_not_written_again():
    buffer = paddle.zeros([])

    def function(x, i):
        buffer.add_(paddle.ones([]))
        float(x.sum())
        return x[i]

    captured = paddle.jit.to_static(function)
    for k in range(3):
        with pytest.raises(IndexError):
            captured(paddle.ones([3]), paddle.to_tensor([5 + k]))
        assert float(buffer) == k + 1


def test_captures_beside_backward_passes():
    captured = paddle.jit.to_static(lambda x: paddle.tanh(x) * 2)
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    for _ in range(3):
        captured(x).sum().backward()
    ended = threading.Event()

    def backward():
        while not ended.is_set():
            captured(x).sum().backward()

    def capture():
        for i in range(100):

            def function(y):
                if y.sum() > 0:
                    y = y * 2
                return y * i  # noqa: B023

            y = paddle.to_tensor([1.0], stop_gradient=False)
            paddle.jit.to_static(function)(y)

    threads = [threading.Thread(target=f, daemon=True) for f in (backward, capture)]
    for t in threads:
        t.start()
    threads[1].join(60)
    ended.set()
    assert not threads[1].is_alive()
    threads[0].join(60)
    assert not threads[0].is_alive()


def test_a_capture_that_is_given_up_leaves_modes_as_they_were():
    def function(y):
        z = y.flatten()
        with paddle.no_grad():
            z[0] = 1.5
        y = y.unsqueeze(0)
        with paddle.no_grad():
            z[::2] = 0.0
        return y

    def branch(y):
        z = y * 1
        if y.sum() > 0:
            z = y.detach()
        with paddle.no_grad():
            z.set_value(z * 2)
        return z

    for f in (function, branch):
        captured = paddle.jit.to_static(f)
        for rows in (3, 3, 5, 4, 5):
            leaf = paddle.ones([rows, 2])
            leaf.stop_gradient = False
            captured(leaf * 1)
            assert paddle.is_grad_enabled()
