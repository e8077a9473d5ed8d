"""Scales of pitch and loudness, and matrices of features."""

import math

import numpy as np

from ... import _C
from ...nn import functional as F

_ops = _C.ops
# Slaney's scale: linear up to 1000 Hz, 27 steps for a factor of 6.4 above.
_HZ_A_MEL = 200.0 / 3
_KNEE_HZ = 1000.0
_KNEE_MEL = _KNEE_HZ / _HZ_A_MEL
_LOG_STEP = math.log(6.4) / 27.0


def hz_to_mel(freq, htk=False):
    """Hertz in mels.

    Args:
        freq (float|Tensor): Frequencies.
        htk (bool): The formula of HTK instead of Slaney's.

    Returns:
        float|Tensor

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.hz_to_mel(500.0)
        7.5
    """
    if isinstance(freq, _C.Tensor):
        if htk:
            return 2595.0 * (1.0 + freq / 700.0).log10()
        above = freq.clip(_KNEE_HZ)
        log = _KNEE_MEL + (above / _KNEE_HZ).log() / _LOG_STEP
        return _ops["where"](freq > _KNEE_HZ, log, freq / _HZ_A_MEL)
    if htk:
        return 2595.0 * math.log10(1.0 + freq / 700.0)
    return (
        freq / _HZ_A_MEL if freq < _KNEE_HZ else _KNEE_MEL + math.log(freq / _KNEE_HZ) / _LOG_STEP
    )


def mel_to_hz(mel, htk=False):
    """Mels in Hertz.

    Args:
        mel (float|Tensor): Pitches.
        htk (bool): The formula of HTK instead of Slaney's.

    Returns:
        float|Tensor

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.mel_to_hz(7.5)
        500.0
    """
    if isinstance(mel, _C.Tensor):
        if htk:
            return 700.0 * ((mel * (math.log(10) / 2595.0)).exp() - 1.0)
        above = _KNEE_HZ * (_LOG_STEP * (mel.clip(_KNEE_MEL) - _KNEE_MEL)).exp()
        return _ops["where"](mel > _KNEE_MEL, above, _HZ_A_MEL * mel)
    if htk:
        return 700.0 * (10.0 ** (mel / 2595.0) - 1.0)
    return (
        _HZ_A_MEL * mel if mel < _KNEE_MEL else _KNEE_HZ * math.exp(_LOG_STEP * (mel - _KNEE_MEL))
    )


def _mel_frequencies(n_mels, f_min, f_max, htk):
    mels = np.linspace(hz_to_mel(f_min, htk), hz_to_mel(f_max, htk), n_mels)
    return np.array([mel_to_hz(float(m), htk) for m in mels])


def mel_frequencies(n_mels=64, f_min=0.0, f_max=11025.0, htk=False, dtype="float32"):
    """Frequencies that are evenly spaced in mels.

    Args:
        n_mels (int): How many.
        f_min (float): The lowest.
        f_max (float): The highest.
        htk (bool): The formula of HTK instead of Slaney's.
        dtype (str): float32 or float64.

    Returns:
        Tensor: [n_mels].

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.mel_frequencies(3, 0.0, 1000.0).tolist()
        [0.0, 500.0, 1000.0]
    """
    return _C.to_tensor(_mel_frequencies(n_mels, f_min, f_max, htk), dtype)


def fft_frequencies(sr, n_fft, dtype="float32"):
    """The frequencies of a transform of real samples.

    Args:
        sr (int): Samples a second.
        n_fft (int): How many samples are transformed.
        dtype (str): float32 or float64.

    Returns:
        Tensor: [n_fft // 2 + 1].

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.fft_frequencies(16, 4).tolist()
        [0.0, 4.0, 8.0]
    """
    return _C.to_tensor(np.linspace(0, sr / 2, 1 + n_fft // 2), dtype)


def compute_fbank_matrix(
    sr, n_fft, n_mels=64, f_min=0.0, f_max=None, htk=False, norm="slaney", dtype="float32"
):
    """Triangular filters over the frequencies of a transform, evenly spaced in mels.

    Args:
        sr (int): Samples a second.
        n_fft (int): How many samples are transformed.
        n_mels (int): How many filters.
        f_min (float): Where the first begins.
        f_max (float, optional): Where the last ends; by default sr / 2.
        htk (bool): The formula of HTK instead of Slaney's.
        norm (str|float): "slaney": of one area; a number p: of p-norm 1; None: of height 1.
        dtype (str): float32 or float64.

    Returns:
        Tensor: [n_mels, n_fft // 2 + 1].

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.compute_fbank_matrix(16000, 512).shape
        paddle.Size([64, 257])
    """
    bins = np.linspace(0, sr / 2, 1 + n_fft // 2)
    mel = _mel_frequencies(n_mels + 2, f_min, sr / 2 if f_max is None else f_max, htk)
    ramps, width = mel[:, None] - bins, np.diff(mel)[:, None]
    weights = np.maximum(0, np.minimum(-ramps[:-2] / width[:-1], ramps[2:] / width[1:]))
    if norm == "slaney":
        weights *= (2.0 / (mel[2:] - mel[:-2]))[:, None]
    result = _C.to_tensor(weights, dtype)
    return F.normalize(result, p=norm, axis=-1) if isinstance(norm, (int, float)) else result


def power_to_db(spect, ref_value=1.0, amin=1e-10, top_db=80.0):
    """Powers in decibel.

    Args:
        spect (Tensor): Powers.
        ref_value (float): The power of 0 dB.
        amin (float): Smaller powers count as this.
        top_db (float, optional): Nothing is further below the largest.

    Returns:
        Tensor

    Raises:
        ValueError: A number is not positive.

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.power_to_db(paddle.to_tensor([1.0, 10.0])).tolist()
        [0.0, 10.0]
    """
    for name, value, good in (
        ("amin", amin, amin > 0),
        ("ref_value", ref_value, ref_value > 0),
        ("top_db", top_db, top_db is None or top_db >= 0),
    ):
        if not good:
            raise ValueError(
                f"(InvalidArgument) power_to_db: wrong `{name}`.\n  Expected: above 0\n  Received: {value}"
            )
    result = 10.0 * spect.clip(amin).log10() - 10.0 * math.log10(max(ref_value, amin))
    return result if top_db is None else _ops["maximum"](result, result.max() - top_db)


def create_dct(n_mfcc, n_mels, norm="ortho", dtype="float32"):
    """The matrix of a discrete cosine transform (DCT-II).

    Args:
        n_mfcc (int): How many coefficients.
        n_mels (int): How many values are transformed.
        norm (str, optional): "ortho": of orthonormal columns; None: twice the cosines.
        dtype (str): float32 or float64.

    Returns:
        Tensor: [n_mels, n_mfcc].

    Raises:
        ValueError: `norm` is unknown.

    Examples:
        >>> import paddle
        >>> paddle.audio.functional.create_dct(1, 4).tolist()
        [[0.5], [0.5], [0.5], [0.5]]
    """
    if norm not in (None, "ortho"):
        raise ValueError(
            f'(InvalidArgument) create_dct: unknown `norm`.\n  Expected: "ortho" or None\n  Received: {norm!r}'
        )
    cosines = np.cos(math.pi / n_mels * (np.arange(n_mels)[:, None] + 0.5) * np.arange(n_mfcc))
    if norm is None:
        return _C.to_tensor(2.0 * cosines, dtype)
    cosines[:, 0] *= math.sqrt(0.5)
    return _C.to_tensor(cosines * math.sqrt(2.0 / n_mels), dtype)
