"""Normalisation over a layer, a group of channels, one channel, or a weight."""

import math
import numbers

import paddle

from ... import _C
from ...framework.docs import args_of
from ...framework.param_attr import ParamAttr
from .. import functional as F
from ..initializer import Constant, Normal
from .batch_norm import (  # noqa: F401 (at home here in Paddle)
    BatchNorm,
    BatchNorm1D,
    BatchNorm2D,
    BatchNorm3D,
    SyncBatchNorm,
    _BatchNormBase,
    _check_rank,
)
from .layers import Layer
from .text import name_text


class _InstanceNormBase(Layer):
    """What all ranks share.

    Args:
        num_features (int): channels.
        epsilon (float): default 1e-5.
        momentum (float): accepted.
        weight_attr (ParamAttr|bool, optional): of ``scale`` [c], ones.
        bias_attr (ParamAttr|bool, optional): of ``bias`` [c], zeros. False for
            both: neither.
    """

    _ranks = (4,)

    def __init__(
        self,
        num_features,
        epsilon=1e-05,
        momentum=0.9,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        name=None,
    ):
        super().__init__()
        if (weight_attr is False) != (bias_attr is False):
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: weight_attr and bias_attr are False together or not at all"
            )
        self._momentum, self._epsilon, self._num_features = momentum, epsilon, num_features
        self._weight_attr, self._bias_attr, self._data_format = weight_attr, bias_attr, data_format
        self.scale = self.create_parameter(
            [num_features], weight_attr, default_initializer=Constant(1.0)
        )
        self.bias = self.create_parameter([num_features], bias_attr, is_bias=True)

    def forward(self, input):
        _check_rank(self, input, self._ranks)
        return F.instance_norm(
            input,
            weight=self.scale,
            bias=self.bias,
            momentum=self._momentum,
            eps=self._epsilon,
            data_format=self._data_format,
        )

    def extra_repr(self):
        return f"num_features={self._num_features}, epsilon={self._epsilon}"


@args_of(_InstanceNormBase)
class InstanceNorm1D(_InstanceNormBase):
    """Normalises each channel of each sample of [n, c, l]. See ``InstanceNorm2D``.

    Args:
        data_format (str): NCL.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm1D(3)(paddle.ones([2, 3, 4])).shape
        paddle.Size([2, 3, 4])
    """

    _ranks = (2, 3)

    def __init__(
        self,
        num_features,
        epsilon=1e-05,
        momentum=0.9,
        weight_attr=None,
        bias_attr=None,
        data_format="NCL",
        name=None,
    ):
        super().__init__(num_features, epsilon, momentum, weight_attr, bias_attr, data_format, name)


@args_of(_InstanceNormBase)
class InstanceNorm2D(_InstanceNormBase):
    """Normalises each channel of each sample of [n, c, h, w].

    ``y = (x - mean) / sqrt(variance + epsilon) * scale + bias``. Ulyanov et al., 2016.

    Args:
        data_format (str): NCHW.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm2D(3)(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """


@args_of(_InstanceNormBase)
class InstanceNorm3D(_InstanceNormBase):
    """Normalises each channel of each sample of [n, c, d, h, w]. See ``InstanceNorm2D``.

    Args:
        data_format (str): NCDHW.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm3D(3)(paddle.ones([2, 3, 4, 4, 4])).shape
        paddle.Size([2, 3, 4, 4, 4])
    """

    _ranks = (5,)

    def __init__(
        self,
        num_features,
        epsilon=1e-05,
        momentum=0.9,
        weight_attr=None,
        bias_attr=None,
        data_format="NCDHW",
        name=None,
    ):
        super().__init__(num_features, epsilon, momentum, weight_attr, bias_attr, data_format, name)


class GroupNorm(Layer):
    """Normalises groups of channels of each sample (Wu and He, 2018).

    Args:
        num_groups (int): divides the channels.
        num_channels (int): channels.
        epsilon (float): default 1e-5.
        affine (bool): False for neither weight nor bias.
        weight_attr (ParamAttr|bool, optional): of ``weight`` [c], ones; False for none.
        bias_attr (ParamAttr|bool, optional): of ``bias`` [c], zeros; False for none.
        data_format (str): NCL, NLC, NCHW, NHWC, NCDHW or NDHWC.
        device (str, optional): where the parameters are made, by default the current device.
        dtype (dtype|str, optional): of the parameters, by default the default dtype.
        eps (float, optional): another name of ``epsilon``.

    Examples:
        >>> import paddle
        >>> paddle.nn.GroupNorm(2, 6)(paddle.ones([2, 6, 4, 4])).shape
        paddle.Size([2, 6, 4, 4])
    """

    def __init__(
        self,
        num_groups,
        num_channels,
        epsilon=1e-05,
        *,
        affine=True,
        device=None,
        dtype=None,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        name=None,
        eps=None,
    ):
        super().__init__()
        if data_format not in ("NCL", "NLC", "NCHW", "NHWC", "NCDHW", "NDHWC"):
            raise ValueError(f"(InvalidArgument) GroupNorm: unknown data_format {data_format}")
        self._epsilon = epsilon if eps is None else eps
        self._num_groups, self._num_channels = num_groups, num_channels
        self._data_format = "NCHW" if data_format[1] == "C" else "NHWC"
        self._dtype = dtype or _C.get_default_dtype()
        self._weight_attr = weight_attr if affine else False
        self._bias_attr = bias_attr if affine else False
        shape = [num_channels]
        self.weight = self.create_parameter(
            shape, self._weight_attr, default_initializer=Constant(1.0), device=device
        )
        self.bias = self.create_parameter(shape, self._bias_attr, is_bias=True, device=device)

    def forward(self, input):
        return F.group_norm(
            input, self._num_groups, self._epsilon, self.weight, self.bias, self._data_format
        )

    def extra_repr(self):
        return (
            f"num_groups={self._num_groups}, num_channels={self._num_channels}, "
            f"epsilon={self._epsilon}"
        )


class LayerNorm(Layer):
    """Normalises the last axes of each sample (Ba et al., 2016).

    ``y = (x - mean) / sqrt(variance + epsilon) * weight + bias``.

    Args:
        normalized_shape (int|list[int]): the sizes of the last axes.
        epsilon (float): default 1e-5.
        elementwise_affine (bool): False for neither weight nor bias.
        bias (bool): False for no bias.
        weight_attr (ParamAttr|bool, optional): of ``weight``, ones; False for none.
        bias_attr (ParamAttr|bool, optional): of ``bias``, zeros; False for none.
        device (str, optional): where the parameters are made, by default the current device.
        dtype (dtype|str, optional): of the parameters, by default the default dtype.
        eps (float, optional): another name of ``epsilon``.

    Both have one axis, of as many elements as ``normalized_shape``.

    Examples:
        >>> import paddle
        >>> paddle.nn.LayerNorm(4)(paddle.ones([2, 3, 4])).shape
        paddle.Size([2, 3, 4])
    """

    def __init__(
        self,
        normalized_shape,
        epsilon=1e-05,
        *,
        elementwise_affine=True,
        bias=True,
        device=None,
        dtype=None,
        weight_attr=None,
        bias_attr=None,
        name=None,
        eps=None,
    ):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = [normalized_shape]
        self._normalized_shape = [int(size) for size in normalized_shape]
        self._epsilon = epsilon if eps is None else eps
        self._dtype = dtype or _C.get_default_dtype()
        self._weight_attr = weight_attr if elementwise_affine else False
        self._bias_attr = bias_attr if elementwise_affine and bias else False
        shape = [math.prod(self._normalized_shape)]
        self.weight = self.create_parameter(
            shape, self._weight_attr, default_initializer=Constant(1.0), device=device
        )
        self.bias = self.create_parameter(shape, self._bias_attr, is_bias=True, device=device)

    def forward(self, input):
        return F.layer_norm(input, self._normalized_shape, self.weight, self.bias, self._epsilon)

    def extra_repr(self):
        return f"normalized_shape={self._normalized_shape}, epsilon={self._epsilon}"


class LocalResponseNorm(Layer):
    """Divides by a power of the squares of neighbouring channels.

    ``y = x / (k + alpha * mean of squares over size channels) ** beta``.
    Krizhevsky et al., 2012.

    Args:
        size (int): neighbouring channels.
        alpha (float): default 1e-4.
        beta (float): default 0.75.
        k (float): default 1.0.
        data_format (str): NCL, NLC, NCHW, NHWC, NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.LocalResponseNorm(3)(paddle.ones([2, 4, 3, 3])).shape
        paddle.Size([2, 4, 3, 3])
    """

    def __init__(self, size, alpha=0.0001, beta=0.75, k=1.0, data_format="NCHW", name=None):
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k
        self.data_format, self.name = data_format, name

    def forward(self, input):
        return F.local_response_norm(
            input, self.size, self.alpha, self.beta, self.k, self.data_format
        )

    def extra_repr(self):
        text = f"size={self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
        if self.data_format != "NCHW":
            text += f", data_format={self.data_format}"
        return text + name_text(self.name)


class SpectralNorm(Layer):
    """A weight divided by its greatest singular value, by power iteration.

    Miyato et al., 2018.

    Args:
        weight_shape (list[int]): of the weight.
        dim (int): the axis that becomes the rows of a matrix, default 0.
        power_iters (int): steps of the iteration for each call, default 1.
        eps (float): default 1e-12.
        dtype (str): of the vectors kept.

    Examples:
        >>> import paddle
        >>> paddle.nn.SpectralNorm([4, 3])(paddle.rand([4, 3])).shape
        paddle.Size([4, 3])
    """

    def __init__(self, weight_shape, dim=0, power_iters=1, eps=1e-12, dtype="float32"):
        super().__init__()
        shape = list(weight_shape)
        if any(isinstance(n, bool) or not isinstance(n, numbers.Integral) for n in shape):
            raise TypeError(
                "(InvalidType) SpectralNorm: argument `weight_shape` has the wrong type.\n"
                f"  Expected: sizes, whole numbers\n  Received: {[type(n).__name__ for n in shape]}"
            )
        if not math.prod(shape) or not -len(shape) <= dim < len(shape):
            raise ValueError(
                "(InvalidArgument) SpectralNorm: a size is 0 or `dim` is out of range.\n"
                f"  Received: weight_shape = {shape}, dim = {dim}"
            )
        self._power_iters, self._eps, self._dim, self._dtype = power_iters, eps, dim, dtype
        self._rank, rows = len(shape), shape[dim]
        attr = ParamAttr(trainable=False)
        self.weight_u = self.create_parameter([rows], attr, default_initializer=Normal())
        self.weight_v = self.create_parameter(
            [math.prod(shape) // rows], attr, default_initializer=Normal()
        )

    def forward(self, x):
        if x.ndim != self._rank:
            raise ValueError(
                "(InvalidArgument) SpectralNorm: the input has another number of axes than `weight_shape`.\n"
                f"  Expected: {self._rank} axes\n  Received: x.shape = {list(x.shape)}"
            )
        matrix = x.moveaxis(self._dim, 0).reshape([x.shape[self._dim], -1])
        with paddle.no_grad():
            fixed, u, v = matrix.detach(), self.weight_u, self.weight_v
            for _ in range(self._power_iters):
                v = F.normalize(fixed.t().matmul(u), axis=0, epsilon=self._eps)
                u = F.normalize(fixed.matmul(v), axis=0, epsilon=self._eps)
            self.weight_u.set_value(u)
            self.weight_v.set_value(v)
            u, v = u.detach().clone(), v.detach().clone()
        return x / u.matmul(matrix.matmul(v))
