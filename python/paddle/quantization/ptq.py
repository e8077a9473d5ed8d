"""Quantization after training."""

import copy

from .quantize import Quantization


class PTQ(Quantization):
    """Makes models that look at what passes through them, to find scales.

    Args:
        config (QuantConfig): which layers, and what observes them.

    Examples:
        >>> import paddle
        >>> from paddle.quantization import PTQ, QuantConfig
        >>> from paddle.quantization.observers import AbsmaxObserver
        >>> observer = AbsmaxObserver()
        >>> ptq = PTQ(QuantConfig(activation=observer, weight=observer))
        >>> net = paddle.nn.Sequential(paddle.nn.Linear(4, 2))
        >>> _ = net.eval()
        >>> watched = ptq.quantize(net)
        >>> x = paddle.to_tensor([[1.0, -2.0, 0.5, 0.0]])
        >>> exact = watched(x)
        >>> (ptq.convert(watched)(x) - exact).abs().max() < 0.05
        Tensor(shape=[], dtype=bool, place=Place(cpu), stop_gradient=True,
               True)
    """

    def quantize(self, model, inplace=False):
        """A model with observers in it. Run it on some inputs, then ``convert()`` it.

        Args:
            model (Layer): in evaluation mode.
            inplace (bool): changes the model itself, not a copy.

        Returns:
            Layer: the model.

        Raises:
            ValueError: the model is in training mode.
        """
        if model.training:
            raise ValueError(
                "(InvalidArgument) PTQ.quantize: the model is in training mode.\n  Hint: call model.eval() first."
            )
        if not inplace:
            model = copy.deepcopy(model)
            model.eval()
        return self._prepare(model)
