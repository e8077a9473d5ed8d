"""Convolutions and transposed convolutions in one, two and three dimensions."""

import math

from .. import functional as F
from ..initializer import Normal
from .layers import Layer

_FORMATS = ("NCL", "NLC", "NCHW", "NHWC", "NCDHW", "NDHWC")
_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


def _list(value, axes, name):
    """``value`` as a list of one int for each axis."""
    values = [value] * axes if isinstance(value, int) else [int(v) for v in value]
    if len(values) != axes:
        raise ValueError(
            f"(InvalidArgument) Conv{axes}D: argument `{name}` has the wrong length.\n"
            f"  Expected: an int or {axes} of them\n  Received: {value}"
        )
    return values


class _ConvNd(Layer):
    _axes = 2
    _transposed = False

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        padding_mode="zeros",
        output_padding=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        name = type(self).__name__
        if weight_attr is False:
            raise ValueError(f"(InvalidArgument) {name}: argument `weight_attr` can not be False")
        if padding_mode not in _PADDING_MODES:
            raise ValueError(
                f"(InvalidArgument) {name}: argument `padding_mode` is wrong.\n"
                f"  Expected: one of {', '.join(_PADDING_MODES)}\n  Received: {padding_mode}"
            )
        if padding_mode != "zeros" and not isinstance(padding, int):
            raise TypeError(
                f"(InvalidType) {name}: padding must be an int where padding_mode='{padding_mode}'"
            )
        if data_format not in _FORMATS:
            raise ValueError(
                f"(InvalidArgument) {name}: argument `data_format` is wrong.\n"
                f"  Expected: one of {', '.join(_FORMATS)}\n  Received: {data_format}"
            )
        if not self._transposed and in_channels % groups:
            raise ValueError(
                f"(InvalidArgument) {name}: in_channels must be divisible by groups.\n"
                f"  Received: in_channels = {in_channels}, groups = {groups}"
            )
        axes = self._axes
        self._param_attr, self._bias_attr = weight_attr, bias_attr
        self._groups, self._data_format = groups, data_format
        self._in_channels, self._out_channels = in_channels, out_channels
        self._stride = _list(stride, axes, "stride")
        self._dilation = _list(dilation, axes, "dilation")
        self._kernel_size = _list(kernel_size, axes, "kernel_size")
        self._padding, self._padding_mode = padding, padding_mode
        self.output_padding = output_padding
        self._dtype = dtype
        if self._transposed:
            shape = [in_channels, out_channels // groups, *self._kernel_size]
            init = None
        else:
            shape = [out_channels, in_channels // groups, *self._kernel_size]
            inputs = math.prod(self._kernel_size) * in_channels
            init = Normal(0.0, math.sqrt(2.0 / inputs)) if inputs else None
        self.weight = self.create_parameter(
            shape, weight_attr, default_initializer=init, device=device
        )
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True, device=device)

    def _padded(self, x):
        """The input with its own pixels around it, for the modes that want them."""
        return F.pad(
            x,
            [self._padding] * (2 * self._axes),
            mode=self._padding_mode,
            data_format=self._data_format,
        )

    def _convolve(self, convolution, x):
        padding = self._padding
        if self._padding_mode != "zeros":
            x, padding = self._padded(x), 0
        return convolution(
            x,
            self.weight,
            self.bias,
            self._stride,
            padding,
            self._dilation,
            self._groups,
            self._data_format,
        )

    def _transpose(self, convolution, x, output_size):
        return convolution(
            x,
            self.weight,
            self.bias,
            stride=self._stride,
            padding=self._padding,
            output_padding=self.output_padding if output_size is None else 0,
            dilation=self._dilation,
            groups=self._groups,
            output_size=output_size,
            data_format=self._data_format,
        )

    def extra_repr(self):
        text = f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}"
        ones = [1] * self._axes
        for name, value, default in (
            ("stride", self._stride, ones),
            ("padding", self._padding, 0),
            ("padding_mode", self._padding_mode, "zeros"),
            ("output_padding", self.output_padding, 0),
            ("dilation", self._dilation, ones),
            ("groups", self._groups, 1),
        ):
            if value != default:
                text += f", {name}={value}"
        return f"{text}, data_format={self._data_format}"


class Conv1D(_ConvNd):
    """Convolution over [n, c, l].

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): steps of the window, default 1.
        padding (int|list[int]|str): around the input, default 0; or VALID or SAME.
        dilation (int|list[int]): steps inside the window, default 1.
        groups (int): channel groups that do not mix, default 1.
        bias (bool): False for no bias.
        padding_mode (str): zeros, reflect, replicate or circular.
        weight_attr (ParamAttr, optional): of ``weight``
            [out_channels, in_channels / groups, *kernel_size]; by default normal
            of deviation sqrt(2 / inputs).
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCL or NLC.
        device (str, optional): where the parameters are made, by default the current device.
        dtype (dtype|str, optional): of the parameters, by default the default dtype.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv1D(3, 4, 3)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 4, 6])
    """

    _axes = 1

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        *,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
        weight_attr=None,
        bias_attr=None,
        data_format="NCL",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            False if bias is False else bias_attr,
            data_format,
            padding_mode=padding_mode,
            device=device,
            dtype=dtype,
        )

    def forward(self, x):
        return self._convolve(F.conv1d, x)


class Conv2D(_ConvNd):
    """Convolution over [n, c, h, w].

    Each output size is ``(size + 2 * padding - dilation * (kernel_size - 1) - 1)
    // stride + 1``.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): steps of the window, default 1.
        padding (int|list[int]|str): around the input, default 0; or VALID or SAME.
        dilation (int|list[int]): steps inside the window, default 1.
        groups (int): channel groups that do not mix, default 1.
        bias (bool): False for no bias.
        padding_mode (str): zeros, reflect, replicate or circular.
        weight_attr (ParamAttr, optional): of ``weight``
            [out_channels, in_channels / groups, *kernel_size]; by default normal
            of deviation sqrt(2 / inputs).
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCHW or NHWC.
        device (str, optional): where the parameters are made, by default the current device.
        dtype (dtype|str, optional): of the parameters, by default the default dtype.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv2D(3, 4, 3)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 4, 6, 6])
    """

    _axes = 2

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        *,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            False if bias is False else bias_attr,
            data_format,
            padding_mode=padding_mode,
            device=device,
            dtype=dtype,
        )

    def forward(self, x):
        return self._convolve(F.conv2d, x)


class Conv3D(_ConvNd):
    """Convolution over [n, c, d, h, w].

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): steps of the window, default 1.
        padding (int|list[int]|str): around the input, default 0; or VALID or SAME.
        dilation (int|list[int]): steps inside the window, default 1.
        groups (int): channel groups that do not mix, default 1.
        bias (bool): False for no bias.
        padding_mode (str): zeros, reflect, replicate or circular.
        weight_attr (ParamAttr, optional): of ``weight``
            [out_channels, in_channels / groups, *kernel_size]; by default normal
            of deviation sqrt(2 / inputs).
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCDHW or NDHWC.
        device (str, optional): where the parameters are made, by default the current device.
        dtype (dtype|str, optional): of the parameters, by default the default dtype.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv3D(3, 4, 3)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 4, 6, 6, 6])
    """

    _axes = 3

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        *,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
        weight_attr=None,
        bias_attr=None,
        data_format="NCDHW",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            False if bias is False else bias_attr,
            data_format,
            padding_mode=padding_mode,
            device=device,
            dtype=dtype,
        )

    def forward(self, x):
        return self._convolve(F.conv3d, x)


class Conv1DTranspose(_ConvNd):
    """The transpose of a convolution over [n, c, l]: it enlarges.

    Each output size is ``(size - 1) * stride - 2 * padding
    + dilation * (kernel_size - 1) + output_padding + 1``.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): default 1.
        padding (int|list[int]|str): default 0.
        output_padding (int|list[int]): more elements at the end, default 0.
        groups (int): default 1.
        dilation (int|list[int]): default 1.
        weight_attr (ParamAttr, optional): of ``weight``
            [in_channels, out_channels / groups, *kernel_size].
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCL or NLC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv1DTranspose(3, 4, 3)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 4, 10])
    """

    _axes = 1
    _transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        dilation=1,
        weight_attr=None,
        bias_attr=None,
        data_format="NCL",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            bias_attr,
            data_format,
            output_padding=output_padding,
        )

    def forward(self, x, output_size=None):
        return self._transpose(F.conv1d_transpose, x, output_size)


class Conv2DTranspose(_ConvNd):
    """The transpose of a convolution over [n, c, h, w]: it enlarges.

    Each output size is ``(size - 1) * stride - 2 * padding
    + dilation * (kernel_size - 1) + output_padding + 1``.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): default 1.
        padding (int|list[int]|str): default 0.
        output_padding (int|list[int]): more elements at the end, default 0.
        groups (int): default 1.
        dilation (int|list[int]): default 1.
        weight_attr (ParamAttr, optional): of ``weight``
            [in_channels, out_channels / groups, *kernel_size].
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv2DTranspose(3, 4, 3)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 4, 10, 10])
    """

    _axes = 2
    _transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        dilation=1,
        groups=1,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            bias_attr,
            data_format,
            output_padding=output_padding,
        )

    def forward(self, x, output_size=None):
        return self._transpose(F.conv2d_transpose, x, output_size)


class Conv3DTranspose(_ConvNd):
    """The transpose of a convolution over [n, c, d, h, w]: it enlarges.

    Each output size is ``(size - 1) * stride - 2 * padding
    + dilation * (kernel_size - 1) + output_padding + 1``.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (int|list[int]): of the window.
        stride (int|list[int]): default 1.
        padding (int|list[int]|str): default 0.
        output_padding (int|list[int]): more elements at the end, default 0.
        groups (int): default 1.
        dilation (int|list[int]): default 1.
        weight_attr (ParamAttr, optional): of ``weight``
            [in_channels, out_channels / groups, *kernel_size].
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_channels]; zeros.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Conv3DTranspose(3, 4, 3)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 4, 10, 10, 10])
    """

    _axes = 3
    _transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        dilation=1,
        groups=1,
        weight_attr=None,
        bias_attr=None,
        data_format="NCDHW",
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            weight_attr,
            bias_attr,
            data_format,
            output_padding=output_padding,
        )

    def forward(self, x, output_size=None):
        return self._transpose(F.conv3d_transpose, x, output_size)
