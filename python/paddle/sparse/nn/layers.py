"""Layers over paddle.sparse.nn.functional."""

import math
import types

from ...framework.docs import args_of as _args_of
from ...framework.refusal import refuse
from ...nn import BatchNorm1D, Layer
from ...nn.initializer import Normal
from ..checks import check_sparse
from . import functional as F


class ReLU(Layer):
    """max(x, 0) of each element that is kept.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [-2.0], [3])
        >>> paddle.sparse.nn.ReLU()(x).values().tolist()
        [0.0]
    """

    def __init__(self, name=None):
        super().__init__()

    def forward(self, x):
        return F.relu(x)


class ReLU6(Layer):
    """min(max(x, 0), 6) of each element that is kept.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [8.0], [3])
        >>> paddle.sparse.nn.ReLU6()(x).values().tolist()
        [6.0]
    """

    def __init__(self, name=None):
        super().__init__()

    def forward(self, x):
        return F.relu6(x)


class LeakyReLU(Layer):
    """Each element that is kept; negative ones times a slope.

    Args:
        negative_slope (float): the slope.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [-2.0], [3])
        >>> paddle.sparse.nn.LeakyReLU(0.5)(x).values().tolist()
        [-1.0]
    """

    def __init__(self, negative_slope=0.01, name=None):
        super().__init__()
        self._negative_slope = negative_slope

    def forward(self, x):
        return F.leaky_relu(x, self._negative_slope)

    def extra_repr(self):
        return f"negative_slope={self._negative_slope}"


class Softmax(Layer):
    """The softmax along an axis of the elements that are kept.

    Args:
        axis (int): of a matrix in compressed rows the last one.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 2, 3], [0, 2, 1], [1.0, 1.0, 5.0], [2, 3])
        >>> paddle.sparse.nn.Softmax()(x).values().tolist()
        [0.5, 0.5, 1.0]
    """

    def __init__(self, axis=-1, name=None):
        super().__init__()
        self._axis = axis

    def forward(self, x):
        return F.softmax(x, self._axis)

    def extra_repr(self):
        return f"axis={self._axis}"


class BatchNorm(BatchNorm1D):
    """Batch normalisation of the channels of sparse images, over the places with elements (Ioffe and Szegedy, 2015).

    Args:
        num_features (int): channels.
        momentum (float): of the running statistics.
        epsilon (float): added to the variance.
        weight_attr (ParamAttr|bool, optional): of the scale; False: none.
        bias_attr (ParamAttr|bool, optional): of the shift; False: none.
        data_format (str): "NDHWC" or "NHWC".
        use_global_stats (bool, optional): the running statistics count in training, too.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 0], [0, 1], [0, 1]], [[1.0], [3.0]], [1, 2, 2, 1])
        >>> paddle.sparse.nn.BatchNorm(1, data_format="NHWC")(x).values().tolist()
        [[-1.0], [1.0]]
    """

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-5,
        weight_attr=None,
        bias_attr=None,
        data_format="NDHWC",
        use_global_stats=None,
        name=None,
    ):
        if data_format not in ("NDHWC", "NHWC"):
            refuse("BatchNorm", "data_format", "NDHWC or NHWC", data_format)
        super().__init__(
            num_features,
            momentum=momentum,
            epsilon=epsilon,
            weight_attr=weight_attr,
            bias_attr=bias_attr,
            use_global_stats=use_global_stats,
        )

    def forward(self, input):
        check_sparse("BatchNorm", input, "input", ("SparseCooTensor",))
        if input.dense_dim() != 1:
            refuse(
                "BatchNorm", "input", "all axes but the channels with indices", list(input.shape)
            )
        input = input.once()
        return input._with(super().forward(input.values()))


@_args_of(BatchNorm)
class SyncBatchNorm(BatchNorm):
    """BatchNorm with statistics of all processes: of one, as there are no others.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 0], [0, 1], [0, 1]], [[1.0], [3.0]], [1, 2, 2, 1])
        >>> paddle.sparse.nn.SyncBatchNorm(1)(x).values().tolist()
        [[-1.0], [1.0]]
    """

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-5,
        weight_attr=None,
        bias_attr=None,
        data_format="NDHWC",
        name=None,
    ):
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, "NDHWC")

    @classmethod
    def convert_sync_batchnorm(cls, layer):
        """The layer with each BatchNorm in it made a SyncBatchNorm of the same parameters.

        Args:
            layer (Layer): a layer with sub-layers.

        Returns:
            Layer
        """
        if type(layer) is BatchNorm:
            made = cls(layer._num_features, layer._momentum, layer._epsilon)
            made.weight, made.bias = layer.weight, layer.bias
            made._mean, made._variance = layer._mean, layer._variance
            made.training = layer.training
            return made
        for name, child in layer.named_children():
            changed = cls.convert_sync_batchnorm(child)
            if changed is not child:
                layer.add_sublayer(name, changed)
        return layer


class _Conv(Layer):
    """A convolution; sub-classes name the function and how many axes images have."""

    _function, _dims, _data_format = None, 3, "NDHWC"

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        padding_mode="zeros",
        weight_attr=None,
        bias_attr=None,
        data_format=None,
    ):
        super().__init__()
        op, dims = type(self).__name__, self._dims
        if padding_mode != "zeros":
            refuse(op, "padding_mode", "zeros", padding_mode)
        if data_format not in (None, self._data_format):
            refuse(op, "data_format", self._data_format, data_format)
        if groups != 1:
            refuse(op, "groups", 1, groups)
        kernel = [kernel_size] * dims if isinstance(kernel_size, int) else list(kernel_size)
        if len(kernel) != dims or any(not isinstance(k, int) or k < 1 for k in kernel):
            refuse(op, "kernel_size", f"{dims} integers, 1 or more", kernel_size)
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if not isinstance(channels, int) or channels < 1:
                refuse(op, name, "an integer, 1 or more", channels)
        self._in_channels, self._out_channels, self._kernel_size = in_channels, out_channels, kernel
        self._stride, self._padding, self._dilation = stride, padding, dilation
        deviation = math.sqrt(2.0 / (in_channels * math.prod(kernel)))
        self.weight = self.create_parameter(
            [*kernel, in_channels, out_channels],
            attr=weight_attr,
            default_initializer=Normal(0.0, deviation),
        )
        self.bias = self.create_parameter([out_channels], attr=bias_attr, is_bias=True)

    def forward(self, x):
        function = getattr(F, self._function)
        return function(
            x,
            self.weight,
            self.bias,
            self._stride,
            self._padding,
            self._dilation,
            1,
            self._data_format,
        )

    def extra_repr(self):
        return f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}, stride={self._stride}"


def _own_init(cls):
    """A constructor of the class's own, so that errors name the class."""
    init = cls.__init__
    made = types.FunctionType(
        init.__code__, init.__globals__, init.__name__, init.__defaults__, init.__closure__
    )
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = made
    return cls


@_own_init
class Conv3D(_Conv):
    """A convolution of sparse images of three axes.

    Args:
        in_channels (int): channels of the image.
        out_channels (int): channels of the result.
        kernel_size (int|list[int]): of the kernel.
        stride (int|list[int]): of the kernel.
        padding (int|str|list[int]): rows of 0 around the image.
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        padding_mode (str): "zeros".
        weight_attr (ParamAttr, optional): of the kernel.
        bias_attr (ParamAttr|bool, optional): of the bias; False: none.
        data_format (str): channels last.

    Shape:
        [n, depth, height, width, in_channels] to [n, depth, height, width, out_channels].

    Raises:
        ValueError: there are groups, other paddings or another layout.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1], [1]], [[2.0]], [1, 3, 3, 3, 1])
        >>> paddle.sparse.nn.Conv3D(1, 4, 2)(x).shape
        paddle.Size([1, 2, 2, 2, 4])
    """

    _function = "conv3d"


@_own_init
@_args_of(Conv3D)
class Conv2D(_Conv):
    """A convolution of sparse images.

    Shape:
        [n, height, width, in_channels] to [n, height, width, out_channels].

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1]], [[2.0]], [1, 3, 3, 1])
        >>> paddle.sparse.nn.Conv2D(1, 4, 2)(x).shape
        paddle.Size([1, 2, 2, 4])
    """

    _function, _dims, _data_format = "conv2d", 2, "NHWC"


class SubmConv3D(_Conv):
    """A convolution of sparse images of three axes whose result has the places of the image and no others.

    Graham et al., 2018.

    Args:
        in_channels (int): channels of the image.
        out_channels (int): channels of the result.
        kernel_size (int|list[int]): of the kernel.
        stride (int|list[int]): 1.
        padding (int|str|list[int]): accepted; it changes nothing.
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        padding_mode (str): "zeros".
        key (str, optional): accepted; rule books are made anew.
        weight_attr (ParamAttr, optional): of the kernel.
        bias_attr (ParamAttr|bool, optional): of the bias; False: none.
        data_format (str): channels last.
        backend (str, optional): accepted; there is one.

    Raises:
        ValueError: there are groups, other paddings or another layout.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1], [1]], [[2.0]], [1, 3, 3, 3, 1])
        >>> paddle.sparse.nn.SubmConv3D(1, 4, 3)(x).nnz()
        1
    """

    _function = "subm_conv3d"

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        padding_mode="zeros",
        key=None,
        weight_attr=None,
        bias_attr=None,
        data_format=None,
        backend=None,
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            padding_mode,
            weight_attr,
            bias_attr,
            data_format,
        )


@_own_init
@_args_of(SubmConv3D)
class SubmConv2D(SubmConv3D):
    """A convolution of sparse images whose result has the places of the image and no others (Graham et al., 2018).

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1]], [[2.0]], [1, 3, 3, 1])
        >>> paddle.sparse.nn.SubmConv2D(1, 4, 3)(x).nnz()
        1
    """

    _function, _dims, _data_format = "subm_conv2d", 2, "NHWC"


class MaxPool3D(Layer):
    """The greatest of the elements that are kept in each window.

    Args:
        kernel_size (int|list[int]): of the windows.
        stride (int|list[int], optional): from one to the next; by default ``kernel_size``.
        padding (int|str|list[int]): rows around the image, which count for nothing.
        return_mask (bool): False.
        ceil_mode (bool): windows may end beyond the image.
        data_format (str): "NDHWC".

    Raises:
        ValueError: ``return_mask`` is true.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1], [1]], [[2.0]], [1, 4, 4, 4, 1])
        >>> paddle.sparse.nn.MaxPool3D(2)(x).shape
        paddle.Size([1, 2, 2, 2, 1])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        return_mask=False,
        ceil_mode=False,
        data_format="NDHWC",
        name=None,
    ):
        super().__init__()
        if return_mask:
            refuse("MaxPool3D", "return_mask", False, return_mask)
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.ceil_mode, self.data_format = ceil_mode, data_format

    def forward(self, x):
        return F.max_pool3d(
            x, self.ksize, self.stride, self.padding, self.ceil_mode, self.data_format
        )

    def extra_repr(self):
        return f"kernel_size={self.ksize}, stride={self.stride}, padding={self.padding}"
