"""Functions of neural networks with the arguments that PyTorch gives them."""

import paddle

from ... import _C
from ...framework import named as _named
from ...nn import functional as F

__all__ = ["linear", "pad", "scaled_dot_product_attention", "softmax", "unfold"]


def pad(input, pad, mode="constant", value=0.0):
    """The tensor made larger, from its last axis on.

    Args:
        input (Tensor): of any shape; for modes other than "constant" of 2 to 5 axes.
        pad (list[int]): before and after, for the last axis, then the one before it, ...
        mode (str): "constant", "reflect", "replicate" or "circular".
        value (float): of what is added for "constant".

    Returns:
        Tensor

    Raises:
        ValueError: there are too many numbers, or the mode is unknown.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.functional.pad(paddle.ones([1, 2]), [1, 0]).tolist()
        [[0.0, 1.0, 1.0]]
    """
    pad = [int(n) for n in (pad.tolist() if isinstance(pad, _C.Tensor) else pad)]
    if len(pad) % 2 or len(pad) > 2 * input.ndim:
        raise ValueError(
            "(InvalidArgument) pad: argument `pad` is wrong.\n"
            f"  Expected: pairs, at most {input.ndim}\n  Received: {pad}"
        )
    if not pad:
        return input.clone()
    if mode == "constant":
        pairs = [pad[i : i + 2] for i in range(0, len(pad), 2)]
        pairs = [[0, 0]] * (input.ndim - len(pairs)) + pairs[::-1]
        return F.pad(
            input, [n for pair in pairs for n in pair], mode, value, pad_from_left_axis=True
        )
    axes = len(pad) // 2
    if not 1 <= axes <= 3 or input.ndim - axes not in (1, 2):
        raise ValueError(
            "(InvalidArgument) pad: argument `pad` does not suit the mode.\n"
            "  Expected: the last 1, 2 or 3 axes of [channels, ...] or [batch, channels, ...]\n"
            f"  Received: {axes} axes of {input.ndim}"
        )
    single = input.ndim - axes == 1
    layout = {1: "NCL", 2: "NCHW", 3: "NCDHW"}[axes]
    out = F.pad(input.unsqueeze(0) if single else input, pad, mode, data_format=layout)
    return out.squeeze(0) if single else out


def _usual_axis(rank):
    return 0 if rank in (0, 1, 3) else 1


def softmax(input, dim=None, dtype=None, *, out=None):
    """The softmax along an axis.

    Args:
        input (Tensor): of any shape.
        dim (int, optional): the axis; None: 0 for 0, 1 or 3 axes, else 1.
        dtype (dtype|str, optional): ``input`` is converted to it first.
        out (Tensor, optional): what the result is written into.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.functional.softmax(paddle.zeros([2, 2]), dim=0).tolist()
        [[0.5, 0.5], [0.5, 0.5]]
    """
    axis = _usual_axis(input.ndim) if dim is None else dim
    result = F.softmax(input, axis, dtype)
    if out is None:
        return result
    out.set_value(result)
    return out


def linear(input, weight, bias=None):
    """``input`` times the transpose of ``weight``, plus the bias.

    Args:
        input (Tensor): [..., in].
        weight (Tensor): [out, in].
        bias (Tensor, optional): [out].

    Returns:
        Tensor: [..., out].

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.functional.linear(paddle.ones([1, 3]), paddle.ones([2, 3])).tolist()
        [[3.0, 3.0]]
    """
    out = _C.ops["matmul"](input, weight, False, True)
    return out if bias is None else out + bias


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    r""":math:`softmax(q k^T / \sqrt{d} + mask) v` (Vaswani et al., 2017), heads before time.

    Args:
        query (Tensor): [n, heads, s_q, d].
        key (Tensor): [n, key heads, s_k, d].
        value (Tensor): [n, key heads, s_k, d_v].
        attn_mask (Tensor, optional): bool, True where it looks; or added to the scores.
        dropout_p (float): of the weights.
        is_causal (bool): no look ahead.
        scale (float, optional): in place of 1 / sqrt(d).
        enable_gqa (bool): fewer key heads serve several query heads each.

    Returns:
        Tensor: [n, heads, s_q, d_v].

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 5, 4])
        >>> paddle.compat.nn.functional.scaled_dot_product_attention(x, x, x).shape
        paddle.Size([1, 2, 5, 4])
    """
    q, k, v = (paddle.transpose(t, [0, 2, 1, 3]) for t in (query, key, value))
    out = F.scaled_dot_product_attention(
        q, k, v, attn_mask, dropout_p, is_causal, True, scale=scale, enable_gqa=enable_gqa
    )
    return out.transpose([0, 2, 1, 3])


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """The windows of an image as columns.

    Args:
        input (Tensor): [n, c, h, w].
        kernel_size (int|list[int]): of the windows.
        dilation (int|list[int]): distance of a window's elements.
        padding (int|list[int]): rows of 0 around the image.
        stride (int|list[int]): from one window to the next.

    Returns:
        Tensor: [n, c * window, windows].

    Examples:
        >>> import paddle
        >>> paddle.compat.nn.functional.unfold(paddle.ones([1, 2, 4, 4]), 2).shape
        paddle.Size([1, 8, 9])
    """
    return F.unfold(input, kernel_size, stride, padding, dilation)


_named.install(globals(), __name__, like_operators=True)
