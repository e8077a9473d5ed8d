"""Gradients of pools of powers and of uneven windows; det where it is singular; slogdet of complex matrices."""

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F

RNG = np.random.default_rng(0)


def directional(f, array):
    """(exact, numeric) derivative of the real number f(x) along a random direction."""
    direction = RNG.standard_normal(array.shape)
    if np.iscomplexobj(array):
        direction = direction + 1j * RNG.standard_normal(array.shape)
    leaf = paddle.to_tensor(array, stop_gradient=False)
    f(leaf).backward()
    exact = (leaf.grad.numpy().conj() * direction).real.sum()
    step = 1e-6
    ends = [f(paddle.to_tensor(array + s * step * direction)).item() for s in (1, -1)]
    return exact, (ends[0] - ends[1]) / (2 * step)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: F.lp_pool2d(x, 3, 2, 1),
        lambda x: F.lp_pool2d(x, 1.5, 3, 2, 1, ceil_mode=True),
        lambda x: F.fractional_max_pool2d(x, 3, random_u=0.4),
        lambda x: F.fractional_max_pool2d(x, 3, 2, random_u=0.4),
    ],
)
def test_gradients_of_pools(f):
    x = RNG.uniform(0.5, 2.0, (2, 2, 6, 5))
    weights = paddle.to_tensor(RNG.standard_normal(f(paddle.to_tensor(x)).shape))
    exact, numeric = directional(lambda t: (f(t) * weights).sum(), x)
    assert abs(exact - numeric) < 1e-6 * (1 + abs(numeric))


def test_zeros_have_the_gradient_zero():
    x = paddle.zeros([1, 1, 4])
    x.stop_gradient = False
    F.lp_pool1d(x, 2, 2).sum().backward()
    assert x.grad.abs().sum().item() == 0


def test_captured_pools_are_the_same():
    x = paddle.rand([1, 2, 6, 5]) + 0.1
    for f in (
        lambda t: F.lp_pool2d(t, 3, 2),
        lambda t: F.fractional_max_pool2d(t, 3, random_u=0.4, return_mask=True),
    ):
        got, expected = paddle.jit.to_static(f)(x), f(x)
        pairs = zip(got, expected, strict=True) if isinstance(got, tuple) else [(got, expected)]
        assert all((a == b).all() for a, b in pairs)


def test_the_mask_names_the_elements():
    x = paddle.rand([2, 3, 5, 4, 6])
    out, mask = F.fractional_max_pool3d(x, [2, 3, None], random_u=0.6, return_mask=True)
    flat = x.reshape([2, 3, -1]).numpy()
    taken = np.take_along_axis(flat, mask.numpy().reshape(2, 3, -1).astype("int64"), 2)
    assert np.array_equal(taken.reshape(out.shape), out.numpy()) and out.shape == [2, 3, 2, 3, 6]


def test_windows_at_random():
    x = paddle.rand([1, 1, 9, 9])
    paddle.seed(5)
    first = F.fractional_max_pool2d(x, 4)
    paddle.seed(5)
    assert (F.fractional_max_pool2d(x, 4) == first).all()


def singular(n, rank, kind):
    a = RNG.standard_normal((n, rank)) @ RNG.standard_normal((rank, n))
    if kind == "complex128":
        a = a + 1j * a[::-1]
        u, s, vh = np.linalg.svd(a)
        s[rank:] = 0
        a = (u * s) @ vh
    return a


@pytest.mark.parametrize("kind", ["float64", "complex128"])
@pytest.mark.parametrize("n, rank", [(3, 2), (4, 3), (3, 1), (1, 0), (4, 4)])
def test_det_at_singular_matrices(n, rank, kind):
    """The gradient of det is the matrix of cofactors, whatever the rank."""
    a = singular(n, rank, kind)
    x = paddle.to_tensor(a, stop_gradient=False)
    det = paddle.linalg.det(x)
    (det.real() if kind == "complex128" else det).backward()
    cofactors = np.array(
        [
            [(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(a, i, 0), j, 1)) for j in range(n)]
            for i in range(n)
        ]
    )
    np.testing.assert_allclose(x.grad.numpy(), cofactors.conj(), atol=1e-9)


def test_det_of_zeros_and_of_batches():
    x = paddle.zeros([2, 2, 2], "float64")
    x.stop_gradient = False
    paddle.linalg.det(x).sum().backward()
    assert x.grad.abs().sum().item() == 0
    a = np.stack([singular(3, 2, "float64"), RNG.standard_normal((3, 3))])
    exact, numeric = directional(lambda t: paddle.linalg.det(t).sum(), a)
    assert abs(exact - numeric) < 1e-6 * (1 + abs(numeric))


def test_slogdet_of_complex_matrices():
    a = RNG.standard_normal((3, 4, 4)) + 1j * RNG.standard_normal((3, 4, 4))
    sign, logarithm = paddle.linalg.slogdet(paddle.to_tensor(a)).numpy()
    expected = np.linalg.slogdet(a)
    np.testing.assert_allclose(sign, expected[0], atol=1e-12)
    np.testing.assert_allclose(logarithm, expected[1], atol=1e-12)
    zero = paddle.linalg.slogdet(paddle.zeros([2, 2], "complex128"))
    assert zero[0].item() == 0 and zero[1].real().item() == -np.inf
