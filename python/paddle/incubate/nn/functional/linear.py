"""Products with what follows them: a bias, an activation, dropout."""

from .... import _C
from ....framework.refusal import refuse
from .norm import _quantized

_ops = _C.ops


def fused_matmul_bias(x, y, bias=None, transpose_x=False, transpose_y=False, name=None):
    """``matmul(x, y) + bias``.

    Args:
        x (Tensor): [..., m, k].
        y (Tensor): [..., k, n].
        bias (Tensor, optional): [n].
        transpose_x (bool): the last two axes of ``x`` are exchanged.
        transpose_y (bool): likewise of ``y``.

    Returns:
        Tensor: [..., m, n].

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.incubate.nn.functional.fused_matmul_bias(x, x, paddle.ones([2]), transpose_y=True).tolist()
        [[4.0, 4.0], [4.0, 4.0]]
    """
    if not (transpose_x or transpose_y) and bias is not None and y.ndim == 2:
        return _ops["linear"](x, y, bias)
    out = _ops["matmul"](x, y, transpose_x, transpose_y)
    return out if bias is None else out + bias


def fused_linear(x, weight, bias=None, transpose_weight=False, name=None):
    """``matmul(x, weight) + bias``.

    Args:
        x (Tensor): [..., k].
        weight (Tensor): [k, n], or [n, k] with ``transpose_weight``.
        bias (Tensor, optional): [n].
        transpose_weight (bool): the axes of ``weight`` are exchanged.

    Returns:
        Tensor: [..., n].

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> paddle.incubate.nn.functional.fused_linear(paddle.ones([1, 3]), paddle.ones([3, 2])).tolist()
        [[3.0, 3.0]]
    """
    return fused_matmul_bias(x, weight, bias, False, transpose_weight)


def fused_linear_activation(x, y, bias, trans_x=False, trans_y=False, activation=None):
    """An activation of ``matmul(x, y) + bias``; gelu is the approximation by tanh, as GPU libraries have it.

    Args:
        x (Tensor): [..., m, k].
        y (Tensor): [k, n].
        bias (Tensor): [n].
        trans_x (bool): the last two axes of ``x`` are exchanged.
        trans_y (bool): likewise of ``y``.
        activation (str, optional): "gelu", "relu" or None.

    Returns:
        Tensor: [..., m, n].

    Raises:
        ValueError: the shapes do not go together, or the activation is unknown.

    Examples:
        >>> import paddle
        >>> x, bias = paddle.ones([1, 2]), paddle.to_tensor([-9.0])
        >>> paddle.incubate.nn.functional.fused_linear_activation(x, x, bias, trans_y=True, activation="relu").tolist()
        [[0.0]]
    """
    out = fused_matmul_bias(x, y, bias, trans_x, trans_y)
    if activation in (None, "none"):
        return out
    if activation == "gelu":
        return _ops["gelu"](out, True)
    if activation != "relu":
        refuse("fused_linear_activation", "activation", "gelu, relu or None", activation)
    return _ops["relu"](out)


def _halves(x):
    return _ops["split_with_num"](x, 2, -1)


def _gated(activation):
    def apply(x):
        gate, value = _halves(x)
        return _ops[activation](gate) * value

    return apply


_ACTIVATIONS = {
    "gelu": _ops["gelu"],
    "relu": _ops["relu"],
    "silu": _ops["silu"],
    "swish": _ops["silu"],
    "sigmoid": _ops["sigmoid"],
    "swiglu": _gated("silu"),
    "geglu": _gated("gelu"),
}


def fused_bias_act(
    x,
    bias=None,
    dequant_scales=None,
    shift=None,
    smooth=None,
    act_method="gelu",
    compute_dtype="default",
    quant_scale=-1,
    quant_round_type=0,
    quant_max_bound=0,
    quant_min_bound=0,
):
    """An activation of ``x + bias``, between steps of quantization.

    Args:
        x (Tensor): [..., n], of floats, or int32 with ``dequant_scales``.
        bias (Tensor, optional): [n].
        dequant_scales (Tensor, optional): [n]; ``x`` is multiplied by it first.
        shift (Tensor, optional): added to the result.
        smooth (Tensor, optional): then multiplied with it.
        act_method (str): gelu, relu, silu, swish or sigmoid; swiglu or geglu: of the first half of
            the last axis, times the second.
        compute_dtype (str): of the result where ``x`` is int32: "fp16", "bf16" or "fp32"; "default": that of
            ``dequant_scales``.
        quant_scale (float): above 0: the result is rounded to int8, times ``quant_scale * quant_max_bound``.
        quant_round_type (int): 0: halves to even numbers; 1: away from 0.
        quant_max_bound (float): the greatest whole number.
        quant_min_bound (float): the least.

    Returns:
        Tensor: [..., n], or [..., n / 2] for swiglu and geglu.

    Raises:
        ValueError: the activation or the dtype is unknown, or the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[-3.0, 1.0]])
        >>> paddle.incubate.nn.functional.fused_bias_act(x, paddle.ones([2]), act_method="relu").tolist()
        [[0.0, 2.0]]
    """
    op = "fused_bias_act"
    activation = _ACTIVATIONS.get(act_method)
    if activation is None:
        refuse(op, "act_method", ", ".join(_ACTIVATIONS), act_method)
    dtypes = {"default": None, "fp16": "float16", "bf16": "bfloat16", "fp32": "float32"}
    if compute_dtype not in dtypes:
        refuse(op, "compute_dtype", ", ".join(dtypes), compute_dtype)
    if dequant_scales is not None:
        x = x.astype(dtypes[compute_dtype] or dequant_scales.dtype)
        x = x * dequant_scales.astype(x.dtype)
    out = activation(x if bias is None else x + bias.astype(x.dtype))
    out = out if shift is None else out + shift
    out = out if smooth is None else out * smooth
    if quant_scale > 0:
        out = _quantized(out, quant_scale, quant_round_type, quant_max_bound, quant_min_bound)
    return out


def fused_feedforward(
    x,
    linear1_weight,
    linear2_weight,
    linear1_bias=None,
    linear2_bias=None,
    ln1_scale=None,
    ln1_bias=None,
    ln2_scale=None,
    ln2_bias=None,
    dropout1_rate=0.5,
    dropout2_rate=0.5,
    activation="relu",
    ln1_epsilon=1e-5,
    ln2_epsilon=1e-5,
    pre_layer_norm=False,
    training=True,
    mode="upscale_in_train",
    ring_id=-1,
    add_residual=True,
    name=None,
):
    """The feedforward part of a transformer layer (Vaswani et al., 2017).

    ``x + dropout2(linear2(dropout1(activation(linear1(x)))))``, where ``linear1`` sees the layer norm of ``x``
    with ``pre_layer_norm``; otherwise the layer norm is of the result.

    Args:
        x (Tensor): [..., d].
        linear1_weight (Tensor): [d, inner].
        linear2_weight (Tensor): [inner, d].
        linear1_bias (Tensor, optional): [inner].
        linear2_bias (Tensor, optional): [d].
        ln1_scale (Tensor, optional): [d], of the norm before.
        ln1_bias (Tensor, optional): [d].
        ln2_scale (Tensor, optional): [d], of the norm after.
        ln2_bias (Tensor, optional): [d].
        dropout1_rate (float): probability of 0 inside.
        dropout2_rate (float): probability of 0 of the result.
        activation (str): as ``act_method`` of ``fused_bias_act``.
        ln1_epsilon (float): added to the variance.
        ln2_epsilon (float): likewise.
        pre_layer_norm (bool): the norm comes first.
        training (bool): whether elements are dropped.
        mode (str): "upscale_in_train" or "downscale_in_infer".
        ring_id (int): -1: one process.
        add_residual (bool): whether ``x`` is added.

    Returns:
        Tensor: of the shape of ``x``.

    Raises:
        ValueError: the activation is unknown, or the shapes do not go together.
        NotImplementedError: ``ring_id`` names a group of processes.

    Examples:
        >>> import paddle
        >>> x, weight = paddle.ones([1, 2, 4]), paddle.ones([4, 4])
        >>> out = paddle.incubate.nn.functional.fused_feedforward(x, weight, weight, training=False)
        >>> out.shape
        paddle.Size([1, 2, 4])
    """
    one_process("fused_feedforward", ring_id)
    if activation not in _ACTIVATIONS:
        refuse("fused_feedforward", "activation", ", ".join(_ACTIVATIONS), activation)
    drop = _ops["dropout"]
    out = _ops["layer_norm"](x, x.shape[-1:], ln1_scale, ln1_bias, ln1_epsilon) if pre_layer_norm else x  # fmt: skip
    out = _ACTIVATIONS[activation](_ops["linear"](out, linear1_weight, linear1_bias))
    out = drop(out, dropout1_rate, training=training, mode=mode)
    out = _ops["linear"](out, linear2_weight, linear2_bias)
    out = drop(out, dropout2_rate, training=training, mode=mode)
    out = x + out if add_residual else out
    if not pre_layer_norm:
        out = _ops["layer_norm"](out, out.shape[-1:], ln2_scale, ln2_bias, ln2_epsilon)
    return out


def one_process(op, ring_id):
    """Raises NotImplementedError where a group of processes is named."""
    if ring_id != -1:
        raise NotImplementedError(
            f"(Unimplemented) {op}: argument `ring_id` names a group of processes.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
