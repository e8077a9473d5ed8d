"""Dropouts of whole channels that are made of operators."""

import paddle

from ...framework.refusal import refuse


def feature_alpha_dropout(x, p=0.5, training=True, name=None):
    """``alpha_dropout`` of whole channels: what is dropped is one [n, c] part of ``x``.

    Args:
        x (Tensor): [n, c, ...] of floats.
        p (float): The probability to drop, in [0, 1].
        training (bool): False: ``x`` stays.

    Returns:
        Tensor: of the same shape.

    Raises:
        ValueError: ``p`` is outside [0, 1], or ``x`` has less than two axes.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3, 4])
        >>> y = paddle.nn.functional.feature_alpha_dropout(x)
        >>> bool((y == y[:, :, :1]).all())
        True
    """
    if not isinstance(p, (int, float)) or not 0 <= p <= 1:
        refuse("feature_alpha_dropout", "p", "a number in [0, 1]", p)
    if x.ndim < 2:
        refuse("feature_alpha_dropout", "x", "two axes or more", f"x.shape = {list(x.shape)}")
    if not training or p == 0:
        return x
    if p == 1:
        return x * 0.0
    low = -1.0507009873554805 * 1.6732632423543772  # of SELU, far to the left
    shape = [*x.shape[:2], *[1] * (x.ndim - 2)]
    kept = (paddle.uniform(shape, "float32", 0.0, 1.0) >= p).astype(x.dtype)
    a = ((1 - p) * (1 + p * low**2)) ** -0.5
    return (x * kept + low * (1 - kept)) * a - a * low * p


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Drops whole channels of [n, c, l] or [c, l]; the others are divided by 1 - p.

    Args:
        input (Tensor): [n, c, l] or [c, l].
        p (float): The probability to drop, in [0, 1].
        training (bool): False: ``input`` stays.
        inplace (bool): Writes the result into ``input``.

    Returns:
        Tensor: of the same shape.

    Raises:
        ValueError: ``p`` is outside [0, 1], or ``input`` has other axes.

    Examples:
        >>> import paddle
        >>> y = paddle.nn.functional.dropout1d(paddle.ones([2, 3, 4]))
        >>> bool((y == y[:, :, :1]).all())
        True
    """
    if not 0 <= p <= 1:
        refuse("dropout1d", "p", "a number in [0, 1]", p)
    if input.ndim not in (2, 3):
        refuse("dropout1d", "input", "two or three axes", f"input.shape = {list(input.shape)}")
    axis = [0] if input.ndim == 2 else [0, 1]
    out = paddle.nn.functional.dropout(input, p, axis=axis, training=training)
    return input.copy_(out) if inplace else out
