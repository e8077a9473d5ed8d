"""Layers whose constructors have PyTorch's arguments."""

import math

from ... import nn
from ...nn.initializer import Uniform
from . import functional as F


class Linear(nn.Layer):
    """``x W^T + b``.

    Args:
        in_features (int): features of the input.
        out_features (int): of the result.
        bias (bool): whether there is a bias.
        device (str|Place, optional): where the parameters are made.
        dtype (dtype|str, optional): of the parameters.

    Shape:
        [..., in_features] to [..., out_features]; the weight is [out_features, in_features].

    Examples:
        >>> import paddle
        >>> layer = paddle.compat.nn.Linear(3, 2)
        >>> layer.weight.shape, layer(paddle.ones([1, 3])).shape
        (paddle.Size([2, 3]), paddle.Size([1, 2]))
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = self.create_parameter([out_features, in_features], dtype=dtype)
        self.bias = (
            self.create_parameter([out_features], dtype=dtype, is_bias=True) if bias else None
        )
        self.reset_parameters()
        if device is not None:
            self.to(device)

    def reset_parameters(self):
        """New first values: uniform up to 1 / sqrt(in_features), of weight and bias."""
        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0.0
        for parameter in (self.weight, self.bias):
            if parameter is not None:
                Uniform(-bound, bound)(parameter)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Softmax(nn.Layer):
    """The softmax along an axis.

    Args:
        dim (int, optional): the axis; None: 0 for 0, 1 or 3 axes, else 1.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.Softmax()(paddle.zeros([1, 2])).tolist()
        [[0.5, 0.5]]
    """

    def __init__(self, dim=None):
        super().__init__()
        self._dim = dim

    def forward(self, input):
        return F.softmax(input, self._dim)

    def extra_repr(self):
        return f"dim={self._dim}"


class Unfold(nn.Layer):
    """The windows of an image as columns.

    Args:
        kernel_size (int|list[int]): of the windows.
        dilation (int|list[int]): distance of a window's elements.
        padding (int|list[int]): rows of 0 around the image.
        stride (int|list[int]): from one window to the next.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.Unfold(2)(paddle.ones([1, 2, 4, 4])).shape
        paddle.Size([1, 8, 9])
    """

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self._args = kernel_size, dilation, padding, stride

    def forward(self, input):
        return F.unfold(input, *self._args)


class AvgPool1D(nn.AvgPool1D):
    """Means of windows of [n, c, l].

    Args:
        kernel_size (int): of the windows.
        stride (int, optional): from one to the next; by default ``kernel_size``.
        padding (int): elements of 0 around.
        ceil_mode (bool): windows may end beyond.
        count_include_pad (bool): elements of the padding count.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.AvgPool1D(2)(paddle.ones([1, 1, 4])).shape
        paddle.Size([1, 1, 2])
    """

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
    ):
        super().__init__(kernel_size, stride, padding, not count_include_pad, ceil_mode)


class AvgPool2D(nn.AvgPool2D):
    """Means of windows of [n, c, h, w].

    Args:
        kernel_size (int|list[int]): of the windows.
        stride (int|list[int], optional): from one to the next; by default ``kernel_size``.
        padding (int|list[int]): rows of 0 around.
        ceil_mode (bool): windows may end beyond.
        count_include_pad (bool): elements of the padding count.
        divisor_override (int, optional): what sums are divided by.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.AvgPool2D(2)(paddle.ones([1, 1, 4, 4])).shape
        paddle.Size([1, 1, 2, 2])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        super().__init__(
            kernel_size, stride, padding, ceil_mode, not count_include_pad, divisor_override
        )


class AvgPool3D(nn.AvgPool3D):
    """Means of windows of [n, c, d, h, w].

    Args:
        kernel_size (int|list[int]): of the windows.
        stride (int|list[int], optional): from one to the next; by default ``kernel_size``.
        padding (int|list[int]): rows of 0 around.
        ceil_mode (bool): windows may end beyond.
        count_include_pad (bool): elements of the padding count.
        divisor_override (int, optional): what sums are divided by.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.AvgPool3D(2)(paddle.ones([1, 1, 4, 4, 4])).shape
        paddle.Size([1, 1, 2, 2, 2])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        super().__init__(
            kernel_size, stride, padding, ceil_mode, not count_include_pad, divisor_override
        )
