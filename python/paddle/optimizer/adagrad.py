"""Adagrad."""

from .optimizer import Optimizer


class Adagrad(Optimizer):
    """``moment += grad ** 2; param -= learning_rate * grad / (sqrt(moment) + epsilon)``.

    Duchi et al., 2011.

    Args:
        learning_rate (float|LRScheduler): how far a step goes.
        epsilon (float): default 1e-6.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.
        initial_accumulator_value (float): the first ``moment``, default 0.0.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> adagrad = paddle.optimizer.Adagrad(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> adagrad.step()
    """

    _STATES = (("moment", None, "initial_accumulator_value"),)
    _OPTIONS = ("epsilon", "initial_accumulator_value")

    def __init__(
        self,
        learning_rate,
        epsilon=1e-6,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
        initial_accumulator_value=0.0,
    ):
        self._epsilon, self._initial_accumulator_value = epsilon, initial_accumulator_value
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        (moment,) = states
        moment.set_value(moment + grad * grad)
        return param - rate * grad / (moment.sqrt() + options["epsilon"])
