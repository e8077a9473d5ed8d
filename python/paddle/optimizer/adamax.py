"""Adamax."""

import paddle

from .adam import _check_betas
from .optimizer import Optimizer


class Adamax(Optimizer):
    """``Adam`` with the greatest gradient in place of the mean square.

    ``moment = beta1 * moment + (1 - beta1) * grad``,
    ``inf_norm = max(beta2 * inf_norm + epsilon, abs(grad))``,
    ``param -= learning_rate / (1 - beta1 ** t) * moment / inf_norm``.
    Kingma and Ba, 2014.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        beta1 (float): default 0.9.
        beta2 (float): default 0.999.
        epsilon (float): default 1e-8.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> adamax = paddle.optimizer.Adamax(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> adamax.step()
    """

    _STATES = (("moment", None, 0.0), ("inf_norm", None, 0.0), ("beta1_pow_acc", [1], "beta1"))
    _OPTIONS = ("beta1", "beta2", "epsilon")

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        _check_betas("Adamax", beta1, beta2, epsilon)
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        moment, inf_norm, beta1_pow = states
        beta1 = options["beta1"]
        moment.set_value(beta1 * moment + (1 - beta1) * grad)
        faded = options["beta2"] * inf_norm + options["epsilon"]
        inf_norm.set_value(paddle.maximum(faded, grad.abs()))
        rate = rate / (1 - beta1_pow.reshape([]))
        beta1_pow.set_value(beta1_pow * beta1)
        return param - rate * moment / inf_norm
