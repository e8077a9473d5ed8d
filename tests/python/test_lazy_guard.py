"""LazyGuard: parameters without memory, until they get values. Initializers under their old names."""

import numpy as np
import paddle
import pytest

I = paddle.nn.initializer  # noqa: E741


def stack():
    return paddle.nn.Sequential(
        paddle.nn.Conv2D(3, 8, 3),
        paddle.nn.BatchNorm2D(8),
        paddle.nn.Flatten(),
        paddle.nn.Linear(32, 4),
    )


def test_the_values_are_those_without_the_guard():
    paddle.seed(3)
    plain = stack()
    paddle.seed(3)
    with paddle.LazyGuard():
        net = stack()
    for name, parameter in net.named_parameters():
        if not paddle._C.has_values(parameter):
            parameter.initialize()
        assert (parameter == plain.state_dict()[name]).all(), name
    assert net(paddle.ones([2, 3, 4, 4])).shape == [2, 4]


def test_no_memory_before():
    before = paddle._C.memory_stats()["allocated"]
    with paddle.LazyGuard():
        layer = paddle.nn.Linear(20000, 20000)  # 1.6 GB
    assert paddle._C.memory_stats()["allocated"] - before < 1 << 20
    assert layer.weight.shape == [20000, 20000] and layer.weight.dtype is paddle.float32
    assert not layer.weight.stop_gradient and layer.weight.trainable
    assert "Linear" in repr(layer) and len(repr(layer.weight)) > 0


@pytest.mark.parametrize(
    "use",
    [
        lambda layer: layer(paddle.ones([1, 3])),
        lambda layer: layer.weight.numpy(),
        lambda layer: layer.weight + 1,
        lambda layer: layer.weight.add_(paddle.ones([3, 2])),
        lambda layer: paddle.jit.to_static(lambda x: layer(x))(paddle.ones([1, 3])),
        lambda layer: float(layer.weight[0, 0]),
    ],
)
def test_without_values_it_is_refused(use):
    with paddle.LazyGuard():
        layer = paddle.nn.Linear(3, 2)
    with pytest.raises(RuntimeError, match="LazyGuard"):
        use(layer)
    for parameter in layer.parameters():
        parameter.initialize()
    assert layer(paddle.ones([1, 3])).shape == [1, 2]


def test_values_from_a_state_dict_and_training():
    source = paddle.nn.Linear(3, 2)
    with paddle.LazyGuard():
        layer = paddle.nn.Linear(3, 2)
    layer.set_state_dict(source.state_dict())
    x = paddle.rand([5, 3])
    assert (layer(x) == source(x)).all()
    optimizer = paddle.optimizer.Adam(0.1, parameters=layer.parameters())
    before = layer.weight.numpy()
    layer(x).sum().backward()
    optimizer.step()
    assert not np.array_equal(layer.weight.numpy(), before)
    step = paddle.jit.to_static(lambda x: layer(x).sum())
    assert np.isclose(float(step(x)), float(layer(x).sum()))


def test_set_value_set_init_func_and_twice():
    with paddle.LazyGuard():
        layer = paddle.nn.Linear(2, 2)
    layer.bias.set_value(np.array([1.0, 2.0], "float32"))
    assert layer.bias.tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="values already"):
        layer.bias.initialize()
    layer.weight.set_init_func(I.Constant(7.0))
    layer.weight.initialize()
    assert layer.weight.tolist() == [[7.0, 7.0], [7.0, 7.0]]
    with pytest.raises(ValueError):
        layer.bias.set_value(np.zeros([3], "float32"))


def test_the_guard_ends():
    with pytest.raises(KeyError), paddle.LazyGuard():
        raise KeyError("x")
    assert paddle.nn.Linear(1, 1).bias.tolist() == [0.0]


SEEDED = [
    lambda seed: I.NormalInitializer(0.0, 1.0, seed),
    lambda seed: I.TruncatedNormalInitializer(0.0, 1.0, seed),
    lambda seed: I.UniformInitializer(-1.0, 1.0, seed),
    lambda seed: I.XavierInitializer(True, seed=seed),
    lambda seed: I.XavierInitializer(False, seed=seed),
    lambda seed: I.MSRAInitializer(True, seed=seed),
    lambda seed: I.MSRAInitializer(False, seed=seed),
]


@pytest.mark.parametrize("make", SEEDED)
def test_seeds_of_old_initializers(make):
    def drawn(seed):
        return paddle.nn.Linear(8, 8, weight_attr=make(seed)).weight.numpy()

    assert np.array_equal(drawn(5), drawn(5)) and not np.array_equal(drawn(5), drawn(6))
    assert not np.array_equal(drawn(0), drawn(0))
    state = paddle.get_rng_state()
    drawn(5)
    assert paddle.get_rng_state() == state  # a stream of its own


def test_old_initializers_are_the_new_ones():
    paddle.seed(1)
    old = paddle.nn.Linear(8, 8, weight_attr=I.XavierInitializer(uniform=False)).weight
    paddle.seed(1)
    assert (old == paddle.nn.Linear(8, 8, weight_attr=I.XavierNormal()).weight).all()
    made = paddle.create_parameter([3, 4], "float32", default_initializer=I.UniformInitializer(
        0.0, 1.0, 0, 3, 4, 5.0))  # fmt: skip
    assert made.flatten()[[0, 5, 10]].tolist() == [5.0, 5.0, 5.0] and (made <= 1.0).sum() == 9
    with pytest.raises(ValueError, match="diagonal"):
        paddle.create_parameter([2], "float32", default_initializer=I.UniformInitializer(
            0.0, 1.0, 0, 3, 4, 5.0))  # fmt: skip


def test_variables_have_the_attributes_of_tensors():
    Variable = paddle.static.Variable
    assert Variable.reshape is paddle.Tensor.reshape and "matmul" in dir(Variable)
    try:
        Variable.halved = lambda x: x / 2
        assert paddle.full([1], 4.0).halved().item() == 2.0
    finally:
        del paddle.Tensor.halved
    with pytest.raises(AttributeError):
        Variable.no_such_method()
