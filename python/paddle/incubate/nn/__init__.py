"""Layers that Paddle fuses for GPUs."""

from ...framework import named as _named
from ...missing import attribute_of as _attribute_of
from . import functional
from .layers import (
    FusedBiasDropoutResidualLayerNorm,
    FusedDropoutAdd,
    FusedFeedForward,
    FusedLinear,
    FusedMultiHeadAttention,
    FusedTransformerEncoderLayer,
)

__all__ = [
    "FusedBiasDropoutResidualLayerNorm",
    "FusedDropoutAdd",
    "FusedFeedForward",
    "FusedLinear",
    "FusedMultiHeadAttention",
    "FusedTransformerEncoderLayer",
    "functional",
]

_named.install_classes(globals(), __name__)
__getattr__ = _attribute_of(__name__)
