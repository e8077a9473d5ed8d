"""Norms with what stands before them: a bias, dropout, a residual."""

import paddle

from .... import _C
from ....framework.refusal import refuse

_ops = _C.ops


def _begin(op, begin_norm_axis, rank):
    begin = begin_norm_axis + rank if begin_norm_axis < 0 else begin_norm_axis
    if not 0 <= begin < rank:
        refuse(op, "begin_norm_axis", f"[{-rank}, {rank})", begin_norm_axis)
    return begin


def _quantized(x, scale, round_type, max_bound, min_bound):
    """Whole numbers as int8: 0 rounds halves to even numbers, 1 away from 0."""
    y = x.astype("float32") * (scale * max_bound)
    if round_type == 0:
        whole = y.floor()
        rest = y - whole
        odd = (whole * 0.5).floor() * 2.0 != whole
        up = (rest > 0.5) | ((rest == 0.5) & odd)
        y = whole + up.astype("float32")
    else:
        y = y.sign() * (y.abs() + 0.5).floor()
    return y.clip(min_bound, max_bound).astype("int8")


def fused_rms_norm(
    x,
    norm_weight,
    norm_bias,
    epsilon,
    begin_norm_axis=1,
    bias=None,
    residual=None,
    quant_scale=-1,
    quant_round_type=0,
    quant_max_bound=0,
    quant_min_bound=0,
):
    """``rms_norm(x + bias + residual) * norm_weight + norm_bias`` over the axes from ``begin_norm_axis`` on.

    Args:
        x (Tensor): of floats.
        norm_weight (Tensor): one number for each element of a row.
        norm_bias (Tensor, optional): likewise.
        epsilon (float): added to the mean square.
        begin_norm_axis (int): the first of the axes.
        bias (Tensor, optional): added to ``x``, along the last axes.
        residual (Tensor, optional): added to ``x``, of its shape.
        quant_scale (float): above 0: the result is rounded to int8, times ``quant_scale * quant_max_bound``.
        quant_round_type (int): 0: halves to even numbers; 1: away from 0.
        quant_max_bound (float): the greatest whole number.
        quant_min_bound (float): the least.

    Returns:
        tuple: the result, and ``x + bias + residual``, which is empty without a residual.

    Raises:
        ValueError: the axis is out of range, or the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x, weight = paddle.to_tensor([[3.0, 4.0]]), paddle.ones([2])
        >>> out, _ = paddle.incubate.nn.functional.fused_rms_norm(x, weight, None, 1e-5)
        >>> out.tolist()
        [[0.8485, 1.1314]]
    """
    begin = _begin("fused_rms_norm", begin_norm_axis, x.ndim)
    x, summed = _summed(x, bias, residual)
    shape = x.shape[begin:]
    out = _ops["rms_norm"](x, shape, norm_weight, epsilon)[0]
    if norm_bias is not None:
        out = out + norm_bias.reshape(shape).astype(out.dtype)
    if quant_scale > 0:
        out = _quantized(out, quant_scale, quant_round_type, quant_max_bound, quant_min_bound)
    return out, summed if residual is not None else paddle.empty([0], x.dtype)


def _summed(x, bias, residual, alpha=1.0):
    if bias is not None:
        x = x + bias
    if residual is not None:
        x = x + (residual if alpha == 1.0 else residual * alpha)
    return x, x


def fused_layer_norm(
    x,
    norm_weight,
    norm_bias,
    epsilon,
    residual_alpha=1.0,
    begin_norm_axis=1,
    bias=None,
    residual=None,
    quant_scale=-1,
    quant_round_type=0,
    quant_max_bound=0,
    quant_min_bound=0,
):
    """``layer_norm(x + bias + residual_alpha * residual)`` over the axes from ``begin_norm_axis`` on.

    Without ``norm_weight`` and ``norm_bias`` nothing is normalised: the result is the sum.

    Args:
        x (Tensor): of floats.
        norm_weight (Tensor, optional): one number for each element of a row.
        norm_bias (Tensor, optional): likewise.
        epsilon (float): added to the variance.
        residual_alpha (float): multiplies ``residual``.
        begin_norm_axis (int): the first of the axes.
        bias (Tensor, optional): added to ``x``, along the last axes.
        residual (Tensor, optional): added to ``x``, of its shape.
        quant_scale (float): above 0: the result is rounded to int8, times ``quant_scale * quant_max_bound``.
        quant_round_type (int): 0: halves to even numbers; 1: away from 0.
        quant_max_bound (float): the greatest whole number.
        quant_min_bound (float): the least.

    Returns:
        tuple: the result, the sum, the mean of each row, and 1 / sqrt(variance + epsilon) of each row.

    Raises:
        ValueError: the axis is out of range, or the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x, ones = paddle.to_tensor([[1.0, 3.0]]), paddle.ones([2])
        >>> paddle.incubate.nn.functional.fused_layer_norm(x, ones, ones, 1e-5)[0].tolist()
        [[0.0, 2.0]]
    """
    begin = _begin("fused_layer_norm", begin_norm_axis, x.ndim)
    x, summed = _summed(x, bias, residual, residual_alpha)
    weight, shift = (
        None if p is None else p.flatten().astype("float32" if x.dtype.itemsize < 8 else x.dtype)
        for p in (norm_weight, norm_bias)
    )
    out, mean, rstd = _ops["layer_norm_with_stats"](x, weight, shift, epsilon, begin)
    if norm_weight is None and norm_bias is None:
        out = summed
    if quant_scale > 0:
        out = _quantized(out, quant_scale, quant_round_type, quant_max_bound, quant_min_bound)
    return out, summed, mean.flatten(), rstd.flatten()


def fused_rms_norm_ext(x, scale, epsilon=1e-5, name=None):
    """``rms_norm`` over the last axis, with the factor of each row.

    Args:
        x (Tensor): [..., n].
        scale (Tensor): [n].
        epsilon (float): added to the mean square.

    Returns:
        tuple: the result, and 1 / sqrt(mean square + epsilon) of each row.

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 4.0]])
        >>> paddle.incubate.nn.functional.fused_rms_norm_ext(x, paddle.ones([2]))[0].tolist()
        [[0.8485, 1.1314]]
    """
    return _ops["rms_norm"](x, x.shape[-1:], scale, epsilon)


def fast_rms_norm(x, scale, epsilon=1e-5):
    """``rms_norm`` over the last axis, as ``fused_rms_norm_ext``.

    Args:
        x (Tensor): [..., n].
        scale (Tensor): [n].
        epsilon (float): added to the mean square.

    Returns:
        tuple: the result, and 1 / sqrt(mean square + epsilon) of each row.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 4.0]])
        >>> paddle.incubate.nn.functional.fast_rms_norm(x, paddle.ones([2]))[0].tolist()
        [[0.8485, 1.1314]]
    """
    return fused_rms_norm_ext(x, scale, epsilon)


def fast_ln(x, scale, bias, epsilon=1e-5):
    """``layer_norm`` over the last axis, with mean and factor of each row.

    Args:
        x (Tensor): [..., n].
        scale (Tensor): [n].
        bias (Tensor): [n].
        epsilon (float): added to the variance.

    Returns:
        tuple: the result, the mean of each row, and 1 / sqrt(variance + epsilon) of each row.

    Examples:
        >>> import paddle
        >>> x, ones = paddle.to_tensor([[1.0, 3.0]]), paddle.ones([2])
        >>> paddle.incubate.nn.functional.fast_ln(x, ones, ones)[0].tolist()
        [[0.0, 2.0]]
    """
    return tuple(_ops["layer_norm_with_stats"](x, scale, bias, epsilon, x.ndim - 1))


def fused_dropout_add(x, y, p=0.5, training=True, mode="upscale_in_train", name=None):
    """``dropout(x) + y``.

    Args:
        x (Tensor): of floats.
        y (Tensor): of its shape.
        p (float): probability of 0.
        training (bool): whether elements are dropped.
        mode (str): "upscale_in_train" or "downscale_in_infer", as in ``dropout``.

    Returns:
        Tensor

    Raises:
        ValueError: ``p`` is no probability, or ``mode`` is unknown.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> paddle.incubate.nn.functional.fused_dropout_add(x, x, p=0.0).tolist()
        [2.0, 2.0]
    """
    return _ops["dropout"](x, p, training=training, mode=mode) + y


def fused_bias_dropout_residual_layer_norm(
    x,
    residual,
    bias=None,
    ln_scale=None,
    ln_bias=None,
    dropout_rate=0.5,
    ln_epsilon=1e-5,
    training=True,
    mode="upscale_in_train",
    name=None,
):
    """``layer_norm(residual + dropout(x + bias))`` over the last axis.

    Args:
        x (Tensor): [..., n].
        residual (Tensor): of its shape.
        bias (Tensor, optional): [n].
        ln_scale (Tensor, optional): [n].
        ln_bias (Tensor, optional): [n].
        dropout_rate (float): probability of 0.
        ln_epsilon (float): added to the variance.
        training (bool): whether elements are dropped.
        mode (str): "upscale_in_train" or "downscale_in_infer".

    Returns:
        Tensor

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x, zero = paddle.to_tensor([[1.0, 3.0]]), paddle.zeros([1, 2])
        >>> F = paddle.incubate.nn.functional
        >>> F.fused_bias_dropout_residual_layer_norm(x, zero, dropout_rate=0.0).tolist()
        [[-1.0, 1.0]]
    """
    x = x if bias is None else x + bias
    x = residual + _ops["dropout"](x, dropout_rate, training=training, mode=mode)
    return _ops["layer_norm"](x, x.shape[-1:], ln_scale, ln_bias, ln_epsilon)
