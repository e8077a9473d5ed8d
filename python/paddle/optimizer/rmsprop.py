"""RMSProp."""

from .optimizer import Optimizer


class RMSProp(Optimizer):
    """Steps by the gradient over the root of the mean of its squares.

    ``mean_square = rho * mean_square + (1 - rho) * grad ** 2``,
    ``momentum_acc = momentum * momentum_acc + learning_rate * grad /
    sqrt(mean_square + epsilon)``, ``param -= momentum_acc``. With ``centered``
    the square of the mean gradient is taken off ``mean_square``. Hinton, 2012.

    Args:
        learning_rate (float|LRScheduler): how far a step goes.
        rho (float): default 0.95.
        epsilon (float): default 1e-6.
        momentum (float): default 0.0.
        centered (bool): default False.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.

    Raises:
        ValueError: an argument is negative.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> rmsprop = paddle.optimizer.RMSProp(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> rmsprop.step()
    """

    _STATES = (("momentum", None, 0.0), ("mean_square", None, 0.0), ("mean_grad", None, 0.0))
    _OPTIONS = ("rho", "epsilon", "momentum", "centered")

    def __init__(
        self,
        learning_rate,
        rho=0.95,
        epsilon=1e-6,
        momentum=0.0,
        centered=False,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        for key, value in (("rho", rho), ("epsilon", epsilon), ("momentum", momentum)):
            if value is None or not value >= 0.0:
                raise ValueError(
                    f"(InvalidArgument) RMSProp: argument `{key}` must not be negative.\n  Received: {value}"
                )
        self._rho, self._epsilon, self._momentum, self._centered = rho, epsilon, momentum, centered
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        momentum, mean_square, mean_grad = states
        rho = options["rho"]
        mean_square.set_value(rho * mean_square + (1 - rho) * grad * grad)
        spread = mean_square
        if options["centered"]:
            mean_grad.set_value(rho * mean_grad + (1 - rho) * grad)
            spread = mean_square - mean_grad * mean_grad
        step = rate * grad / (spread + options["epsilon"]).sqrt()
        momentum.set_value(options["momentum"] * momentum + step)
        return param - momentum
