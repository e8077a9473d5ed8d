"""Training with quantization."""

import copy

from .quantize import Quantization


class QAT(Quantization):
    """Makes models that simulate quantization while they train.

    Args:
        config (QuantConfig): which layers, and by what.

    Examples:
        >>> import paddle
        >>> from paddle.quantization import QAT, QuantConfig
        >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
        >>> quanter = FakeQuanterWithAbsMaxObserver(moving_rate=0.9)
        >>> qat = QAT(QuantConfig(activation=quanter, weight=quanter))
        >>> net = qat.quantize(paddle.nn.Sequential(paddle.nn.Linear(4, 2)))
        >>> net(paddle.rand([3, 4])).sum().backward()
        >>> _ = net.eval()
        >>> qat.convert(net)[0].weight.abs().max() <= 127
        Tensor(shape=[], dtype=bool, place=Place(cpu), stop_gradient=True,
               True)
    """

    def quantize(self, model, inplace=False):
        """A model with quanters in it; its other parameters are those of a copy of the model.

        Args:
            model (Layer): in training mode.
            inplace (bool): changes the model itself, not a copy.

        Returns:
            Layer: the model.

        Raises:
            ValueError: the model is not in training mode.
        """
        if not model.training:
            raise ValueError(
                "(InvalidArgument) QAT.quantize: the model is in evaluation mode.\n  Hint: call model.train() first."
            )
        return self._prepare(model if inplace else copy.deepcopy(model))
