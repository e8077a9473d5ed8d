"""The greatest magnitude in groups of rows of a weight."""

import paddle

from ..factory import ObserverFactory
from .abs_max import MagnitudeObserver

_SIZES = (64, 128)
_LEAST = 1e-8  # a scale is no zero


class GroupWiseWeightObserver(ObserverFactory):
    """For weights [k, n]: a scale for each column of each group of `group_size` rows.

    Args:
        quant_bits (int): bits of the integers.
        group_size (int): 64 or 128. (Paddle takes 128, whatever is given.)

    Examples:
        >>> import paddle
        >>> from paddle.quantization.observers import GroupWiseWeightObserver
        >>> observer = GroupWiseWeightObserver(group_size=64)._instance(paddle.nn.Linear(128, 4))
        >>> _ = observer(paddle.ones([128, 4]))
        >>> observer.scales().shape
        paddle.Size([2, 4])
    """

    def __init__(self, quant_bits=8, group_size=128):
        super().__init__(quant_bits=quant_bits, group_size=group_size)

    def _get_class(self):
        return GroupWiseWeightObserverLayer


class GroupWiseWeightObserverLayer(MagnitudeObserver):
    """Of `GroupWiseWeightObserver`.

    Args:
        layer (Layer): that it is for.
        quant_bits (int): bits of the integers.
        group_size (int): 64 or 128.
    """

    def __init__(self, layer, quant_bits=8, group_size=128):
        super().__init__(quant_bits)
        if group_size not in _SIZES:
            raise ValueError(
                "(InvalidArgument) GroupWiseWeightObserver: argument `group_size` is wrong.\n"
                f"  Expected: 64 or 128\n  Received: {group_size}"
            )
        self.group_size, self._layer = group_size, layer

    def forward(self, inputs):
        """`inputs`, looked at."""
        with paddle.no_grad():
            self._max = self._cal_abs_max(inputs)
        return inputs

    def _cal_abs_max(self, inputs):
        if len(inputs.shape) != 2 or inputs.shape[0] % self.group_size:
            raise ValueError(
                "(InvalidArgument) GroupWiseWeightObserver: the weight has the wrong shape.\n"
                f"  Expected: [k, n], k divisible by {self.group_size}\n  Received: {list(inputs.shape)}"
            )
        groups = inputs.reshape([-1, self.group_size, inputs.shape[1]])
        most = paddle.max(paddle.abs(groups), axis=1).cast("float32")
        return paddle.where(most == 0, paddle.full_like(most, _LEAST), most)

    def min_value(self):
        """Nothing is below it."""
        return 0.0

    def max_value(self):
        """The magnitudes, [groups, n]."""
        return self._max

    def zero_points(self):
        """Zeros."""
        if self._zero_point is None:
            self.cal_thresholds()
        return self._zero_point
