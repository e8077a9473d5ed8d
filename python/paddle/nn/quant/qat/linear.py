"""A linear layer, quantized."""

from ... import functional as F
from .quanted import Quanted


class QuantedLinear(Quanted):
    """``Linear`` of what quanters leave of its input and its weight.

    Args:
        layer (Linear): whose weight and bias it takes.
        q_config (SingleLayerConfig): factories of the quanters.
    """

    def __init__(self, layer, q_config):
        super().__init__(layer, q_config)
        self.name = layer.name

    def forward(self, input):
        """[..., k] times [k, n], plus the bias."""
        return self._linear_forward(*self._quantized(input))

    def _linear_forward(self, input, weight):
        return F.linear(x=input, weight=weight, bias=self.bias)
