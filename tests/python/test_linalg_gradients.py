"""Gradients of what reads one triangle, through a matrix that is symmetric; least squares."""

import numpy as np
import paddle
import pytest
from paddle import _C


def symmetric(a):
    return a @ a.transpose([1, 0]) + paddle.to_tensor(np.diag([3.0, 5.0, 8.0]))


FUNCTIONS = {
    "cholesky": lambda s: _C.ops["cholesky"](s),
    "cholesky_upper": lambda s: _C.ops["cholesky"](s, True),
    "eigvalsh": lambda s: _C.ops["eigvalsh"](s),
    "eigh": lambda s: _C.ops["eigh"](s)[1] ** 2.0,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradient(name):
    rng = np.random.default_rng(3)
    a, direction = rng.standard_normal((2, 3, 3))

    def value(array):
        leaf = paddle.to_tensor(array, stop_gradient=False)
        out = FUNCTIONS[name](symmetric(leaf))
        weights = paddle.to_tensor(np.random.default_rng(4).standard_normal(out.shape))
        return leaf, (out * weights).sum()

    leaf, out = value(a)
    out.backward()
    exact = (leaf.grad.numpy() * direction).sum()
    step = 1e-6
    numeric = (value(a + step * direction)[1].item() - value(a - step * direction)[1].item()) / (
        2 * step
    )
    assert abs(exact - numeric) < 1e-6 * (1 + abs(numeric))


def test_least_squares():
    """lstsq_solve."""
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((6, 3)), rng.standard_normal((6, 2))
    solution = paddle.linalg.lstsq(paddle.to_tensor(a), paddle.to_tensor(b))[0]
    np.testing.assert_allclose(solution.numpy(), np.linalg.lstsq(a, b, rcond=None)[0], atol=1e-9)
