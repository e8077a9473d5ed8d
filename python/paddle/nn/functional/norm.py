"""Normalisations that are made of operators."""

import math

import paddle

from ... import _C


def _per_channel(parameter, x, axis):
    return parameter.reshape([-1 if a == axis else 1 for a in range(x.ndim)])


def _standardized(x, axes, epsilon):
    mean = x.mean(axes, keepdim=True)
    centred = x - mean
    variance = (centred * centred).mean(axes, keepdim=True)
    return centred * (variance + epsilon).rsqrt()


def instance_norm(
    x,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.9,
    eps=1e-5,
    data_format="NCHW",
    name=None,
):
    """Normalises each channel of each sample (Ulyanov et al., 2016).

    Args:
        x (Tensor): [n, c, ...] (or [n, ..., c]).
        weight, bias (Tensor, optional): [c].
        eps (float): default 1e-5.
        data_format (str): NCL, NCHW, NCDHW, or with C last.
        running_mean, running_var, use_input_stats, momentum: accepted.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.instance_norm(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """
    channel = 1 if data_format[1] == "C" else x.ndim - 1
    axes = [axis for axis in range(1, x.ndim) if axis != channel]
    if not axes:
        raise ValueError(
            f"instance_norm: there is nothing to take the mean of.\n"
            f"  Received: x.shape = {list(x.shape)}"
        )
    y = _standardized(x, axes, eps)
    if weight is not None:
        y = y * _per_channel(weight, x, channel)
    return y if bias is None else y + _per_channel(bias, x, channel)


def group_norm(x, num_groups, epsilon=1e-5, weight=None, bias=None, data_format="NCHW", name=None):
    """Normalises groups of channels of each sample (Wu and He, 2018).

    Args:
        x (Tensor): [n, c, ...] (or [n, ..., c]).
        num_groups (int): divides c.
        epsilon (float): default 1e-5.
        weight, bias (Tensor, optional): [c].
        data_format (str): NCL, NCHW, NCDHW, or with C last.

    Returns:
        Tensor: of the same shape.

    Raises:
        ValueError: ``num_groups`` does not divide the channels.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.group_norm(paddle.ones([2, 6, 4, 4]), 3).shape
        paddle.Size([2, 6, 4, 4])
    """
    shape = list(x.shape)
    channel = 1 if data_format[1] == "C" else x.ndim - 1
    if num_groups <= 0 or shape[channel] % num_groups:
        raise ValueError(
            "group_norm: num_groups must divide the channels.\n"
            f"  Received: {shape[channel]} channels, num_groups = {num_groups}"
        )
    size = shape[channel] // num_groups
    split = [*shape[:channel], num_groups, size, *shape[channel + 1 :]]
    axes = [axis for axis in range(1, len(split)) if axis != channel]
    y = _standardized(x.reshape(split), axes, epsilon).reshape(shape)
    if weight is not None:
        y = y * _per_channel(weight, x, channel)
    return y if bias is None else y + _per_channel(bias, x, channel)


def local_response_norm(x, size, alpha=1e-4, beta=0.75, k=1.0, data_format="NCHW", name=None):
    """``x / (k + alpha * mean of squares over size channels) ** beta``.

    Krizhevsky et al., 2012.

    Args:
        x (Tensor): [n, c, ...] of at least 3 axes (or [n, ..., c]).
        size (int): neighbouring channels.
        alpha (float): default 1e-4.
        beta (float): default 0.75.
        k (float): default 1.0.
        data_format (str): NCL, NLC, NCHW, NHWC, NCDHW or NDHWC.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.local_response_norm(paddle.ones([2, 4, 3]), 3).shape
        paddle.Size([2, 4, 3])
    """
    if x.ndim < 3:
        raise ValueError(
            f"local_response_norm: expected at least 3 axes, received x.shape = {list(x.shape)}"
        )
    channel = x.ndim - 1 if data_format[-1] == "C" else 1
    # [n, 1, c, rest], so that a window over c is a pooling.
    moved = (x * x).moveaxis(channel, 1)
    shape = list(moved.shape)
    planes = moved.reshape([shape[0], 1, shape[1], math.prod(shape[2:])])
    planes = _C.ops["pad"](planes, [0, 0, size // 2, (size - 1) // 2])
    mean = paddle.nn.functional.avg_pool2d(planes, [size, 1], stride=1)
    mean = mean.reshape(shape).moveaxis(1, channel)
    return x / (mean * alpha + k) ** beta
