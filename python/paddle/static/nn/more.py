"""Layers as functions that programs use rarely."""

import paddle

from ...nn import functional as F
from .common import (
    _activated,
    _conv_parameters,
    _convolution,
    _known,
    _Maker,
    _parameter,
    _transposed_convolution,
    _window,
)  # fmt: skip


def bilinear_tensor_product(x, y, size, act=None, name=None, param_attr=None, bias_attr=None):
    """``act(x W_i y + b_i)`` for each i, with parameters of its own.

    Args:
        x (Tensor): [n, a].
        y (Tensor): [n, b].
        size (int): How many there are of i.
        act (str, optional): A name of `paddle.nn.functional`.
        name (str, optional): Put into the names of the parameters.
        param_attr (ParamAttr, optional): Of the weight, [size, a, b].
        bias_attr (ParamAttr|bool, optional): Of the bias; False for none.

    Returns:
        Tensor: [n, size].

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     x, y = paddle.static.data("x", [None, 3]), paddle.static.data("y", [None, 4])
        ...     paddle.static.nn.bilinear_tensor_product(x, y, 5).shape
        paddle.Size([-1, 5])
        >>> paddle.disable_static()
    """
    op = "bilinear_tensor_product"
    maker = _Maker(op, name, x.dtype)
    weight = _parameter(maker, [size, _known(x.shape[1], op), _known(y.shape[1], op)], param_attr)
    bias = _parameter(maker, [1, size], bias_attr, is_bias=True)
    return _activated(F.bilinear(x, y, weight, bias), act)


def conv3d(
    input,
    num_filters,
    filter_size,
    stride=1,
    padding=0,
    dilation=1,
    groups=None,
    param_attr=None,
    bias_attr=None,
    use_cudnn=True,
    act=None,
    name=None,
    data_format="NCDHW",
):
    """A convolution over three axes with parameters of its own.

    Args:
        input (Tensor): [n, c, d, h, w].
        num_filters (int): Channels of the result.
        filter_size (int|list[int]): Of the window.
        stride, padding, dilation (int|list[int]): Of `paddle.nn.functional.conv3d`.
        groups (int, optional): Default 1.
        param_attr (ParamAttr, optional): Of the weight, by default Normal(0, sqrt(2 / fan_in)).
        bias_attr (ParamAttr|bool, optional): Of the bias; False for none.
        use_cudnn (bool): Accepted.
        act (str, optional): A name of `paddle.nn.functional`.
        name (str, optional): Put into the names of the parameters.
        data_format (str): NCDHW or NDHWC.

    Returns:
        Tensor

    Raises:
        ValueError: The channels do not fall into groups.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.conv3d(paddle.static.data("x", [None, 3, 8, 8, 8]), 4, 3).shape
        paddle.Size([-1, 4, 6, 6, 6])
        >>> paddle.disable_static()
    """
    return _convolution(
        F.conv3d, 3, input, num_filters, filter_size, groups, param_attr, bias_attr, act, name, data_format,
        stride, padding, dilation,
    )  # fmt: skip


def conv3d_transpose(
    input,
    num_filters,
    output_size=None,
    filter_size=None,
    padding=0,
    stride=1,
    dilation=1,
    groups=None,
    param_attr=None,
    bias_attr=None,
    use_cudnn=True,
    act=None,
    name=None,
    data_format="NCDHW",
):
    """A transposed convolution over three axes with parameters of its own.

    Args:
        input (Tensor): [n, c, d, h, w].
        num_filters (int): Channels of the result.
        output_size (int|list[int], optional): Sizes of the result.
        filter_size (int|list[int], optional): Of the window; by default what leads to ``output_size``.
        padding, stride, dilation (int|list[int]): Of `paddle.nn.functional.conv3d_transpose`.
        groups (int, optional): Default 1.
        param_attr (ParamAttr, optional): Of the weight.
        bias_attr (ParamAttr|bool, optional): Of the bias; False for none.
        use_cudnn (bool): Accepted.
        act (str, optional): A name of `paddle.nn.functional`.
        name (str, optional): Put into the names of the parameters.
        data_format (str): NCDHW or NDHWC.

    Returns:
        Tensor

    Raises:
        ValueError: There is neither ``output_size`` nor ``filter_size``.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     x = paddle.static.data("x", [None, 3, 4, 4, 4])
        ...     paddle.static.nn.conv3d_transpose(x, 2, output_size=8, stride=2).shape
        paddle.Size([-1, 2, 8, 8, 8])
        >>> paddle.disable_static()
    """
    return _transposed_convolution(
        F.conv3d_transpose, 3, input, num_filters, output_size, filter_size, groups, param_attr, bias_attr, act, name,
        data_format, stride, padding, dilation,
    )  # fmt: skip


def deform_conv2d(
    x,
    offset,
    mask,
    num_filters,
    filter_size,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
    deformable_groups=1,
    im2col_step=1,
    weight_attr=None,
    bias_attr=None,
    name=None,
):
    """`paddle.vision.ops.deform_conv2d` with parameters of its own.

    Args:
        x (Tensor): [n, c, h, w].
        offset (Tensor): [n, 2 * deformable_groups * window, h_out, w_out].
        mask (Tensor, optional): [n, deformable_groups * window, h_out, w_out].
        num_filters (int): Channels of the result.
        filter_size (int|list[int]): Of the window.
        stride, padding, dilation (int|list[int]): Of the window.
        groups (int): Of channels.
        deformable_groups (int): Of channels that share offsets.
        im2col_step (int): Accepted.
        weight_attr (ParamAttr, optional): Of the weight, by default Normal(0, sqrt(2 / fan_in)).
        bias_attr (ParamAttr|bool, optional): Of the bias; False for none.
        name (str, optional): Put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     x, offset = paddle.static.data("x", [2, 3, 8, 8]), paddle.static.data("o", [2, 18, 6, 6])
        ...     paddle.static.nn.deform_conv2d(x, offset, None, 4, 3).shape
        paddle.Size([2, 4, 6, 6])
        >>> paddle.disable_static()
    """
    from ...vision import ops

    channels = _known(x.shape[1], "deform_conv2d")
    maker, window = _Maker("deformable_conv", name, x.dtype), _window(filter_size, 2)
    weight, bias = _conv_parameters(
        maker, channels, num_filters, window, groups, weight_attr, bias_attr
    )
    return ops.deform_conv2d(
        x, offset, weight, bias, stride, padding, dilation, deformable_groups, groups, mask
    )


def row_conv(input, future_context_size, param_attr=None, act=None):
    r""":math:`out_t = \sum_{i=0}^{k} x_{t+i} w_i`: each step sees the next ones (Amodei et al., 2016).

    Args:
        input (Tensor): [n, time, d].
        future_context_size (int): k.
        param_attr (ParamAttr, optional): Of the weight, [k + 1, d].
        act (str, optional): A name of `paddle.nn.functional`.

    Returns:
        Tensor: Of the shape of ``input``.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.row_conv(paddle.static.data("x", [None, 5, 4]), 2).shape
        paddle.Size([-1, 5, 4])
        >>> paddle.disable_static()
    """
    k, time = future_context_size, _known(input.shape[1], "row_conv")
    maker = _Maker("row_conv", None, input.dtype)
    weight = _parameter(maker, [k + 1, _known(input.shape[2], "row_conv")], param_attr)
    later = F.pad(input.transpose([0, 2, 1]), [0, k], data_format="NCL").transpose([0, 2, 1])
    total = sum(later[:, i : i + time] * weight[i] for i in range(k + 1))
    return _activated(total, act)


def spectral_norm(weight, dim=0, power_iters=1, eps=1e-12, name=None):
    """A weight divided by its greatest singular value; the vectors of the power iteration are kept.

    Args:
        weight (Tensor): Two axes or more.
        dim (int): The axis that becomes the rows of a matrix.
        power_iters (int): Steps of the iteration in each run.
        eps (float): Added to norms.
        name (str, optional): Ignored.

    Returns:
        Tensor: Of the shape of ``weight``.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.spectral_norm(paddle.static.data("w", [4, 3])).shape
        paddle.Size([4, 3])
        >>> paddle.disable_static()
    """
    shape = [_known(n, "spectral_norm") for n in weight.shape]
    return paddle.nn.SpectralNorm(shape, dim, power_iters, eps)(weight)


def static_pylayer(forward_fn, inputs, backward_fn=None, name=None):
    """``forward_fn(*inputs)`` with a gradient of its own.

    Args:
        forward_fn (callable): Takes tensors and gives a tensor or several.
        inputs (list[Tensor]): Its arguments.
        backward_fn (callable, optional): Takes the gradients of the results, gives those of the arguments.
            Without it the results have none.
        name (str, optional): Ignored.

    Returns:
        Tensor|list[Tensor]

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        ...     x.stop_gradient = False
        ...     y = paddle.static.nn.static_pylayer(paddle.exp, [x], lambda g: g * 2)
        ...     g = paddle.static.gradients(y, x)
        >>> paddle.static.Executor().run(main, feed={"x": [0.0, 0.0]}, fetch_list=[y, *g])[1].tolist()
        [2.0, 2.0]
        >>> paddle.disable_static()
    """
    if backward_fn is None:
        with paddle.no_grad():
            return forward_fn(*inputs)

    class Given(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, *tensors):
            return forward_fn(*tensors)

        @staticmethod
        def backward(ctx, *grads):
            return backward_fn(*grads)

    return Given.apply(*inputs)
