"""Activations: a function of each element, or of parts of the channels."""

from .. import functional as F
from .layers import Layer
from .plain import _Plain
from .rectifier import (  # noqa: F401 (at home here in Paddle)
    CELU,
    ELU,
    SELU,
    LeakyReLU,
    PReLU,
    ReLU,
    ReLU6,
    RReLU,
    ThresholdedReLU,
)
from .softmax import LogSoftmax, Softmax, Softmax2D  # noqa: F401
from .text import name_text


class Sigmoid(_Plain):
    """``1 / (1 + exp(-x))`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Sigmoid()(paddle.to_tensor([0.0])).tolist()
        [0.5]
    """

    def forward(self, x):
        return F.sigmoid(x)


class Tanh(_Plain):
    """``tanh(x)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Tanh()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x):
        return F.tanh(x)


class LogSigmoid(_Plain):
    """``log(1 / (1 + exp(-x)))`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.LogSigmoid()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def forward(self, x):
        return F.log_sigmoid(x)


class Hardswish(_Plain):
    """``x * min(max(x + 3, 0), 6) / 6`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardswish()(paddle.to_tensor([0.0, 4.0])).tolist()
        [0.0, 4.0]
    """

    def forward(self, x):
        return F.hardswish(x)


class Hardsigmoid(_Plain):
    """``min(max(x / 6 + 1/2, 0), 1)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardsigmoid()(paddle.to_tensor([-4.0, 4.0])).tolist()
        [0.0, 1.0]
    """

    def forward(self, x):
        return F.hardsigmoid(x)


class Softsign(_Plain):
    """``x / (1 + abs(x))`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softsign()(paddle.to_tensor([1.0])).tolist()
        [0.5]
    """

    def forward(self, x):
        return F.softsign(x)


class Swish(_Plain):
    """``x * sigmoid(x)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Swish()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x):
        return F.swish(x)


class Mish(_Plain):
    """``x * tanh(softplus(x))`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Mish()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x):
        return F.mish(x)


class Tanhshrink(_Plain):
    """``x - tanh(x)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Tanhshrink()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x):
        return F.tanhshrink(x)


class GELU(Layer):
    """``x * Phi(x), or its tanh approximation``.

    Args:
        approximate (bool): default False.

    Examples:
        >>> import paddle
        >>> paddle.nn.GELU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, approximate=False, name=None):
        super().__init__()
        self._approximate = approximate
        self._name = name

    def forward(self, x):
        return F.gelu(x, self._approximate)

    def extra_repr(self):
        return f"approximate={self._approximate}{name_text(self._name)}"


class Hardshrink(Layer):
    """``x where abs(x) > threshold, else 0``.

    Args:
        threshold (float): default 0.5.
        lambd (float, optional): another name of ``threshold``.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardshrink()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, threshold=0.5, name=None, *, lambd=None):
        super().__init__()
        self._threshold = threshold if lambd is None else lambd
        self._name = name

    def forward(self, x):
        return F.hardshrink(x, self._threshold)

    def extra_repr(self):
        return f"threshold={self._threshold}{name_text(self._name)}"

    @property
    def lambd(self):
        """Another name of ``threshold``."""
        return self._threshold

    @lambd.setter
    def lambd(self, value):
        self._threshold = value


class Softshrink(Layer):
    """``x moved towards 0 by threshold, 0 where it would cross``.

    Args:
        threshold (float): default 0.5.
        lambd (float, optional): another name of ``threshold``.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softshrink()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, threshold=0.5, name=None, *, lambd=None):
        super().__init__()
        self._threshold = threshold if lambd is None else lambd
        self._name = name

    def forward(self, x):
        return F.softshrink(x, self._threshold)

    def extra_repr(self):
        return f"threshold={self._threshold}{name_text(self._name)}"

    @property
    def lambd(self):
        """Another name of ``threshold``."""
        return self._threshold

    @lambd.setter
    def lambd(self, value):
        self._threshold = value


class Hardtanh(Layer):
    """``x held between min and max``.

    Args:
        min (float): default -1.0.
        max (float): default 1.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardtanh()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, min=-1.0, max=1.0, name=None):
        super().__init__()
        self._min = min
        self._max = max
        self._name = name

    def forward(self, x):
        return F.hardtanh(x, self._min, self._max)

    def extra_repr(self):
        return f"min={self._min}, max={self._max}{name_text(self._name)}"


class Softplus(Layer):
    """``log(1 + exp(beta * x)) / beta; x where beta * x > threshold``.

    Args:
        beta (float): default 1.
        threshold (float): default 20.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softplus()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, beta=1, threshold=20, name=None):
        super().__init__()
        self._beta = beta
        self._threshold = threshold
        self._name = name

    def forward(self, x):
        return F.softplus(x, self._beta, self._threshold)

    def extra_repr(self):
        return f"beta={self._beta}, threshold={self._threshold}{name_text(self._name)}"


class Maxout(Layer):
    """``the greatest of each group of channels``.

    Args:
        groups (int).
        axis (int): default 1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Maxout(groups=2)(paddle.ones([2, 4])).shape
        paddle.Size([2, 2])
    """

    def __init__(self, groups, axis=1, name=None):
        super().__init__()
        self._groups = groups
        self._axis = axis
        self._name = name

    def forward(self, x):
        return F.maxout(x, self._groups, self._axis)

    def extra_repr(self):
        return f"groups={self._groups}, axis={self._axis}{name_text(self._name)}"


class GLU(Layer):
    """``a * sigmoid(b)``, where a and b are the halves of x along an axis (Dauphin et al., 2016).

    Args:
        axis (int): default -1.
        dim (int, optional): another name of ``axis``.

    Examples:
        >>> import paddle
        >>> paddle.nn.GLU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 2])
    """

    def __init__(self, axis=-1, name=None, *, dim=None):
        super().__init__()
        self._axis = axis if dim is None else dim
        self._name = name

    def forward(self, x):
        return F.glu(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}{name_text(self._name)}"

    @property
    def dim(self):
        """Another name of ``axis``."""
        return self._axis

    @dim.setter
    def dim(self, value):
        self._axis = value


class Silu(Layer):
    """``x * sigmoid(x)`` of each element; the shape stays.

    Args:
        inplace (bool): default False.

    Examples:
        >>> import paddle
        >>> paddle.nn.Silu()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, inplace=False, name=None):
        super().__init__()
        self._inplace = inplace
        self._name = name

    def forward(self, x):
        return F.silu(x, self._inplace)

    def extra_repr(self):
        return f"inplace={self._inplace}{name_text(self._name)}"
