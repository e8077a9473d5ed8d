"""Attention under the names of FlashAttention (Dao, 2023): its results, by the parts it is made of."""

import contextlib
import math

import paddle

from ... import _C
from ...framework import named as _named
from ...framework.refusal import refuse
from .attention import scaled_dot_product_attention

__all__ = [
    "flash_attention",
    "flash_attn_qkvpacked",
    "flash_attn_unpadded",
    "flash_attn_varlen_qkvpacked",
    "flashmask_attention",
    "scaled_dot_product_attention",
    "sdp_kernel",
]

_ops = _C.ops


def _attend(op, query, key, value, dropout, training, scale, hidden=None):
    """Result, weights and scores; `hidden` is True where a query does not look, and what sees nothing is 0."""
    if query.ndim != 4 or key.ndim != 4 or key.shape[:3] != value.shape[:3]:
        refuse(op, "key", "[batch, time, heads, d] as `query` and `value`", list(key.shape))
    q, k, v = (t.transpose([0, 2, 1, 3]) for t in (query, key, value))
    heads, key_heads = q.shape[1], k.shape[1]
    if q.shape[3] != k.shape[3] or key_heads == 0 or heads % key_heads:
        refuse(op, "key", f"a divisor of {heads} heads of size {q.shape[3]}", list(key.shape))
    if heads != key_heads:
        k, v = (t.repeat_interleave(heads // key_heads, 1) for t in (k, v))
    scale = 1.0 / math.sqrt(q.shape[3]) if scale is None else scale
    scores = _ops["matmul"](q * scale, k, False, True)
    if hidden is not None:
        scores = paddle.where(
            hidden, paddle.full([], -1e30, "float32").astype(scores.dtype), scores
        )
    weights = _ops["softmax"](scores, -1)
    if hidden is not None:
        weights = weights * (~hidden).astype(weights.dtype)
    kept = _ops["dropout"](weights, dropout, training=training)
    return kept.matmul(v).transpose([0, 2, 1, 3]), weights, scores


def _ahead(op, rows, columns):
    """True above the diagonal; where the sizes differ Paddle's kernels do not agree which one."""
    if rows != columns and op != "flash_attention":
        refuse(op, "causal", "as many queries as keys", f"{rows} and {columns}")
    return paddle.ones([rows, columns], "bool").triu(1)


def flash_attention(
    query,
    key,
    value,
    dropout=0.0,
    causal=False,
    return_softmax=False,
    *,
    fixed_seed_offset=None,
    rng_name="",
    training=True,
    name=None,
    softmax_scale=None,
):
    r""":math:`softmax(q k^T / \sqrt{d}) v` (Vaswani et al., 2017; Dao, 2023).

    Args:
        query (Tensor): [batch, time, heads, d].
        key (Tensor): [batch, time of keys, key heads, d].
        value (Tensor): [batch, time of keys, key heads, d].
        dropout (float): of the weights in training.
        causal (bool): no look ahead: the i-th query sees keys up to the i-th.
        return_softmax (bool): also the weights.
        fixed_seed_offset (Tensor, optional): accepted.
        rng_name (str): accepted; there is one generator.
        training (bool): whether weights are dropped.
        softmax_scale (float, optional): in place of 1 / sqrt(d).

    Returns:
        tuple: [batch, time, heads, d], and the weights [batch, heads, time, time of keys], or None.

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 5, 2, 4])
        >>> out, _ = paddle.nn.functional.flash_attention.flash_attention(x, x, x, causal=True)
        >>> out.shape
        paddle.Size([1, 5, 2, 4])
    """
    op = "flash_attention"
    hidden = _ahead(op, query.shape[1], key.shape[1]) if causal else None
    out, weights, _ = _attend(op, query, key, value, dropout, training, softmax_scale, hidden)
    return out, weights if return_softmax else None


def flash_attn_qkvpacked(
    qkv,
    dropout=0.0,
    causal=False,
    return_softmax=False,
    *,
    fixed_seed_offset=None,
    rng_name="",
    training=True,
    name=None,
):
    """``flash_attention`` of queries, keys and values in one tensor.

    Args:
        qkv (Tensor): [batch, time, groups + 2, key heads, d]: the last two are keys and values.
        dropout (float): of the weights in training.
        causal (bool): no look ahead.
        return_softmax (bool): also the weights.
        fixed_seed_offset (Tensor, optional): accepted.
        rng_name (str): accepted; there is one generator.
        training (bool): whether weights are dropped.

    Returns:
        tuple: [batch, time, groups * key heads, d], and the weights, or None.

    Raises:
        ValueError: the shape is another one.

    Examples:
        >>> import paddle
        >>> qkv = paddle.ones([1, 5, 3, 2, 4])
        >>> paddle.nn.functional.flash_attn_qkvpacked(qkv)[0].shape
        paddle.Size([1, 5, 2, 4])
    """
    q, k, v = _unpacked("flash_attn_qkvpacked", qkv, 5)
    return flash_attention(q, k, v, dropout, causal, return_softmax, training=training)


def _unpacked(op, qkv, rank):
    if qkv.ndim != rank or qkv.shape[-3] < 3:
        refuse(op, "qkv", "[..., groups + 2, key heads, d]", list(qkv.shape))
    q = qkv[..., :-2, :, :]
    # Heads that share a key stand side by side.
    axes = list(range(rank))
    axes[-3], axes[-2] = axes[-2], axes[-3]
    q = q.transpose(axes).reshape([*qkv.shape[:-3], -1, qkv.shape[-1]])
    return q, qkv[..., -2, :, :], qkv[..., -1, :, :]


def flash_attn_unpadded(
    query,
    key,
    value,
    cu_seqlens_q,
    cu_seqlens_k,
    max_seqlen_q,
    max_seqlen_k,
    scale,
    dropout=0.0,
    causal=False,
    return_softmax=False,
    fixed_seed_offset=None,
    rng_name="",
    training=True,
    name=None,
):
    """``flash_attention`` of sequences that stand one behind another, each by itself.

    Args:
        query (Tensor): [all steps, heads, d].
        key (Tensor): [all steps of keys, key heads, d].
        value (Tensor): likewise.
        cu_seqlens_q (Tensor): where the sequences of ``query`` begin, and the end, [batch + 1].
        cu_seqlens_k (Tensor): likewise of ``key``.
        max_seqlen_q (int): accepted.
        max_seqlen_k (int): accepted.
        scale (float): of the scores.
        dropout (float): of the weights in training.
        causal (bool): no look ahead.
        return_softmax (bool): False: weights of different sizes have no tensor.
        fixed_seed_offset (Tensor, optional): accepted.
        rng_name (str): accepted; there is one generator.
        training (bool): whether weights are dropped.

    Returns:
        tuple: [all steps, heads, d], and None.

    Raises:
        ValueError: the shapes or the offsets do not go together, or weights are asked for.

    Examples:
        >>> import paddle
        >>> x, begins = paddle.ones([5, 2, 4]), paddle.to_tensor([0, 2, 5])
        >>> F = paddle.nn.functional.flash_attention
        >>> F.flash_attn_unpadded(x, x, x, begins, begins, 3, 3, 0.5)[0].shape
        paddle.Size([5, 2, 4])
    """
    op = "flash_attn_unpadded"
    if return_softmax:
        refuse(op, "return_softmax", False, return_softmax)
    offsets = []
    for argument, t, total in (
        ("cu_seqlens_q", cu_seqlens_q, query),
        ("cu_seqlens_k", cu_seqlens_k, key),
    ):
        numbers = t.flatten().tolist()
        rising = numbers and numbers[0] == 0 and sorted(numbers) == numbers
        if not rising or numbers[-1] != total.shape[0]:
            refuse(op, argument, f"offsets that rise from 0 to {total.shape[0]}", numbers)
        offsets.append(numbers)
    if len(offsets[0]) != len(offsets[1]):
        refuse(op, "cu_seqlens_k", f"{len(offsets[0])} offsets", len(offsets[1]))
    parts = []
    for i in range(len(offsets[0]) - 1):
        rows, columns = (slice(o[i], o[i + 1]) for o in offsets)
        if rows.start == rows.stop:
            continue
        q, k, v = query[rows].unsqueeze(0), key[columns].unsqueeze(0), value[columns].unsqueeze(0)
        hidden = _ahead(op, q.shape[1], k.shape[1]) if causal else None
        parts.append(_attend(op, q, k, v, dropout, training, scale, hidden)[0].squeeze(0))
    return (paddle.concat(parts) if parts else query * 1.0), None


def flash_attn_varlen_qkvpacked(
    qkv,
    cu_seqlens_q,
    cu_seqlens_k,
    max_seqlen_q,
    max_seqlen_k,
    scale,
    dropout=0.0,
    causal=False,
    return_softmax=False,
    fixed_seed_offset=None,
    rng_name="",
    varlen_padded=True,
    training=True,
    name=None,
):
    """``flash_attn_unpadded`` of queries, keys and values in one tensor.

    Args:
        qkv (Tensor): [all steps, groups + 2, key heads, d]: the last two are keys and values.
        cu_seqlens_q (Tensor): where the sequences begin, and the end, [batch + 1].
        cu_seqlens_k (Tensor): likewise of keys.
        max_seqlen_q (int): accepted.
        max_seqlen_k (int): accepted.
        scale (float): of the scores.
        dropout (float): of the weights in training.
        causal (bool): no look ahead.
        return_softmax (bool): False.
        fixed_seed_offset (Tensor, optional): accepted.
        rng_name (str): accepted; there is one generator.
        varlen_padded (bool): accepted: sequences stand one right behind another, as the offsets say.
        training (bool): whether weights are dropped.

    Returns:
        tuple: [all steps, groups * key heads, d], and None.

    Raises:
        ValueError: the shapes or the offsets do not go together.

    Examples:
        >>> import paddle
        >>> qkv, begins = paddle.ones([5, 3, 2, 4]), paddle.to_tensor([0, 2, 5])
        >>> F = paddle.nn.functional
        >>> F.flash_attn_varlen_qkvpacked(qkv, begins, begins, 3, 3, 0.5, varlen_padded=False)[0].shape
        paddle.Size([5, 2, 4])
    """
    q, k, v = _unpacked("flash_attn_varlen_qkvpacked", qkv, 4)
    return flash_attn_unpadded(
        q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, scale, dropout, causal,
        return_softmax, training=training,
    )  # fmt: skip


def flashmask_attention(
    query,
    key,
    value,
    startend_row_indices=None,
    *,
    dropout=0.0,
    causal=False,
    window_size=None,
    return_softmax_lse=False,
    return_seed_offset=False,
    fixed_seed_offset=None,
    rng_name="",
    training=True,
    name=None,
    softmax_scale=None,
    block_mask=None,
):
    """Attention with a mask that says for each key which rows of queries do not see it (Wang et al., 2024).

    Args:
        query (Tensor): [batch, time, heads, d].
        key (Tensor): [batch, time of keys, key heads, d].
        value (Tensor): likewise.
        startend_row_indices (Tensor, optional): integers [batch, 1 or key heads, time of keys, n]. Causal: n = 1, the
            row from which on a key is hidden; n = 2, and the row where that ends. Otherwise n = 2: the row from
            which on it is hidden below the diagonal, and the row up to which it is above; n = 4: both ends of both.
        dropout (float): of the weights in training.
        causal (bool): no look ahead.
        window_size (int|tuple, optional): a query sees so many keys before and, if not causal, behind it.
        return_softmax_lse (bool): also the logarithms of the sums of the softmax, [batch, heads, time].
        return_seed_offset (bool): False.
        fixed_seed_offset (Tensor, optional): accepted.
        rng_name (str): accepted; there is one generator.
        training (bool): whether weights are dropped.
        softmax_scale (float, optional): in place of 1 / sqrt(d).
        block_mask (Tensor, optional): raises.

    Returns:
        Tensor: [batch, time, heads, d], 0 where a query sees nothing; with ``return_softmax_lse`` a pair.

    Raises:
        ValueError: the shapes do not go together.
        NotImplementedError: ``block_mask`` or ``return_seed_offset`` is given.

    Examples:
        >>> import paddle
        >>> x, end = paddle.ones([1, 3, 1, 2]), paddle.to_tensor([[[[2], [3], [3]]]])
        >>> paddle.nn.functional.flashmask_attention(x, x, x, end, causal=True).shape
        paddle.Size([1, 3, 1, 2])
    """
    op = "flashmask_attention"
    if block_mask is not None or return_seed_offset:
        raise NotImplementedError(
            f"(Unimplemented) {op}: arguments `block_mask` and `return_seed_offset` are of a kernel for GPUs.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
    rows, columns = query.shape[1], key.shape[1]
    row, column = paddle.arange(rows).unsqueeze(1), paddle.arange(columns)
    hidden = _ahead(op, rows, columns) if causal else paddle.zeros([rows, columns], "bool")
    if window_size is not None:
        before, after = (window_size, window_size) if isinstance(window_size, int) else window_size
        hidden = hidden | (column < row - before)
        hidden = hidden if causal else hidden | (column > row + after)
    if startend_row_indices is not None:
        hidden = hidden | _hidden_rows(op, startend_row_indices, query, key, causal, row, column)
    out, _, scores = _attend(op, query, key, value, dropout, training, softmax_scale, hidden)
    return (out, paddle.logsumexp(scores, -1)) if return_softmax_lse else out


def _hidden_rows(op, bounds, query, key, causal, row, column):
    """[batch, 1 or heads, rows, columns] of what the bounds of rows hide."""
    batch, columns, key_heads = key.shape[:3]
    allowed = (1, 2) if causal else (2, 4)
    shape = list(bounds.shape)
    if len(shape) != 4 or shape[0] != batch or shape[1] not in (1, key_heads) or shape[2] != columns or (
        shape[3] not in allowed
    ):  # fmt: skip
        expected = f"[{batch}, 1 or {key_heads}, {columns}, {allowed[0]} or {allowed[1]}]"
        refuse(op, "startend_row_indices", expected, shape)
    edges = [
        edge.unsqueeze(2) for edge in bounds.astype("int64").unbind(-1)
    ]  # [batch, heads, 1, columns]
    below, above = row >= column, row < column
    if shape[3] == 4:
        hidden = (below & (row >= edges[0]) & (row < edges[1])) | (
            above & (row >= edges[2]) & (row < edges[3])
        )
    elif shape[3] == 1:
        hidden = below & (row >= edges[0])
    elif causal:
        hidden = below & (row >= edges[0]) & (row < edges[1])
    else:
        hidden = (below & (row >= edges[0])) | (above & (row < edges[1]))
    heads = query.shape[2]
    return hidden if shape[1] in (1, heads) else hidden.repeat_interleave(heads // shape[1], 1)


@contextlib.contextmanager
def sdp_kernel(enable_math=False, enable_flash=True, enable_mem_efficient=True):
    """A block in which kernels of attention are chosen: there is one, so nothing changes.

    Args:
        enable_math (bool): accepted.
        enable_flash (bool): accepted.
        enable_mem_efficient (bool): accepted.

    Examples:
        >>> import paddle
        >>> with paddle.nn.functional.flash_attention.sdp_kernel(enable_math=True):
        ...     pass
    """
    yield


def _select_sdp(head_dim):
    """The kernel of attention for heads of a size; on a CPU there is one."""
    return "math"


_named.install(globals(), __name__)
