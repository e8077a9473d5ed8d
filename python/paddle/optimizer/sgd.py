"""Stochastic gradient descent."""

from .. import _C
from .optimizer import Optimizer

_sgd = _C.ops["sgd_"]


class SGD(Optimizer):
    """``param -= learning_rate * grad``.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.
        multi_precision (bool): keeps float32 copies of narrow parameters.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> sgd.step()
        >>> sgd.clear_grad()
    """

    def __init__(
        self,
        learning_rate=0.001,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        multi_precision=False,
        name=None,
    ):
        self._multi_precision = multi_precision
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update(self, bucket, grads, rate):
        _sgd(bucket.params, grads, bucket.masters, rate, bucket.l2_decay, self._skip)

    _update.knows_skip = True
