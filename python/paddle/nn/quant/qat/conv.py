"""A convolution, quantized."""

from ... import functional as F
from .quanted import Quanted


def take_settings(target, layer):
    """Gives `target` how a convolution moves over its input."""
    for name in ("_groups", "_stride", "_padding", "_padding_mode", "_dilation", "_data_format"):
        setattr(target, name, getattr(layer, name))
    if layer._padding_mode != "zeros":
        target._reversed_padding_repeated_twice = layer._reversed_padding_repeated_twice


def convolve(layer, x, weight):
    """The convolution with the settings, and the bias, of `layer`."""
    padding = layer._padding
    if layer._padding_mode != "zeros":
        x = F.pad(
            x, layer._reversed_padding_repeated_twice, mode=layer._padding_mode, data_format=layer._data_format
        )  # fmt: skip
        padding = 0
    return F.conv2d(
        x, weight, bias=layer.bias, padding=padding, stride=layer._stride, dilation=layer._dilation,
        groups=layer._groups, data_format=layer._data_format,
    )  # fmt: skip


class QuantedConv2D(Quanted):
    """``Conv2D`` of what quanters leave of its input and its weight.

    Args:
        layer (Conv2D): whose weight, bias and settings it takes.
        q_config (SingleLayerConfig): factories of the quanters.
    """

    def __init__(self, layer, q_config):
        super().__init__(layer, q_config)
        take_settings(self, layer)

    def forward(self, input):
        """The convolution of `input`."""
        return self._conv_forward(*self._quantized(input))

    def _conv_forward(self, inputs, weights):
        return convolve(self, inputs, weights)
