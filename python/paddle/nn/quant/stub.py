"""Places in a `forward` where a value is to be quantized that no layer takes."""

from ..layer.layers import Layer


class Stub(Layer):
    """Gives what it is given; QAT and PTQ put a quanter or an observer in its place.

    Args:
        observer (QuanterFactory, optional): what to put there; by default what the
            QuantConfig says of activations.

    Examples:
        >>> import paddle
        >>> from paddle.nn.quant import Stub
        >>> from paddle.quantization import QAT, QuantConfig
        >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
        >>> class Sum(paddle.nn.Layer):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.quant = Stub()
        ...
        ...     def forward(self, x, y):
        ...         return self.quant(x) + y
        >>> quanter = FakeQuanterWithAbsMaxObserver()
        >>> QAT(QuantConfig(activation=quanter, weight=None)).quantize(Sum())
        Sum(
          (quant): QuanterStub(
            (_observer): FakeQuanterWithAbsMaxObserverLayer()
          )
        )
    """

    def __init__(self, observer=None):
        super().__init__()
        self._observer = observer

    def forward(self, input):
        """`input`."""
        return input


class QuanterStub(Layer):
    """What stands in the place of a `Stub`.

    Args:
        layer (Stub): whose place it takes.
        q_config (SingleLayerConfig): what quantizes where the stub does not say it.
    """

    def __init__(self, layer, q_config):
        super().__init__()
        factory = layer._observer if layer._observer is not None else q_config.activation
        self._observer = None if factory is None else factory._instance(layer)

    def forward(self, input):
        """`input`, quantized or observed."""
        return input if self._observer is None else self._observer(input)
