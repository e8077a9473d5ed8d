"""Padding: more pixels around images."""

from ...framework.docs import args_of
from .. import functional as F
from .layers import Layer
from .text import name_text


class _Pad(Layer):
    _axes = 1

    def __init__(self, padding, mode="constant", value=0.0, data_format="NCL", name=None):
        super().__init__()
        self.padding = [padding] * (2 * self._axes) if isinstance(padding, int) else padding
        self._mode, self.value, self._data_format, self._name = mode, value, data_format, name

    def forward(self, x):
        return F.pad(
            x, self.padding, mode=self._mode, value=self.value, data_format=self._data_format
        )

    def extra_repr(self):
        return (
            f"padding={self.padding}, mode={self._mode}, value={self.value}, "
            f"data_format={self._data_format}{name_text(self._name)}"
        )


class Pad1D(_Pad):
    """Pads [n, c, l].

    Args:
        padding (int|list[int]|Tensor): how much on all sides, or (before, after)
            of each axis, the last axis first.
        mode (str): constant, reflect, replicate or circular.
        value (float): for the mode constant.
        data_format (str): NCL or NLC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad1D([1, 2])(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    _axes = 1

    def __init__(self, padding, mode="constant", value=0.0, data_format="NCL", name=None):
        super().__init__(padding, mode, value, data_format, name)


@args_of(Pad1D)
class ConstantPad1D(Pad1D):
    """Pads [n, c, l] with ``value``.

    Examples:
        >>> import paddle
        >>> paddle.nn.ConstantPad1D([1, 2], 0.5)(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    def __init__(self, padding, value, data_format="NCL", name=None):
        super().__init__(padding, "constant", value, data_format, name)


@args_of(Pad1D)
class ZeroPad1D(Pad1D):
    """Pads [n, c, l] with zeros.

    Examples:
        >>> import paddle
        >>> paddle.nn.ZeroPad1D([1, 2])(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    def __init__(self, padding, data_format="NCL", name=None):
        super().__init__(padding, "constant", 0.0, data_format, name)


@args_of(Pad1D)
class ReplicationPad1D(Pad1D):
    """Pads [n, c, l] with the pixels at the edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReplicationPad1D([1, 2])(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    def __init__(self, padding, data_format="NCL", name=None):
        super().__init__(padding, "replicate", 0.0, data_format, name)


@args_of(Pad1D)
class ReflectionPad1D(Pad1D):
    """Pads [n, c, l] with the image mirrored at its edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReflectionPad1D([1, 2])(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    def __init__(self, padding, data_format="NCL", name=None):
        super().__init__(padding, "reflect", 0.0, data_format, name)


@args_of(Pad1D)
class CircularPad1D(Pad1D):
    """Pads [n, c, l] with the image's other side.

    Examples:
        >>> import paddle
        >>> paddle.nn.CircularPad1D([1, 2])(paddle.ones([1, 1, 3])).shape
        paddle.Size([1, 1, 6])
    """

    def __init__(self, padding, data_format="NCL", name=None):
        super().__init__(padding, "circular", 0.0, data_format, name)


class Pad2D(_Pad):
    """Pads [n, c, h, w].

    Args:
        padding (int|list[int]|Tensor): how much on all sides, or (before, after)
            of each axis, the last axis first.
        mode (str): constant, reflect, replicate or circular.
        value (float): for the mode constant.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad2D([1, 1, 0, 0])(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    _axes = 2

    def __init__(self, padding, mode="constant", value=0.0, data_format="NCHW", name=None):
        super().__init__(padding, mode, value, data_format, name)


@args_of(Pad2D)
class ConstantPad2D(Pad2D):
    """Pads [n, c, h, w] with ``value``.

    Examples:
        >>> import paddle
        >>> paddle.nn.ConstantPad2D([1, 1, 0, 0], 0.5)(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    def __init__(self, padding, value, data_format="NCHW", name=None):
        super().__init__(padding, "constant", value, data_format, name)


@args_of(Pad2D)
class ZeroPad2D(Pad2D):
    """Pads [n, c, h, w] with zeros.

    Examples:
        >>> import paddle
        >>> paddle.nn.ZeroPad2D([1, 1, 0, 0])(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    def __init__(self, padding, data_format="NCHW", name=None):
        super().__init__(padding, "constant", 0.0, data_format, name)


@args_of(Pad2D)
class ReplicationPad2D(Pad2D):
    """Pads [n, c, h, w] with the pixels at the edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReplicationPad2D([1, 1, 0, 0])(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    def __init__(self, padding, data_format="NCHW", name=None):
        super().__init__(padding, "replicate", 0.0, data_format, name)


@args_of(Pad2D)
class ReflectionPad2D(Pad2D):
    """Pads [n, c, h, w] with the image mirrored at its edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReflectionPad2D([1, 1, 0, 0])(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    def __init__(self, padding, data_format="NCHW", name=None):
        super().__init__(padding, "reflect", 0.0, data_format, name)


@args_of(Pad2D)
class CircularPad2D(Pad2D):
    """Pads [n, c, h, w] with the image's other side.

    Examples:
        >>> import paddle
        >>> paddle.nn.CircularPad2D([1, 1, 0, 0])(paddle.ones([1, 1, 3, 3])).shape
        paddle.Size([1, 1, 3, 5])
    """

    def __init__(self, padding, data_format="NCHW", name=None):
        super().__init__(padding, "circular", 0.0, data_format, name)


class Pad3D(_Pad):
    """Pads [n, c, d, h, w].

    Args:
        padding (int|list[int]|Tensor): how much on all sides, or (before, after)
            of each axis, the last axis first.
        mode (str): constant, reflect, replicate or circular.
        value (float): for the mode constant.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad3D(1)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    _axes = 3

    def __init__(self, padding, mode="constant", value=0.0, data_format="NCDHW", name=None):
        super().__init__(padding, mode, value, data_format, name)


@args_of(Pad3D)
class ConstantPad3D(Pad3D):
    """Pads [n, c, d, h, w] with ``value``.

    Examples:
        >>> import paddle
        >>> paddle.nn.ConstantPad3D(1, 0.5)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    def __init__(self, padding, value, data_format="NCDHW", name=None):
        super().__init__(padding, "constant", value, data_format, name)


@args_of(Pad3D)
class ZeroPad3D(Pad3D):
    """Pads [n, c, d, h, w] with zeros.

    Examples:
        >>> import paddle
        >>> paddle.nn.ZeroPad3D(1)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    def __init__(self, padding, data_format="NCDHW", name=None):
        super().__init__(padding, "constant", 0.0, data_format, name)


@args_of(Pad3D)
class ReplicationPad3D(Pad3D):
    """Pads [n, c, d, h, w] with the pixels at the edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReplicationPad3D(1)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    def __init__(self, padding, data_format="NCDHW", name=None):
        super().__init__(padding, "replicate", 0.0, data_format, name)


@args_of(Pad3D)
class ReflectionPad3D(Pad3D):
    """Pads [n, c, d, h, w] with the image mirrored at its edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReflectionPad3D(1)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    def __init__(self, padding, data_format="NCDHW", name=None):
        super().__init__(padding, "reflect", 0.0, data_format, name)


@args_of(Pad3D)
class CircularPad3D(Pad3D):
    """Pads [n, c, d, h, w] with the image's other side.

    Examples:
        >>> import paddle
        >>> paddle.nn.CircularPad3D(1)(paddle.ones([1, 1, 3, 3, 3])).shape
        paddle.Size([1, 1, 5, 5, 5])
    """

    def __init__(self, padding, data_format="NCDHW", name=None):
        super().__init__(padding, "circular", 0.0, data_format, name)
