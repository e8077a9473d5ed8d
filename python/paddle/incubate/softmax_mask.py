"""The softmax of scores with a mask."""

import math

import paddle

from .. import _C


def softmax_mask_fuse(x, mask, name=None):
    """``softmax(x + mask)`` over the last axis.

    Args:
        x (Tensor): scores, [batch, heads, time, time of keys].
        mask (Tensor): [batch, 1, time, time of keys].

    Returns:
        Tensor: of the shape of ``x``.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([1, 1, 1, 2])
        >>> mask = paddle.to_tensor([[[[0.0, -1e9]]]])
        >>> paddle.incubate.softmax_mask_fuse(x, mask).tolist()
        [[[[1.0, 0.0]]]]
    """
    return _C.ops["softmax"](x + mask, -1)


def softmax_mask_fuse_upper_triangle(x):
    """The softmax over the last axis of what lies on and below the diagonal; 0 above it.

    Args:
        x (Tensor): scores, [batch, heads, time, time].

    Returns:
        Tensor: of the shape of ``x``.

    Examples:
        >>> import paddle
        >>> paddle.incubate.softmax_mask_fuse_upper_triangle(paddle.zeros([1, 1, 2, 2])).tolist()
        [[[[1.0, 0.0], [0.5, 0.5]]]]
    """
    below = paddle.ones(x.shape[-2:], dtype="bool").tril()
    scores = paddle.where(below, x, paddle.full([], -math.inf, x.dtype))
    return _C.ops["softmax"](scores, -1)


def identity_loss(x, reduction="none"):
    """A loss that is an output itself: as it is, its sum or its mean.

    Args:
        x (Tensor): of any shape.
        reduction (str|int): "sum" or 0, "mean" or 1, "none" or 2.

    Returns:
        Tensor: 0-D, or ``x`` for "none".

    Raises:
        ValueError: ``reduction`` is unknown.

    Examples:
        >>> import paddle
        >>> paddle.incubate.identity_loss(paddle.ones([3]), "sum").item()
        3.0
    """
    kind = {0: "sum", 1: "mean", 2: "none"}.get(reduction, reduction)
    if kind not in ("sum", "mean", "none"):
        raise ValueError(
            "(InvalidArgument) identity_loss: argument `reduction` is wrong.\n"
            f"  Expected: sum, mean or none\n  Received: {reduction}"
        )
    return x if kind == "none" else getattr(x, kind)()
