"""The greatest magnitude of all that passes."""

import paddle

from ..base_observer import BaseObserver
from ..factory import ObserverFactory


class AbsmaxObserver(ObserverFactory):
    """One scale: the greatest magnitude that was seen.

    Args:
        quant_bits (int): bits of the integers.

    Examples:
        >>> import paddle
        >>> from paddle.quantization import PTQ, QuantConfig
        >>> from paddle.quantization.observers import AbsmaxObserver
        >>> observer = AbsmaxObserver(quant_bits=8)
        >>> net = paddle.nn.Sequential(paddle.nn.Linear(4, 2))
        >>> _ = net.eval()
        >>> found = PTQ(QuantConfig(activation=observer, weight=observer)).quantize(net)
        >>> _ = found(paddle.to_tensor([[1.0, -2.0, 0.5, 0.0]]))
        >>> float(found[0].activation_quanter.scales())
        2.0
    """

    def __init__(self, quant_bits=8):
        super().__init__(quant_bits=quant_bits)

    def _get_class(self):
        return AbsmaxObserverLayer


class MagnitudeObserver(BaseObserver):
    """One whose scales are the magnitudes in `_max`, as they were when they were first asked for."""

    def __init__(self, quant_bits):
        super().__init__()
        self._quant_bits = quant_bits
        self._max = self._scale = self._zero_point = None

    def bit_length(self):
        """Bits of the integers."""
        return self._quant_bits

    def quant_axis(self):
        """-1: no axis has scales of its own."""
        return -1

    def cal_thresholds(self):
        """The scales are the magnitudes."""
        if self._scale is None:
            self._scale = self._seen()
        self._zero_point = paddle.zeros_like(self._scale)

    def _seen(self):
        if self._max is None:
            raise RuntimeError(
                f"(PreconditionNotMet) {type(self).__name__.removesuffix('Layer')}: it has seen nothing, so there is "
                "no scale.\n  Hint: run the quantized model on some inputs before convert()."
            )
        return self._max

    def scales(self):
        """The magnitudes."""
        if self._scale is None:
            self.cal_thresholds()
        return self._scale


class AbsmaxObserverLayer(MagnitudeObserver):
    """Of `AbsmaxObserver`.

    Args:
        layer (Layer): that it is for.
        quant_bits (int): bits of the integers.
    """

    INIT_ABS_MAX = 1e-7

    def __init__(self, layer, quant_bits=8):
        super().__init__(quant_bits)
        self.abs_max_val = paddle.to_tensor(self.INIT_ABS_MAX)
        self._min = 0

    def forward(self, input):
        """`input`, looked at."""
        self._min, self._max = self.cal_min_max(input)
        return input

    def cal_min_max(self, inputs):
        """0 and the greatest magnitude, with what was seen before."""
        with paddle.no_grad():
            most = paddle.max(paddle.abs(inputs))
            if self._max is not None:
                most = paddle.maximum(most, self._max.cast(inputs.dtype))
        return 0, most

    def zero_points(self):
        """0, once the scale was asked for."""
        return self._zero_point
