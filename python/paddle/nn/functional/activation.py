"""Activations that are made of operators."""

import paddle

from ... import _C
from ...tensor.axes import normalize


def glu(x, axis=-1, name=None):
    """``a * sigmoid(b)``, where a and b are the halves of ``x`` along an axis.

    Dauphin et al., 2016.

    Args:
        x (Tensor): whose size along ``axis`` is even.
        axis (int): default -1.

    Returns:
        Tensor: half as large along ``axis``.

    Raises:
        ValueError: that size is odd.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.glu(paddle.ones([2, 4])).shape
        paddle.Size([2, 2])
    """
    a, b = _halves("glu", x, axis)
    return a * b.sigmoid()


def _halves(name, x, axis):
    axis = normalize(axis, x.ndim, name)
    if x.ndim == 0 or x.shape[axis] % 2:
        raise ValueError(
            f"(InvalidArgument) {name}: the size along `axis` must be even.\n"
            f"  Received: x.shape = {list(x.shape)}, axis = {axis}"
        )
    return _C.ops["split_with_num"](x, 2, axis)


def swiglu(x, y=None, name=None):
    """``silu(x) * y``; without ``y``, x and y are the halves of ``x`` along the last axis.

    Shazeer, 2020.

    Args:
        x (Tensor): of any shape.
        y (Tensor, optional): of the same shape.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.swiglu(paddle.ones([2, 4])).shape
        paddle.Size([2, 2])
    """
    if y is None:
        x, y = _halves("swiglu", x, -1)
    return x * x.sigmoid() * y


def maxout(x, groups, axis=1, name=None):
    """The greatest of each group of ``groups`` neighbouring channels.

    Goodfellow et al., 2013.

    Args:
        x (Tensor): whose size along ``axis`` is a multiple of ``groups``.
        groups (int): channels in a group.
        axis (int): of the channels, default 1.

    Returns:
        Tensor: ``groups`` times smaller along ``axis``.

    Raises:
        ValueError: the size is no multiple.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.maxout(paddle.ones([1, 6, 2, 2]), groups=2).shape
        paddle.Size([1, 3, 2, 2])
    """
    shape = list(x.shape)
    axis = normalize(axis, x.ndim, "maxout")
    if groups < 1 or not shape or shape[axis] % groups:
        raise ValueError(
            "(InvalidArgument) maxout: the size along `axis` must be a multiple of `groups`.\n"
            f"  Received: x.shape = {shape}, axis = {axis}, groups = {groups}"
        )
    x = x.reshape([*shape[:axis], shape[axis] // groups, groups, *shape[axis + 1 :]])
    if x.stop_gradient:
        return x.max(axis + 1)
    best = x.argmax(axis + 1, keepdim=True)  # of equal ones the first has the gradient
    return _C.ops["take_along_axis"](x, best, axis + 1, False).squeeze(axis + 1)


def rrelu(x, lower=1.0 / 8.0, upper=1.0 / 3.0, training=True, name=None):
    """``x`` where x >= 0, else ``a * x`` with ``a`` drawn from [lower, upper).

    Without ``training`` a is the middle of the two. Xu et al., 2015.

    Args:
        x (Tensor): of any shape.
        lower (float): default 1/8.
        upper (float): default 1/3.
        training (bool): default True.

    Returns:
        Tensor: of the same shape.

    Raises:
        ValueError: not 0 <= lower <= upper <= 1.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.rrelu(paddle.to_tensor([2.0])).tolist()
        [2.0]
    """
    if not 0 <= lower <= upper <= 1:
        raise ValueError(
            f"(InvalidArgument) rrelu: expected 0 <= lower <= upper <= 1, received {lower}, {upper}"
        )
    if training:
        slope = paddle.uniform(x.shape, x.dtype, lower, upper)
    else:
        slope = (lower + upper) / 2
    return paddle.where(x >= 0, x, x * slope)


def gumbel_softmax(x, temperature=1.0, hard=False, axis=-1, name=None):
    """Softmax of ``(x + gumbel noise) / temperature``: samples with a gradient.

    Jang et al., 2016.

    Args:
        x (Tensor): logits.
        temperature (float): default 1.0.
        hard (bool): the result is one-hot, its gradient that of the soft one.
        axis (int): default -1.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.gumbel_softmax(paddle.ones([2, 3])).shape
        paddle.Size([2, 3])
    """
    if x.ndim == 0:
        raise ValueError(
            "(InvalidArgument) gumbel_softmax: `x` has no axes.\n"
            "  Expected: logits, [..., classes]\n  Received: a number"
        )
    u = paddle.uniform(x.shape, x.dtype, 1e-20, 1.0)
    noise = -(-u.log()).log()
    soft = _C.ops["softmax"]((x + noise) / temperature, axis)
    if not hard:
        return soft
    best = soft.argmax(axis, keepdim=True)
    places = paddle.arange(x.shape[axis]).reshape(
        [-1 if i == axis % x.ndim else 1 for i in range(x.ndim)]
    )
    sharp = (places == best).astype(x.dtype)
    return sharp - soft.detach() + soft
