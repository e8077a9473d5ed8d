"""Features of sound."""

from ...framework import named as _named
from .layers import MFCC, LogMelSpectrogram, MelSpectrogram, Spectrogram

__all__ = ["LogMelSpectrogram", "MFCC", "MelSpectrogram", "Spectrogram"]
_named.install_classes(globals(), __name__)
