"""append_backward, gradients and optimizers in programs."""

import numpy as np
import paddle
import pytest
from paddle import nn, static

from .differential import static_mode


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


@pytest.fixture
def main():
    program = static.Program()
    with static.program_guard(program, static.Program()):
        yield program


def run(main, feed, fetch):
    return static.Executor(paddle.CPUPlace()).run(main, feed=feed, fetch_list=fetch)


def test_append_backward(main):
    x = static.data("x", [None, 2])
    net = nn.Linear(2, 1)
    unused = nn.Linear(2, 2)
    pairs = static.append_backward(net(x).sum())
    assert [p.name for p, _ in pairs] == [p.name for p in net.parameters()]
    assert all(p is not q for p, _ in pairs for q in unused.parameters())
    value = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")
    w, b = run(main, {"x": value}, [g for _, g in pairs])
    assert w.ravel().tolist() == [4.0, 6.0] and b.tolist() == [2.0]
    assert run(main, {"x": value}, [net.weight.name + "@GRAD"])[0].ravel().tolist() == [4.0, 6.0]
    with pytest.raises(ValueError, match="one element"):
        static.append_backward(net(x))
    with pytest.raises(TypeError, match="loss"):
        static.append_backward(3)
    (only,) = static.append_backward(net(x).sum(), parameter_list=[net.bias.name])
    assert only[0] is net.bias
    assert static.append_backward(net(x).sum(), no_grad_set={net.bias})[0][0] is net.weight


def test_gradients(main):
    x, y = static.data("x", [None]), static.data("y", [None])
    x.stop_gradient = y.stop_gradient = False
    dx, dy, none = static.gradients([x * x * y], [x, y, static.data("z", [2])])
    (second,) = static.gradients([dx], [x])
    (weighted,) = static.gradients([x * x], [x], [y])
    assert none is None
    feed = {"x": np.array([1.0, 2.0], "float32"), "y": np.array([3.0, 5.0], "float32")}
    found = run(main, feed, [dx, dy, second, weighted])
    for f, expected in zip(found, ([6, 20], [1, 4], [6, 10], [6, 20]), strict=True):
        assert f.tolist() == expected


def test_a_gradient_penalty_trains(main):
    def make():
        values = np.random.default_rng(1).standard_normal((3, 4)).astype("float32")
        initial = nn.initializer.Assign(values)
        return nn.Sequential(
            nn.Linear(3, 4, weight_attr=initial), nn.Tanh(), nn.Linear(4, 1, weight_attr=ones)
        )

    ones = nn.initializer.Constant(1.0)
    x = static.data("x", [None, 3])
    x.stop_gradient = False
    net = make()
    (g,) = static.gradients([net(x)], [x])
    loss = ((g * g).sum(1) - 1.0).square().mean()
    paddle.optimizer.SGD(0.05, parameters=net.parameters()).minimize(loss)
    rng = np.random.default_rng(0)
    feeds = [rng.standard_normal((n, 3)).astype("float32") for n in (4, 6, 2, 5)]
    found = [run(main, {"x": value}, [loss])[0].item() for value in feeds]
    paddle.disable_static()
    net = make()
    sgd = paddle.optimizer.SGD(0.05, parameters=net.parameters())
    for value, expected in zip(feeds, found, strict=True):
        x = paddle.to_tensor(value, stop_gradient=False)
        (g,) = paddle.grad([net(x)], [x], create_graph=True)
        loss = ((g * g).sum(1) - 1.0).square().mean()
        loss.backward()
        sgd.step()
        sgd.clear_grad()
        assert loss.item() == pytest.approx(expected, rel=1e-4)


def test_backward_and_apply_gradients(main):
    x = static.data("x", [None, 2])
    net = nn.Linear(2, 1, weight_attr=nn.initializer.Constant(1.0))
    loss = net(x).sum()
    optimizer = paddle.optimizer.SGD(0.1)
    pairs = optimizer.backward(loss)
    optimizer.apply_gradients([(p, g * 2.0) for p, g in pairs])
    run(main, {"x": np.ones((1, 2), "float32")}, [])
    np.testing.assert_allclose(net.weight.numpy(), [[0.8], [0.8]], rtol=1e-6)


def test_two_optimizers_in_one_program(main):
    x = static.data("x", [None, 2])
    a = nn.Linear(2, 2, weight_attr=nn.initializer.Constant(1.0), bias_attr=False)
    b = nn.Linear(2, 1, weight_attr=nn.initializer.Constant(1.0), bias_attr=False)
    loss = b(a(x)).sum()
    first, second = paddle.optimizer.SGD(0.1), paddle.optimizer.SGD(0.01)
    first.minimize(loss, parameters=a.parameters())
    second.minimize(loss, parameters=b.parameters())
    feed = {"x": np.ones((1, 2), "float32")}
    run(main, feed, [])
    np.testing.assert_allclose(a.weight.numpy(), np.full((2, 2), 0.9), rtol=1e-6)
    np.testing.assert_allclose(b.weight.numpy(), np.full((2, 1), 0.98), rtol=1e-6)
    second.set_lr(0.0)
    kept = b.weight.numpy()
    run(main, feed, [])
    np.testing.assert_array_equal(b.weight.numpy(), kept)


def test_minimize_takes_the_parameters_of_the_program(main):
    x = static.data("x", [None, 2])
    frozen = nn.Linear(2, 2)
    frozen.weight.stop_gradient = True
    loss = static.nn.fc(frozen(x), 1).square().mean()
    ops, pairs = paddle.optimizer.Adam(0.1).minimize(loss)
    assert ops == [] and len(pairs) == 3
    before = frozen.weight.numpy()
    run(main, {"x": np.ones((2, 2), "float32")}, [loss])
    np.testing.assert_array_equal(frozen.weight.numpy(), before)


def test_writes_to_parameters_before_and_after(main):
    x = static.data("x", [2])
    w = static.create_parameter([2], "float32", default_initializer=nn.initializer.Constant(1.0))
    loss = (w * x).sum()
    paddle.optimizer.SGD(1.0, parameters=[w]).minimize(loss)
    after = w * 1.0
    feed = {"x": np.array([1.0, 2.0], "float32")}
    found = run(main, feed, [loss, after, w])
    assert found[0] == 3.0 and found[1].tolist() == [0.0, -1.0] and found[2].tolist() == [0.0, -1.0]
    assert w.numpy().tolist() == [0.0, -1.0]
    assert run(main, feed, [loss])[0] == -2.0


def test_hooks_and_py_layers(main):
    class Double(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 2.0

        @staticmethod
        def backward(ctx, grad):
            return grad * 5.0

    x = static.data("x", [2])
    x.stop_gradient = False
    y = Double.apply(x)
    y.register_hook(lambda g: g + 1.0)
    (g,) = static.gradients([y.sum()], [x])
    assert run(main, {"x": np.ones(2, "float32")}, [y, g])[1].tolist() == [10.0, 10.0]
