"""Averaged stochastic gradient descent."""

import paddle

from ..framework import static_mode
from .optimizer import Optimizer, _is_narrow


class ASGD(Optimizer):
    """Steps by the mean of the last gradients, one of each of ``batch_num`` batches (Schmidt et al., 2013).

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        batch_num (int): batches of an epoch, whose gradients are kept, default 1.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.
        multi_precision (bool): keeps float32 copies of narrow parameters.

    Raises:
        ValueError: ``batch_num`` is not positive.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> asgd = paddle.optimizer.ASGD(0.1, batch_num=2, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> asgd.step()
    """

    # Sum of the gradients that are kept; these; steps so far.
    _STATES = (("d", None, 0.0), ("y", None, 0.0), ("m", [1], 0.0))

    def __init__(
        self,
        learning_rate=0.001,
        batch_num=1,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        multi_precision=False,
        name=None,
    ):
        if batch_num is None or batch_num <= 0:
            raise ValueError(
                f"(InvalidArgument) ASGD: batch_num must be positive, received {batch_num}"
            )
        self._n, self._multi_precision = int(batch_num), multi_precision
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _state(self, index, param, group):
        name = self._state_names()[index]
        key, kept = self._state_key(param), self._accumulators.setdefault(name, {})
        if key not in kept:
            size = ([], [self._n], None)[index]
            size = [1] if size is None else [*size, *param.shape]
            dtype = "float32" if _is_narrow(param) else param.dtype

            def named(values):
                values.name = f"{key}_{name}_0"
                return values

            kept[key] = static_mode.persistent(
                lambda: paddle.zeros(size, "int64" if index == 2 else dtype), named
            )
        return kept[key]

    def _update_one(self, param, grad, states, rate, options):
        total, kept, steps = states
        place = steps % self._n
        total.set_value(total - paddle.index_select(kept, place).reshape(grad.shape) + grad)
        kept.set_value(paddle.scatter(kept, place, grad.unsqueeze(0)))
        steps.set_value(steps + 1)
        count = paddle.clip(steps, max=self._n).astype(total.dtype).reshape([])
        return param - rate * total / count
