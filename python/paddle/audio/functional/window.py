"""Windows for signals, computed in double precision."""

import math

import numpy as np

from ... import _C


def _cosines(n, *weights):
    angle = np.linspace(-math.pi, math.pi, n)
    return sum(w * np.cos(k * angle) for k, w in enumerate(weights))


def _centred(n):
    return np.arange(n) - (n - 1) / 2


def _bartlett(n):
    return 1 - np.abs(_centred(n)) * 2 / (n - 1)


def _kaiser(n, beta):
    return np.i0(beta * np.sqrt(np.maximum(0, 1 - (_centred(n) * 2 / (n - 1)) ** 2))) / np.i0(beta)


def _taylor(n, nbar=4, sll=30, norm=True):
    """Side lobes of -sll dB, nbar of them alike: Carrara, Goodman (1995)."""
    a = math.acosh(10 ** (sll / 20)) / math.pi
    squeeze = nbar**2 / (a**2 + (nbar - 0.5) ** 2)
    m = np.arange(1, nbar)
    weights = np.empty(nbar - 1)
    for i, square in enumerate(m**2):
        others = np.delete(m, i) ** 2
        top = np.prod(1 - square / squeeze / (a**2 + (m - 0.5) ** 2))
        weights[i] = (-1) ** i * top / (2 * np.prod(1 - square / others))

    def at(k):
        return 1 + 2 * weights @ np.cos(2 * math.pi * m[:, None] * (k - n / 2 + 0.5) / n)

    values = at(np.arange(n))
    return values / at(np.array([(n - 1) / 2])) if norm else values


def _tukey(n, alpha=0.5):
    if alpha <= 0:
        return np.ones(n)
    if alpha >= 1:
        return _cosines(n, 0.5, 0.5)
    k = np.arange(n)
    edge = np.minimum(k, n - 1 - k)
    slope = 0.5 * (1 + np.cos(math.pi * (2 * edge / alpha / (n - 1) - 1)))
    return np.where(edge <= int(alpha * (n - 1) / 2), slope, 1.0)


def _exponential(n, center=None, tau=1.0):
    return np.exp(-np.abs(np.arange(n) - ((n - 1) / 2 if center is None else center)) / tau)


def _bohman(n):
    x = np.abs(np.linspace(-1, 1, n))
    values = (1 - x) * np.cos(math.pi * x) + np.sin(math.pi * x) / math.pi
    values[[0, -1]] = 0
    return values


_WINDOWS = {
    "bartlett": _bartlett,
    "blackman": lambda n: _cosines(n, 0.42, 0.5, 0.08),
    "bohman": _bohman,
    "cosine": lambda n: np.sin(math.pi / n * (np.arange(n) + 0.5)),
    "exponential": _exponential,
    "gaussian": lambda n, std: np.exp(-(_centred(n) ** 2) / (2 * std * std)),
    "general_cosine": lambda n, a: _cosines(n, *a),
    "general_gaussian": lambda n, p, sig: np.exp(-0.5 * np.abs(_centred(n) / sig) ** (2 * p)),
    "general_hamming": lambda n, alpha: _cosines(n, alpha, 1 - alpha),
    "hamming": lambda n: _cosines(n, 0.54, 0.46),
    "hann": lambda n: _cosines(n, 0.5, 0.5),
    "kaiser": _kaiser,
    "nuttall": lambda n: _cosines(n, 0.3635819, 0.4891775, 0.1365995, 0.0106411),
    "taylor": _taylor,
    "triang": lambda n: 1 - np.abs(_centred(n)) * 2 / (n + n % 2),
    "tukey": _tukey,
}  # fmt: skip
_NEED_NUMBERS = ("gaussian", "exponential", "kaiser")


def get_window(window, win_length, fftbins=True, dtype="float64"):
    """A window by its name.

    Args:
        window (str|tuple): The name; with numbers that it needs or takes, a tuple, as ("gaussian", 7). Known are
            bartlett, blackman, bohman, cosine, exponential, gaussian, general_cosine, general_gaussian,
            general_hamming, hamming, hann, kaiser, nuttall, taylor, triang and tukey.
        win_length (int): How many elements.
        fftbins (bool): One period of a periodic window, as transforms need; else a symmetric one.
        dtype (str): float32 or float64.

    Returns:
        Tensor: [win_length].

    Raises:
        ValueError: The name is unknown, or numbers are missing.

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.get_window("hann", 4).tolist()
        [0.0, 0.5, 1.0, 0.5]
    """
    name, *numbers = window if isinstance(window, tuple) else (window,)
    if name not in _WINDOWS or (name in _NEED_NUMBERS and not isinstance(window, tuple)):
        raise ValueError(
            "(InvalidArgument) get_window: unknown `window`.\n"
            f"  Expected: one of {', '.join(_WINDOWS)}; with its numbers where it needs some\n"
            f"  Received: {window!r}"
        )
    if int(win_length) != win_length or win_length < 0:
        raise ValueError(
            "(InvalidArgument) get_window: wrong `win_length`.\n"
            f"  Expected: an int of at least 0\n  Received: {win_length!r}"
        )
    n = int(win_length)
    if n <= 1:
        return _C.to_tensor(np.ones(n), dtype)
    values = _WINDOWS[name](n + 1, *numbers)[:-1] if fftbins else _WINDOWS[name](n, *numbers)
    return _C.to_tensor(np.ascontiguousarray(values, "float64"), dtype)
