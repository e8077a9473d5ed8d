"""Rotary position embedding."""

import paddle

from .... import _C
from ....framework.refusal import refuse

_ops = _C.ops
_OP = "fused_rotary_position_embedding"


def fused_rotary_position_embedding(
    q,
    k=None,
    v=None,
    sin=None,
    cos=None,
    position_ids=None,
    use_neox_rotary_style=True,
    time_major=False,
    rotary_emb_base=10000.0,
):
    """Pairs of elements turned by an angle that grows with the position (Su et al., 2021).

    Args:
        q (Tensor): [batch, time, heads, d], d even.
        k (Tensor, optional): likewise, also with other heads.
        v (Tensor, optional): likewise.
        sin (Tensor, optional): sines of the angles, [time, d] or [1, time, 1, d]; with ``cos``. Without them
            the angle of pair i at position p is ``p / rotary_emb_base ** (2 i / d)``.
        cos (Tensor, optional): cosines of the angles.
        position_ids (Tensor, optional): [batch, time], int64: which rows of ``sin`` and ``cos`` count.
        use_neox_rotary_style (bool): pairs are neighbours; False: of the first and the second half of d.
        time_major (bool): the tensors are [time, batch, heads, d].
        rotary_emb_base (float): see ``sin``.

    Returns:
        tuple: the turned q, k and v; None for those not given.

    Raises:
        ValueError: the shapes do not go together, or only one of ``sin`` and ``cos`` is given.
        IndexError: a position is beyond the rows of ``sin``.

    Examples:
        >>> import paddle
        >>> q = paddle.ones([1, 2, 1, 2])
        >>> out, _, _ = paddle.incubate.nn.functional.fused_rotary_position_embedding(q)
        >>> out.tolist()
        [[[[1.0, 1.0]], [[-0.3012, 1.3818]]]]
    """
    if (sin is None) != (cos is None):
        refuse(_OP, "sin", "both of `sin` and `cos`, or none", "one of them")
    if q.ndim != 4 or q.shape[3] % 2:
        refuse(_OP, "q", "[batch, time, heads, d], d even", list(q.shape))
    steps, size = q.shape[0 if time_major else 1], q.shape[3]
    dtype = q.dtype if q.dtype is _C.float64 else _C.float32
    if sin is None:
        sin, cos = _tables(steps if position_ids is None else None, position_ids, size,
                           rotary_emb_base, use_neox_rotary_style, dtype)  # fmt: skip
    else:
        sin, cos = (_rows(t, position_ids, steps, size, dtype) for t in (sin, cos))
    if time_major:
        sin, cos = (t.transpose([1, 0, 2, 3]) for t in (sin, cos))
    return tuple(
        None if x is None else _ops["rotate_pairs"](x, sin, cos, bool(use_neox_rotary_style))
        for x in (q, k, v)
    )


def _tables(steps, position_ids, size, base, neighbours, dtype):
    """Sines and cosines of the angles, [1 or batch, time, 1, size]."""
    pairs = paddle.arange(0, size, 2, dtype=dtype) / size
    frequency = 1.0 / paddle.full([], base, dtype) ** pairs
    frequency = frequency.repeat_interleave(2) if neighbours else frequency.tile([2])
    if position_ids is None:
        positions = paddle.arange(steps, dtype=dtype).unsqueeze(0)
    else:
        positions = position_ids.astype(dtype)
    angles = (positions.unsqueeze(-1) * frequency).unsqueeze(2)
    return angles.sin(), angles.cos()


def _rows(table, position_ids, steps, size, dtype):
    """A given table as [1 or batch, time, 1, size]."""
    shape = list(table.shape)
    flat = len(shape) == 2 or (len(shape) == 4 and shape[0] == 1 and shape[2] == 1)
    if not flat or shape[-1] != size:
        refuse(_OP, "sin", f"[time, {size}] or [1, time, 1, {size}]", shape)
    table = table.reshape([-1, size]).astype(dtype)
    if position_ids is not None:
        return _ops["embedding"](position_ids, table).unsqueeze(2)
    if table.shape[0] < steps:
        refuse(_OP, "sin", f"{steps} rows or more", f"{table.shape[0]}")
    return table[:steps].unsqueeze(0).unsqueeze(2)
