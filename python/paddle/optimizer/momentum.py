"""Gradient descent with momentum."""

from .. import _C
from .optimizer import Optimizer

_momentum = _C.ops["momentum_"]


class Momentum(Optimizer):
    """``velocity = momentum * velocity + grad; param -= learning_rate * velocity``.

    With Nesterov's momentum ``param -= learning_rate * (grad + momentum * velocity)``.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        momentum (float): default 0.9.
        parameters (list[Tensor]|list[dict]): what it changes.
        use_nesterov (bool): default False.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.
        multi_precision (bool): keeps float32 copies of narrow parameters.
        rescale_grad (float): times every gradient.
        use_multi_tensor (bool): accepted; all parameters go in one call always.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> momentum = paddle.optimizer.Momentum(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> momentum.step()
        >>> momentum.clear_grad()
    """

    _STATES = (("velocity", None, 0.0),)
    _OPTIONS = ("momentum", "use_nesterov", "rescale_grad")

    def __init__(
        self,
        learning_rate=0.001,
        momentum=0.9,
        parameters=None,
        use_nesterov=False,
        weight_decay=None,
        grad_clip=None,
        multi_precision=False,
        rescale_grad=1.0,
        use_multi_tensor=False,
        name=None,
    ):
        if momentum is None:
            raise ValueError("(InvalidArgument) Momentum: argument `momentum` is missing")
        self._momentum, self._use_nesterov = momentum, bool(use_nesterov)
        self._rescale_grad, self._multi_precision = rescale_grad, multi_precision
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update(self, bucket, grads, rate):
        options = bucket.options
        _momentum(
            bucket.params,
            grads,
            bucket.states[0],
            bucket.masters,
            rate,
            options["momentum"],
            options["use_nesterov"],
            bucket.l2_decay,
            options["rescale_grad"],
            self._skip,
        )

    _update.knows_skip = True
