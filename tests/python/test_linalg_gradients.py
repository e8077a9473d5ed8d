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


def directional(f, arrays, complex_direction=False):
    """(exact, numeric) derivatives of the real number f(*arrays) along a random direction."""
    rng = np.random.default_rng(5)
    directions = []
    for a in arrays:
        d = rng.standard_normal(a.shape)
        directions.append(d + 1j * rng.standard_normal(a.shape) if np.iscomplexobj(a) else d)
    leaves = [paddle.to_tensor(a, stop_gradient=False) for a in arrays]
    f(*leaves).backward()
    exact = sum(
        (leaf.grad.numpy().conj() * d).real.sum()
        for leaf, d in zip(leaves, directions, strict=True)
    )
    step, ends = 1e-6, []
    for sign in (1, -1):
        moved = [a + sign * step * d for a, d in zip(arrays, directions, strict=True)]
        ends.append(f(*[paddle.to_tensor(a) for a in moved]).item())
    return exact, (ends[0] - ends[1]) / (2 * step)


def weigh(*tensors):
    """A number that depends on every element, and not on a phase common to columns."""
    rng = np.random.default_rng(6)
    total = 0.0
    for t in tensors:
        w = rng.standard_normal(t.shape)
        t = t.abs() ** 2 if t.is_complex() else t
        total = total + (t * paddle.to_tensor(w)).sum()
    return total


def svd_loss(x, full=False):
    u, s, vh = paddle.linalg.svd(x, full)
    k = s.shape[-1]
    u, vh = u[:, :k], vh[:k]
    signs = u @ vh  # neither sign nor phase of the pairs counts
    return weigh(signs.real() if x.is_complex() else signs, u**2.0 if not x.is_complex() else u, s)


@pytest.mark.parametrize(
    "shape, f",
    [
        ((3, 5), lambda x: weigh(*paddle.linalg.qr(x))),
        ((4, 4), lambda x: weigh(*paddle.linalg.qr(x, "complete"))),
        ((3, 5), lambda x: weigh(*paddle.linalg.qr(x, "complete"))),
        ((5, 3), lambda x: weigh(paddle.linalg.qr(x, "complete")[1])),
        ((5, 3), lambda x: weigh(paddle.linalg.qr(x, "r"))),
        ((5, 3), svd_loss),
        ((3, 5), svd_loss),
        ((5, 3), lambda x: svd_loss(x, True)),
        ((3, 5), lambda x: svd_loss(x, True)),
        ((4, 4), lambda x: weigh(paddle.linalg.lu(x)[0])),
        ((4, 4), lambda x: weigh(paddle.linalg.matrix_exp(x))),
        ((4, 4), lambda x: weigh(paddle.linalg.eigh(x + x.conj().transpose([1, 0]))[1]**2.0)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_complex", [False, True])
def test_factors(shape, f, is_complex):
    rng = np.random.default_rng(7)
    x = rng.standard_normal(shape)
    if is_complex:
        x = x + 1j * rng.standard_normal(shape)
    exact, numeric = directional(f, [x])
    assert abs(exact - numeric) < 1e-5 * (1 + abs(numeric))


@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (4, 4)])
@pytest.mark.parametrize("is_complex", [False, True])
def test_least_squares_gradient(shape, is_complex):
    rng = np.random.default_rng(8)
    x, y = rng.standard_normal(shape), rng.standard_normal((shape[0], 2))
    if is_complex:
        x, y = x + 1j * rng.standard_normal(x.shape), y + 1j * rng.standard_normal(y.shape)
    exact, numeric = directional(
        lambda a, b: weigh(paddle.linalg.lstsq(a, b, driver="gelsd")[0]), [x, y]
    )
    assert abs(exact - numeric) < 1e-5 * (1 + abs(numeric))


def test_what_has_no_gradient_says_why():
    x = paddle.randn([5, 3])
    x.stop_gradient = False
    with pytest.raises(NotImplementedError, match="does not determine its last columns"):
        paddle.linalg.qr(x, "complete")[0].sum().backward()
    with pytest.raises(NotImplementedError, match="full_matrices"):
        paddle.linalg.svd(x, True)[0].sum().backward()
    z = paddle.complex(paddle.randn([3, 3]), paddle.randn([3, 3]))
    z.stop_gradient = False
    with pytest.raises(ValueError, match="phase"):
        paddle.linalg.svd(z)[0].real().sum().backward()


@pytest.mark.parametrize("name", ["svd", "eigh", "eig", "svdvals"])
def test_a_matrix_with_nan_is_refused(name):
    x = paddle.to_tensor([[1.0, float("nan")], [float("nan"), 1.0]])
    with pytest.raises(ValueError, match="NaN"):
        getattr(paddle.linalg, name)(x)


def test_the_other_triangle_is_not_read():
    x = paddle.to_tensor([[1.0, float("nan")], [2.0, 1.0]])
    assert np.isfinite(paddle.linalg.eigh(x, "L")[0].numpy()).all()
