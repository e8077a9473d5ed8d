"""Attention with several heads, with PyTorch's arguments and parameters."""

import math

import paddle

from ... import nn
from ...nn import functional as F
from ...nn.initializer import Constant, XavierUniform
from .functional import linear
from .layers import Linear


class MultiheadAttention(nn.Layer):
    """Attention with several heads (Vaswani et al., 2017).

    Args:
        embed_dim (int): features, a multiple of ``num_heads``.
        num_heads (int): heads.
        dropout (float): of the weights in training.
        bias (bool): whether projections have biases.
        add_bias_kv (bool): False.
        add_zero_attn (bool): False.
        kdim (int, optional): features of keys; by default ``embed_dim``.
        vdim (int, optional): features of values; by default ``embed_dim``.
        batch_first (bool): tensors are [batch, time, features] in place of [time, batch, features].
        device (str|Place, optional): where the parameters are made.
        dtype (dtype|str, optional): of the parameters.

    Raises:
        ValueError: the heads do not divide the features.
        NotImplementedError: ``add_bias_kv`` or ``add_zero_attn`` is true.

    Examples:
        >>> import paddle
        >>> layer, x = paddle.compat.nn.MultiheadAttention(4, 2), paddle.ones([5, 1, 4])
        >>> out, weights = layer(x, x, x)
        >>> out.shape, weights.shape
        (paddle.Size([5, 1, 4]), paddle.Size([1, 5, 5]))
    """

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        if num_heads <= 0 or embed_dim % num_heads:
            raise ValueError(
                "(InvalidArgument) MultiheadAttention: argument `num_heads` is wrong.\n"
                f"  Expected: a divisor of {embed_dim}\n  Received: {num_heads}"
            )
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError(
                "(Unimplemented) MultiheadAttention: keys that are added are not part of this version.\n"
                "  Hint: docs/STATUS.md lists what is missing."
            )
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.dropout, self.batch_first = dropout, batch_first
        sizes = [
            embed_dim,
            embed_dim if kdim is None else kdim,
            embed_dim if vdim is None else vdim,
        ]
        self.kdim, self.vdim = sizes[1:]
        self._one_weight = sizes == [embed_dim] * 3
        if self._one_weight:
            self.in_proj_weight = self._weight([3 * embed_dim, embed_dim], dtype)
        else:
            for name, size in zip("qkv", sizes, strict=True):
                setattr(self, f"{name}_proj_weight", self._weight([embed_dim, size], dtype))
        self.in_proj_bias = (
            self.create_parameter([3 * embed_dim], dtype=dtype, is_bias=True) if bias else None
        )
        self.out_proj = Linear(embed_dim, embed_dim, bias, dtype=dtype)
        if bias:
            Constant(0.0)(self.out_proj.bias)
        if device is not None:
            self.to(device)

    def _weight(self, shape, dtype):
        return self.create_parameter(shape, dtype=dtype, default_initializer=XavierUniform())

    def _projected(self, inputs):
        size = self.embed_dim
        if self._one_weight:
            weights = paddle.split(self.in_proj_weight, 3)
        else:
            weights = [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]
        bias = self.in_proj_bias
        biases = [None] * 3 if bias is None else paddle.split(bias, 3)
        for x, weight, b in zip(inputs, weights, biases, strict=True):
            out = linear(x, weight, b)  # [batch, time, features]
            yield out.reshape([*out.shape[:2], self.num_heads, -1 if size else 0]).transpose(
                [0, 2, 1, 3]
            )

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        """Attends.

        Args:
            query (Tensor): [time, batch, features], or [time, features].
            key (Tensor): likewise.
            value (Tensor): likewise.
            key_padding_mask (Tensor, optional): bool, True where a key is not seen; or added to the scores. It is
                [batch, time].
            need_weights (bool): also the weights.
            attn_mask (Tensor, optional): bool, True where it does not look; or added to the scores, [time, time] or
                [batch * heads, time, time].
            average_attn_weights (bool): the mean of the heads' weights.
            is_causal (bool): no look ahead.

        Returns:
            tuple: the result, and the weights or None.
        """
        single = query.ndim == 2
        inputs = [query, key, value]
        if single:
            inputs = [t.unsqueeze(0) for t in inputs]
        elif not self.batch_first:
            inputs = [t.transpose([1, 0, 2]) for t in inputs]
        q, k, v = self._projected(inputs)
        scores = q.matmul(k, transpose_y=True) / math.sqrt(self.head_dim)
        batch, heads, time, steps = scores.shape
        if is_causal and attn_mask is None:
            attn_mask = paddle.ones([time, steps], "bool").triu(1)
        if attn_mask is not None:
            mask = (
                attn_mask if attn_mask.ndim == 2 else attn_mask.reshape([batch, heads, time, steps])
            )
            scores = _hidden(scores, mask)
        if key_padding_mask is not None:
            scores = _hidden(scores, key_padding_mask.reshape([batch, 1, 1, steps]))
        weights = F.softmax(scores, -1)
        kept = F.dropout(weights, self.dropout, training=self.training)
        out = kept.matmul(v).transpose([0, 2, 1, 3]).reshape([batch, time, self.embed_dim])
        out = self.out_proj(out)
        if single:
            out = out.squeeze(0)
        elif not self.batch_first:
            out = out.transpose([1, 0, 2])
        if not need_weights:
            return out, None
        weights = weights.mean(1) if average_attn_weights else weights
        return out, weights.squeeze(0) if single else weights


def _hidden(scores, mask):
    """Scores with a mask added, or -inf where it is True."""
    if mask.dtype is paddle.bool:
        return paddle.where(mask, paddle.full([], -math.inf, scores.dtype), scores)
    return scores + mask
