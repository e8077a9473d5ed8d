"""Pools of one window over the whole plane, long enough for vectors and with a rest."""

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
@pytest.mark.parametrize("shape", [(3, 5, 9, 31), (2, 3, 1, 7), (2, 2, 16, 16), (1, 2, 40, 67)])
def test_mean_of_a_plane_and_its_gradient(shape, dtype):
    values = np.random.default_rng(7).standard_normal(shape)
    x = paddle.to_tensor(values, dtype=dtype, stop_gradient=False)
    out = F.adaptive_avg_pool2d(x, 1)
    exact = x.astype("float64").numpy().mean((2, 3), keepdims=True)
    atol = 5e-3 if dtype == "bfloat16" else 1e-7
    np.testing.assert_allclose(out.astype("float64").numpy(), exact, rtol=0, atol=atol)

    factor = paddle.arange(1.0, out.size + 1).reshape(out.shape).astype(dtype)
    (out * factor).sum().backward()
    slope = factor.astype("float64").numpy() / (shape[2] * shape[3])
    tolerance = 1e-2 if dtype == "bfloat16" else 1e-6
    received = x.grad.astype("float64").numpy()
    np.testing.assert_allclose(received, np.broadcast_to(slope, shape), rtol=tolerance)


def test_parts_of_a_plane():
    """Windows that share elements add up in the gradient."""
    x = paddle.ones([1, 1, 5, 35])
    x.stop_gradient = False
    F.adaptive_avg_pool2d(x, [2, 2]).sum().backward()
    one = 1 / (3 * 18)
    columns = np.ones(35)
    columns[17] = 2
    rows = np.array([1, 1, 2, 1, 1])
    np.testing.assert_allclose(x.grad.numpy()[0, 0], one * np.outer(rows, columns), rtol=1e-6)
