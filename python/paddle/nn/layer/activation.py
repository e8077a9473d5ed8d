"""Activations: a function of each element, or of each slice along an axis."""

from .. import functional as F
from ..initializer import Constant
from .layers import Layer


def _name(name, lead=", "):
    return f"{lead}name={name}" if name else ""


class _Plain(Layer):
    """An activation without arguments."""

    def __init__(self, name=None):
        super().__init__()
        self._name = name

    def extra_repr(self):
        return _name(self._name, "")


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
        [2, 4]
    """

    def forward(self, x):
        return F.log_sigmoid(x)


class Hardswish(_Plain):
    """``x * min(max(x + 3, 0), 6) / 6`` of each element; the shape stays.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardswish()(paddle.to_tensor([-4.0, 4.0])).tolist()
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


class CELU(Layer):
    """``max(x, 0) + min(0, alpha * (exp(x / alpha) - 1))``.

    Args:
        alpha (float): default 1.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.CELU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, alpha=1.0, name=None):
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x):
        return F.celu(x, self._alpha)

    def extra_repr(self):
        return f"alpha={self._alpha}{_name(self._name)}"


class ELU(Layer):
    """``x where x > 0, else alpha * (exp(x) - 1)``.

    Args:
        alpha (float): default 1.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.ELU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, alpha=1.0, name=None):
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x):
        return F.elu(x, self._alpha)

    def extra_repr(self):
        return f"alpha={self._alpha}{_name(self._name)}"


class GELU(Layer):
    """``x * Phi(x), or its tanh approximation``.

    Args:
        approximate (bool): default False.

    Examples:
        >>> import paddle
        >>> paddle.nn.GELU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, approximate=False, name=None):
        super().__init__()
        self._approximate = approximate
        self._name = name

    def forward(self, x):
        return F.gelu(x, self._approximate)

    def extra_repr(self):
        return f"approximate={self._approximate}{_name(self._name)}"


class Hardshrink(Layer):
    """``x where abs(x) > threshold, else 0``.

    Args:
        threshold (float): default 0.5.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardshrink()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, threshold=0.5, name=None, *, lambd=None):
        super().__init__()
        self._threshold = threshold if lambd is None else lambd
        self._name = name

    def forward(self, x):
        return F.hardshrink(x, self._threshold)

    def extra_repr(self):
        return f"threshold={self._threshold}{_name(self._name)}"

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

    Examples:
        >>> import paddle
        >>> paddle.nn.Softshrink()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, threshold=0.5, name=None, *, lambd=None):
        super().__init__()
        self._threshold = threshold if lambd is None else lambd
        self._name = name

    def forward(self, x):
        return F.softshrink(x, self._threshold)

    def extra_repr(self):
        return f"threshold={self._threshold}{_name(self._name)}"

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
        [2, 4]
    """

    def __init__(self, min=-1.0, max=1.0, name=None):
        super().__init__()
        self._min = min
        self._max = max
        self._name = name

    def forward(self, x):
        return F.hardtanh(x, self._min, self._max)

    def extra_repr(self):
        return f"min={self._min}, max={self._max}{_name(self._name)}"


class LeakyReLU(Layer):
    """``x where x >= 0, else negative_slope * x``.

    Args:
        negative_slope (float): default 0.01.

    Examples:
        >>> import paddle
        >>> paddle.nn.LeakyReLU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, negative_slope=0.01, name=None):
        super().__init__()
        self._negative_slope = negative_slope
        self._name = name

    def forward(self, x):
        return F.leaky_relu(x, self._negative_slope)

    def extra_repr(self):
        return f"negative_slope={self._negative_slope}{_name(self._name)}"


class Softplus(Layer):
    """``log(1 + exp(beta * x)) / beta; x where beta * x > threshold``.

    Args:
        beta (float): default 1.
        threshold (float): default 20.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softplus()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, beta=1, threshold=20, name=None):
        super().__init__()
        self._beta = beta
        self._threshold = threshold
        self._name = name

    def forward(self, x):
        return F.softplus(x, self._beta, self._threshold)

    def extra_repr(self):
        return f"beta={self._beta}, threshold={self._threshold}{_name(self._name)}"


class ThresholdedReLU(Layer):
    """``x where x > threshold, else value``.

    Args:
        threshold (float): default 1.0.
        value (float): default 0.0.

    Examples:
        >>> import paddle
        >>> paddle.nn.ThresholdedReLU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, threshold=1.0, value=0.0, name=None):
        super().__init__()
        self._threshold = threshold
        self._value = value
        self._name = name

    def forward(self, x):
        return F.thresholded_relu(x, self._threshold, self._value)

    def extra_repr(self):
        return f"threshold={self._threshold}, value={self._value}{_name(self._name)}"


class Maxout(Layer):
    """``the greatest of each group of channels``.

    Args:
        groups (int).
        axis (int): default 1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Maxout(groups=2)(paddle.ones([2, 4])).shape
        [2, 2]
    """

    def __init__(self, groups, axis=1, name=None):
        super().__init__()
        self._groups = groups
        self._axis = axis
        self._name = name

    def forward(self, x):
        return F.maxout(x, self._groups, self._axis)

    def extra_repr(self):
        return f"groups={self._groups}, axis={self._axis}{_name(self._name)}"


class GLU(Layer):
    """``a * sigmoid(b), where a and b are the halves of x along axis``.

    Args:
        axis (int): default -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.GLU()(paddle.ones([2, 4])).shape
        [2, 2]
    """

    def __init__(self, axis=-1, name=None, *, dim=None):
        super().__init__()
        self._axis = axis if dim is None else dim
        self._name = name

    def forward(self, x):
        return F.glu(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}{_name(self._name)}"

    @property
    def dim(self):
        """Another name of ``axis``."""
        return self._axis

    @dim.setter
    def dim(self, value):
        self._axis = value

class SELU(Layer):
    """``scale * (x where x > 0, else alpha * (exp(x) - 1))``.

    Klambauer et al., 2017: keeps mean 0 and deviation 1 through deep networks.

    Args:
        scale (float): default 1.0507009873554805.
        alpha (float): default 1.6732632423543772.

    Examples:
        >>> import paddle
        >>> paddle.nn.SELU()(paddle.ones([2, 4])).shape
        [2, 4]
    """

    def __init__(self, scale=1.0507009873554805, alpha=1.6732632423543772, name=None):
        super().__init__()
        self._scale = scale
        self._alpha = alpha
        self._name = name

    def forward(self, x):
        return F.selu(x, self._scale, self._alpha)

    def extra_repr(self):
        return f"scale={self._scale:.16f}, alpha={self._alpha:.16f}{_name(self._name)}"


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
        return F.silu(x)

    def extra_repr(self):
        return f"inplace={self._inplace}{_name(self._name)}"


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
        return f"axis={self._axis}{_name(self._name)}"


class LogSoftmax(Layer):
    """``log(exp(x) / sum(exp(x)))`` along an axis.

    Args:
        axis (int): default -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.LogSoftmax()(paddle.zeros([2, 4])).shape
        [2, 4]
    """

    def __init__(self, axis=-1, name=None):
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x):
        return F.log_softmax(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}{_name(self._name)}"


class Softmax2D(_Plain):
    """Softmax over the channels of [n, c, h, w] or [c, h, w].

    Examples:
        >>> import paddle
        >>> paddle.nn.Softmax2D()(paddle.zeros([1, 2, 3, 3])).shape
        [1, 2, 3, 3]
    """

    def __init__(self, name=None):
        super().__init__(name)
        self._dtype = None

    def forward(self, x):
        if x.ndim not in (3, 4):
            raise ValueError(
                f"Softmax2D: the input has the wrong rank.\n  Expected: 3 or 4\n"
                f"  Received: x.shape = {list(x.shape)}"
            )
        return F.softmax(x, -3)


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

    def __init__(self, num_parameters=1, init=0.25, weight_attr=None, data_format="NCHW", name=None):
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
            f"init={self._init}, dtype={self._dtype}{_name(self._name)}"
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
        [2, 4]
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
            f"dtype={self._dtype}{_name(self._name)}"
        )
