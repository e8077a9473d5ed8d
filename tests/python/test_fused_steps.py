"""The fused optimizer steps against numpy, over several tensors, with an empty one among them."""

import numpy as np
import paddle
import pytest
from paddle import _C

SHAPES = [(3, 4), (5,), (), (0, 2), (700,)]


def tensors(seed, low=None):
    rng = np.random.default_rng(seed)
    draw = rng.standard_normal if low is None else lambda s: rng.uniform(low, 1.0, s)
    arrays = [np.asarray(draw(s), "float32") for s in SHAPES]
    return [paddle.to_tensor(a) for a in arrays], arrays


def check(tensors, arrays):
    for tensor, array in zip(tensors, arrays, strict=True):
        np.testing.assert_allclose(tensor.numpy(), array, rtol=1e-5, atol=1e-6)


def test_sgd():
    p, p0 = tensors(1)
    g, g0 = tensors(2)
    versions = [t.inplace_version for t in p]
    _C.ops["sgd_"](p, g, [], 0.1, 0.01)
    check(p, [a - 0.1 * (b + 0.01 * a) for a, b in zip(p0, g0, strict=True)])
    assert all(t.inplace_version > v for t, v in zip(p, versions, strict=True) if t.size)


@pytest.mark.parametrize("nesterov", [False, True])
def test_momentum(nesterov):
    p, p0 = tensors(1)
    g, g0 = tensors(2)
    v, v0 = tensors(3)
    _C.ops["momentum_"](p, g, v, [], 0.1, 0.9, nesterov, 0.01, 2.0)
    gradient = [2.0 * b + 0.01 * a for a, b in zip(p0, g0, strict=True)]
    velocity = [0.9 * a + b for a, b in zip(v0, gradient, strict=True)]
    check(v, velocity)
    steps = [b + 0.9 * a if nesterov else a for a, b in zip(velocity, gradient, strict=True)]
    check(p, [a - 0.1 * s for a, s in zip(p0, steps, strict=True)])


@pytest.mark.parametrize("wrong", ["fewer", "shape"])
def test_mismatched_lists_are_refused(wrong):
    p, _ = tensors(1)
    g, _ = tensors(2)
    if wrong == "fewer":
        g = g[:-1]
    else:
        g[0] = paddle.to_tensor([1.0])
    text = "`grad` has the wrong length" if wrong == "fewer" else "`grad` has the wrong shape"
    with pytest.raises(ValueError, match=text):
        _C.ops["sgd_"](p, g, [], 0.1)
