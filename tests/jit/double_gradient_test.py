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


class Box:
    n, held, seen = 0, None, ()


def _noise(x):
    return x**3 * paddle.rand([3]) + paddle.nn.functional.dropout(x**4, 0.5)


def _noise_in_a_way(x):
    return [x**3 * paddle.rand([3])] if x.sum() > 0 else x**4 * paddle.randn([3])


def _noise_in_a_loop(x):
    n, y = paddle.zeros([]), x**3
    while n < 3:
        n, y = n + 1, y * (1 + paddle.rand([3]) * x)
    return y


def _count(x):
    Box.n += 1
    return x**3 * Box.n


def _hold(x):
    Box.held = x**3 if Box.held is None else x**3 + Box.held.detach()
    return Box.held * x


def _append(x):
    Box.seen.append(x**3)
    return x**2 + Box.seen[-1]


def _write_and_draw_in_a_way(x):
    if x.sum() > 0:
        Box.n += 1
        return [x**3 * paddle.rand([3]), Box.n]
    return x**3


@pytest.mark.parametrize(
    "function",
    [_noise, _noise_in_a_way, _noise_in_a_loop, _count, _hold, _append, _write_and_draw_in_a_way],
)
def test_what_draws_or_writes_into_objects(function):
    def run(f):
        Box.n, Box.held, Box.seen = 0, None, []
        paddle.seed(5)
        found = []
        for k in range(5):
            x = paddle.to_tensor([0.5, -1.0, 2.0]) * (-1) ** (k // 3)
            x.stop_gradient = False
            y = f(x)
            y, other = (y[0], y[1:]) if isinstance(y, list) else (y, None)
            (a,) = paddle.grad(y.sum(), [x], create_graph=True)
            (b,) = paddle.grad((a**2).sum(), [x])
            found += [a.numpy(), b.numpy(), paddle.rand([2]).numpy(), np.array(Box.n)]
            found += [np.array(len(Box.seen)), np.array(other or 0)]
            if Box.held is not None:
                found.append(Box.held.numpy())
        return found + [t.numpy() for t in Box.seen]

    captured = paddle.jit.to_static(function)
    for expected, received in zip(run(function), run(captured), strict=True):
        np.testing.assert_allclose(received, expected, 1e-5, 1e-6)
    assert paddle.jit.report(captured).skipped > 0


def test_a_later_call_has_written_since():
    captured, results = paddle.jit.to_static(_append), []
    for f in (_append, captured):
        Box.seen = []
        x = paddle.to_tensor([0.5, -1.0], stop_gradient=False)
        ys = [f(x * k) for k in range(1, 6)]
        first = [paddle.grad(y.sum(), [x], create_graph=True, retain_graph=True)[0] for y in ys]
        last = paddle.grad(Box.seen[3].sum(), [x], create_graph=True, retain_graph=True)[0]
        seconds = [paddle.grad(g.sum(), [x], retain_graph=True)[0] for g in (*first, last)]
        results.append([g.numpy() for g in seconds])
        assert len(Box.seen) == 5
    np.testing.assert_allclose(*results, 1e-5)
    assert paddle.jit.report(captured).skipped > 0


def test_mixed_precision_of_the_call():
    captured, results = paddle.jit.to_static(lambda x: (x @ x.T) ** 2), []
    for f in (captured.dygraph_function, captured, captured):
        x = paddle.linspace(-1, 1, 6).reshape([2, 3])
        x.stop_gradient = False
        with paddle.amp.auto_cast(dtype="bfloat16", level="O1"):
            y = f(x)
        (g,) = paddle.grad(y.sum(), [x], create_graph=True)
        results.append(paddle.grad((g**2).sum(), [x])[0].numpy())
    np.testing.assert_allclose(results[1], results[0], 1e-6)
    np.testing.assert_allclose(results[2], results[0], 1e-6)


_total = paddle.zeros([4])


def _write_into_a_tensor(x):
    _total.add_(x.detach())
    return x**3


def _print(x):
    print("called")
    return x**3


@pytest.mark.parametrize(
    "function, why", [(_print, "prints"), (_write_into_a_tensor, "tensors that it was given")]
)
def test_what_can_not_be_repeated_says_so(function, why):
    captured = paddle.jit.to_static(function)
    for _ in range(2):
        x = paddle.ones([4])
        x.stop_gradient = False
        y = captured(x)
    assert paddle.jit.report(captured).skipped == 1
    with pytest.raises(NotImplementedError, match=why) as caught:
        paddle.grad(y.sum(), [x], create_graph=True)
    assert str(caught.value).startswith("(Unimplemented) ")


def test_an_object_that_was_changed():
    def f(x):
        return x**3 * Box.n

    captured, Box.n = paddle.jit.to_static(f), 2
    for _ in range(2):
        x = paddle.ones([4])
        x.stop_gradient = False
        y = captured(x)
    Box.n = 3
    with pytest.raises(RuntimeError, match="has changed since") as caught:
        paddle.grad(y.sum(), [x], create_graph=True)
    assert str(caught.value).startswith("(PreconditionNotMet) ")


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
