"""Attention."""

import math

import paddle

from ... import _C


def scaled_dot_product_attention(
    query,
    key,
    value,
    attn_mask=None,
    dropout_p=0.0,
    is_causal=False,
    training=True,
    backend=None,
    scale=None,
    enable_gqa=True,
    name=None,
):
    r""":math:`softmax(q k^T / \sqrt{d} + mask) v` (Vaswani et al., 2017).

    Args:
        query (Tensor): [n, s_q, heads, d].
        key (Tensor): [n, s_k, key heads, d].
        value (Tensor): [n, s_k, key heads, d_v].
        attn_mask (Tensor, optional): bool, True where it looks; or added to the
            scores. It broadcasts to [n, heads, s_q, s_k].
        dropout_p (float): of the weights in training.
        is_causal (bool): no look ahead.
        training (bool): default True.
        scale (float, optional): in place of 1 / sqrt(d).
        enable_gqa (bool): fewer key heads serve several query heads each.
        backend (str, optional): accepted; there is one.

    Returns:
        Tensor: [n, s_q, heads, d_v].

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 5, 2, 4])
        >>> paddle.nn.functional.scaled_dot_product_attention(x, x, x).shape
        paddle.Size([1, 5, 2, 4])
    """
    if query.ndim != 4 or key.ndim != 4 or value.ndim != 4:
        raise ValueError(
            "(InvalidArgument) scaled_dot_product_attention: expected [n, s, heads, d].\n"
            f"  Received: query {list(query.shape)}, key {list(key.shape)}, "
            f"value {list(value.shape)}"
        )
    q, k, v = (t.transpose([0, 2, 1, 3]) for t in (query, key, value))  # [n, heads, s, d]
    heads, key_heads = q.shape[1], k.shape[1]
    if heads != key_heads:
        if not enable_gqa or heads % key_heads:
            raise ValueError(
                "(InvalidArgument) scaled_dot_product_attention: the heads do not go together.\n"
                f"  Received: {heads} of query, {key_heads} of key"
            )
        k = k.repeat_interleave(heads // key_heads, 1)
        v = v.repeat_interleave(heads // key_heads, 1)
    factor = 1.0 / math.sqrt(q.shape[-1]) if scale is None else scale
    scores = _C.ops["matmul"](q * factor, k, False, True)  # [n, heads, s_q, s_k]
    if is_causal:
        ahead = paddle.ones(scores.shape[-2:], dtype="bool").tril()
        scores = paddle.where(ahead, scores, paddle.full([], -math.inf, scores.dtype))
    if attn_mask is not None:
        if attn_mask.dtype is _C.bool:
            scores = paddle.where(attn_mask, scores, paddle.full([], -math.inf, scores.dtype))
        else:
            scores = scores + attn_mask
    weights = _C.ops["softmax"](scores, -1)
    if dropout_p and training:
        weights = _C.ops["dropout"](weights, dropout_p)
    return weights.matmul(v).transpose([0, 2, 1, 3])
