"""The gradient of relu before a max pool, which a pass takes after it: bitwise that of eager code."""

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F


def step(x, kernel, stride, padding, layout):
    y = F.max_pool2d(F.relu(x), kernel, stride, padding, data_format=layout)
    weights = paddle.linspace(-1, 1, y.size).reshape(y.shape)
    (grad,) = paddle.grad([(y * weights).sum()], [x])
    return y, grad


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize("window", [(2, 2, 0), (3, 2, 1), (3, 1, 1)])
def test_captured_gradients_are_those_of_eager_code(window, layout):
    values = np.random.default_rng(0).standard_normal((2, 6, 7, 6)).astype("float32")
    values[0, 0, 0, 0], values[0, 2, 3, 1], values[1, 1] = np.nan, np.inf, -1
    values[1, 2] = -0.0
    x = paddle.to_tensor(values, stop_gradient=False)
    captured = paddle.jit.to_static(step, full_graph=True)
    wanted = step(x, *window, layout)
    for _ in range(2):
        for a, b in zip(captured(x, *window, layout), wanted, strict=True):
            assert a.numpy().tobytes() == b.numpy().tobytes()
