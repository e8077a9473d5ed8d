"""Products with quantized weights: the weight stays integers, and is widened while it is read."""

from ... import _C

_ops = _C.ops


def _scale(op, weight_scale):
    if weight_scale is None:
        raise ValueError(
            f"(InvalidArgument) {op}: argument `weight_scale` is missing.\n"
            "  Expected: the scales of weight_quantize()\n  Received: None"
        )
    return weight_scale


def weight_only_linear(
    x, weight, bias=None, weight_scale=None, weight_dtype="int8", arch=None, group_size=-1
):
    """``x`` times a weight of ``weight_quantize``, plus the bias.

    The weight takes a quarter or an eighth of the memory of floats. For up to 32 rows
    of ``x`` it is never made floats as a whole.

    Args:
        x (Tensor): [..., k], of a float type.
        weight (Tensor): int8, [n, k], or [n / 2, k] for 4 bits.
        bias (Tensor, optional): [n].
        weight_scale (Tensor): [n], or [groups, n].
        weight_dtype (str): "int8" or "int4".
        arch (int, optional): accepted; there is one layout.
        group_size (int): -1, 64 or 128, as in ``weight_quantize``.

    Returns:
        Tensor: [..., n], of the dtype of ``x``.

    Raises:
        ValueError: the shapes do not go together, or ``weight_dtype`` is unknown.

    Examples:
        >>> import paddle
        >>> weight, scale = paddle.nn.quant.weight_quantize(paddle.eye(4) * 127.0)
        >>> paddle.nn.quant.weight_only_linear(paddle.ones([1, 4]), weight, weight_scale=scale).tolist()
        [[127.0, 127.0, 127.0, 127.0]]
    """
    bits = {"int8": 8, "int4": 4}.get(getattr(weight_dtype, "name", weight_dtype))
    if bits is None:
        raise ValueError(
            "(InvalidArgument) weight_only_linear: argument `weight_dtype` is unknown.\n"
            f"  Expected: int8 or int4\n  Received: {weight_dtype}"
        )
    scale = _scale("weight_only_linear", weight_scale)
    return _ops["weight_only_matmul"](x, weight, scale, bias, bits, group_size)


def llm_int8_linear(x, weight, bias=None, weight_scale=None, threshold=6.0):
    """``x`` times a weight of 8 bits, in whole numbers but for the columns of large elements.

    Dettmers et al., 2022. Each row of ``x`` is rounded to 8 bits, without the columns in
    which some element is larger than ``threshold``: these are multiplied as floats. The
    gradient is that of the product without rounding.

    Args:
        x (Tensor): [..., k], of a float type.
        weight (Tensor): int8, [n, k], of ``weight_quantize(algo="llm.int8")``.
        bias (Tensor, optional): [n].
        weight_scale (Tensor): [n].
        threshold (float): 0: all columns are rounded.

    Returns:
        Tensor: [..., n], of the dtype of ``x``.

    Raises:
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> weight, scale = paddle.nn.quant.weight_quantize(paddle.eye(4) * 127.0, algo="llm.int8")
        >>> x = paddle.to_tensor([[1.0, 1.0, 8.0, 1.0]])
        >>> paddle.nn.quant.llm_int8_linear(x, weight, weight_scale=scale).tolist()
        [[127.0, 127.0, 1016.0, 127.0]]
    """
    scale = _scale("llm_int8_linear", weight_scale)
    return _ops["llm_int8_matmul"](x, weight, scale, bias, float(threshold))
