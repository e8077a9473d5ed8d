"""Layers over paddle.incubate.nn.functional."""

from ...framework.refusal import refuse
from ...nn import Layer
from ...nn.initializer import Constant
from . import functional as F


def _positive(layer, **sizes):
    for name, size in sizes.items():
        if size <= 0:
            refuse(type(layer).__name__, name, "1 or more", size)


class _Fused(Layer):
    def _norm(self, size, scale_attr, bias_attr):
        """Scale and shift of a layer norm."""
        scale = self.create_parameter([size], attr=scale_attr, default_initializer=Constant(1.0))
        return scale, self.create_parameter([size], attr=bias_attr, is_bias=True)


class FusedLinear(Layer):
    """``x W + b``.

    Args:
        in_features (int): features of the input.
        out_features (int): of the result.
        weight_attr (ParamAttr, optional): of the weight.
        bias_attr (ParamAttr|bool, optional): of the bias; False: none.
        transpose_weight (bool): the weight is [out_features, in_features].

    Shape:
        [..., in_features] to [..., out_features].

    Examples:
        >>> import paddle
        >>> paddle.incubate.nn.FusedLinear(3, 2)(paddle.ones([1, 3])).shape
        paddle.Size([1, 2])
    """

    def __init__(
        self,
        in_features,
        out_features,
        weight_attr=None,
        bias_attr=None,
        transpose_weight=False,
        name=None,
    ):
        super().__init__()
        shape = [in_features, out_features]
        self.weight = self.create_parameter(
            shape[::-1] if transpose_weight else shape, attr=weight_attr
        )
        self.bias = self.create_parameter([out_features], attr=bias_attr, is_bias=True)
        self.transpose_weight = transpose_weight

    def forward(self, input):
        return F.fused_linear(input, self.weight, self.bias, self.transpose_weight)


class FusedDropoutAdd(Layer):
    """``dropout(x) + y``.

    Args:
        p (float): probability of 0.
        mode (str): "upscale_in_train" or "downscale_in_infer".

    Shape:
        Two tensors of one shape, to that shape.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> paddle.incubate.nn.FusedDropoutAdd(0.0)(x, x).tolist()
        [2.0, 2.0]
    """

    def __init__(self, p=0.5, mode="upscale_in_train", name=None):
        super().__init__()
        self.p, self.mode = p, mode

    def forward(self, x, y):
        return F.fused_dropout_add(x, y, self.p, self.training, self.mode)

    def extra_repr(self):
        return f"p={self.p}, mode={self.mode}"


class FusedBiasDropoutResidualLayerNorm(_Fused):
    """``layer_norm(residual + dropout(x + bias))``.

    Args:
        embed_dim (int): size of the last axis.
        dropout_rate (float): probability of 0.
        weight_attr (ParamAttr, optional): of the scale.
        bias_attr (ParamAttr, optional): of both biases.
        epsilon (float): added to the variance.

    Shape:
        Two tensors [..., embed_dim], to that shape.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedBiasDropoutResidualLayerNorm(2, 0.0)
        >>> layer(paddle.to_tensor([[1.0, 3.0]]), paddle.zeros([1, 2])).tolist()
        [[-1.0, 1.0]]
    """

    def __init__(
        self,
        embed_dim,
        dropout_rate=0.5,
        weight_attr=None,
        bias_attr=None,
        epsilon=1e-5,
        name=None,
    ):
        super().__init__()
        _positive(self, embed_dim=embed_dim)
        self.embed_dim, self.dropout_rate, self._epsilon = embed_dim, dropout_rate, epsilon
        self.linear_bias = self.create_parameter([embed_dim], attr=bias_attr, is_bias=True)
        self.ln_scale, self.ln_bias = self._norm(embed_dim, weight_attr, bias_attr)

    def forward(self, x, residual):
        return F.fused_bias_dropout_residual_layer_norm(
            x,
            residual,
            self.linear_bias,
            self.ln_scale,
            self.ln_bias,
            self.dropout_rate,
            self._epsilon,
            self.training,
        )

    def extra_repr(self):
        return (
            f"embed_dim={self.embed_dim}, dropout_rate={self.dropout_rate}, epsilon={self._epsilon}"
        )


class FusedMultiHeadAttention(_Fused):
    """The self-attention part of a transformer layer (Vaswani et al., 2017).

    Args:
        embed_dim (int): features, a multiple of ``num_heads``.
        num_heads (int): heads.
        dropout_rate (float): probability of 0 of the result.
        attn_dropout_rate (float): probability of 0 of the weights.
        kdim (int, optional): accepted; keys are made of the queries.
        vdim (int, optional): accepted; so are values.
        normalize_before (bool): the layer norm comes first.
        need_weights (bool): False.
        qkv_weight_attr (ParamAttr, optional): of the weight of queries, keys and values.
        qkv_bias_attr (ParamAttr|bool, optional): of their bias.
        linear_weight_attr (ParamAttr, optional): of the weight of the result.
        linear_bias_attr (ParamAttr|bool, optional): of its bias.
        pre_ln_scale_attr (ParamAttr, optional): of the norm before.
        pre_ln_bias_attr (ParamAttr, optional): likewise.
        ln_scale_attr (ParamAttr, optional): of the norm after.
        ln_bias_attr (ParamAttr, optional): likewise.
        epsilon (float): added to variances.
        nranks (int): 1: one process.
        ring_id (int): -1: one process.
        transpose_qkv_wb (bool): the weight is [embed_dim, 3 * embed_dim] in place of [3, heads, head size, embed_dim].

    Shape:
        [batch, time, embed_dim] to that shape.

    Raises:
        ValueError: the heads do not divide the features, or weights are asked for.
        NotImplementedError: there are several processes.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedMultiHeadAttention(4, 2)
        >>> layer(paddle.ones([1, 3, 4])).shape
        paddle.Size([1, 3, 4])
    """

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout_rate=0.5,
        attn_dropout_rate=0.5,
        kdim=None,
        vdim=None,
        normalize_before=False,
        need_weights=False,
        qkv_weight_attr=None,
        qkv_bias_attr=None,
        linear_weight_attr=None,
        linear_bias_attr=None,
        pre_ln_scale_attr=None,
        pre_ln_bias_attr=None,
        ln_scale_attr=None,
        ln_bias_attr=None,
        epsilon=1e-5,
        nranks=1,
        ring_id=-1,
        transpose_qkv_wb=False,
        name=None,
    ):
        super().__init__()
        op = "FusedMultiHeadAttention"
        _positive(self, embed_dim=embed_dim, num_heads=num_heads)
        if embed_dim % num_heads:
            refuse(op, "num_heads", f"a divisor of {embed_dim}", num_heads)
        if need_weights:
            refuse(op, "need_weights", "False", need_weights)
        _one_process(op, nranks)
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.dropout_rate, self.attn_dropout_rate = dropout_rate, attn_dropout_rate
        self.normalize_before, self._epsilon, self._ring_id = normalize_before, epsilon, ring_id
        self.transpose_qkv_wb = transpose_qkv_wb
        heads = [3, num_heads, self.head_dim]
        weight = [embed_dim, 3 * embed_dim] if transpose_qkv_wb else [*heads, embed_dim]
        bias = [3 * embed_dim] if transpose_qkv_wb else heads
        self.qkv_weight = self.create_parameter(weight, attr=qkv_weight_attr)
        self.qkv_bias = self.create_parameter(bias, attr=qkv_bias_attr, is_bias=True)
        self.linear_weight = self.create_parameter([embed_dim, embed_dim], attr=linear_weight_attr)
        self.linear_bias = self.create_parameter([embed_dim], attr=linear_bias_attr, is_bias=True)
        self.pre_ln_scale = self.pre_ln_bias = self.ln_scale = self.ln_bias = None
        if normalize_before:
            self.pre_ln_scale, self.pre_ln_bias = self._norm(
                embed_dim, pre_ln_scale_attr, pre_ln_bias_attr
            )
        else:
            self.ln_scale, self.ln_bias = self._norm(embed_dim, ln_scale_attr, ln_bias_attr)

    def forward(self, query, key=None, value=None, attn_mask=None, cache=None):
        return F.fused_multi_head_attention(
            query,
            self.qkv_weight,
            self.linear_weight,
            self.normalize_before,
            self.pre_ln_scale,
            self.pre_ln_bias,
            self.ln_scale,
            self.ln_bias,
            self._epsilon,
            self.qkv_bias,
            self.linear_bias,
            cache,
            attn_mask,
            self.dropout_rate,
            self.attn_dropout_rate,
            self._epsilon,
            self.training,
            ring_id=self._ring_id,
            num_heads=self.num_heads,
            transpose_qkv_wb=self.transpose_qkv_wb,
        )

    def extra_repr(self):
        return f"embed_dim={self.embed_dim}, num_heads={self.num_heads}, dropout_rate={self.dropout_rate}"


class FusedFeedForward(_Fused):
    """The feedforward part of a transformer layer (Vaswani et al., 2017).

    Args:
        d_model (int): features.
        dim_feedforward (int): inner features.
        dropout_rate (float): probability of 0 of the result.
        epsilon (float): added to variances.
        activation (str): "relu", "gelu" and the like.
        act_dropout_rate (float, optional): probability of 0 inside; by default ``dropout_rate``.
        normalize_before (bool): the layer norm comes first.
        linear1_weight_attr (ParamAttr, optional): of the first weight.
        linear1_bias_attr (ParamAttr|bool, optional): of its bias.
        linear2_weight_attr (ParamAttr, optional): of the second weight.
        linear2_bias_attr (ParamAttr|bool, optional): of its bias.
        ln1_scale_attr (ParamAttr, optional): of the norm before.
        ln1_bias_attr (ParamAttr, optional): likewise.
        ln2_scale_attr (ParamAttr, optional): of the norm after.
        ln2_bias_attr (ParamAttr, optional): likewise.
        nranks (int): 1: one process.
        ring_id (int): -1: one process.

    Shape:
        [batch, time, d_model] to that shape.

    Raises:
        ValueError: a size is not positive.
        NotImplementedError: there are several processes.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedFeedForward(4, 8)
        >>> layer(paddle.ones([1, 3, 4])).shape
        paddle.Size([1, 3, 4])
    """

    def __init__(
        self,
        d_model,
        dim_feedforward,
        dropout_rate=0.1,
        epsilon=1e-5,
        activation="relu",
        act_dropout_rate=None,
        normalize_before=False,
        linear1_weight_attr=None,
        linear1_bias_attr=None,
        linear2_weight_attr=None,
        linear2_bias_attr=None,
        ln1_scale_attr=None,
        ln1_bias_attr=None,
        ln2_scale_attr=None,
        ln2_bias_attr=None,
        nranks=1,
        ring_id=-1,
        name=None,
    ):
        super().__init__()
        _positive(self, d_model=d_model, dim_feedforward=dim_feedforward)
        _one_process("FusedFeedForward", nranks)
        self._d_model, self._dim_feedforward = d_model, dim_feedforward
        self._dropout_rate, self._epsilon, self._act_method = dropout_rate, epsilon, activation
        self._act_dropout_rate = dropout_rate if act_dropout_rate is None else act_dropout_rate
        self._normalize_before, self._ring_id = normalize_before, ring_id
        first, second = [d_model, dim_feedforward], [dim_feedforward, d_model]
        self._linear1_weight = self.create_parameter(first, attr=linear1_weight_attr)
        self._linear1_bias = self.create_parameter(first[1:], attr=linear1_bias_attr, is_bias=True)
        self._linear2_weight = self.create_parameter(second, attr=linear2_weight_attr)
        self._linear2_bias = self.create_parameter(second[1:], attr=linear2_bias_attr, is_bias=True)
        self._ln1_scale = self._ln1_bias = self._ln2_scale = self._ln2_bias = None
        if normalize_before:
            self._ln1_scale, self._ln1_bias = self._norm(d_model, ln1_scale_attr, ln1_bias_attr)
        else:
            self._ln2_scale, self._ln2_bias = self._norm(d_model, ln2_scale_attr, ln2_bias_attr)

    def forward(self, src, cache=None):
        return F.fused_feedforward(
            src,
            self._linear1_weight,
            self._linear2_weight,
            self._linear1_bias,
            self._linear2_bias,
            self._ln1_scale,
            self._ln1_bias,
            self._ln2_scale,
            self._ln2_bias,
            self._act_dropout_rate,
            self._dropout_rate,
            self._act_method,
            self._epsilon,
            self._epsilon,
            self._normalize_before,
            self.training,
            ring_id=self._ring_id,
        )

    def extra_repr(self):
        return f"d_model={self._d_model}, dim_feedforward={self._dim_feedforward}, activation={self._act_method}"


class FusedTransformerEncoderLayer(Layer):
    """A layer of a transformer encoder (Vaswani et al., 2017).

    Args:
        d_model (int): features, a multiple of ``nhead``.
        nhead (int): heads.
        dim_feedforward (int): inner features.
        dropout_rate (float): probability of 0 of the results of both parts.
        activation (str): "relu", "gelu" and the like.
        attn_dropout_rate (float, optional): of the weights of attention; by default ``dropout_rate``.
        act_dropout_rate (float, optional): after the activation; by default ``dropout_rate``.
        normalize_before (bool): the layer norms come first.
        weight_attr (ParamAttr|list, optional): of all weights, or a pair: of attention, of the rest.
        bias_attr (ParamAttr|bool|list, optional): likewise of biases.

    Shape:
        [batch, time, d_model] to that shape.

    Examples:
        >>> import paddle
        >>> layer = paddle.incubate.nn.FusedTransformerEncoderLayer(4, 2, 8)
        >>> layer(paddle.ones([1, 3, 4])).shape
        paddle.Size([1, 3, 4])
    """

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward,
        dropout_rate=0.1,
        activation="relu",
        attn_dropout_rate=None,
        act_dropout_rate=None,
        normalize_before=False,
        weight_attr=None,
        bias_attr=None,
    ):
        super().__init__()
        self.normalize_before = normalize_before
        pairs = [
            list(a) if isinstance(a, (list, tuple)) else [a, a] for a in (weight_attr, bias_attr)
        ]
        (weight, inner_weight), (bias, inner_bias) = pairs
        self.fused_attn = FusedMultiHeadAttention(
            d_model,
            nhead,
            dropout_rate,
            dropout_rate if attn_dropout_rate is None else attn_dropout_rate,
            normalize_before=normalize_before,
            qkv_weight_attr=weight,
            qkv_bias_attr=bias,
            linear_weight_attr=weight,
            linear_bias_attr=bias,
            pre_ln_scale_attr=weight,
            pre_ln_bias_attr=bias,
            ln_scale_attr=weight,
            ln_bias_attr=bias,
        )
        self.ffn = FusedFeedForward(
            d_model,
            dim_feedforward,
            dropout_rate,
            activation=activation,
            act_dropout_rate=act_dropout_rate,
            normalize_before=normalize_before,
            linear1_weight_attr=inner_weight,
            linear1_bias_attr=inner_bias,
            linear2_weight_attr=inner_weight,
            linear2_bias_attr=inner_bias,
        )

    def forward(self, src, src_mask=None, cache=None):
        out = self.fused_attn(src, attn_mask=src_mask, cache=cache)
        if cache is None:
            return self.ffn(out)
        return self.ffn(out[0]), out[1]


def _one_process(op, nranks):
    if nranks != 1:
        raise NotImplementedError(
            f"(Unimplemented) {op}: argument `nranks` asks for several processes.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
