"""Similarity, normalised vectors, masks and noise, made of operators."""

import math

import paddle

from ... import _C
from ...tensor.axes import normalize as axis_of


def cosine_similarity(x1, x2, axis=1, eps=1e-8):
    """``sum(x1 * x2) / max(norm(x1) * norm(x2), eps)`` along an axis.

    Args:
        x1, x2 (Tensor): of shapes that broadcast.
        axis (int): default 1.
        eps (float): default 1e-8.

    Returns:
        Tensor: without ``axis``.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 4])
        >>> paddle.nn.functional.cosine_similarity(x, x).shape
        paddle.Size([2])
    """
    if x1.ndim == 0 or x2.ndim == 0:
        raise ValueError("(InvalidArgument) cosine_similarity: a 0-D tensor has no axis.")
    for x in (x1, x2):
        axis_of(axis, x.ndim, "cosine_similarity")
    dot = (x1 * x2).sum(axis)
    size = max(x1.shape[axis], x2.shape[axis])
    squares = [(x * x).sum(axis) * (size / max(x.shape[axis], 1)) for x in (x1, x2)]
    return dot / (squares[0] * squares[1]).clip(eps * eps).sqrt()


def normalize(x, p=2, axis=1, epsilon=1e-12, out=None, name=None):
    """``x / max(norm(x), epsilon)`` along an axis.

    Args:
        x (Tensor): of floats.
        p (float): of the norm, default 2.
        axis (int): default 1.
        epsilon (float): default 1e-12.
        out (Tensor, optional): takes the result.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.normalize(paddle.to_tensor([[3.0, 4.0]])).tolist()
        [[0.6000000238418579, 0.800000011920929]]
    """
    if x.ndim == 1 and axis not in (0, -1):
        raise ValueError(
            f"(InvalidArgument) normalize: axis must be 0 or -1 for a 1-D tensor, received {axis}"
        )
    result = x / _norm(x, p, axis, True).clip(epsilon)
    return result if out is None else paddle.assign(result, out)


def _norm(x, p, axis, keepdim):
    if p == 2:
        square = (x * x).sum(axis, keepdim=keepdim)
        # The root has no slope at 0: there the gradient is 0, not infinite.
        zero = square == 0
        root = paddle.where(zero, paddle.ones_like(square), square).sqrt()
        return paddle.where(zero, paddle.zeros_like(square), root)
    size = x.abs()
    if p == 1:
        return size.sum(axis, keepdim=keepdim)
    if p == float("inf"):
        return size.max(axis, keepdim=keepdim)
    if p == float("-inf"):
        return size.min(axis, keepdim=keepdim)
    if p == 0:
        return (x != 0).astype(x.dtype).sum(axis, keepdim=keepdim)
    return (size**p).sum(axis, keepdim=keepdim) ** (1.0 / p)


def pairwise_distance(x, y, p=2.0, epsilon=1e-6, keepdim=False, name=None):
    """``norm(x - y + epsilon)`` along the last axis.

    Args:
        x, y (Tensor): [n, d] or [d].
        p (float): of the norm, default 2.0.
        epsilon (float): default 1e-6.
        keepdim (bool): the axis stays, with size 1.

    Returns:
        Tensor: [n], or [n, 1].

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.pairwise_distance(paddle.ones([2, 4]), paddle.zeros([2, 4])).shape
        paddle.Size([2])
    """
    difference = x - y
    if epsilon != 0.0:
        difference = difference + epsilon
    return _norm(difference, p, -1, keepdim)


def bilinear(x1, x2, weight, bias=None, name=None):
    """``y[:, k] = x1 weight[k] x2^T + bias[k]``.

    Args:
        x1 (Tensor): [n, in1].
        x2 (Tensor): [n, in2].
        weight (Tensor): [out, in1, in2].
        bias (Tensor, optional): [1, out].

    Returns:
        Tensor: [n, out].

    Examples:
        >>> import paddle
        >>> x1, x2, w = paddle.ones([2, 3]), paddle.ones([2, 4]), paddle.ones([5, 3, 4])
        >>> paddle.nn.functional.bilinear(x1, x2, w).shape
        paddle.Size([2, 5])
    """
    if weight.ndim != 3 or x1.ndim != 2 or x2.ndim != 2:
        raise ValueError(
            "(InvalidArgument) bilinear: the shapes do not go together.\n"
            "  Expected: x1 [n, in1], x2 [n, in2], weight [out, in1, in2]\n"
            f"  Received: {list(x1.shape)}, {list(x2.shape)}, {list(weight.shape)}"
        )
    out, in1, in2 = weight.shape
    # [n, in1] [in1, out * in2] -> [n, out, in2], then over in2 with x2.
    mixed = x1.matmul(weight.transpose([1, 0, 2]).reshape([in1, out * in2]))
    y = (mixed.reshape([-1, out, in2]) * x2.unsqueeze(1)).sum(2)
    return y if bias is None else y + bias


def label_smooth(label, prior_dist=None, epsilon=0.1, name=None):
    """``(1 - epsilon) * label + epsilon * prior``, the prior being even by default.

    Szegedy et al., 2015.

    Args:
        label (Tensor): one-hot, [..., classes].
        prior_dist (Tensor, optional): [1, classes].
        epsilon (float): in [0, 1], default 0.1.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> label = paddle.to_tensor([[0.0, 1.0]])
        >>> paddle.nn.functional.label_smooth(label, epsilon=0.5).tolist()
        [[0.25, 0.75]]
    """
    if not 0.0 <= epsilon <= 1.0:
        raise ValueError(
            f"(InvalidArgument) label_smooth: epsilon must be in [0, 1], received {epsilon}"
        )
    classes = label.shape[-1] if label.ndim else 1
    prior = 1.0 / max(classes, 1) if prior_dist is None else prior_dist
    return label * (1.0 - epsilon) + prior * epsilon


def sequence_mask(x, maxlen=None, dtype="int64", name=None):
    """1 where a place is below the length, else 0.

    Args:
        x (Tensor): lengths, integers of any shape.
        maxlen (int, optional): places, by default the greatest length.
        dtype (str): of the result.

    Returns:
        Tensor: [*x.shape, maxlen].

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.sequence_mask(paddle.to_tensor([1, 3])).tolist()
        [[1, 0, 0], [1, 1, 1]]
    """
    if x.is_complex():
        raise TypeError(f"(InvalidType) sequence_mask: `x` must be real.\n  Received: {x.dtype}")
    if maxlen is None:
        maxlen = x.max().item()
        if not math.isfinite(maxlen):
            raise ValueError(
                f"(InvalidArgument) sequence_mask: a length is not finite.\n  Received: {maxlen}"
            )
    places = paddle.arange(int(maxlen), dtype=x.dtype)
    return (places < x.unsqueeze(-1)).astype(dtype)


def zeropad2d(x, padding, data_format="NCHW", name=None):
    """Zeros around [n, c, h, w].

    Args:
        x (Tensor): 4-D.
        padding (int|list[int]): left, right, top, bottom.
        data_format (str): NCHW or NHWC.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.zeropad2d(paddle.ones([1, 1, 2, 2]), [1, 1, 0, 0]).shape
        paddle.Size([1, 1, 2, 4])
    """
    if isinstance(padding, int):
        padding = [padding] * 4
    return _C.ops["pad"](x, padding, mode="constant", value=0.0, data_format=data_format)


def alpha_dropout(x, p=0.5, training=True, name=None):
    """Dropout that keeps mean 0 and deviation 1, for SELU networks.

    Klambauer et al., 2017.

    Args:
        x (Tensor): of floats.
        p (float): in [0, 1], default 0.5.
        training (bool): False: ``x`` stays.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.alpha_dropout(paddle.ones([2]), training=False).tolist()
        [1.0, 1.0]
    """
    if not 0 <= p <= 1:
        raise ValueError(f"(InvalidArgument) alpha_dropout: p must be in [0, 1], received {p}")
    if not training or p == 0:
        return x
    if p == 1:
        return x * 0.0
    low = -1.0507009873554805 * 1.6732632423543772  # of SELU, far to the left
    kept = (paddle.uniform(x.shape, "float32", 0.0, 1.0) >= p).astype(x.dtype)
    a = ((1 - p) * (1 + p * low**2)) ** -0.5
    return (x * kept + low * (1 - kept)) * a - a * low * p
