"""Layers of pools that are made of operators."""

from .. import functional as F
from .layers import Layer


class _LPPool(Layer):
    def __init__(
        self,
        norm_type,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        data_format=None,
        name=None,
    ):
        super().__init__()
        self.norm_type, self.ksize = float(norm_type), kernel_size
        self.stride, self.padding = stride, padding
        self.ceil_mode, self.data_format, self.name = ceil_mode, data_format, name

    def forward(self, x):
        return self._pool(
            x,
            self.norm_type,
            self.ksize,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.data_format,
        )

    def extra_repr(self):
        return (
            f"norm_type={self.norm_type}, kernel_size={self.ksize}, stride={self.stride}, "
            f"padding={self.padding}"
        )


class LPPool1D(_LPPool):
    """``(sum x ** p) ** (1 / p)`` of each window of [n, c, l]: see ``nn.functional.lp_pool1d``.

    Args:
        norm_type (float): p; infinity: the greatest element.
        kernel_size (int|list[int]): Of the window.
        stride (int|list[int], optional): Steps of the window, by default its size.
        padding (int|list[int]|str): Zeros around the input.
        ceil_mode (bool): A last window may reach over the edge.
        data_format (str): NCL or NLC.

    Examples:
        >>> import paddle
        >>> paddle.nn.LPPool1D(2, 2)(paddle.to_tensor([[[3.0, 4.0]]])).tolist()
        [[[5.0]]]
    """

    _pool = staticmethod(F.lp_pool1d)

    def __init__(
        self,
        norm_type,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        data_format="NCL",
        name=None,
    ):
        super().__init__(norm_type, kernel_size, stride, padding, ceil_mode, data_format, name)


class LPPool2D(_LPPool):
    """``(sum x ** p) ** (1 / p)`` of each window of [n, c, h, w]: see ``nn.functional.lp_pool2d``.

    Args:
        norm_type (float): p; infinity: the greatest element.
        kernel_size (int|list[int]): Of the window.
        stride (int|list[int], optional): Steps of the window, by default its size.
        padding (int|list[int]|str): Zeros around the input.
        ceil_mode (bool): A last window may reach over the edge.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.LPPool2D(2, 2)(paddle.ones([1, 1, 2, 2])).tolist()
        [[[[2.0]]]]
    """

    _pool = staticmethod(F.lp_pool2d)

    def __init__(
        self,
        norm_type,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        data_format="NCHW",
        name=None,
    ):
        stride = kernel_size if stride is None else stride
        super().__init__(norm_type, kernel_size, stride, padding, ceil_mode, data_format, name)


class _FractionalMaxPool(Layer):
    def __init__(self, output_size, kernel_size=None, random_u=None, return_mask=False, name=None):
        super().__init__()
        self._output_size, self._kernel_size = output_size, kernel_size
        self._random_u, self._return_mask, self._name = random_u, return_mask, name

    def forward(self, x):
        return self._pool(
            x, self._output_size, self._kernel_size, self._random_u, self._return_mask
        )

    def extra_repr(self):
        return f"output_size={self._output_size}, return_mask={self._return_mask}"


class FractionalMaxPool2D(_FractionalMaxPool):
    """The greatest elements of nearly equal parts of [n, c, h, w]: see ``nn.functional.fractional_max_pool2d``.

    Args:
        output_size (int|list[int|None]): How many parts; None keeps a size.
        kernel_size (int|list[int], optional): The size of each window; by default they do not overlap.
        random_u (float, optional): In (0, 1); by default drawn at random in each call.
        return_mask (bool): Also the places of the elements.

    Examples:
        >>> import paddle
        >>> paddle.nn.FractionalMaxPool2D(3)(paddle.ones([1, 2, 7, 7])).shape
        paddle.Size([1, 2, 3, 3])
    """

    _pool = staticmethod(F.fractional_max_pool2d)


class FractionalMaxPool3D(_FractionalMaxPool):
    """The greatest elements of nearly equal parts of [n, c, d, h, w]: see ``nn.functional.fractional_max_pool3d``.

    Args:
        output_size (int|list[int|None]): How many parts; None keeps a size.
        kernel_size (int|list[int], optional): The size of each window; by default they do not overlap.
        random_u (float, optional): In (0, 1); by default drawn at random in each call.
        return_mask (bool): Also the places of the elements.

    Examples:
        >>> import paddle
        >>> paddle.nn.FractionalMaxPool3D(2)(paddle.ones([1, 2, 5, 5, 5])).shape
        paddle.Size([1, 2, 2, 2, 2])
    """

    _pool = staticmethod(F.fractional_max_pool3d)
