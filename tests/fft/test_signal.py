"""paddle.signal against numpy, and there and back."""

import numpy as np
import paddle
import pytest

RNG = np.random.default_rng(1)


def stft_ref(x, n_fft, hop, window, center, mode, norm, onesided):
    left = (n_fft - len(window)) // 2
    window = np.pad(window, (left, n_fft - len(window) - left))
    if center:
        x = np.pad(x, ((0, 0), (n_fft // 2, n_fft // 2)), mode=mode)
    frames = np.stack([x[:, i : i + n_fft] for i in range(0, x.shape[1] - n_fft + 1, hop)], 1)
    transform = np.fft.rfft if onesided else np.fft.fft
    return transform(frames * window, norm="ortho" if norm else "backward").swapaxes(1, 2)


@pytest.mark.parametrize("n_fft, hop, win", [(16, 4, 16), (15, 5, 9), (16, 7, 10), (1, 1, 1)])
@pytest.mark.parametrize(
    "center, mode", [(True, "reflect"), (True, "constant"), (False, "reflect")]
)
@pytest.mark.parametrize("normalized, onesided", [(False, True), (True, False)])
def test_stft(n_fft, hop, win, center, mode, normalized, onesided):
    x, window = RNG.standard_normal((2, 50)), RNG.random(win) + 0.5
    got = paddle.signal.stft(
        paddle.to_tensor(x),
        n_fft,
        hop,
        win,
        paddle.to_tensor(window),
        center,
        mode,
        normalized,
        onesided,
    )
    expected = stft_ref(x, n_fft, hop, window, center, mode, normalized, onesided)
    assert np.allclose(got.numpy(), expected, atol=1e-12)
    one = paddle.signal.stft(
        paddle.to_tensor(x[0]),
        n_fft,
        hop,
        win,
        paddle.to_tensor(window),
        center,
        mode,
        normalized,
        onesided,
    )
    assert np.allclose(one.numpy(), expected[0], atol=1e-12)


@pytest.mark.parametrize("n_fft, hop, win", [(16, 4, 16), (15, 5, 13), (16, 3, 12), (9, 2, 9)])
@pytest.mark.parametrize("onesided", [True, False])
def test_there_and_back(n_fft, hop, win, onesided):
    x = RNG.standard_normal((2, 60))
    window = paddle.to_tensor(np.hanning(win + 2)[1:-1])
    t = paddle.signal.stft(paddle.to_tensor(x), n_fft, hop, win, window, onesided=onesided)
    back = paddle.signal.istft(t, n_fft, hop, win, window, onesided=onesided)
    n = back.shape[-1]
    assert np.allclose(back.numpy(), x[:, :n], atol=1e-12)
    short = paddle.signal.istft(t, n_fft, hop, win, window, onesided=onesided, length=30)
    assert np.allclose(short.numpy(), x[:, :30], atol=1e-12)


def test_complex_signal():
    x = RNG.standard_normal(40) + 1j * RNG.standard_normal(40)
    t = paddle.signal.stft(paddle.to_tensor(x), 8)
    assert t.shape[0] == 8
    back = paddle.signal.istft(t, 8, onesided=False, return_complex=True)
    assert np.allclose(back.numpy(), x, atol=1e-12)


def test_frame_and_overlap_add():
    x = paddle.arange(12).reshape([2, 6])
    frames = paddle.signal.frame(x, 3, 2)
    assert frames.tolist() == [[[0, 2], [1, 3], [2, 4]], [[6, 8], [7, 9], [8, 10]]]
    first = paddle.signal.frame(x.transpose([1, 0]), 3, 2, axis=0)
    assert first.shape == [2, 3, 2] and first[:, :, 0].tolist() == [[0, 1, 2], [2, 3, 4]]
    assert paddle.signal.overlap_add(frames, 2).tolist() == [[0, 1, 4, 3, 4], [6, 7, 16, 9, 10]]
    assert paddle.signal.overlap_add(first, 2, axis=0)[:, 0].tolist() == [0, 1, 4, 3, 4]


def test_gradients():
    x = paddle.to_tensor(RNG.standard_normal(40), stop_gradient=False)
    window = paddle.to_tensor(RNG.random(8) + 0.5, stop_gradient=False)

    def loss(x, window):
        t = paddle.signal.stft(x, 8, window=window)
        return (t.abs() ** 2).sum() + (paddle.signal.istft(t, 8, window=window * 2) ** 3).sum()

    loss(x, window).backward()
    for t in (x, window):
        direction = paddle.to_tensor(RNG.standard_normal(t.shape))
        moved = [[u + s * direction if u is t else u for u in (x, window)] for s in (1e-5, -1e-5)]
        slope = (loss(*moved[0]) - loss(*moved[1])).item() / 2e-5
        assert np.isclose((t.grad * direction).sum().item(), slope, rtol=1e-6)


@pytest.mark.parametrize("call, text", [
    (lambda s, x: s.stft(x, 9), "wrong `n_fft`"), (lambda s, x: s.stft(x, 4, win_length=5), "wrong `win_length`"),
    (lambda s, x: s.stft(x, 4, window=paddle.ones([3])), "wrong `window`"),
    (lambda s, x: s.frame(x, 9, 1), "beyond the signal"),
    (lambda s, x: s.stft(x, 4, pad_mode="no"), "unknown `pad_mode`"),
    (lambda s, x: s.stft(x, 4, hop_length=0), "hop_length"),
    (lambda s, x: s.istft(s.stft(x, 4), 8), "does not fit `n_fft`"),
    (lambda s, x: s.istft(s.stft(x, 4, 4, center=False), 4, 4, window=x[:4] * 0, center=False), "no window covers"),
])  # fmt: skip
def test_errors(call, text):
    with pytest.raises(ValueError, match=text):
        call(paddle.signal, paddle.ones([8]))


def test_methods():
    x = paddle.to_tensor(RNG.standard_normal(32))
    assert np.allclose(x.stft(8).istft(8).numpy(), x.numpy())
