"""Layers saved with an open size give, at every size, what they give at once."""

import numpy as np
import paddle
import pytest
from paddle.static import InputSpec


class Layer(paddle.nn.Layer):
    def __init__(self, function):
        super().__init__()
        self.function = function
        self.weight = self.create_parameter([1, 4])
        self.register_buffer("count", paddle.zeros([1]))

    def forward(self, x):
        return self.function(self, x)


def write(layer, x):
    y = x * 1
    y[:, 0] = 1.0
    return y


def count(layer, x):
    layer.count.set_value(layer.count + 1)
    return x + layer.count


CASES = {
    "reshape": (lambda layer, x: x.reshape([5, -1]), [5, 10]),
    "write": (write, [2, 5]),
    "var": (lambda layer, x: x.var(0), [2, 5]),
    "std": (lambda layer, x: x.std(), [2, 5]),
    "squeeze": (lambda layer, x: (x * 2).squeeze(), [1, 3]),
    "eye": (lambda layer, x: paddle.eye(x.shape[0]), [2, 5]),
    "expand": (lambda layer, x: layer.weight.expand([x.shape[0], 4]), [2, 5]),
    "buffer": (count, [2]),
}


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_layer(name, tmp_path):
    function, sizes = CASES[name]
    layer = Layer(function)
    paddle.jit.save(layer, str(tmp_path / "m"), input_spec=[InputSpec([-1, 4], "float32")])
    loaded = paddle.jit.load(str(tmp_path / "m"))
    for size in sizes:
        x = paddle.randn([size, 4])
        expected, got = layer(x), loaded(x)
        assert list(got.shape) == list(expected.shape)
        assert np.allclose(got.numpy(), expected.numpy(), rtol=1e-5, atol=1e-6)
