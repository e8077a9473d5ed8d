"""Multi-head attention and the layers of transformers (Vaswani et al., 2017)."""

import math
from collections import namedtuple
from copy import copy

import paddle

from ... import _C
from ...framework.docs import args_of
from ...framework.param_attr import ParamAttr
from .. import functional as F
from .common import Dropout, Linear
from .container import LayerList
from .layers import Layer
from .norm import LayerNorm


def _attrs(attr, n):
    """One attribute for each of ``n`` places, from one or a list of them."""
    if isinstance(attr, (list, tuple)):
        if len(attr) != n:
            raise ValueError(
                f"(InvalidArgument) expected {n} parameter attributes, received {len(attr)}"
            )
        return [ParamAttr._to_attr(one) for one in attr]
    attr = ParamAttr._to_attr(attr)
    if attr is False:
        return [False] * n
    made = [copy(attr) for _ in range(n)]
    for i, one in enumerate(made):
        if one.name:
            one.name = f"{one.name}_{i}"
    return made


def _additive(mask, dtype):
    """A mask to add to scores: of a bool or integer mask, -1e9 where it is 0."""
    if mask is None or mask.dtype is dtype:
        return mask
    if mask.dtype.is_floating_point:
        return mask.astype(dtype)
    return (mask.astype(dtype) - 1.0) * 1e9


# What programs of Paddle import.
_convert_attention_mask = _additive
_convert_param_attr_to_list = _attrs


def _check_positive(owner, **values):
    for name, value in values.items():
        if value <= 0:
            raise ValueError(
                f"(InvalidArgument) {owner}: {name} must be positive, received {value}"
            )


class MultiHeadAttention(Layer):
    """Attention of several heads, each over its part of the features.

    Args:
        embed_dim (int): features of the query and of the result.
        num_heads (int): divides ``embed_dim``.
        dropout (float): of the weights, default 0.0.
        kdim, vdim (int, optional): features of key and value, by default embed_dim.
        need_weights (bool): also returns the weights [n, heads, s_q, s_k].
        weight_attr, bias_attr (optional): of the four linear maps.

    Examples:
        >>> import paddle
        >>> attention = paddle.nn.MultiHeadAttention(8, 2)
        >>> attention(paddle.ones([2, 5, 8])).shape
        paddle.Size([2, 5, 8])
    """

    Cache = namedtuple("Cache", ["k", "v"])
    StaticCache = namedtuple("StaticCache", ["k", "v"])

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        kdim=None,
        vdim=None,
        need_weights=False,
        weight_attr=None,
        bias_attr=None,
    ):
        super().__init__()
        _check_positive("MultiHeadAttention", embed_dim=embed_dim, num_heads=num_heads)
        if embed_dim % num_heads:
            raise ValueError(
                "(InvalidArgument) MultiHeadAttention: embed_dim must be divisible by num_heads.\n"
                f"  Received: embed_dim = {embed_dim}, num_heads = {num_heads}"
            )
        self.embed_dim, self.num_heads = embed_dim, num_heads
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.dropout, self.need_weights = dropout, need_weights
        self.head_dim = embed_dim // num_heads
        self.q_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)
        self.k_proj = Linear(self.kdim, embed_dim, weight_attr, bias_attr)
        self.v_proj = Linear(self.vdim, embed_dim, weight_attr, bias_attr)
        self.out_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)

    def _split(self, x):
        """[n, s, heads * d] to [n, heads, s, d]."""
        n, s = x.shape[:2]
        return x.reshape([n, s, self.num_heads, self.head_dim]).transpose([0, 2, 1, 3])

    def compute_kv(self, key, value):
        """Keys and values of all heads, each [n, heads, s, d]."""
        return self._split(self.k_proj(key)), self._split(self.v_proj(value))

    def gen_cache(self, key, value=None, type=Cache):
        """What ``forward`` takes as ``cache``.

        Args:
            key (Tensor): with ``StaticCache``: what is attended to; with ``Cache``
                and no value: only its first size counts; else the first keys.
            value (Tensor, optional): the first values.
            type: ``Cache``, which grows, or ``StaticCache``.
        """
        if type is MultiHeadAttention.StaticCache:
            return self.StaticCache(*self.compute_kv(key, value))
        if value is None:
            empty = paddle.full([key.shape[0], self.num_heads, 0, self.head_dim], 0.0, key.dtype)
            return self.Cache(empty, empty.clone())
        return self.Cache(key, value)

    def forward(self, query, key=None, value=None, attn_mask=None, cache=None):
        """The attended values.

        Args:
            query (Tensor): [n, s_q, embed_dim].
            key (Tensor, optional): [n, s_k, kdim], by default the query.
            value (Tensor, optional): [n, s_k, vdim], by default the query.
            attn_mask (Tensor, optional): broadcasts to [n, heads, s_q, s_k]; bool or
                integers: 0 where it must not look; floats are added.
            cache (Cache|StaticCache, optional): keys and values so far.

        Returns:
            Tensor [n, s_q, embed_dim], or a tuple with the weights and the cache.
        """
        key = query if key is None else key
        value = query if value is None else value
        q = self._split(self.q_proj(query))
        if isinstance(cache, self.StaticCache):
            k, v = cache
        else:
            k, v = self.compute_kv(key, value)
        if isinstance(cache, self.Cache):
            k = paddle.concat([cache.k, k], axis=2)
            v = paddle.concat([cache.v, v], axis=2)
            cache = self.Cache(k, v)
        scores = paddle.matmul(q * self.head_dim**-0.5, k, transpose_y=True)
        if attn_mask is not None:
            scores = scores + _additive(attn_mask, scores.dtype)
        weights = F.softmax(scores)
        if self.dropout:
            weights = F.dropout(weights, self.dropout, training=self.training)
        n, s = query.shape[:2]
        out = weights.matmul(v).transpose([0, 2, 1, 3]).reshape([n, s, self.embed_dim])
        outs = [self.out_proj(out)]
        if self.need_weights:
            outs.append(weights)
        if cache is not None:
            outs.append(cache)
        return outs[0] if len(outs) == 1 else tuple(outs)


class _Block(Layer):
    """What encoder and decoder layers share."""

    def _set_up(self, config, sublayers):
        self._config = config
        _check_positive(
            type(self).__name__,
            **{name: config[name] for name in ("d_model", "nhead", "dim_feedforward")},
        )
        self.normalize_before = config["normalize_before"]
        weights = _attrs(config["weight_attr"], sublayers)
        biases = _attrs(config["bias_attr"], sublayers)
        dropout = config["dropout"]
        attn_dropout = dropout if config["attn_dropout"] is None else config["attn_dropout"]
        act_dropout = dropout if config["act_dropout"] is None else config["act_dropout"]
        width, inner, eps = config["d_model"], config["dim_feedforward"], config["layer_norm_eps"]
        for name, weight, bias in zip(
            ("self_attn", "cross_attn"), weights[:-1], biases, strict=False
        ):
            attention = MultiHeadAttention(
                width, config["nhead"], attn_dropout, weight_attr=weight, bias_attr=bias
            )
            setattr(self, name, attention)
        self.linear1 = Linear(width, inner, weights[-1], biases[-1])
        self.dropout = Dropout(act_dropout)
        self.linear2 = Linear(inner, width, weights[-1], biases[-1])
        for i in range(1, sublayers + 1):
            setattr(self, f"norm{i}", LayerNorm(width, eps))
        for i in range(1, sublayers + 1):
            setattr(self, f"dropout{i}", Dropout(dropout))
        self.activation = getattr(F, config["activation"])

    def _residual(self, x, i, sublayer):
        """The i-th sublayer around which ``x`` flows; also its cache."""
        norm, dropout = getattr(self, f"norm{i}"), getattr(self, f"dropout{i}")
        y = sublayer(norm(x) if self.normalize_before else x)
        y, cache = y if isinstance(y, tuple) else (y, None)
        x = x + dropout(y)
        return (x if self.normalize_before else norm(x)), cache

    def _feed_forward(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Block):
    """Self-attention, then two linear maps, each with a residual and a norm.

    Args:
        d_model (int): features.
        nhead (int): heads.
        dim_feedforward (int): features between the two linear maps.
        dropout (float): default 0.1.
        activation (str): between the two, default relu.
        attn_dropout, act_dropout (float, optional): by default ``dropout``.
        normalize_before (bool): norms come first in each part.
        weight_attr, bias_attr (optional): one, or one for attention and one for
            the linear maps.
        layer_norm_eps (float): default 1e-5.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerEncoderLayer(8, 2, 16)
        >>> layer(paddle.ones([2, 5, 8])).shape
        paddle.Size([2, 5, 8])
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward,
        dropout=0.1,
        activation="relu",
        attn_dropout=None,
        act_dropout=None,
        normalize_before=False,
        weight_attr=None,
        bias_attr=None,
        layer_norm_eps=1e-5,
    ):
        config = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        super().__init__()
        self._set_up(config, 2)

    def forward(self, src, src_mask=None, cache=None):
        """``src`` [n, s, d_model] to the same shape; with the new cache if one is given."""
        src_mask = _additive(src_mask, src.dtype)
        src, cache = self._residual(src, 1, lambda x: self.self_attn(x, x, x, src_mask, cache))
        src, _ = self._residual(src, 2, self._feed_forward)
        return src if cache is None else (src, cache)

    def gen_cache(self, src):
        """An empty cache for ``forward``."""
        return self.self_attn.gen_cache(src, type=MultiHeadAttention.Cache)


class TransformerEncoder(Layer):
    """Encoder layers one after another.

    Args:
        encoder_layer (TransformerEncoderLayer): the first; the others are made alike.
        num_layers (int): how many.
        norm (Layer, optional): at the end.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerEncoderLayer(8, 2, 16)
        >>> paddle.nn.TransformerEncoder(layer, 2)(paddle.ones([2, 5, 8])).shape
        paddle.Size([2, 5, 8])
    """

    def __init__(self, encoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _stack(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(self, src, src_mask=None, cache=None):
        """``src`` through all layers; with the new caches if some are given."""
        src_mask = _additive(src_mask, src.dtype)
        caches = []
        for i, layer in enumerate(self.layers):
            if cache is None:
                src = layer(src, src_mask=src_mask)
            else:
                src, new = layer(src, src_mask=src_mask, cache=cache[i])
                caches.append(new)
        if self.norm is not None:
            src = self.norm(src)
        return src if cache is None else (src, caches)

    def gen_cache(self, src):
        """An empty cache for each layer."""
        return [layer.gen_cache(src) for layer in self.layers]


def _stack(layer, n):
    return LayerList([layer, *(type(layer)(**layer._config) for _ in range(n - 1))])


@args_of(TransformerEncoderLayer)
class TransformerDecoderLayer(_Block):
    """Self-attention, attention to the encoder's memory, then two linear maps (Vaswani et al., 2017).

    Args:
        weight_attr, bias_attr (optional): one, or one for each of the three parts.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerDecoderLayer(8, 2, 16)
        >>> layer(paddle.ones([2, 3, 8]), paddle.ones([2, 5, 8])).shape
        paddle.Size([2, 3, 8])
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward,
        dropout=0.1,
        activation="relu",
        attn_dropout=None,
        act_dropout=None,
        normalize_before=False,
        weight_attr=None,
        bias_attr=None,
        layer_norm_eps=1e-5,
    ):
        config = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        super().__init__()
        self._set_up(config, 3)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, cache=None):
        """``tgt`` [n, t, d_model] to the same shape; with the new caches if given."""
        tgt_mask = _additive(tgt_mask, tgt.dtype)
        memory_mask = _additive(memory_mask, memory.dtype)
        own, fixed = (None, None) if cache is None else cache
        tgt, own = self._residual(tgt, 1, lambda x: self.self_attn(x, x, x, tgt_mask, own))
        tgt, fixed = self._residual(
            tgt, 2, lambda x: self.cross_attn(x, memory, memory, memory_mask, fixed)
        )
        tgt, _ = self._residual(tgt, 3, self._feed_forward)
        return tgt if cache is None else (tgt, (own, fixed))

    def gen_cache(self, memory):
        """An empty cache for its own attention, a filled one for the memory's."""
        own = self.self_attn.gen_cache(memory, type=MultiHeadAttention.Cache)
        fixed = self.cross_attn.gen_cache(memory, memory, type=MultiHeadAttention.StaticCache)
        return own, fixed


class TransformerDecoder(Layer):
    """Decoder layers one after another.

    Args:
        decoder_layer (TransformerDecoderLayer): the first; the others are made alike.
        num_layers (int): how many.
        norm (Layer, optional): at the end.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.TransformerDecoderLayer(8, 2, 16)
        >>> decoder = paddle.nn.TransformerDecoder(layer, 2)
        >>> decoder(paddle.ones([2, 3, 8]), paddle.ones([2, 5, 8])).shape
        paddle.Size([2, 3, 8])
    """

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _stack(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, cache=None):
        """``tgt`` through all layers; with the new caches if some are given."""
        tgt_mask = _additive(tgt_mask, tgt.dtype)
        memory_mask = _additive(memory_mask, memory.dtype)
        caches = []
        for i, layer in enumerate(self.layers):
            if cache is None:
                tgt = layer(tgt, memory, tgt_mask, memory_mask)
            else:
                tgt, new = layer(tgt, memory, tgt_mask, memory_mask, cache[i])
                caches.append(new)
        if self.norm is not None:
            tgt = self.norm(tgt)
        return tgt if cache is None else (tgt, caches)

    def gen_cache(self, memory, do_zip=False):
        """A cache for each layer; ``do_zip``: all of one kind together."""
        caches = [layer.gen_cache(memory) for layer in self.layers]
        return list(zip(*caches, strict=True)) if do_zip else caches


class Transformer(Layer):
    """An encoder and a decoder.

    Args:
        d_model (int): features, default 512.
        nhead (int): heads, default 8.
        num_encoder_layers, num_decoder_layers (int): default 6.
        dim_feedforward (int): default 2048.
        dropout, activation, attn_dropout, act_dropout, normalize_before: as of
            ``TransformerEncoderLayer``.
        weight_attr, bias_attr (optional): one, or a list of up to three: for
            self-attention, for attention to the memory, for the linear maps.
        custom_encoder, custom_decoder (Layer, optional): in place of its own.

    Examples:
        >>> import paddle
        >>> transformer = paddle.nn.Transformer(8, 2, 1, 1, 16)
        >>> transformer(paddle.ones([2, 5, 8]), paddle.ones([2, 3, 8])).shape
        paddle.Size([2, 3, 8])
    """

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        attn_dropout=None,
        act_dropout=None,
        normalize_before=False,
        weight_attr=None,
        bias_attr=None,
        custom_encoder=None,
        custom_decoder=None,
    ):
        super().__init__()
        common = (
            d_model, nhead, dim_feedforward, dropout, activation, attn_dropout, act_dropout,
            normalize_before,
        )  # fmt: skip
        weights, biases = _by_part(weight_attr), _by_part(bias_attr)
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*common, weights[0], biases[0])
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model))
        self.encoder = custom_encoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*common, weights[1], biases[1])
            custom_decoder = TransformerDecoder(layer, num_decoder_layers, LayerNorm(d_model))
        self.decoder = custom_decoder
        self.d_model, self.nhead = d_model, nhead

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None):
        """``src`` [n, s, d_model] and ``tgt`` [n, t, d_model] to [n, t, d_model]."""
        memory = self.encoder(src, src_mask=src_mask)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask)

    def generate_square_subsequent_mask(self, length):
        """[length, length]: -inf above the diagonal, else 0."""
        mask = paddle.full([length, length], -math.inf, _C.get_default_dtype())
        return mask.triu(1)


def _by_part(attr):
    """The attributes of the encoder's two parts and of the decoder's three."""
    if not isinstance(attr, (list, tuple)):
        return attr, attr
    if len(attr) == 1:
        return [attr[0]] * 2, [attr[0]] * 3
    if len(attr) == 2:
        return list(attr), [attr[0], attr[0], attr[1]]
    if len(attr) == 3:
        return [attr[0], attr[2]], list(attr)
    raise ValueError(
        f"(InvalidArgument) expected up to 3 parameter attributes, received {len(attr)}"
    )
