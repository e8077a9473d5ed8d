"""Pooling: the greatest or the mean value of each window."""

from .. import functional as F
from .layers import Layer
from .other_names import other_name


class _Pool(Layer):
    def extra_repr(self):
        return f"kernel_size={self.ksize}, stride={self.stride}, padding={self.padding}"


class MaxPool1D(_Pool):
    """The greatest element of each window of [n, c, l].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        return_mask (bool): also the places of the greatest elements.
        ceil_mode (bool): a last window may reach over the edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool1D(2)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 3, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        return_mask=False,
        ceil_mode=False,
        name=None,
    ):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.return_mask, self.ceil_mode, self.name = return_mask, ceil_mode, name

    def forward(self, input):
        return F.max_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.return_mask, self.ceil_mode
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1D(_Pool):
    """The mean of each window of [n, c, l].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        exclusive (bool): padding does not count, default True.
        ceil_mode (bool): a last window may reach over the edge.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool1D(2)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 3, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        exclusive=True,
        ceil_mode=False,
        name=None,
    ):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.exclusive, self.ceil_mode, self.name = exclusive, ceil_mode, name

    def forward(self, x):
        return F.avg_pool1d(
            x, self.kernel_size, self.stride, self.padding, self.exclusive, self.ceil_mode
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxPool2D(_Pool):
    """The greatest element of each window of [n, c, h, w].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        return_mask (bool): also the places of the greatest elements.
        ceil_mode (bool): a last window may reach over the edge.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool2D(2)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 3, 4, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        return_mask=False,
        ceil_mode=False,
        data_format="NCHW",
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.return_mask, self.ceil_mode, self.name = return_mask, ceil_mode, name
        self.data_format = data_format

    def forward(self, x):
        return F.max_pool2d(
            x,
            self.ksize,
            self.stride,
            self.padding,
            self.return_mask,
            self.ceil_mode,
            self.data_format,
        )


class AvgPool2D(_Pool):
    """The mean of each window of [n, c, h, w].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        exclusive (bool): padding does not count, default True.
        ceil_mode (bool): a last window may reach over the edge.
        divisor_override (int, optional): divides sums by this.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool2D(2)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 3, 4, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        exclusive=True,
        divisor_override=None,
        data_format="NCHW",
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.exclusive, self.ceil_mode, self.name = exclusive, ceil_mode, name
        self.divisor, self.data_format = divisor_override, data_format

    def forward(self, x):
        return F.avg_pool2d(
            x,
            self.ksize,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.exclusive,
            self.divisor,
            self.data_format,
        )


class MaxPool3D(_Pool):
    """The greatest element of each window of [n, c, d, h, w].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        return_mask (bool): also the places of the greatest elements.
        ceil_mode (bool): a last window may reach over the edge.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.MaxPool3D(2)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 3, 4, 4, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        return_mask=False,
        ceil_mode=False,
        data_format="NCDHW",
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.return_mask, self.ceil_mode, self.name = return_mask, ceil_mode, name
        self.data_format = data_format

    def forward(self, x):
        return F.max_pool3d(
            x,
            self.ksize,
            self.stride,
            self.padding,
            self.return_mask,
            self.ceil_mode,
            self.data_format,
        )


class AvgPool3D(_Pool):
    """The mean of each window of [n, c, d, h, w].

    Args:
        kernel_size (int|list[int]): of the window.
        stride (int|list[int], optional): steps of the window, by default its size.
        padding (int|list[int]|str): around the input, default 0.
        exclusive (bool): padding does not count, default True.
        ceil_mode (bool): a last window may reach over the edge.
        divisor_override (int, optional): divides sums by this.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.AvgPool3D(2)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 3, 4, 4, 4])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        exclusive=True,
        divisor_override=None,
        data_format="NCDHW",
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.exclusive, self.ceil_mode, self.name = exclusive, ceil_mode, name
        self.divisor, self.data_format = divisor_override, data_format

    def forward(self, x):
        return F.avg_pool3d(
            x,
            self.ksize,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.exclusive,
            self.divisor,
            self.data_format,
        )


class _Adaptive(Layer):
    def __init__(self, output_size, name):
        super().__init__()
        self._output_size = output_size
        self._name = name

    @property
    def output_size(self):
        """The wanted sizes."""
        return self._output_size

    @output_size.setter
    def output_size(self, value):
        self._output_size = value

    def extra_repr(self):
        return f"output_size={self._output_size}"


class AdaptiveAvgPool1D(_Adaptive):
    """The means of [n, c, l] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool1D(2)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 3, 2])
    """

    def __init__(self, output_size, name=None):
        super().__init__(output_size, name)

    def forward(self, x):
        return F.adaptive_avg_pool1d(x, self._output_size)


class AdaptiveMaxPool1D(_Adaptive):
    """The greatest elements of [n, c, l] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.
        return_mask (bool): also the places of the greatest elements.
        return_indices (bool, optional): another name of ``return_mask``.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool1D(2)(paddle.ones([1, 3, 8])).shape
        paddle.Size([1, 3, 2])
    """

    def __init__(self, output_size, return_mask=False, name=None, *, return_indices=None):
        super().__init__(output_size, name)
        self.return_mask = return_mask if return_indices is None else return_indices

    return_indices = other_name("return_mask")

    def forward(self, x):
        return F.adaptive_max_pool1d(x, self._output_size, self.return_mask)

    def extra_repr(self):
        return f"output_size={self._output_size}, return_mask={self.return_mask}"


class AdaptiveAvgPool2D(_Adaptive):
    """The means of [n, c, h, w] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool2D(2)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 3, 2, 2])
    """

    def __init__(self, output_size, data_format="NCHW", name=None):
        super().__init__(output_size, name)
        self._data_format = data_format

    def forward(self, x):
        return F.adaptive_avg_pool2d(x, self._output_size, self._data_format)


class AdaptiveMaxPool2D(_Adaptive):
    """The greatest elements of [n, c, h, w] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.
        return_mask (bool): also the places of the greatest elements.
        return_indices (bool, optional): another name of ``return_mask``.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool2D(2)(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 3, 2, 2])
    """

    def __init__(self, output_size, return_mask=False, name=None, *, return_indices=None):
        super().__init__(output_size, name)
        self.return_mask = return_mask if return_indices is None else return_indices

    return_indices = other_name("return_mask")

    def forward(self, x):
        return F.adaptive_max_pool2d(x, self._output_size, self.return_mask)

    def extra_repr(self):
        return f"output_size={self._output_size}, return_mask={self.return_mask}"


class AdaptiveAvgPool3D(_Adaptive):
    """The means of [n, c, d, h, w] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveAvgPool3D(2)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 3, 2, 2, 2])
    """

    def __init__(self, output_size, data_format="NCDHW", name=None):
        super().__init__(output_size, name)
        self._data_format = data_format

    def forward(self, x):
        return F.adaptive_avg_pool3d(x, self._output_size, self._data_format)


class AdaptiveMaxPool3D(_Adaptive):
    """The greatest elements of [n, c, d, h, w] over windows that give the wanted sizes.

    Args:
        output_size (int|list[int]): of the output; None keeps a size.
        return_mask (bool): also the places of the greatest elements.
        return_indices (bool, optional): another name of ``return_mask``.

    Examples:
        >>> import paddle
        >>> paddle.nn.AdaptiveMaxPool3D(2)(paddle.ones([1, 3, 8, 8, 8])).shape
        paddle.Size([1, 3, 2, 2, 2])
    """

    def __init__(self, output_size, return_mask=False, name=None, *, return_indices=None):
        super().__init__(output_size, name)
        self.return_mask = return_mask if return_indices is None else return_indices

    return_indices = other_name("return_mask")

    def forward(self, x):
        return F.adaptive_max_pool3d(x, self._output_size, self.return_mask)

    def extra_repr(self):
        return f"output_size={self._output_size}, return_mask={self.return_mask}"


class MaxUnPool1D(Layer):
    """Puts elements back where ``MaxPool1D(return_mask=True)`` took them; zeros elsewhere.

    Args:
        kernel_size, stride, padding: as of the pooling.
        data_format (str): NCL.
        output_size (list[int], optional): where the pooled sizes leave a choice.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool1D(2, return_mask=True)(paddle.ones([1, 3, 8]))
        >>> paddle.nn.MaxUnPool1D(2)(out, mask).shape
        paddle.Size([1, 3, 8])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        data_format="NCL",
        output_size=None,
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.data_format, self.output_size, self.name = data_format, output_size, name

    def forward(self, x, indices, output_size=None):
        return F.max_unpool1d(
            x,
            indices,
            self.ksize,
            self.stride,
            self.padding,
            data_format=self.data_format,
            output_size=output_size or self.output_size,
        )

    def extra_repr(self):
        return f"output_size={self.output_size}"


class MaxUnPool2D(Layer):
    """Puts elements back where ``MaxPool2D(return_mask=True)`` took them; zeros elsewhere.

    Args:
        kernel_size, stride, padding: as of the pooling.
        data_format (str): NCHW.
        output_size (list[int], optional): where the pooled sizes leave a choice.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool2D(2, return_mask=True)(paddle.ones([1, 3, 8, 8]))
        >>> paddle.nn.MaxUnPool2D(2)(out, mask).shape
        paddle.Size([1, 3, 8, 8])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        data_format="NCHW",
        output_size=None,
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.data_format, self.output_size, self.name = data_format, output_size, name

    def forward(self, x, indices, output_size=None):
        return F.max_unpool2d(
            x,
            indices,
            self.ksize,
            self.stride,
            self.padding,
            data_format=self.data_format,
            output_size=output_size or self.output_size,
        )

    def extra_repr(self):
        return f"output_size={self.output_size}"


class MaxUnPool3D(Layer):
    """Puts elements back where ``MaxPool3D(return_mask=True)`` took them; zeros elsewhere.

    Args:
        kernel_size, stride, padding: as of the pooling.
        data_format (str): NCDHW.
        output_size (list[int], optional): where the pooled sizes leave a choice.

    Examples:
        >>> import paddle
        >>> out, mask = paddle.nn.MaxPool3D(2, return_mask=True)(paddle.ones([1, 3, 8, 8, 8]))
        >>> paddle.nn.MaxUnPool3D(2)(out, mask).shape
        paddle.Size([1, 3, 8, 8, 8])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        data_format="NCDHW",
        output_size=None,
        name=None,
    ):
        super().__init__()
        self.ksize, self.stride, self.padding = kernel_size, stride, padding
        self.data_format, self.output_size, self.name = data_format, output_size, name

    def forward(self, x, indices, output_size=None):
        return F.max_unpool3d(
            x,
            indices,
            self.ksize,
            self.stride,
            self.padding,
            data_format=self.data_format,
            output_size=output_size or self.output_size,
        )

    def extra_repr(self):
        return f"output_size={self.output_size}"
