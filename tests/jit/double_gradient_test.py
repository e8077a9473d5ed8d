"""Gradients of gradients through captured calls, also those that skip Python."""

import numpy as np
import paddle
import pytest
from paddle import nn


def penalty(f, x, times=1):
    """The gradient with respect to `x` of the squared gradients of `f`."""
    y = f(x)
    for _ in range(times):
        (y,) = paddle.grad(y.sum(), [x], create_graph=True)
    (y**2).sum().backward()
    return x.grad.numpy()


@pytest.mark.parametrize("function", [
    lambda x: x**3,
    lambda x: (x * x).tanh().transpose([1, 0]),
    lambda x: paddle.nn.functional.softmax(x @ x.T, -1),
    lambda x: (x[1:] * x[:-1]).exp(),
    lambda x: x.detach() * x**4,
    lambda x: [x**3, {"y": x}][0],
])  # fmt: skip
@pytest.mark.parametrize("times", [1, 2])
def test_like_the_plain_function(function, times):
    captured = paddle.jit.to_static(function)
    for seed in range(4):
        values = paddle.linspace(-1, 1, 12).reshape([3, 4]) + 0.1 * seed
        results = []
        for f in (function, captured):
            x = values.clone().detach()
            x.stop_gradient = False
            results.append(penalty(f, x, times))
        np.testing.assert_allclose(*results, 1e-4, 1e-5)
    assert paddle.jit.report(captured).skipped == 3


def test_a_gradient_penalty_trains():
    def train(capture):
        paddle.seed(1)
        critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        update = paddle.optimizer.SGD(0.1, parameters=critic.parameters())
        run = paddle.jit.to_static(critic.forward) if capture else critic
        losses = []
        for _ in range(6):
            x = paddle.linspace(-1, 1, 12).reshape([3, 4])
            x.stop_gradient = False
            (g,) = paddle.grad(run(x).sum(), [x], create_graph=True)
            loss = ((g.norm(2, 1) - 1) ** 2).mean()
            loss.backward()
            update.step()
            update.clear_grad()
            losses.append(float(loss))
        return losses, capture and paddle.jit.report(run)

    losses, report = train(True)
    np.testing.assert_allclose(losses, train(False)[0], 1e-5)
    assert losses[-1] < losses[0] and report.skipped == 5


def test_two_inputs_of_one_origin():
    captured = paddle.jit.to_static(lambda a, b: (a * b).sin())
    for _ in range(3):
        results = []
        for f in (captured, captured.dygraph_function):
            x = paddle.to_tensor([0.5, -0.3], stop_gradient=False)
            y = f(x, x * 2)
            (g,) = paddle.grad(y.sum(), [x], create_graph=True)
            g.sum().backward()
            results.append(x.grad.numpy())
        np.testing.assert_allclose(*results, 1e-5)


def test_what_can_not_be_repeated_says_so():
    captured = paddle.jit.to_static(lambda x: nn.functional.dropout(x * x, 0.5))
    for _ in range(2):
        x = paddle.ones([4])
        x.stop_gradient = False
        y = captured(x)
    with pytest.raises(NotImplementedError, match="random"):
        paddle.grad(y.sum(), [x], create_graph=True)


def test_backward_of_a_captured_call_in_a_capture():
    square = paddle.jit.to_static(lambda x: x * x)
    for _ in range(3):
        x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        y = square(x)

        @paddle.jit.to_static
        def step(x=x, y=y):
            (y * 3).sum().backward()
            return x.grad * 2

        assert step().tolist() == [12.0, 24.0]
        assert x.grad.tolist() == [6.0, 12.0]


def test_an_argument_that_was_changed():
    captured = paddle.jit.to_static(lambda x: x * 3)
    for _ in range(2):
        x = paddle.ones([2])
        x.stop_gradient = False
        z = x * 1
        y = captured(z)
    with paddle.no_grad():
        z.add_(1.0)
    with pytest.raises(RuntimeError, match="in-place"):
        paddle.grad(y.sum(), [x], create_graph=True)
