"""Normalisations that are made of operators."""

import math

import paddle

from ... import _C


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
            f"(InvalidArgument) local_response_norm: expected at least 3 axes, received x.shape = {list(x.shape)}"
        )
    if size < 1:
        raise ValueError(
            f"(InvalidArgument) local_response_norm: `size` must be positive.\n  Received: {size}"
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
