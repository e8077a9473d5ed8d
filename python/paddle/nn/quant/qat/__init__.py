"""Layers that quantize their input and their weight while they train."""

from .conv import QuantedConv2D  # noqa: F401
from .linear import QuantedLinear  # noqa: F401
