"""What quanters and observers have in common."""

import abc

from ..nn import Layer


class BaseQuanter(Layer, metaclass=abc.ABCMeta):
    """A layer that simulates quantization, and knows its scales.

    Write ``forward``, ``scales``, ``zero_points``, ``quant_axis`` and ``bit_length``.

    Examples:
        >>> import paddle
        >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
        >>> made = FakeQuanterWithAbsMaxObserver()._instance(paddle.nn.Linear(2, 2))
        >>> isinstance(made, paddle.quantization.BaseQuanter), made.bit_length()
        (True, 8)
    """

    def __init__(self):
        super().__init__()

    @abc.abstractmethod
    def forward(self, input):
        """`input`, as quantization leaves it, or as it is."""

    @abc.abstractmethod
    def scales(self):
        """The scales, as a tensor or an array; None where there are none."""

    @abc.abstractmethod
    def zero_points(self):
        """The zero points, as a tensor or an array; None where there are none."""

    @abc.abstractmethod
    def quant_axis(self):
        """The axis with a scale for each index; -1 or None where there is one scale."""

    @abc.abstractmethod
    def bit_length(self):
        """The number of bits; for floats of 8 bits those of exponent and mantissa."""
