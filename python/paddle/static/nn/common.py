"""Layers as functions: each call makes parameters of its own."""

import math

import paddle

from ...framework import unique_name
from ...nn import functional as F
from ...nn.initializer import Constant, Normal
from ...nn.layer import layers


class _Maker(layers.Layer):
    """Names parameters after the function that asks for them."""

    def __init__(self, kind, name, dtype):
        super().__init__(dtype=dtype)
        self._full_name = name or unique_name.generate(kind)


def _parameter(maker, shape, attr, is_bias=False, default=None):
    return maker.create_parameter(shape, attr, is_bias=is_bias, default_initializer=default)


def _activated(x, act):
    if act is None:
        return x
    fn = getattr(F, act, None) or getattr(paddle, act, None)
    if fn is None:
        raise ValueError(f"(InvalidArgument) static.nn: there is no activation `{act}`")
    return fn(x)


def _known(size, function):
    if size == -1:
        raise ValueError(
            f"(InvalidArgument) static.nn.{function}: a size that parameters have is not known.\n"
            "  Hint: give it to static.data()."
        )
    return int(size)


def fc(x, size, num_flatten_dims=1, weight_attr=None, bias_attr=None, activation=None, name=None):
    """``activation(x @ weight + bias)``, where the last axes of ``x`` are one.

    Args:
        x (Tensor|list[Tensor]): several are added up, each with a weight of its own.
        size (int): of the last axis of the result.
        num_flatten_dims (int): how many axes stay as they are, default 1.
        weight_attr (ParamAttr, optional): of the weight.
        bias_attr (ParamAttr|bool, optional): of the bias; False for none.
        activation (str, optional): a name of `paddle.nn.functional`.
        name (str, optional): put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.fc(paddle.static.data("x", [None, 28, 28]), 10).shape
        paddle.Size([-1, 10])
        >>> paddle.disable_static()
    """
    inputs = list(x) if isinstance(x, (list, tuple)) else [x]
    maker = _Maker("fc", name, inputs[0].dtype)
    total = None
    for one in inputs:
        axes = num_flatten_dims + one.ndim if num_flatten_dims < 0 else num_flatten_dims
        if not 0 < axes < max(one.ndim, 2):
            raise ValueError(
                f"(InvalidArgument) static.nn.fc: `num_flatten_dims` does not fit.\n  Received: {num_flatten_dims} "
                f"for shape {list(one.shape)}"
            )
        width = math.prod(_known(n, "fc") for n in one.shape[axes:])
        weight = _parameter(maker, [width, size], weight_attr)
        flat = one if axes == one.ndim - 1 else one.flatten(axes, -1)
        product = paddle.matmul(flat, weight)
        total = product if total is None else total + product
    bias = _parameter(maker, [size], bias_attr, is_bias=True)
    return _activated(total if bias is None else total + bias, activation)


def _window(value, axes):
    return [value] * axes if isinstance(value, int) else list(value)


def _conv_parameters(maker, channels, num_filters, window, groups, weight_attr, bias_attr):
    """Weight, by default Normal(0, sqrt(2 / fan_in)), and bias of a convolution."""
    normal = Normal(0.0, math.sqrt(2.0 / (math.prod(window) * channels)))
    shape = [num_filters, channels // groups, *window]
    weight = _parameter(maker, shape, weight_attr, default=normal)
    return weight, _parameter(maker, [num_filters], bias_attr, is_bias=True)


def _convolution(
    function, axes, input, num_filters, filter_size, groups, param_attr, bias_attr, act, name, data_format, *geometry
):  # fmt: skip
    """`conv2d` and `conv3d`; ``geometry``: stride, padding, dilation."""
    op = function.__name__
    channels = _known(input.shape[1 if data_format.startswith("NC") else -1], op)
    groups = groups or 1
    if channels % groups:
        raise ValueError(
            f"(InvalidArgument) static.nn.{op}: {channels} channels do not fall into {groups} groups"
        )
    maker, window = _Maker(op, name, input.dtype), _window(filter_size, axes)
    weight, bias = _conv_parameters(
        maker, channels, num_filters, window, groups, param_attr, bias_attr
    )
    return _activated(function(input, weight, bias, *geometry, groups, data_format), act)


def _transposed_convolution(
    function, axes, input, num_filters, output_size, filter_size, groups, param_attr, bias_attr, act, name,
    data_format, stride, padding, dilation,
):  # fmt: skip
    """`conv2d_transpose` and `conv3d_transpose`."""
    op, first, groups = function.__name__, data_format.startswith("NC"), groups or 1
    channels = _known(input.shape[1 if first else -1], op)
    if filter_size is None:
        if output_size is None:
            raise ValueError(
                f"(InvalidArgument) static.nn.{op}: neither `output_size` nor `filter_size` is given."
            )
        sizes = [_known(n, op) for n in (input.shape[2:] if first else input.shape[1:-1])]
        geometry = (_window(v, axes) for v in (stride, padding, dilation))
        steps = zip(_window(output_size, axes), sizes, *geometry, strict=True)
        filter_size = [(out - (n - 1) * s + 2 * p - 1) // d + 1 for out, n, s, p, d in steps]
    maker = _Maker(op, name, input.dtype)
    window = _window(filter_size, axes)
    weight = _parameter(maker, [channels, num_filters // groups, *window], param_attr)
    bias = _parameter(maker, [num_filters], bias_attr, is_bias=True)
    result = function(
        input, weight, bias, groups=groups, stride=stride, padding=padding, dilation=dilation,
        output_size=output_size, data_format=data_format,
    )  # fmt: skip
    return _activated(result, act)


def conv2d(
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
    data_format="NCHW",
):
    """A convolution with parameters of its own.

    Args:
        input (Tensor): [n, c, h, w].
        num_filters (int): channels of the result.
        filter_size (int|list[int]): of the window.
        stride, padding, dilation (int|list[int]): of `paddle.nn.functional.conv2d`.
        groups (int, optional): default 1.
        param_attr (ParamAttr, optional): of the weight, by default Normal(0, sqrt(2 / fan_in)).
        bias_attr (ParamAttr|bool, optional): of the bias; False for none.
        use_cudnn (bool): accepted.
        act (str, optional): a name of `paddle.nn.functional`.
        name (str, optional): put into the names of the parameters.
        data_format (str): NCHW or NHWC.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.conv2d(paddle.static.data("x", [None, 3, 8, 8]), 4, 3).shape
        paddle.Size([-1, 4, 6, 6])
        >>> paddle.disable_static()
    """
    return _convolution(
        F.conv2d, 2, input, num_filters, filter_size, groups, param_attr, bias_attr, act, name, data_format,
        stride, padding, dilation,
    )  # fmt: skip


def conv2d_transpose(
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
    data_format="NCHW",
):
    """A transposed convolution with parameters of its own.

    Args:
        input (Tensor): [n, c, h, w].
        num_filters (int): channels of the result.
        output_size (int|list[int], optional): sizes of the result.
        filter_size (int|list[int], optional): of the window; by default what leads to ``output_size``.
        padding, stride, dilation (int|list[int]): of `paddle.nn.functional.conv2d_transpose`.
        groups (int, optional): default 1.
        param_attr (ParamAttr, optional): of the weight.
        bias_attr (ParamAttr|bool, optional): of the bias; False for none.
        use_cudnn (bool): accepted.
        act (str, optional): a name of `paddle.nn.functional`.
        name (str, optional): put into the names of the parameters.
        data_format (str): NCHW or NHWC.

    Returns:
        Tensor

    Raises:
        ValueError: there is neither ``output_size`` nor ``filter_size``.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     x = paddle.static.data("x", [None, 3, 8, 8])
        ...     paddle.static.nn.conv2d_transpose(x, 4, filter_size=2, stride=2).shape
        paddle.Size([-1, 4, 16, 16])
        >>> paddle.disable_static()
    """
    return _transposed_convolution(
        F.conv2d_transpose, 2, input, num_filters, output_size, filter_size, groups, param_attr, bias_attr, act, name,
        data_format, stride, padding, dilation,
    )  # fmt: skip


def batch_norm(
    input,
    act=None,
    is_test=False,
    momentum=0.9,
    epsilon=1e-05,
    param_attr=None,
    bias_attr=None,
    data_layout="NCHW",
    in_place=False,
    name=None,
    moving_mean_name=None,
    moving_variance_name=None,
    do_model_average_for_mean_and_var=True,
    use_global_stats=False,
):
    """Batch normalisation with parameters and running statistics of its own.

    Args:
        input (Tensor): [n, c, ...].
        act (str, optional): a name of `paddle.nn.functional`.
        is_test (bool): True: the running statistics are used.
        momentum (float): how much of the running statistics stays.
        epsilon (float): default 1e-5.
        param_attr, bias_attr (ParamAttr, optional): of scale and bias.
        data_layout (str): NCHW or NHWC.
        in_place (bool): accepted.
        name (str, optional): put into the names of the parameters.
        moving_mean_name, moving_variance_name (str, optional): of the running statistics.
        do_model_average_for_mean_and_var (bool): accepted.
        use_global_stats (bool): True: the running statistics in training too.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.batch_norm(paddle.static.data("x", [None, 3, 8, 8])).shape
        paddle.Size([-1, 3, 8, 8])
        >>> paddle.disable_static()
    """
    channels = _known(
        input.shape[1 if data_layout == "NCHW" or input.ndim == 2 else -1], "batch_norm"
    )
    maker = _Maker("batch_norm", name, input.dtype)
    scale = _parameter(maker, [channels], param_attr, default=Constant(1.0))
    bias = _parameter(maker, [channels], bias_attr, is_bias=True)
    mean = _statistic(maker, channels, moving_mean_name, 0.0)
    variance = _statistic(maker, channels, moving_variance_name, 1.0)
    result = F.batch_norm(
        input, mean, variance, scale, bias, not is_test, momentum, epsilon,
        "NHWC" if data_layout == "NHWC" and input.ndim > 2 else "NCHW", use_global_stats or None,
    )  # fmt: skip
    return _activated(result, act)


def _statistic(maker, channels, name, value):
    attr = paddle.ParamAttr(name=name, initializer=Constant(value), trainable=False)
    return _parameter(maker, [channels], attr)


def embedding(
    input,
    size,
    is_sparse=False,
    is_distributed=False,
    padding_idx=None,
    param_attr=None,
    dtype="float32",
):
    """Rows of a table of its own.

    Args:
        input (Tensor): numbers of rows.
        size (list[int]): [rows, width].
        is_sparse (bool): accepted: gradients are dense.
        is_distributed (bool): accepted.
        padding_idx (int, optional): a row that is zero.
        param_attr (ParamAttr, optional): of the table.
        dtype (str): of the table.

    Returns:
        Tensor: of one axis more than ``input``.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.embedding(paddle.static.data("x", [None, 5], "int64"), [10, 4]).shape
        paddle.Size([-1, 5, 4])
        >>> paddle.disable_static()
    """
    maker = _Maker("embedding", None, dtype)
    table = _parameter(maker, list(size), param_attr)
    return F.embedding(input, table, padding_idx)


def _normalised(maker, sizes, scale, shift, param_attr, bias_attr):
    weight = _parameter(maker, sizes, param_attr, default=Constant(1.0)) if scale else None
    bias = _parameter(maker, sizes, bias_attr, is_bias=True) if shift else None
    return weight, bias


def layer_norm(
    input,
    scale=True,
    shift=True,
    begin_norm_axis=1,
    epsilon=1e-05,
    param_attr=None,
    bias_attr=None,
    act=None,
    name=None,
):
    """Layer normalisation over the axes from ``begin_norm_axis`` on, with parameters of its own.

    Args:
        input (Tensor): of two and more axes.
        scale, shift (bool): whether there are weight and bias.
        begin_norm_axis (int): default 1.
        epsilon (float): default 1e-5.
        param_attr, bias_attr (ParamAttr, optional): of weight and bias.
        act (str, optional): a name of `paddle.nn.functional`.
        name (str, optional): put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.layer_norm(paddle.static.data("x", [None, 8])).shape
        paddle.Size([-1, 8])
        >>> paddle.disable_static()
    """
    sizes = [_known(n, "layer_norm") for n in input.shape[begin_norm_axis:]]
    maker = _Maker("layer_norm", name, input.dtype)
    weight, bias = _normalised(maker, [math.prod(sizes)], scale, shift, param_attr, bias_attr)
    weight, bias = (None if p is None else p.reshape(sizes) for p in (weight, bias))
    return _activated(F.layer_norm(input, sizes, weight, bias, epsilon), act)


def group_norm(
    input,
    groups,
    epsilon=1e-05,
    param_attr=None,
    bias_attr=None,
    act=None,
    data_layout="NCHW",
    name=None,
):
    """Group normalisation with parameters of its own.

    Args:
        input (Tensor): [n, c, ...].
        groups (int): how many groups the channels fall into.
        epsilon (float): default 1e-5.
        param_attr, bias_attr (ParamAttr|bool, optional): of weight and bias; False for none.
        act (str, optional): a name of `paddle.nn.functional`.
        data_layout (str): NCHW or NHWC.
        name (str, optional): put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.group_norm(paddle.static.data("x", [None, 4, 2, 2]), 2).shape
        paddle.Size([-1, 4, 2, 2])
        >>> paddle.disable_static()
    """
    channels = _known(input.shape[1 if data_layout == "NCHW" else -1], "group_norm")
    maker = _Maker("group_norm", name, input.dtype)
    weight, bias = _normalised(
        maker, [channels], param_attr is not False, bias_attr is not False, param_attr, bias_attr
    )
    return _activated(F.group_norm(input, groups, epsilon, weight, bias, data_layout), act)


def instance_norm(input, epsilon=1e-05, param_attr=None, bias_attr=None, name=None):
    """Instance normalisation with parameters of its own.

    Args:
        input (Tensor): [n, c, ...].
        epsilon (float): default 1e-5.
        param_attr, bias_attr (ParamAttr|bool, optional): of scale and bias; False for neither.
        name (str, optional): put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.instance_norm(paddle.static.data("x", [None, 4, 2, 2])).shape
        paddle.Size([-1, 4, 2, 2])
        >>> paddle.disable_static()
    """
    maker = _Maker("instance_norm", name, input.dtype)
    both = param_attr is not False
    channels = _known(input.shape[1], "instance_norm")
    weight, bias = _normalised(maker, [channels], both, both, param_attr, bias_attr)
    return F.instance_norm(input, weight=weight, bias=bias, eps=epsilon)


def prelu(x, mode, param_attr=None, data_format="NCHW", name=None):
    """``max(x, 0) + weight * min(x, 0)`` with a weight of its own.

    Args:
        x (Tensor): [n, c, ...].
        mode (str): "all": one weight; "channel": one for each channel.
        param_attr (ParamAttr, optional): of the weight, by default 0.25.
        data_format (str): NCHW or NHWC.
        name (str, optional): put into the names of the parameters.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     paddle.static.nn.prelu(paddle.static.data("x", [None, 4]), "all").shape
        paddle.Size([-1, 4])
        >>> paddle.disable_static()
    """
    if mode not in ("all", "channel"):
        raise NotImplementedError(
            f'(Unimplemented) static.nn.prelu: expected "all" or "channel", received {mode!r}'
        )
    channels = 1 if mode == "all" else _known(x.shape[1 if data_format == "NCHW" else -1], "prelu")
    weight = _parameter(
        _Maker("prelu", name, x.dtype), [channels], param_attr, default=Constant(0.25)
    )
    return F.prelu(x, weight, data_format)
