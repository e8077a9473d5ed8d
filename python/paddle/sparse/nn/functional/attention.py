"""Attention that looks at some places only."""

import math

import paddle

from .... import _C
from ....framework.refusal import refuse
from ...checks import check_sparse
from .activation import softmax

_ops = _C.ops


def attention(query, key, value, sparse_mask, key_padding_mask=None, attn_mask=None, name=None):
    """``softmax(q k^T / sqrt(d)) v``, where only the places of a sparse mask are computed.

    Args:
        query (Tensor): [batch, heads, time, d], float32 or float64.
        key (Tensor): of the same shape.
        value (Tensor): likewise.
        sparse_mask (Tensor): in compressed rows, [batch * heads, time, time]; its values do not count.
        key_padding_mask (Tensor, optional): 0 where a key is not seen, [batch, time].
        attn_mask (Tensor, optional): 0 where a place is not seen, [time, time].

    Returns:
        Tensor: [batch, heads, time, d]; 0 where a query sees nothing.

    Raises:
        TypeError: ``sparse_mask`` is not in compressed rows.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.rand([1, 1, 2, 4])
        >>> mask = paddle.eye(2).reshape([1, 2, 2]).to_sparse_csr()
        >>> out = paddle.sparse.nn.functional.attention(x, x, x, mask)
        >>> bool((out == x).all())
        True
    """
    op = "attention"
    check_sparse(op, sparse_mask, "sparse_mask", ("SparseCsrTensor",))
    if query.ndim != 4 or list(query.shape[:2]) != list(key.shape[:2]) or key.ndim != 4:
        refuse(op, "key", "[batch, heads, time, d] as `query`", list(key.shape))
    batch, heads, time, _ = query.shape
    steps = key.shape[2]
    if list(sparse_mask.shape) != [batch * heads, time, steps]:
        refuse(op, "sparse_mask", [batch * heads, time, steps], list(sparse_mask.shape))
    return of_places(query, key, value, sparse_mask, key_padding_mask, attn_mask)


def of_places(query, key, value, places, key_padding_mask, attn_mask):
    """The same with checked arguments."""
    batch, heads, time, _ = query.shape
    steps = key.shape[2]
    q, k, v = (t.reshape([batch * heads, *t.shape[2:]]) for t in (query, key, value))
    crows, cols = places._crows, places._cols
    scores = _ops["csr_entries"](crows, cols, q / math.sqrt(q.shape[-1]), k)
    row, kept = places.rows(), None
    if key_padding_mask is not None:
        at = row // (heads * time) * steps + cols
        kept = key_padding_mask.flatten().index_select(at) != 0
    if attn_mask is not None:
        seen = attn_mask.flatten().index_select(row % time * steps + cols) != 0
        kept = seen if kept is None else kept & seen
    if kept is not None:  # finite, so that a row of which nothing is left has no NaN
        scores = paddle.where(kept, scores, paddle.full([], -1e30, scores.dtype))
    weights = softmax(places._with(scores))._values
    if kept is not None:
        weights = weights * kept.astype(weights.dtype)
    out = _ops["csr_matmul"](crows, cols, weights, v, False, steps)
    return out.reshape([batch, heads, time, v.shape[-1]])
