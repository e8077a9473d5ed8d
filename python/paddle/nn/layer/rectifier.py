"""Activations that leave positive elements alone."""

from .. import functional as F
from ..initializer import Constant
from .layers import Layer
from .plain import _Plain
from .text import name_text


class ReLU(_Plain):
    """``max(x, 0)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReLU()(paddle.to_tensor([-1.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def forward(self, x):
        return F.relu(x)


class ReLU6(_Plain):
    """``min(max(x, 0), 6)`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReLU6()(paddle.to_tensor([-1.0, 8.0])).tolist()
        [0.0, 6.0]
    """

    def forward(self, x):
        return F.relu6(x)


class LeakyReLU(Layer):
    """``x where x >= 0, else negative_slope * x``.

    Args:
        negative_slope (float): default 0.01.

    Examples:
        >>> import paddle
        >>> paddle.nn.LeakyReLU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, negative_slope=0.01, name=None):
        super().__init__()
        self._negative_slope = negative_slope
        self._name = name

    def forward(self, x):
        return F.leaky_relu(x, self._negative_slope)

    def extra_repr(self):
        return f"negative_slope={self._negative_slope}{name_text(self._name)}"


class PReLU(Layer):
    """``x`` where x > 0, else ``weight * x`` with a learned weight.

    He et al., 2015.

    Args:
        num_parameters (int): 1, or one weight for each channel.
        init (float): the weights' first value, default 0.25.
        weight_attr (ParamAttr, optional): of the weights.
        data_format (str): where the channels are, default "NCHW".

    Examples:
        >>> import paddle
        >>> paddle.nn.PReLU()(paddle.to_tensor([[-4.0, 4.0]])).tolist()
        [[-1.0, 4.0]]
    """

    def __init__(
        self, num_parameters=1, init=0.25, weight_attr=None, data_format="NCHW", name=None
    ):
        super().__init__()
        self._num_parameters = num_parameters
        self._init = init
        self._weight_attr = weight_attr
        self._name = name
        self._data_format = data_format
        self._weight = self.create_parameter(
            [num_parameters], weight_attr, default_initializer=Constant(init)
        )

    def forward(self, x):
        return F.prelu(x, self._weight, data_format=self._data_format)

    def extra_repr(self):
        return (
            f"num_parameters={self._num_parameters}, data_format={self._data_format}, "
            f"init={self._init}, dtype={self._dtype}{name_text(self._name)}"
        )


class RReLU(Layer):
    """``x`` where x >= 0, else ``a * x`` with ``a`` drawn from [lower, upper).

    In evaluation ``a`` is the middle of the two. Xu et al., 2015.

    Args:
        lower (float): default 1/8.
        upper (float): default 1/3.

    Examples:
        >>> import paddle
        >>> paddle.nn.RReLU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, lower=1.0 / 8.0, upper=1.0 / 3.0, name=None):
        super().__init__()
        self._lower = lower
        self._upper = upper
        self._name = name

    def forward(self, x):
        return F.rrelu(x, lower=self._lower, upper=self._upper, training=self.training)

    def extra_repr(self):
        return (
            f"lower={self._lower}, upper={self._upper}, training={self.training}, "
            f"dtype={self._dtype}{name_text(self._name)}"
        )


class ELU(Layer):
    """``x where x > 0, else alpha * (exp(x) - 1)``.

    Args:
        alpha (float): default 1.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.ELU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, alpha=1.0, name=None):
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x):
        return F.elu(x, self._alpha)

    def extra_repr(self):
        return f"alpha={self._alpha}{name_text(self._name)}"


class CELU(Layer):
    """``max(x, 0) + min(0, alpha * (exp(x / alpha) - 1))``.

    Args:
        alpha (float): default 1.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.CELU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, alpha=1.0, name=None):
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x):
        return F.celu(x, self._alpha)

    def extra_repr(self):
        return f"alpha={self._alpha}{name_text(self._name)}"


class SELU(Layer):
    """``scale * (x where x > 0, else alpha * (exp(x) - 1))``.

    Klambauer et al., 2017: keeps mean 0 and deviation 1 through deep networks.

    Args:
        scale (float): default 1.0507009873554805.
        alpha (float): default 1.6732632423543772.

    Examples:
        >>> import paddle
        >>> paddle.nn.SELU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, scale=1.0507009873554805, alpha=1.6732632423543772, name=None):
        super().__init__()
        self._scale = float(scale)
        self._alpha = float(alpha)
        self._name = name

    def forward(self, x):
        return F.selu(x, self._scale, self._alpha)

    def extra_repr(self):
        return f"scale={self._scale:.16f}, alpha={self._alpha:.16f}{name_text(self._name)}"


class ThresholdedReLU(Layer):
    """``x where x > threshold, else value``.

    Args:
        threshold (float): default 1.0.
        value (float): default 0.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.ThresholdedReLU()(paddle.ones([2, 4])).shape
        paddle.Size([2, 4])
    """

    def __init__(self, threshold=1.0, value=0.0, name=None):
        super().__init__()
        self._threshold = threshold
        self._value = value
        self._name = name

    def forward(self, x):
        return F.thresholded_relu(x, self._threshold, self._value)

    def extra_repr(self):
        return f"threshold={self._threshold}, value={self._value}{name_text(self._name)}"
