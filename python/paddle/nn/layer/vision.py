"""Rearranging the channels and pixels of images."""

from .. import functional as F
from .layers import Layer
from .text import name_text


class _Rearrange(Layer):
    _argument = ""

    def __init__(self, count, data_format, name):
        super().__init__()
        kind = type(self).__name__
        if not isinstance(count, int):
            raise TypeError(
                f"(InvalidType) {kind}: `{self._argument}` must be an int, not {type(count).__name__}"
            )
        if count <= 0:
            raise ValueError(
                f"(InvalidArgument) {kind}: `{self._argument}` must be positive, received {count}"
            )
        if data_format not in ("NCHW", "NHWC"):
            raise ValueError(
                f"(InvalidArgument) {kind}: data_format must be NCHW or NHWC, received {data_format}"
            )
        setattr(self, f"_{self._argument}", count)
        self._data_format, self._name = data_format, name

    def extra_repr(self):
        text = f"{self._argument}={getattr(self, '_' + self._argument)}"
        if self._data_format != "NCHW":
            text += f", data_format={self._data_format}"
        return text + name_text(self._name)


class PixelShuffle(_Rearrange):
    """[n, c * r * r, h, w] to [n, c, h * r, w * r] (Shi et al., 2016).

    Args:
        upscale_factor (int): r.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.PixelShuffle(2)(paddle.ones([1, 8, 3, 3])).shape
        paddle.Size([1, 2, 6, 6])
    """

    _argument = "upscale_factor"

    def __init__(self, upscale_factor, data_format="NCHW", name=None):
        super().__init__(upscale_factor, data_format, name)

    def forward(self, x):
        return F.pixel_shuffle(x, self._upscale_factor, self._data_format)


class PixelUnshuffle(_Rearrange):
    """[n, c, h * r, w * r] to [n, c * r * r, h, w]: undoes ``PixelShuffle``.

    Args:
        downscale_factor (int): r.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.PixelUnshuffle(2)(paddle.ones([1, 2, 6, 6])).shape
        paddle.Size([1, 8, 3, 3])
    """

    _argument = "downscale_factor"

    def __init__(self, downscale_factor, data_format="NCHW", name=None):
        super().__init__(downscale_factor, data_format, name)

    def forward(self, x):
        return F.pixel_unshuffle(x, self._downscale_factor, self._data_format)


class ChannelShuffle(_Rearrange):
    """Deals the channels of [n, c, h, w] out among groups (Zhang et al., 2018).

    Args:
        groups (int): divides the channels.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.ChannelShuffle(2)(paddle.arange(4.0).reshape([1, 4, 1, 1])).flatten().tolist()
        [0.0, 2.0, 1.0, 3.0]
    """

    _argument = "groups"

    def __init__(self, groups, data_format="NCHW", name=None):
        super().__init__(groups, data_format, name)

    def forward(self, x):
        return F.channel_shuffle(x, self._groups, self._data_format)
