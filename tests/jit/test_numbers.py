"""Numbers of Python that change from call to call: right each time, and no program for each of them."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn import functional as F


def agree(function, calls, skipped=None):
    captured = paddle.jit.to_static(function)
    for args in calls:
        expected, got = function(*args), captured(*args)
        for a, b in zip(leaves(expected), leaves(got), strict=True):
            if isinstance(a, paddle.Tensor):
                assert a.dtype == b.dtype
                np.testing.assert_allclose(a.numpy(), b.numpy(), 1e-6, 1e-6, err_msg=str(args[1:]))
            else:
                assert type(a) is type(b) and a == b
    report = paddle.jit.report(captured)
    if skipped is not None:
        assert report.skipped >= skipped and report.compiled <= 3, report
    return report


def leaves(value):
    if isinstance(value, (list, tuple)):
        return [leaf for v in value for leaf in leaves(v)]
    return [value]


X = paddle.linspace(-1, 1, 12).reshape([3, 4])
FLOATS = [(X, v) for v in (0.5, 0.25, 3.0, -1.5, 2.0, 1.0, 0.0, 7.5)]


@pytest.mark.parametrize("function", [
    lambda x, a: x * a,
    lambda x, a: x + a * 2.0,
    lambda x, a: x * (1 - a) + x.mean() * a,
    lambda x, a: (x * a, a),
    lambda x, a: (x - 1, a * 3 + 0.5),
    lambda x, a: F.leaky_relu(x, a) if a > 0.3 else x + a,
    lambda x, a: x.scale(a, 1.0),
    lambda x, a: paddle.clip(x, -abs(0.5), a + 8.0),
    lambda x, a: paddle.full([2], a) + x.sum(),
    lambda x, a: x.astype("float64") * a,
    lambda x, a: x / (a + 10),
    lambda x, a: x * float(a),
    lambda x, a: {"x": x * a}["x"],
])  # fmt: skip
def test_floats(function):
    agree(function, FLOATS)


def test_floats_skip_python():
    agree(lambda x, a: x * a + 1, FLOATS, skipped=5)
    agree(lambda x, a: x.scale(a), FLOATS, skipped=5)


@pytest.mark.parametrize("function", [
    lambda x, n: x * n,
    lambda x, n: x[:n],
    lambda x, n: paddle.concat([x] * 2)[n:],
    lambda x, n: x.sum() + n**2,
    lambda x, n: x.reshape([n, -1]) if 12 % max(n, 1) == 0 else x,
    lambda x, n: sum((x + i for i in range(n)), x),
    lambda x, n: x / (n + 1),
    lambda x, n: (x, n + 1),
    lambda x, n: x.sum(n % 2),
    lambda x, n: paddle.zeros([n, 2]) + x.sum(),
])  # fmt: skip
def test_ints(function):
    agree(function, [(X, n) for n in (1, 2, 3, 1, 4, 6, 2, 5)])


def test_in_and_out_of_float32():
    """A float is rounded as eager code rounds it."""
    agree(
        lambda x, a: x + a,
        [(X, v) for v in (0.1, 1e-9, 16777217.0, 1 / 3, 1e30, float("inf"), 0.3)],
    )


def test_narrow_dtypes():
    x = X.astype("bfloat16")
    agree(lambda x, a: (x * a).astype("float32"), [(x, v) for v in (0.1, 1.7, 1 / 3, 0.3, 2.3)])


def test_nan():
    captured = paddle.jit.to_static(lambda x, a: x * a)
    for v in (1.0, 2.0, float("nan"), 3.0):
        np.testing.assert_array_equal(captured(X, v).numpy(), (X * v).numpy())


def test_state_that_counts():
    class Counter:
        calls, rate = 0, 1.0

        def step(self, x):
            self.calls += 1
            self.rate = self.rate * 0.5
            return x * self.rate + self.calls

    plain, other = Counter(), Counter()
    captured = paddle.jit.to_static(other.step)
    for _ in range(9):
        np.testing.assert_allclose(plain.step(X).numpy(), captured(X).numpy(), 1e-6)
        assert (plain.calls, plain.rate) == (other.calls, other.rate)
        assert type(other.calls) is int and type(other.rate) is float
    assert paddle.jit.report(captured).skipped >= 4


def test_comparisons_are_guards():
    class Warmup:
        calls = 0

        def step(self, x):
            self.calls += 1
            if self.calls < 5:
                return x * (self.calls / 5)
            return x

    plain, other = Warmup(), Warmup()
    captured = paddle.jit.to_static(other.step)
    for _ in range(9):
        np.testing.assert_allclose(plain.step(X).numpy(), captured(X).numpy(), 1e-6)


SCHEDULES = {
    "cosine": lambda: paddle.optimizer.lr.CosineAnnealingDecay(0.1, 20),
    "step": lambda: paddle.optimizer.lr.StepDecay(0.1, 2),
    "warmup": lambda: paddle.optimizer.lr.LinearWarmup(0.1, 4, 0.0, 0.1),
    "noam": lambda: paddle.optimizer.lr.NoamDecay(64, 10),
}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("optimizer", ["SGD", "Momentum", "Adam", "AdamW"])
@pytest.mark.parametrize("inside", [False, True])
def test_learning_rates(schedule, optimizer, inside):
    def train(capture):
        paddle.seed(3)
        model = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 2))
        rate = SCHEDULES[schedule]()
        update = getattr(paddle.optimizer, optimizer)(rate, parameters=model.parameters())

        def step(x):
            loss = (model(x) ** 2).mean()
            loss.backward()
            update.step()
            update.clear_grad()
            if inside:
                rate.step()
            return loss

        run = paddle.jit.to_static(step) if capture else step
        losses = []
        for _ in range(12):
            losses.append(float(run(X)))
            if not inside:
                rate.step()
        return losses, [p.numpy() for p in model.parameters()], capture and paddle.jit.report(run)

    losses, weights, _ = train(False)
    got, captured, report = train(True)
    np.testing.assert_allclose(losses, got, 1e-5)
    for a, b in zip(weights, captured, strict=True):
        np.testing.assert_allclose(a, b, 1e-5, 1e-6)
    if not inside:
        assert report.skipped >= 6 and report.compiled <= 4, report


def test_gradients_with_floats():
    captured = paddle.jit.to_static(lambda x, a: (x * a).tanh() * a)
    for v in (0.5, 0.25, 3.0, -1.5, 2.0):
        grads = []
        for f in (captured, captured.dygraph_function):
            x = X.clone().detach()
            x.stop_gradient = False
            f(x, v).sum().backward()
            grads.append(x.grad.numpy())
        np.testing.assert_allclose(*grads, 1e-5, 1e-6)
    assert paddle.jit.report(captured).skipped >= 2
