"""Attention with what stands around it: projections, dropout, norms, caches of keys and values."""

import math

import paddle

from .... import _C
from ....framework.refusal import refuse
from .checks import unsupported
from .linear import one_process

_ops = _C.ops


def _added(mask, dtype):
    """A mask as numbers to add to the scores."""
    if mask.dtype is _C.bool or not mask.dtype.is_floating_point:
        zero, none = (paddle.full([], v, dtype) for v in (0.0, -math.inf))
        return paddle.where(mask.astype("bool"), zero, none)
    return mask.astype(dtype)


def _qkv(op, x, qkv_weight, qkv_bias, num_heads, transposed):
    """Queries, keys and values, [3, batch, heads, time, head size]."""
    batch, time, width = x.shape
    if transposed:
        if num_heads <= 0 or width % num_heads:
            refuse(op, "num_heads", f"a divisor of {width}", num_heads)
        heads, size = num_heads, width // num_heads
        weight, bias = qkv_weight, qkv_bias
    else:
        if qkv_weight.ndim != 4 or qkv_weight.shape[0] != 3 or qkv_weight.shape[3] != width:
            refuse(op, "qkv_weight", f"[3, heads, head size, {width}]", list(qkv_weight.shape))
        _, heads, size, _ = qkv_weight.shape
        weight = qkv_weight.reshape([3 * heads * size, width]).t()
        bias = None if qkv_bias is None else qkv_bias.flatten()
    out = _ops["linear"](x, weight, bias).reshape([batch, time, 3, heads, size])
    return out.transpose([2, 0, 3, 1, 4])


def fused_multi_head_attention(
    x,
    qkv_weight,
    linear_weight,
    pre_layer_norm=False,
    pre_ln_scale=None,
    pre_ln_bias=None,
    ln_scale=None,
    ln_bias=None,
    pre_ln_epsilon=1e-5,
    qkv_bias=None,
    linear_bias=None,
    cache_kv=None,
    attn_mask=None,
    dropout_rate=0.5,
    attn_dropout_rate=0.5,
    ln_epsilon=1e-5,
    training=True,
    mode="upscale_in_train",
    ring_id=-1,
    add_residual=True,
    num_heads=-1,
    transpose_qkv_wb=False,
    name=None,
):
    """The self-attention part of a transformer layer (Vaswani et al., 2017).

    ``x + dropout(linear(attention(x)))``, where attention sees the layer norm of ``x`` with ``pre_layer_norm``;
    otherwise the layer norm is of the result.

    Args:
        x (Tensor): [batch, time, width].
        qkv_weight (Tensor): [3, heads, head size, width]; with ``transpose_qkv_wb`` [width, 3 * width].
        linear_weight (Tensor): [heads * head size, width].
        pre_layer_norm (bool): the norm comes first.
        pre_ln_scale (Tensor, optional): [width], of the norm before.
        pre_ln_bias (Tensor, optional): [width].
        ln_scale (Tensor, optional): [width], of the norm after.
        ln_bias (Tensor, optional): [width].
        pre_ln_epsilon (float): added to the variance.
        qkv_bias (Tensor, optional): [3, heads, head size]; with ``transpose_qkv_wb`` [3 * width].
        linear_bias (Tensor, optional): [width].
        cache_kv (Tensor, optional): keys and values of earlier steps, [2, batch, heads, time before, head size].
        attn_mask (Tensor, optional): bool or integers, true where it looks; or added to the scores. It
            broadcasts to [batch, heads, time, time of keys].
        dropout_rate (float): probability of 0 of the result.
        attn_dropout_rate (float): probability of 0 of the weights.
        ln_epsilon (float): added to the variance.
        training (bool): whether elements are dropped.
        mode (str): "upscale_in_train" or "downscale_in_infer".
        ring_id (int): -1: one process.
        add_residual (bool): whether ``x`` is added.
        num_heads (int): with ``transpose_qkv_wb``.
        transpose_qkv_wb (bool): see ``qkv_weight``.

    Returns:
        Tensor: [batch, time, width]; with ``cache_kv`` a pair with the longer cache.

    Raises:
        ValueError: the shapes do not go together.
        NotImplementedError: ``ring_id`` names a group of processes.

    Examples:
        >>> import paddle
        >>> x, weight = paddle.ones([1, 2, 4]), paddle.ones([3, 2, 2, 4])
        >>> F = paddle.incubate.nn.functional
        >>> F.fused_multi_head_attention(x, weight, paddle.ones([4, 4]), training=False).shape
        paddle.Size([1, 2, 4])
    """
    op = "fused_multi_head_attention"
    one_process(op, ring_id)
    if x.ndim != 3:
        refuse(op, "x", "[batch, time, width]", list(x.shape))
    drop = _ops["dropout"]
    before = x
    if pre_layer_norm:
        x = _ops["layer_norm"](x, x.shape[-1:], pre_ln_scale, pre_ln_bias, pre_ln_epsilon)
    q, k, v = _qkv(op, x, qkv_weight, qkv_bias, num_heads, transpose_qkv_wb)
    if cache_kv is not None:
        k = paddle.concat([cache_kv[0].astype(k.dtype), k], 2)
        v = paddle.concat([cache_kv[1].astype(v.dtype), v], 2)
    scores = _ops["matmul"](q * q.shape[-1] ** -0.5, k, False, True)
    if attn_mask is not None:
        scores = scores + _added(attn_mask, scores.dtype)
    weights = drop(_ops["softmax"](scores, -1), attn_dropout_rate, training=training, mode=mode)
    batch, time = x.shape[:2]
    out = weights.matmul(v).transpose([0, 2, 1, 3]).reshape([batch, time, -1])
    out = _ops["linear"](out, linear_weight, linear_bias)
    out = drop(out, dropout_rate, training=training, mode=mode)
    out = before + out if add_residual else out
    if not pre_layer_norm:
        out = _ops["layer_norm"](out, out.shape[-1:], ln_scale, ln_bias, ln_epsilon)
    return out if cache_kv is None else (out, paddle.stack([k, v]))


def variable_length_memory_efficient_attention(
    query,
    key,
    value,
    seq_lens,
    kv_seq_lens,
    mask=None,
    scale=None,
    causal=False,
    pre_cache_length=0,
):
    """Attention over sequences of different lengths in one batch.

    Args:
        query (Tensor): [batch, heads, time, head size].
        key (Tensor): [batch, key heads, time of keys, head size]; fewer heads serve several of ``query`` each.
        value (Tensor): of the shape of ``key``.
        seq_lens (Tensor): steps of each query, [batch] or [batch, 1]; the result is 0 behind them.
        kv_seq_lens (Tensor): steps of keys and values, [batch] or [batch, 1], without ``pre_cache_length``.
        mask (Tensor, optional): added to the scores; broadcasts to [batch, heads, time, time of keys].
        scale (float, optional): of the scores; 1 / sqrt(head size) where None.
        causal (bool): no look ahead.
        pre_cache_length (int): steps of keys that stand before all queries.

    Returns:
        Tensor: of the shape of ``query``.

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x, lengths = paddle.ones([2, 1, 3, 4]), paddle.to_tensor([3, 1])
        >>> F = paddle.incubate.nn.functional
        >>> F.variable_length_memory_efficient_attention(x, x, x, lengths, lengths)[1, 0, :, 0].tolist()
        [1.0, 0.0, 0.0]
    """
    op = "variable_length_memory_efficient_attention"
    if query.ndim != 4 or key.ndim != 4 or key.shape != value.shape:
        refuse(op, "key", "[batch, heads, time, head size] as `value`", list(key.shape))
    batch, heads, steps, size = query.shape
    key_heads, key_steps = key.shape[1:3]
    if key.shape[0] != batch or key.shape[3] != size or key_heads == 0 or heads % key_heads:
        refuse(op, "key", f"[{batch}, a divisor of {heads}, time, {size}]", list(key.shape))
    for name, t in (("seq_lens", seq_lens), ("kv_seq_lens", kv_seq_lens)):
        if t.size != batch:
            refuse(op, name, f"{batch} lengths", t.size)
    if heads != key_heads:
        key = key.repeat_interleave(heads // key_heads, 1)
        value = value.repeat_interleave(heads // key_heads, 1)
    scale = size**-0.5 if scale is None else scale
    scores = _ops["matmul"](query * scale, key, False, True)
    if mask is not None:
        scores = scores + mask
    column, row = paddle.arange(key_steps), paddle.arange(steps).unsqueeze(1)
    lengths = kv_seq_lens.astype("int64").reshape([batch, 1, 1, 1]) + pre_cache_length
    seen = column < lengths
    if causal:
        seen = seen & (column <= row + pre_cache_length)
    asked = row < seq_lens.astype("int64").reshape([batch, 1, 1, 1])
    zero, none = (paddle.full([], v, scores.dtype) for v in (0.0, -math.inf))
    # Rows that nobody asks for see all, so that they have no NaN which gradients would meet.
    scores = paddle.where(seen, scores, paddle.where(asked, none, zero))
    out = _ops["softmax"](scores, -1).matmul(value)
    return paddle.where(asked, out, zero.astype(out.dtype))


def masked_multihead_attention(
    x,
    cache_kv=None,
    bias=None,
    src_mask=None,
    cum_offsets=None,
    sequence_lengths=None,
    rotary_tensor=None,
    beam_cache_offset=None,
    qkv_out_scale=None,
    out_shift=None,
    out_smooth=None,
    seq_len=1,
    rotary_emb_dims=0,
    use_neox_rotary_style=False,
    compute_dtype="default",
    out_scale=-1,
    quant_round_type=1,
    quant_max_bound=127.0,
    quant_min_bound=-127.0,
):
    """One step of decoding: attention of the newest query over a cache, which gets its key and value.

    Args:
        x (Tensor): queries, keys and values of the step, [batch, 3 * heads * head size].
        cache_kv (Tensor): [2, batch, heads, most steps, head size]; written in place.
        bias (Tensor, optional): [3, heads, head size].
        src_mask (Tensor, optional): added to the scores, [batch, 1, 1, steps + 1].
        sequence_lengths (Tensor, optional): steps in the cache of each sequence, [batch] or [batch, 1]; without
            it the last axis of ``src_mask`` tells them, less one.
        cum_offsets (Tensor, optional): accepted.
        seq_len (int): accepted: 1.
        rotary_tensor (Tensor, optional): raises; turn queries and keys with ``fused_rotary_position_embedding``.
        beam_cache_offset (Tensor, optional): raises.
        qkv_out_scale (Tensor, optional): raises.
        out_shift (Tensor, optional): raises.
        out_smooth (Tensor, optional): raises.
        rotary_emb_dims (int): 0.
        use_neox_rotary_style (bool): accepted.
        compute_dtype (str): accepted; that of ``x``.
        out_scale (float): -1: nothing is quantized.
        quant_round_type (int): accepted.
        quant_max_bound (float): accepted.
        quant_min_bound (float): accepted.

    Returns:
        tuple: [batch, heads * head size], and the cache.

    Raises:
        ValueError: the shapes do not go together.
        IndexError: the cache is full.
        NotImplementedError: beams, rotation or quantization is asked for.

    Examples:
        >>> import paddle
        >>> x, cache = paddle.ones([1, 12]), paddle.zeros([2, 1, 2, 3, 2])
        >>> length = paddle.to_tensor([1])
        >>> F = paddle.incubate.nn.functional
        >>> out, _ = F.masked_multihead_attention(x, cache, sequence_lengths=length)
        >>> cache[1, 0, 0].tolist()
        [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    """
    op = "masked_multihead_attention"
    unsupported(
        op,
        rotary_tensor=rotary_tensor,
        beam_cache_offset=beam_cache_offset,
        qkv_out_scale=qkv_out_scale,
        out_shift=out_shift,
        out_smooth=out_smooth,
        rotary_emb_dims=rotary_emb_dims or None,
        out_scale=out_scale if out_scale > 0 else None,
    )
    if cache_kv is None or cache_kv.ndim != 5 or cache_kv.shape[0] != 2:
        received = "None" if cache_kv is None else list(cache_kv.shape)
        refuse(op, "cache_kv", "[2, batch, heads, steps, head size]", received)
    _, batch, heads, most, size = cache_kv.shape
    if list(x.shape) != [batch, 3 * heads * size]:
        refuse(op, "x", [batch, 3 * heads * size], list(x.shape))
    if sequence_lengths is None and src_mask is None:
        refuse(op, "sequence_lengths", "it or `src_mask`", "none of them")
    if sequence_lengths is None:
        lengths = paddle.full([batch], src_mask.shape[-1] - 1, "int64")
    else:
        lengths = sequence_lengths.astype("int64").reshape([batch])
    if not bool(((lengths >= 0) & (lengths < most)).all()):
        raise IndexError(
            f"(OutOfRange) {op}: a length is beyond the cache.\n"
            f"  Expected: [0, {most})\n  Received: {lengths.tolist()}"
        )
    parts = x.reshape([batch, 3, heads, size])
    if bias is not None:
        parts = parts + bias.astype(parts.dtype)
    q, k, v = parts.unbind(1)  # [batch, heads, head size]
    rows = paddle.arange(batch)
    with paddle.no_grad():
        cache_kv[0, rows, :, lengths] = k.astype(cache_kv.dtype)
        cache_kv[1, rows, :, lengths] = v.astype(cache_kv.dtype)
    keys, values = (c.astype(x.dtype) for c in (cache_kv[0], cache_kv[1]))
    scores = _ops["matmul"](q.unsqueeze(2) * size**-0.5, keys, False, True)
    if src_mask is not None:
        seen = min(src_mask.shape[-1], most)
        room = most - seen
        mask = src_mask[..., :seen].astype(scores.dtype)
        rest = paddle.zeros([*mask.shape[:-1], room], mask.dtype)
        scores = scores + paddle.concat([mask, rest], -1)
    inside = paddle.arange(most) <= lengths.reshape([batch, 1, 1, 1])
    scores = paddle.where(inside, scores, paddle.full([], -math.inf, scores.dtype))
    out = _ops["softmax"](scores, -1).matmul(values)
    return out.reshape([batch, heads * size]), cache_kv
