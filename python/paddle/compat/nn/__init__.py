"""Layers with the arguments that PyTorch gives them."""

from ...framework import named as _named
from . import functional
from .attention import MultiheadAttention
from .layers import AvgPool1D, AvgPool2D, AvgPool3D, Linear, Softmax, Unfold

AvgPool1d, AvgPool2d, AvgPool3d = AvgPool1D, AvgPool2D, AvgPool3D

__all__ = [
    "AvgPool1D", "AvgPool1d", "AvgPool2D", "AvgPool2d", "AvgPool3D", "AvgPool3d", "Linear", "MultiheadAttention",
    "Softmax", "Unfold", "functional",
]  # fmt: skip

_named.install_classes(globals(), __name__)
