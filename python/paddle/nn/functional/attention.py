"""Attention."""

import math

import paddle

from ... import _C
from ...framework import file_form
from ...framework.refusal import refuse

ways = ("tiles", "weights")  # that may be gone, the first ones first: see paddle.nn.attention


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
        backend (str, optional): accepted; `paddle.nn.attention.sdpa_kernel` chooses.

    Returns:
        Tensor: [n, s_q, heads, d_v].

    Raises:
        ValueError: the shapes do not go together.
        RuntimeError: `sdpa_kernel` allows no way that takes the arguments.

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
    heads, key_heads = query.shape[2], key.shape[2]
    if heads != key_heads and (not enable_gqa or heads % key_heads):
        raise ValueError(
            "(InvalidArgument) scaled_dot_product_attention: the heads do not go together.\n"
            f"  Received: {heads} of query, {key_heads} of key"
        )
    factor = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    drops = bool(dropout_p and training)
    tiles = not drops and _one_kernel(query, key, value, attn_mask)
    if not ways or (not tiles and "weights" not in ways):
        raise RuntimeError(
            "(Unavailable) scaled_dot_product_attention: no way that sdpa_kernel() allows takes these arguments.\n"
            "  Hint: SDPBackend.MATH takes all."
        )
    if tiles and ways[0] == "tiles":
        return _C.ops["attention_with_stats"](query, key, value, attn_mask, factor, is_causal)[0]
    return _by_weights(query, key, value, attn_mask, dropout_p if drops else 0.0, is_causal, factor)


def _one_kernel(query, key, value, mask):
    """Whether the operator that keeps no weights takes these: a saved program has none such."""
    if file_form.is_wanted() or not paddle.in_dynamic_mode():
        return False
    amp = _C.current_amp()
    if amp is not None and amp.only_listed:  # the last step is not on the list
        return False
    dtype = query.dtype
    if key.dtype is not dtype or value.dtype is not dtype or not dtype.is_floating_point:
        return False
    if mask is None:
        return True
    return (mask.dtype is _C.bool or mask.dtype is dtype) and mask.ndim <= 4


def _by_weights(query, key, value, mask, dropout_p, is_causal, factor):
    """The same by the matrix of weights, which dropout and mixed dtypes ask for."""
    q, k, v = (t.transpose([0, 2, 1, 3]) for t in (query, key, value))  # [n, heads, s, d]
    group = q.shape[1] // max(1, k.shape[1])
    if group > 1:
        k = k.repeat_interleave(group, 1)
        v = v.repeat_interleave(group, 1)
    scores = _C.ops["matmul"](q * factor, k, False, True)  # [n, heads, s_q, s_k]
    hidden = paddle.full([], -math.inf, scores.dtype)
    if is_causal:
        ahead = paddle.ones(scores.shape[-2:], dtype="bool").tril()
        scores = paddle.where(ahead, scores, hidden)
    if mask is not None:
        is_bool = mask.dtype is _C.bool
        scores = paddle.where(mask, scores, hidden) if is_bool else scores + mask
    weights = _C.ops["softmax"](scores, -1)
    if dropout_p:
        weights = _C.ops["dropout"](weights, dropout_p)
    return weights.matmul(v).transpose([0, 2, 1, 3])


def sparse_attention(
    query,
    key,
    value,
    sparse_csr_offset,
    sparse_csr_columns,
    key_padding_mask=None,
    attn_mask=None,
    name=None,
):
    r""":math:`softmax(q k^T / \sqrt{d}) v`, where only some places are computed, which compressed rows tell.

    Args:
        query (Tensor): [batch, heads, time, d], float32 or float64.
        key (Tensor): of the same shape.
        value (Tensor): likewise.
        sparse_csr_offset (Tensor): where the places of each row begin, and the end, [batch, heads, time + 1].
        sparse_csr_columns (Tensor): the columns of the places, [batch, heads, places].
        key_padding_mask (Tensor, optional): 0 where a key is not seen, [batch, time].
        attn_mask (Tensor, optional): 0 where a place is not seen, [time, time].

    Returns:
        Tensor: [batch, heads, time, d]; 0 where a query sees nothing.

    Raises:
        ValueError: the shapes do not go together, or a column or an offset is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.rand([1, 1, 2, 4])
        >>> offset, columns = paddle.to_tensor([[[0, 1, 2]]]), paddle.to_tensor([[[0, 1]]])
        >>> bool((paddle.nn.functional.sparse_attention(x, x, x, offset, columns) == x).all())
        True
    """
    from ...sparse.nn.functional.attention import of_places
    from ...sparse.tensor import SparseCsrTensor

    shapes = {"key": key, "value": value}
    for argument, t in shapes.items():
        if query.ndim != 4 or t.shape != query.shape:
            refuse("sparse_attention", argument, f"{list(query.shape)}, of 4 axes", list(t.shape))
    batch, heads, time, _ = query.shape
    count = sparse_csr_columns.shape[-1]
    if list(sparse_csr_columns.shape) != [batch, heads, count]:
        refuse(
            "sparse_attention",
            "sparse_csr_columns",
            f"[{batch}, {heads}, places]",
            list(sparse_csr_columns.shape),
        )
    offset, columns = (t.astype("int64") for t in (sparse_csr_offset, sparse_csr_columns))
    if list(offset.shape) != [batch, heads, time + 1]:
        refuse(
            "sparse_attention", "sparse_csr_offset", [batch, heads, time + 1], list(offset.shape)
        )
    rising = bool((offset[..., 1:] >= offset[..., :-1]).all())
    if not rising or bool((offset[..., 0] != 0).any() | (offset[..., -1] != count).any()):
        refuse(
            "sparse_attention",
            "sparse_csr_offset",
            f"offsets that rise from 0 to {count}",
            "others",
        )
    if bool(((columns < 0) | (columns >= time)).any()):
        refuse("sparse_attention", "sparse_csr_columns", f"[0, {time})", "others")
    values = paddle.ones([columns.size], query.dtype)
    shape = [batch * heads, time, time]
    places = SparseCsrTensor(offset.flatten(), columns.flatten(), values, shape)
    return of_places(query, key, value, places, key_padding_mask, attn_mask)
