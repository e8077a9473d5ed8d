"""Softmax along an axis."""

from .. import functional as F
from .layers import Layer
from .plain import _Plain
from .text import name_text


class Softmax(Layer):
    """``exp(x) / sum(exp(x))`` along an axis.

    Args:
        axis (int): default -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softmax()(paddle.zeros([1, 4])).tolist()
        [[0.25, 0.25, 0.25, 0.25]]
    """

    def __init__(self, axis=-1, name=None):
        super().__init__()
        self._axis = axis
        self._dtype = None
        self._name = name

    def forward(self, x):
        return F.softmax(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}{name_text(self._name)}"


class LogSoftmax(Layer):
    """``log(exp(x) / sum(exp(x)))`` along an axis.

    Args:
        axis (int): default -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.LogSoftmax()(paddle.zeros([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, axis=-1, name=None):
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x):
        return F.log_softmax(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}{name_text(self._name)}"


class Softmax2D(_Plain):
    """Softmax over the channels of [n, c, h, w] or [c, h, w].

    Examples:
        >>> import paddle
        >>> paddle.nn.Softmax2D()(paddle.zeros([1, 2, 3, 3])).shape
        paddle.Size([1, 2, 3, 3])
    """

    def __init__(self, name=None):
        super().__init__(name)
        self._dtype = None

    def forward(self, x):
        if x.ndim not in (3, 4):
            raise ValueError(
                f"(InvalidArgument) Softmax2D: the input has the wrong rank.\n  Expected: 3 or 4\n"
                f"  Received: x.shape = {list(x.shape)}"
            )
        return F.softmax(x, -3)
