"""Short-time Fourier transforms: windows over a signal, each transformed by itself."""

from . import _C
from .framework import named as _named

__all__ = ["istft", "stft"]
_ops = _C.ops


def _require(good, op, text, expected, received):
    if not good:
        raise ValueError(
            f"(InvalidArgument) {op}: {text}\n  Expected: {expected}\n  Received: {received}"
        )


def _is_complex(x):
    return "complex" in x.dtype.name


def _check_step(op, axis, **sizes):
    _require(axis in (0, -1), op, "wrong `axis`.", "0 or -1", f"axis = {axis!r}")
    for name, n in sizes.items():
        good = isinstance(n, int) and n > 0
        _require(good, op, f"wrong `{name}`.", "a positive integer", f"{name} = {n!r}")


def frame(x, frame_length, hop_length, axis=-1, name=None):
    """Frames of a signal, which may overlap.

    Args:
        x (Tensor): The signal along its first or last axis.
        frame_length (int): How many elements a frame has.
        hop_length (int): How far apart two frames begin.
        axis (int): 0 or -1: where the signal lies.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [..., frame_length, frames], or [frames, frame_length, ...] where axis is 0.

    Raises:
        ValueError: A frame is longer than the signal, or a number is not positive.

    Examples:
        >>> import paddle
        >>> paddle.signal.frame(paddle.arange(4), 2, 1).tolist()
        [[0, 1, 2], [1, 2, 3]]
    """
    _check_step("frame", axis, frame_length=frame_length, hop_length=hop_length)
    length = x.shape[axis]
    _require(
        frame_length <= length,
        "frame",
        "`frame_length` is beyond the signal.",
        f"at most {length}",
        f"{frame_length}",
    )
    windows = _ops["windows"](x, axis, frame_length, hop_length, 1)
    return _ops["moveaxis"](windows, -1, 1 if axis == 0 else -2)


def overlap_add(x, hop_length, axis=-1, name=None):
    """The sum of frames, each at its place: what `frame` cut, where they do not overlap.

    Args:
        x (Tensor): [..., frame_length, frames], or [frames, frame_length, ...] where axis is 0.
        hop_length (int): How far apart two frames begin.
        axis (int): 0 or -1.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: The signal along the first or last axis.

    Raises:
        ValueError: `x` has fewer than two axes.

    Examples:
        >>> import paddle
        >>> paddle.signal.overlap_add(paddle.ones([2, 3]), 1).tolist()
        [1.0, 2.0, 2.0, 1.0]
    """
    _check_step("overlap_add", axis, hop_length=hop_length)
    _require(x.ndim >= 2, "overlap_add", "too few axes.", "at least 2", f"x.shape = {x.shape}")
    windows = _ops["moveaxis"](x, 1, -1) if axis == 0 else _ops["swapaxes"](x, -1, -2)
    at = 0 if axis == 0 else windows.ndim - 2
    length = (windows.shape[at] - 1) * hop_length + windows.shape[-1]
    return _ops["add_windows"](windows, at, hop_length, 1, length)


def _window_of(op, window, win_length, n_fft, dtype):
    """The window with zeros around it, so that it is n_fft long."""
    _require(
        0 < win_length <= n_fft, op, "wrong `win_length`.", f"in (0, {n_fft}]", f"{win_length}"
    )
    if window is None:
        window = _ops["ones"]([win_length], dtype)
    shape = list(window.shape)
    _require(
        shape == [win_length],
        op,
        "wrong `window`.",
        f"of shape [{win_length}]",
        f"of shape {shape}",
    )
    left = (n_fft - win_length) // 2
    ends = [_ops["zeros"]([n], window.dtype) for n in (left, n_fft - win_length - left)]
    return window if win_length == n_fft else _ops["concat"]([ends[0], window, ends[1]])


def _padded(x, count, mode):
    _require(
        mode in ("reflect", "constant"),
        "stft",
        "unknown `pad_mode`.",
        '"reflect" or "constant"',
        f"{mode!r}",
    )
    if count == 0:
        return x
    if mode == "reflect":
        ends = x[:, 1 : count + 1].flip(-1), x[:, -count - 1 : -1].flip(-1)
    else:
        ends = (_ops["zeros"]([x.shape[0], count], x.dtype),) * 2
    return _ops["concat"]([ends[0], x, ends[1]], -1)


def stft(
    x,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    name=None,
):
    """Fourier transforms of the windows over a signal.

    Args:
        x (Tensor): [length] or [batch, length], real or complex.
        n_fft (int): How many elements each transform takes.
        hop_length (int, optional): How far apart two windows begin; by default n_fft // 4.
        win_length (int, optional): How long the window is; by default n_fft.
        window (Tensor, optional): Of shape [win_length], in the middle of zeros; by default ones.
        center (bool): The k-th window has its middle at k times hop_length, with n_fft // 2 elements put at both ends.
        pad_mode (str): What is put there: "reflect" or "constant".
        normalized (bool): Divide by the root of n_fft.
        onesided (bool, optional): Only the n_fft // 2 + 1 frequencies that are not negative; by default where signal
            and window are real.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: Complex, of shape [..., frequencies, windows].

    Raises:
        ValueError: A size does not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 1.0, 1.0, 1.0])
        >>> paddle.signal.stft(x, 2, center=False, hop_length=2).tolist()
        [[(2+0j), (2+0j)], [0j, 0j]]
    """
    _require(x.ndim in (1, 2), "stft", "wrong `x`.", "1 or 2 axes", f"x.shape = {x.shape}")
    signal = x.unsqueeze(0) if x.ndim == 1 else x
    length = signal.shape[-1]
    _require(0 < n_fft <= length, "stft", "wrong `n_fft`.", f"in (0, {length}]", f"n_fft = {n_fft}")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    _require(hop_length > 0, "stft", "wrong `hop_length`.", "at least 1", f"{hop_length}")
    win_length = n_fft if win_length is None else win_length
    window = _window_of("stft", window, win_length, n_fft, signal.dtype)
    if center:
        signal = _padded(signal, n_fft // 2, pad_mode)
    frames = _ops["windows"](signal, -1, n_fft, hop_length, 1) * window
    if onesided is None:
        onesided = not _is_complex(frames)
    norm = "ortho" if normalized else "backward"
    if _is_complex(frames):
        _require(not onesided, "stft", "complex frames.", "onesided=False", "onesided=True")
        out = _ops["fft_c2c"](frames, [2], norm, True)
    else:
        out = _ops["fft_r2c"](frames, [2], norm, True, onesided)
    out = _ops["swapaxes"](out, 1, 2)
    return out.squeeze(0) if x.ndim == 1 else out


def istft(
    x,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=True,
    length=None,
    return_complex=False,
    name=None,
):
    """The signal whose short-time Fourier transform is the nearest to `x`: the inverse of `stft`.

    Args:
        x (Tensor): Complex, of shape [frequencies, windows] or [batch, frequencies, windows].
        n_fft (int): As given to `stft`.
        hop_length (int, optional): By default n_fft // 4.
        win_length (int, optional): By default n_fft.
        window (Tensor, optional): Of shape [win_length]; by default ones.
        center (bool): n_fft // 2 elements at both ends are dropped.
        normalized (bool): `x` was divided by the root of n_fft.
        onesided (bool): `x` has the n_fft // 2 + 1 frequencies that are not negative.
        length (int, optional): Of the result; by default all that the windows cover.
        return_complex (bool): The signal is complex.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [length] or [batch, length].

    Raises:
        ValueError: A size does not fit, or no window covers an element.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0, 3.0, 4.0])
        >>> paddle.signal.istft(paddle.signal.stft(x, 4), 4).tolist()
        [1.0, 2.0, 3.0, 4.0]
    """
    if not _is_complex(x):
        raise TypeError(
            "(InvalidType) istft: `x` is not complex.\n"
            f"  Expected: complex64 or complex128\n  Received: {x.dtype.name}"
        )
    _require(x.ndim in (2, 3), "istft", "wrong `x`.", "2 or 3 axes", f"x.shape = {x.shape}")
    _require(x.size > 0, "istft", "`x` is empty.", "at least one window", f"x.shape = {x.shape}")
    spectrum = _ops["swapaxes"](x.unsqueeze(0) if x.ndim == 2 else x, 1, 2)
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    _require(
        0 < hop_length <= win_length,
        "istft",
        "wrong `hop_length`.",
        f"in (0, {win_length}]",
        f"{hop_length}",
    )
    window = _window_of(
        "istft", window, win_length, n_fft, "float32" if x.dtype.name == "complex64" else "float64"
    )
    count = n_fft // 2 + 1 if onesided else n_fft
    _require(
        spectrum.shape[2] == count,
        "istft",
        "`x` does not fit `n_fft`.",
        f"{count} frequencies",
        f"{spectrum.shape[2]}",
    )
    norm = "ortho" if normalized else "backward"
    if return_complex:
        _require(not onesided, "istft", "a complex signal.", "onesided=False", "onesided=True")
        frames = _ops["fft_c2c"](spectrum, [2], norm, False)
    else:
        good = not _is_complex(window)
        _require(good, "istft", "the window is complex.", "return_complex=True", "False")
        half = spectrum if onesided else spectrum[:, :, : n_fft // 2 + 1]
        frames = _ops["fft_c2r"](half, [2], norm, False, n_fft)
    total = (spectrum.shape[1] - 1) * hop_length + n_fft
    out = _ops["add_windows"](frames * window, 1, hop_length, 1, total)
    squares = _ops["expand"]((window * window).unsqueeze(0), [spectrum.shape[1], n_fft])
    weight = _ops["add_windows"](squares, 0, hop_length, 1, total)
    begin = n_fft // 2 if center else 0
    end = begin + length if length is not None else total - begin
    out, weight = out[:, begin:end], weight[begin:end]
    _require(
        weight.size == 0 or weight.abs().min().item() >= 1e-11,
        "istft",
        "an element that no window covers.",
        "a sum of squared windows above 0 everywhere",
        "one below 1e-11",
    )
    out = out / weight
    return out.squeeze(0) if x.ndim == 2 else out


_named.install(globals(), __name__)
