"""Adadelta."""

from .optimizer import Optimizer


class Adadelta(Optimizer):
    """Steps whose size follows from the steps before (Zeiler, 2012).

    ``square_grad = rho * square_grad + (1 - rho) * grad ** 2``,
    ``update = grad * sqrt((square_update + epsilon) / (square_grad + epsilon))``,
    ``square_update = rho * square_update + (1 - rho) * update ** 2``,
    ``param -= learning_rate * update``.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        epsilon (float): default 1e-6.
        rho (float): default 0.95.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> adadelta = paddle.optimizer.Adadelta(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> adadelta.step()
    """

    _STATES = (("_avg_squared_grad", None, 0.0), ("_avg_squared_update", None, 0.0))
    _OPTIONS = ("epsilon", "rho")

    def __init__(
        self,
        learning_rate=0.001,
        epsilon=1e-6,
        rho=0.95,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        self._epsilon, self._rho = epsilon, rho
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        square_grad, square_update = states
        rho, epsilon = options["rho"], options["epsilon"]
        square_grad.set_value(rho * square_grad + (1 - rho) * grad * grad)
        update = grad * ((square_update + epsilon) / (square_grad + epsilon)).sqrt()
        square_update.set_value(rho * square_update + (1 - rho) * update * update)
        return param - rate * update
