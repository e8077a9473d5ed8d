"""paddle.fft against numpy and scipy: names, sizes, norms, axes, gradients, errors."""

import numpy as np
import paddle
import pytest
import scipy.fft

TOL = {"float32": 2e-6, "complex64": 2e-6, "float64": 2e-15, "complex128": 2e-15}
NAMES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
RNG = np.random.default_rng(0)


def values(dtype, *shape):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if "complex" in dtype else x).astype(dtype)


def check(got, expected, dtype):
    assert list(got.shape) == list(expected.shape)
    error = np.abs(got.numpy() - expected).max(initial=0)
    scale = np.abs(expected).max(initial=1e-30)
    steps = 1 + np.log2(max(expected.size, 2))
    assert error <= TOL[dtype] * steps * scale, error / scale


def takes(name, dtype):
    return not ("complex" in dtype and name in ("rfft", "ihfft"))


@pytest.mark.parametrize("dtype", TOL)
@pytest.mark.parametrize("name", NAMES)
def test_one_axis(name, dtype):
    if not takes(name, dtype):
        return
    # Powers, primes with and without a radix of their own, Bluestein, lines that are split.
    for n in (
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        11,
        12,
        13,
        15,
        16,
        30,
        32,
        37,
        61,
        67,
        97,
        120,
        128,
        210,
        256,
        289,
        400,
        1009,
        1024,
    ):
        for lines in (1, 3, 16, 21):
            x = values(dtype, lines, n)
            if name in ("irfft", "hfft") and n == 1:
                continue
            got = getattr(paddle.fft, name)(paddle.to_tensor(x))
            check(
                got,
                getattr(scipy.fft, name)(
                    x.astype(np.complex128 if "complex" in dtype else np.float64)
                ),
                dtype,
            )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [8192, 10000, 9973, 16383, 19683, 2 * 8209, 65536])
def test_long_lines(name, n):
    for lines in (1, 2):
        x = values("float32", lines, n)
        got = getattr(paddle.fft, name)(paddle.to_tensor(x))
        check(got, getattr(scipy.fft, name)(x.astype("float64")), "float32")
        column = getattr(paddle.fft, name)(paddle.to_tensor(x.T.copy()), axis=0)
        check(column, getattr(scipy.fft, name)(x.astype("float64"), axis=1).T, "float32")


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("name", NAMES)
def test_sizes_axes_and_norms(name, norm):
    x = values("float64", 5, 9, 6)
    for axis in (0, 1, -1):
        for n in (None, 3, 8, 13):
            got = getattr(paddle.fft, name)(paddle.to_tensor(x), n, axis, norm)
            check(got, getattr(scipy.fft, name)(x, n, axis, norm), "float64")


@pytest.mark.parametrize("dtype", TOL)
@pytest.mark.parametrize("name", NAMES)
def test_several_axes(name, dtype):
    if not takes(name, dtype):
        return
    x = values(dtype, 4, 6, 17, 8)
    wide = x.astype(np.complex128 if "complex" in dtype else np.float64)
    for s, axes in (
        (None, None),
        (None, (0, 2)),
        ((3, 9), (-1, 1)),
        ((5, 7, 4), (1, 3, 0)),
        ((4, 10), None),
    ):
        got = getattr(paddle.fft, name + "n")(paddle.to_tensor(x), s, axes)
        check(got, getattr(scipy.fft, name + "n")(wide, s, axes), dtype)
    got = getattr(paddle.fft, name + "2")(paddle.to_tensor(x), (6, 5))
    check(got, getattr(scipy.fft, name + "2")(wide, (6, 5)), dtype)


@pytest.mark.parametrize("shape", [(3, 32, 32), (2, 65, 64), (1, 3, 256, 256), (40, 5, 6)])
def test_there_and_back(shape):
    x = values("float32", *shape)
    t = paddle.to_tensor(x)
    assert np.allclose(paddle.fft.ifft2(paddle.fft.fft2(t)).numpy().real, x, atol=1e-5)
    back = paddle.fft.irfft2(paddle.fft.rfft2(t), shape[-2:])
    assert np.allclose(back.numpy(), x, atol=1e-5)


def test_strided_and_empty():
    x = values("complex64", 6, 10)
    t = paddle.to_tensor(x)
    check(paddle.fft.fft(t.transpose([1, 0])), np.fft.fft(x.T), "complex64")
    check(paddle.fft.fft(t[::2, 1::3]), np.fft.fft(x[::2, 1::3]), "complex64")
    assert paddle.fft.fft(t[:0]).shape == [0, 10]
    assert paddle.fft.rfft(paddle.zeros([0, 5])).shape == [0, 3]


def test_lines_do_not_meet():
    """Whatever a line holds, the others are as if it were not there."""
    x = values("float32", 33, 30)
    expected = paddle.fft.rfft(paddle.to_tensor(x)).numpy()
    x[7] = np.nan
    x[8] = 1e30
    got = paddle.fft.rfft(paddle.to_tensor(x)).numpy()
    others = [i for i in range(33) if i not in (7, 8)]
    assert (got[others] == expected[others]).all() and np.isnan(got[7]).all()


def test_integers_and_halves():
    assert paddle.fft.fft(paddle.to_tensor([1, 2])).dtype == paddle.complex64
    assert paddle.fft.rfft(paddle.to_tensor([1, 2]).astype("float16")).dtype == paddle.complex64
    assert paddle.fft.irfft(paddle.to_tensor([1.0, 2.0])).dtype == paddle.float32


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [6, 7])
def test_gradients(name, n):
    """Of a sum of squares, against differences; and of the gradient."""
    x = values("float64", 3, n)

    def loss(t):
        y = getattr(paddle.fft, name)(t, axis=-1, norm="ortho")
        weight = paddle.arange(1, y.size + 1, dtype="float64").reshape(y.shape)
        return (weight * (y.abs().square() if y.is_complex() else y**3)).sum()

    t = paddle.to_tensor(x, stop_gradient=False)
    (g,) = paddle.grad(loss(t), [t], create_graph=True)
    direction = paddle.to_tensor(values("float64", 3, n))
    slope = (loss(t + 1e-5 * direction) - loss(t - 1e-5 * direction)) / 2e-5
    assert np.isclose((g * direction).sum().item(), slope.item(), rtol=1e-6)
    (second,) = paddle.grad((g * direction).sum(), [t])

    def slope_at(u):
        u = u.detach()
        u.stop_gradient = False
        (g,) = paddle.grad(loss(u), [u])
        return g

    differences = (slope_at(t + 1e-5 * direction) - slope_at(t - 1e-5 * direction)) / 2e-5
    assert np.allclose(second.numpy(), differences.numpy(), rtol=1e-5, atol=1e-6)


def test_complex_gradients():
    """The derivative after the real part + i that after the imaginary part."""
    x = values("complex128", 2, 6)
    weight = paddle.to_tensor(values("float64", 2, 10))
    t = paddle.to_tensor(x, stop_gradient=False)

    def loss(u):
        return (paddle.fft.irfft2(u, (2, 10)) ** 2 * weight).sum()

    loss(t).backward()
    for step in (1e-6, 1e-6j):
        for at in np.ndindex(2, 6):
            moved = x.copy()
            moved[at] += step
            back = x.copy()
            back[at] -= step
            slope = (loss(paddle.to_tensor(moved)) - loss(paddle.to_tensor(back))).item() / 2e-6
            g = t.grad.numpy()[at]
            assert np.isclose(g.real if step == 1e-6 else g.imag, slope, rtol=1e-5, atol=1e-8)


def test_frequencies_and_shifts():
    for n in (1, 2, 5, 8):
        assert np.allclose(paddle.fft.fftfreq(n, 0.3).numpy(), np.fft.fftfreq(n, 0.3))
        assert np.allclose(paddle.fft.rfftfreq(n, 0.3).numpy(), np.fft.rfftfreq(n, 0.3))
    x = values("float32", 4, 5)
    for axes in (None, 0, (1,), (0, 1)):
        assert (
            paddle.fft.fftshift(paddle.to_tensor(x), axes).numpy() == np.fft.fftshift(x, axes)
        ).all()
        assert (
            paddle.fft.ifftshift(paddle.to_tensor(x), axes).numpy() == np.fft.ifftshift(x, axes)
        ).all()


def test_out_and_second_names():
    x = paddle.to_tensor([1.0, 2.0])
    out = paddle.zeros([2], "complex64")
    paddle.fft.fft(x, out=out)
    assert out.tolist() == [3, -1]
    assert paddle.fft.fft(input=x, dim=0).tolist() == [3, -1]
    assert paddle.fft.fft2(input=x.unsqueeze(0), dim=(0, 1)).tolist() == [[3, -1]]


@pytest.mark.parametrize("call, text", [
    (lambda f, x: f.fft(x, norm="no"), "unknown `norm`"), (lambda f, x: f.fft(x, axis=2), "wrong axes"),
    (lambda f, x: f.fft(x, n=0), "wrong size"), (lambda f, x: f.fftn(x, s=(2,), axes=(0, 1)), "differ in length"),
    (lambda f, x: f.fft2(x[0]), "too few axes"), (lambda f, x: f.irfft(x[:, :1]), "nothing would result"),
    (lambda f, x: f.fftn(x, axes=(0, 0)), "names an axis twice"), (lambda f, x: f.fft(x[:, :0]), "no elements"),
    (lambda f, x: f.fft2(x, s=(1, 2, 3)), "wrong sizes"), (lambda f, x: f.fftfreq(0), "no frequencies"),
])  # fmt: skip
def test_errors(call, text):
    with pytest.raises(ValueError, match=text):
        call(paddle.fft, paddle.ones([2, 3]))


def test_captured():
    @paddle.jit.to_static
    def filtered(x, mask):
        return paddle.fft.irfft2(paddle.fft.rfft2(x) * mask, s=(8, 8))

    for _ in range(2):
        x = paddle.to_tensor(values("float32", 2, 8, 8), stop_gradient=False)
        mask = paddle.to_tensor(values("float32", 8, 5))
        y = filtered(x, mask)
        expected = np.fft.irfft2(np.fft.rfft2(x.numpy()) * mask.numpy(), s=(8, 8))
        assert np.allclose(y.numpy(), expected, atol=1e-5)
        y.sum().backward()
        assert x.grad is not None
