"""Resilient propagation."""

import paddle

from .optimizer import Optimizer


class Rprop(Optimizer):
    """Steps by the sign of the gradient, with a rate of its own for each element.

    The rate grows by ``etas[1]`` where the sign stays, and falls by ``etas[0]``
    where it turns; there the element does not move. Riedmiller and Braun, 1993.

    Args:
        learning_rate (float|LRScheduler): the first rates, default 0.001.
        learning_rate_range (tuple[float, float]): of the rates.
        parameters (list[Tensor]|list[dict]): what it changes.
        etas (tuple[float, float]): default (0.5, 1.2).
        grad_clip (optional): a gradient clip.
        multi_precision (bool): keeps float32 copies of narrow parameters.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> rprop = paddle.optimizer.Rprop(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> rprop.step()
    """

    _STATES = (("prevs", None, 0.0), ("learning_rates", None, "initial_rate"))
    _OPTIONS = ("initial_rate",)

    def __init__(
        self,
        learning_rate=0.001,
        learning_rate_range=(1e-5, 50),
        parameters=None,
        etas=(0.5, 1.2),
        grad_clip=None,
        multi_precision=False,
        name=None,
    ):
        first = learning_rate if isinstance(learning_rate, float) else float(learning_rate())
        low, high = learning_rate_range
        if not 0.0 < low <= first <= high:
            raise ValueError(
                "(InvalidArgument) Rprop: learning_rate must be in learning_rate_range.\n"
                f"  Received: {first}, {learning_rate_range}"
            )
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(
                f"(InvalidArgument) Rprop: expected 0 < etas[0] < 1 < etas[1], received {etas}"
            )
        self._initial_rate, self._range, self._etas = first, (low, high), etas
        self._multi_precision = multi_precision
        super().__init__(learning_rate, parameters, None, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        before, rates = states
        turn = grad * before
        one = paddle.ones_like(turn)
        factor = paddle.where(
            turn > 0, one * self._etas[1], paddle.where(turn < 0, one * self._etas[0], one)
        )
        grad = paddle.where(turn < 0, paddle.zeros_like(grad), grad)
        rates.set_value((rates * factor).clip(*self._range))
        before.set_value(grad)
        return param - grad.sign() * rates
