"""Weight decay: what is added to a gradient to keep parameters small."""

__all__ = ["L1Decay", "L2Decay"]


class WeightDecayRegularizer:
    """The base of the decays. ``coeff`` is how strong it is."""

    def __init__(self, coeff=0.0):
        self._coeff = float(coeff)

    def __call__(self, param, grad, block=None):
        """What is added to ``grad``, the gradient of ``param``."""
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__} does not say what it adds"
        )

    def __str__(self):
        return f"{type(self).__name__}, coeff={self._coeff:f}"


class L1Decay(WeightDecayRegularizer):
    r"""Adds ``coeff * sign(param)``, the gradient of :math:`coeff \sum |w|`.

    Args:
        coeff (float): default 0.0.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> sgd = paddle.optimizer.SGD(0.1, layer.parameters(), paddle.regularizer.L1Decay(1e-4))
    """

    def __call__(self, param, grad, block=None):
        return param.detach().sign() * self._coeff


class L2Decay(WeightDecayRegularizer):
    r"""Adds ``coeff * param``, the gradient of :math:`coeff / 2 \sum w^2`.

    Args:
        coeff (float): default 0.0.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> sgd = paddle.optimizer.SGD(0.1, layer.parameters(), paddle.regularizer.L2Decay(1e-4))
    """

    def __call__(self, param, grad, block=None):
        return param.detach() * self._coeff
