"""Quantization with a moving average of magnitudes."""

from ...nn.quant.fake import MovingAverageScale
from ..base_quanter import BaseQuanter
from ..factory import QuanterFactory


class FakeQuanterWithAbsMaxObserver(QuanterFactory):
    """One scale, a moving average of the greatest magnitudes:

    state = rate * state + 1, accum = rate * accum + max(abs(x)), scale = accum / state;
    out = round(x / scale * range) * scale / range, where range = 2 ** (bit_length - 1) - 1.

    The gradient passes through as if nothing had been rounded. In evaluation the scale stays.

    Args:
        moving_rate (float): of the average.
        bit_length (int): bits of the integers, 1 to 16.
        dtype (str): of the scale.
        name (str, optional): the first part of the names of its tensors.

    Examples:
        >>> import paddle
        >>> from paddle.quantization import QAT, QuantConfig
        >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
        >>> quanter = FakeQuanterWithAbsMaxObserver(moving_rate=0.9)
        >>> qat = QAT(QuantConfig(activation=quanter, weight=quanter))
        >>> qat.quantize(paddle.nn.Sequential(paddle.nn.Linear(4, 2)))
        Sequential(
          (0): QuantedLinear(
            (weight_quanter): FakeQuanterWithAbsMaxObserverLayer()
            (activation_quanter): FakeQuanterWithAbsMaxObserverLayer()
          )
        )
    """

    def __init__(self, moving_rate=0.9, bit_length=8, dtype="float32", name=None):
        super().__init__(name=name, moving_rate=moving_rate, bit_length=bit_length, dtype=dtype)

    def _get_class(self):
        return FakeQuanterWithAbsMaxObserverLayer


class FakeQuanterWithAbsMaxObserverLayer(MovingAverageScale, BaseQuanter):
    """Of `FakeQuanterWithAbsMaxObserver`.

    Args:
        layer (Layer): that it is for.
        name (str, optional): the first part of the names of its tensors.
        moving_rate (float): of the average.
        bit_length (int): bits of the integers.
        dtype (str): of the scale.
    """

    def __init__(self, layer, name=None, moving_rate=0.9, bit_length=8, dtype="float32"):
        super().__init__()
        self._moving_rate, self._bit_length = moving_rate, bit_length
        self._make_average(name or "quant_dequant", (0.001, 1, 1), dtype)

    def forward(self, input):
        """`input`, rounded to what its integers stand for."""
        return self._quantized(input, self._bit_length)

    def bit_length(self):
        """Bits of the integers."""
        return self._bit_length

    def quant_axis(self):
        """-1: one scale."""
        return -1

    def scales(self):
        """The scale, [1]."""
        return self._scale

    def zero_points(self):
        """None: it is symmetric."""
        return None
