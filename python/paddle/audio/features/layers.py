"""Layers that make features of sound."""

from ... import _C
from ...nn import Layer
from ...signal import stft
from ..functional import compute_fbank_matrix, create_dct, get_window, power_to_db

_ops = _C.ops


class Spectrogram(Layer):
    """Powers of the frequencies in each window of a signal.

    Args:
        n_fft (int): Samples of a transform.
        hop_length (int, optional): How far apart two windows begin; by default n_fft // 4.
        win_length (int, optional): Length of the window; by default n_fft.
        window (str|tuple): As get_window() takes it.
        power (float): Of the moduli.
        center (bool): As stft() takes it.
        pad_mode (str): As stft() takes it.
        dtype (str): Of the signal.

    Examples:
        >>> import paddle
        >>> layer = paddle.audio.features.Spectrogram(n_fft=64, hop_length=32)
        >>> layer(paddle.ones([1, 320])).shape
        paddle.Size([1, 33, 11])
    """

    def __init__(
        self,
        n_fft=512,
        hop_length=512,
        win_length=None,
        window="hann",
        power=1.0,
        center=True,
        pad_mode="reflect",
        dtype="float32",
    ):
        super().__init__()
        if power <= 0:
            raise ValueError(
                f"(InvalidArgument) Spectrogram: wrong `power`.\n  Expected: above 0\n  Received: {power}"
            )
        self.power = power
        self._sizes = (n_fft, hop_length, n_fft if win_length is None else win_length)
        self._padding = (center, pad_mode)
        self.register_buffer("fft_window", get_window(window, self._sizes[2], True, dtype))

    def forward(self, x):
        moduli = stft(x, *self._sizes, self.fft_window, *self._padding).abs()
        return moduli if self.power == 1 else moduli.pow(self.power)


class MelSpectrogram(Layer):
    """A spectrogram through filters that are evenly spaced in mels.

    Args:
        sr (int): Samples a second.
        n_fft (int): Samples of a transform.
        hop_length (int, optional): How far apart two windows begin; by default n_fft // 4.
        win_length (int, optional): Length of the window; by default n_fft.
        window (str|tuple): As get_window() takes it.
        power (float): Of the moduli.
        center (bool): As stft() takes it.
        pad_mode (str): As stft() takes it.
        n_mels (int): How many filters.
        f_min (float): Where the first begins.
        f_max (float, optional): Where the last ends; by default sr // 2.
        htk (bool): The formula of HTK instead of Slaney's.
        norm (str|float): As compute_fbank_matrix() takes it.
        dtype (str): Of the signal.

    Examples:
        >>> import paddle
        >>> layer = paddle.audio.features.MelSpectrogram(sr=8000, n_fft=64, hop_length=32, n_mels=8)
        >>> layer(paddle.ones([1, 320])).shape
        paddle.Size([1, 8, 11])
    """

    def __init__(
        self,
        sr=22050,
        n_fft=2048,
        hop_length=512,
        win_length=None,
        window="hann",
        power=2.0,
        center=True,
        pad_mode="reflect",
        n_mels=64,
        f_min=50.0,
        f_max=None,
        htk=False,
        norm="slaney",
        dtype="float32",
    ):
        super().__init__()
        self._spectrogram = Spectrogram(
            n_fft, hop_length, win_length, window, power, center, pad_mode, dtype
        )
        self.n_mels, self.f_min, self.htk, self.norm = n_mels, f_min, htk, norm
        self.f_max = sr // 2 if f_max is None else f_max
        self.register_buffer(
            "fbank_matrix",
            compute_fbank_matrix(sr, n_fft, n_mels, f_min, self.f_max, htk, norm, dtype),
        )

    def forward(self, x):
        return _ops["matmul"](self.fbank_matrix, self._spectrogram(x))


class LogMelSpectrogram(Layer):
    """A mel spectrogram in decibel.

    Args:
        sr (int): Samples a second.
        n_fft (int): Samples of a transform.
        hop_length (int, optional): How far apart two windows begin; by default n_fft // 4.
        win_length (int, optional): Length of the window; by default n_fft.
        window (str|tuple): As get_window() takes it.
        power (float): Of the moduli.
        center (bool): As stft() takes it.
        pad_mode (str): As stft() takes it.
        n_mels (int): How many filters.
        f_min (float): Where the first begins.
        f_max (float, optional): Where the last ends; by default sr // 2.
        htk (bool): The formula of HTK instead of Slaney's.
        norm (str|float): As compute_fbank_matrix() takes it.
        ref_value (float): As power_to_db() takes it.
        amin (float): As power_to_db() takes it.
        top_db (float, optional): As power_to_db() takes it.
        dtype (str): Of the signal.

    Examples:
        >>> import paddle
        >>> layer = paddle.audio.features.LogMelSpectrogram(sr=8000, n_fft=64, n_mels=8)
        >>> layer(paddle.ones([1, 320])).shape
        paddle.Size([1, 8, 21])
    """

    def __init__(
        self,
        sr=22050,
        n_fft=512,
        hop_length=None,
        win_length=None,
        window="hann",
        power=2.0,
        center=True,
        pad_mode="reflect",
        n_mels=64,
        f_min=50.0,
        f_max=None,
        htk=False,
        norm="slaney",
        ref_value=1.0,
        amin=1e-10,
        top_db=None,
        dtype="float32",
    ):
        super().__init__()
        self._melspectrogram = MelSpectrogram(
            sr, n_fft, hop_length, win_length, window, power, center, pad_mode, n_mels, f_min, f_max,
            htk, norm, dtype,
        )  # fmt: skip
        self.ref_value, self.amin, self.top_db = ref_value, amin, top_db

    def forward(self, x):
        return power_to_db(self._melspectrogram(x), self.ref_value, self.amin, self.top_db)


class MFCC(Layer):
    """Mel frequency cepstral coefficients: the cosine transform of a mel spectrogram in decibel.

    Args:
        sr (int): Samples a second.
        n_mfcc (int): How many coefficients, at most n_mels.
        n_fft (int): Samples of a transform.
        hop_length (int, optional): How far apart two windows begin; by default n_fft // 4.
        win_length (int, optional): Length of the window; by default n_fft.
        window (str|tuple): As get_window() takes it.
        power (float): Of the moduli.
        center (bool): As stft() takes it.
        pad_mode (str): As stft() takes it.
        n_mels (int): How many filters.
        f_min (float): Where the first begins.
        f_max (float, optional): Where the last ends; by default sr // 2.
        htk (bool): The formula of HTK instead of Slaney's.
        norm (str|float): As compute_fbank_matrix() takes it.
        ref_value (float): As power_to_db() takes it.
        amin (float): As power_to_db() takes it.
        top_db (float, optional): As power_to_db() takes it.
        dtype (str): Of the signal.

    Examples:
        >>> import paddle
        >>> layer = paddle.audio.features.MFCC(sr=8000, n_mfcc=4, n_fft=64, n_mels=8)
        >>> layer(paddle.ones([1, 320])).shape
        paddle.Size([1, 4, 21])
    """

    def __init__(
        self,
        sr=22050,
        n_mfcc=40,
        n_fft=512,
        hop_length=None,
        win_length=None,
        window="hann",
        power=2.0,
        center=True,
        pad_mode="reflect",
        n_mels=64,
        f_min=50.0,
        f_max=None,
        htk=False,
        norm="slaney",
        ref_value=1.0,
        amin=1e-10,
        top_db=None,
        dtype="float32",
    ):
        super().__init__()
        if n_mfcc > n_mels:
            raise ValueError(
                f"(InvalidArgument) MFCC: wrong `n_mfcc`.\n  Expected: at most {n_mels}\n  Received: {n_mfcc}"
            )
        self._log_melspectrogram = LogMelSpectrogram(
            sr, n_fft, hop_length, win_length, window, power, center, pad_mode, n_mels, f_min, f_max,
            htk, norm, ref_value, amin, top_db, dtype,
        )  # fmt: skip
        self.register_buffer("dct_matrix", create_dct(n_mfcc, n_mels, dtype=dtype))

    def forward(self, x):
        logs = _ops["swapaxes"](self._log_melspectrogram(x), -1, -2)
        return _ops["swapaxes"](_ops["matmul"](logs, self.dct_matrix), -1, -2)
