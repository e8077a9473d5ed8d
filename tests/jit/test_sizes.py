"""One program for many sizes: calls agree with the plain function, and compile no more."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn import functional as F

SIZES = (5, 7, 9, 12, 30, 3, 1, 0, 64)


def arrays(value):
    if isinstance(value, paddle.Tensor):
        return [value.numpy()]
    if isinstance(value, (list, tuple)):
        return [a for v in value for a in arrays(v)]
    return [np.asarray(value)]


def agree(function, make, sizes=SIZES, compiled=3, gradient=False):
    """Calls with each size agree with the plain function; how often a program was compiled."""
    captured = paddle.jit.to_static(function)
    for n in sizes:
        outcomes = []
        for f in (function, captured):
            args = make(n)
            for a in args:
                a.stop_gradient = not (gradient and a.is_floating_point())
            try:
                out = f(*args)
            except (ValueError, RuntimeError, IndexError) as e:
                outcomes.append(type(e).__name__)
                continue
            found = arrays(out)
            if gradient:
                (out * out).sum().backward()
                found += [a.grad.numpy() for a in args if a.grad is not None]
            outcomes.append(found)
        plain, got = outcomes
        if isinstance(plain, str):
            assert got == plain, n
            continue
        assert len(plain) == len(got)
        for x, y in zip(plain, got, strict=True):
            assert x.shape == y.shape, n
            np.testing.assert_allclose(x, y, 1e-5, 1e-6, err_msg=f"size {n}")
    report = paddle.jit.report(captured)
    assert report.compiled <= compiled + sum(n < 2 for n in sizes), report
    return report


def rows(n):
    return (paddle.linspace(-1, 1, n * 8).reshape([n, 8]) if n else paddle.zeros([0, 8]),)


def by_reshape(x):
    return x.reshape([x.shape[0] * 2, 4]).sum(1)


def by_division(x):
    return x.sum(0) / x.shape[0]


def by_difference(x):
    return x - x.sum(0) / (x.shape[0] - 1 + 2)


def by_mask(x):
    n = x.shape[0]
    return paddle.tril(paddle.ones([n, n])) @ x


def by_concatenation(x):
    return paddle.concat([x, x + 1, paddle.zeros([2, 8])], 0).flatten()


def by_positions(x):
    return x + paddle.arange(x.shape[0]).astype("float32").unsqueeze(1)


def by_transposed_view(x):
    return (x * 2).transpose([1, 0])


def by_slice(x):
    return (x * 2)[1:, 2:6]


def by_statistics(x):
    return (x - x.mean(0)) / (x.std(0) + 1)


def by_attention(x):
    return F.softmax(x @ x.T / 8**0.5, -1) @ x


def by_shape_tensor(x):
    return x * paddle.shape(x)[0].astype("float32")


CASES = [by_shape_tensor, by_reshape, by_division, by_difference, by_mask, by_concatenation, by_positions,
         by_transposed_view, by_slice, by_statistics, by_attention]  # fmt: skip


@pytest.mark.parametrize("function", CASES)
@pytest.mark.parametrize("gradient", [False, True])
def test_functions(function, gradient):
    agree(function, rows, gradient=gradient)


def test_two_sizes_that_differ():
    def make(n):
        return paddle.ones([n, 4]), paddle.ones([n + 3, 4])

    agree(lambda x, y: paddle.concat([x, y], 0).sum(0), make)


def test_two_sizes_that_were_equal():
    """Sizes that were equal in both runs are taken for one; where they differ, another program is made."""
    captured = paddle.jit.to_static(lambda x, y: (x.sum(0) + y.sum(0)) * 2)
    for m, n in ((5, 5), (7, 7), (9, 9), (9, 4), (4, 9)):
        x, y = paddle.ones([m, 3]), paddle.ones([n, 3])
        assert captured(x, y).tolist() == [2.0 * (m + n)] * 3


def test_broadcasting_sizes_meet():
    captured = paddle.jit.to_static(lambda x, y: x + y)
    for m, n in ((5, 5), (7, 7), (9, 9), (1, 9), (9, 1)):
        assert captured(paddle.ones([m, 3]), paddle.ones([n, 3])).shape == [max(m, n), 3]
    with pytest.raises(ValueError, match="broadcast"):
        captured(paddle.ones([4, 3]), paddle.ones([6, 3]))


def test_comparisons_are_guards():
    def f(x):
        if x.shape[0] > 10:
            return x * 2
        if x.shape[0] % 2 == 0:
            return x - 1
        return x + 1

    captured = paddle.jit.to_static(f)
    for n in (5, 7, 9, 8, 6, 4, 12, 30, 10, 11, 3, 2):
        x = paddle.ones([n, 2])
        assert (captured(x) == f(x)).all()
    assert paddle.jit.report(captured).skipped > 0


@pytest.mark.parametrize("use", [
    lambda x: x * len(str(x.shape[0])),
    lambda x: x * {5: 1, 7: 2}.get(x.shape[0], 3),
    lambda x: x * min(x.shape[0], 9),
    lambda x: sum((x[i] for i in range(x.shape[0])), paddle.zeros([2])),
    lambda x: x * int(f"{x.shape[0]}"),
    lambda x: x * [4, 3, 2][x.shape[0] % 3],
    lambda x: x * hash(x.shape[0]),
    lambda x: x * (x.shape[0] in (3, 9)),
    lambda x: x * (x.size > 20),
    lambda x: x * (len(x) > 8),
    lambda x: x * len([r for r in x]),
    lambda x: x * float(x.shape[0]),
    lambda x: x * (x.shape[0] ** 0.5),
    lambda x: x * (x.shape == [9, 2]),
    lambda x: x * (1 if x.shape[0] & 1 else 2),
    lambda x: x * max([x.shape[0], 8]),
    lambda x: x * sorted([x.shape[0], 8])[0],
    lambda x: x * np.prod(x.shape),
    lambda x: (x, x.shape[0]),
    lambda x: (x, f"{x.shape}"),
    lambda x: x.reshape([-1]) * bool(x.shape[0] - 9),
    lambda x: paddle.to_tensor([x.shape[0], 2.0]) + x.sum(),
    lambda x: x * isinstance(x.shape[0], int),
])  # fmt: skip
def test_numbers_that_python_needs(use):
    """What can not follow from sizes stays right."""
    captured = paddle.jit.to_static(use)
    for n in (5, 7, 9, 12, 8, 3, 16, 2):
        x = paddle.ones([n, 2])
        expected, got = use(x), captured(x)
        for a, b in zip(arrays(expected), arrays(got), strict=True):
            assert np.array_equal(a, b), n


def test_checks_of_library_functions_hold():
    def f(x):
        return paddle.narrow(x, 0, 1, 3) * 2

    captured = paddle.jit.to_static(f)
    for n in (5, 7, 9):
        assert captured(paddle.ones([n, 2])).shape == [3, 2]
    for n in (2, 3):
        with pytest.raises(Exception) as plain:
            f(paddle.ones([n, 2]))
        with pytest.raises(type(plain.value)):
            captured(paddle.ones([n, 2]))


def test_nothing_of_a_rehearsal_is_left():
    calls = []
    layer = nn.Linear(8, 4)
    state = {"calls": 0}

    def f(x):
        state["calls"] += 1
        calls.append(state["calls"])
        return layer(x)

    captured = paddle.jit.to_static(f)
    for n in (3, 5, 7, 9):
        captured(paddle.ones([n, 8]))
    assert state["calls"] == 4 and calls == [1, 2, 3, 4]


@pytest.mark.parametrize("optimizer", ["SGD", "Momentum", "Adam"])
def test_training_steps(optimizer):
    def train(capture):
        paddle.seed(3)
        model = nn.Sequential(
            nn.Linear(8, 16), nn.GELU(), nn.LayerNorm(16), nn.Dropout(0.1), nn.Linear(16, 2)
        )
        update = getattr(paddle.optimizer, optimizer)(0.05, parameters=model.parameters())

        def step(x, label):
            loss = F.cross_entropy(model(x), label)
            loss.backward()
            update.step()
            update.clear_grad()
            return loss

        run = paddle.jit.to_static(step) if capture else step
        losses = []
        for n in (4, 6, 8, 5, 9, 12, 20, 7, 3, 11):
            x = paddle.linspace(-1, 1, n * 8).reshape([n, 8])
            losses.append(float(run(x, paddle.arange(n) % 2)))
        weights = [p.numpy() for p in model.parameters()]
        return losses, weights, paddle.jit.report(run) if capture else None

    losses, weights, _ = train(False)
    got, captured, report = train(True)
    np.testing.assert_allclose(losses, got, 1e-5)
    for a, b in zip(weights, captured, strict=True):
        np.testing.assert_allclose(a, b, 1e-5, 1e-6)
    assert report.skipped >= 3, report


def test_parts_that_overlap_at_small_sizes_only():
    """A pass that decides by sizes does not serve others."""

    def f(x):
        n = x.shape[0]
        y = x * 2
        return (y[: n - 3] * 3).sum() + (y[3:] * 5).sum() + y[: n - 3].sum()

    agree(f, rows, sizes=(20, 24, 9, 8, 7, 6, 5, 4), compiled=9, gradient=True)


def test_sizes_that_the_spec_leaves_open():
    class Spec:
        def __init__(self, *shape):
            self.shape = shape

    class Model(nn.Layer):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(8, 3)

        @paddle.jit.to_static(input_spec=[Spec(None, 8), [Spec(-1, 3)]])
        def forward(self, x, parts):
            return self.linear(x) + parts[0]

    models = (Model(), paddle.jit.to_static(nn.Linear(8, 3), input_spec=[Spec(-1, 8)]))
    for model in models:
        for n in (4, 6, 9, 2):
            x, y = paddle.ones([n, 8]), paddle.ones([n, 3])
            out = model(x, [y]) if isinstance(model, Model) else model(x)
            assert out.shape == [n, 3]
        report = paddle.jit.report(model)
        assert report.compiled == 2 and report.skipped == 3


def test_sixty_lengths():
    """At most three compilations, and memory that does not grow."""
    layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0)
    captured = paddle.jit.to_static(lambda x: layer(x))
    for n in range(2, 62):
        x = paddle.linspace(-1, 1, 2 * n * 16).reshape([2, n, 16])
        np.testing.assert_allclose(captured(x).numpy(), layer(x).numpy(), 1e-4, 1e-5)
    assert paddle.jit.report(captured).compiled <= 3


@pytest.mark.parametrize("kind", [nn.SimpleRNN, nn.LSTM, nn.GRU])
def test_sixty_lengths_of_a_recurrent_layer(kind):
    layer = kind(6, 5, direction="bidirect")
    parameters = layer.parameters()

    def step(x):
        y, states = layer(x)
        last = states if isinstance(states, tuple) else (states,)
        loss = (y * y).sum() + sum(s.sum() for s in last)
        return y, loss.detach(), paddle.grad(loss, parameters)

    captured = paddle.jit.to_static(step)
    for n in range(2, 62):
        x = paddle.linspace(-1, 1, 2 * n * 6).reshape([2, n, 6])
        for a, b in zip(arrays(step(x)), arrays(captured(x)), strict=True):
            np.testing.assert_allclose(a, b, 1e-4, 1e-5)
    report = paddle.jit.report(captured)
    assert report.compiled <= 3 and not report.breaks, report
