"""Pools that are made of operators: of powers, and over windows of uneven sizes."""

import math

import numpy as np

import paddle

from ... import _C
from ...framework.refusal import refuse


def lp_pool1d(
    x, norm_type, kernel_size, stride=None, padding=0, ceil_mode=False, data_format="NCL", name=None
):
    """``(sum x ** p) ** (1 / p)`` of each window along one axis, without the absolute value.

    Args:
        x (Tensor): [n, c, l], or [n, l, c] where ``data_format`` is NLC.
        norm_type (float): p; infinity: the greatest element.
        kernel_size (int|list[int]): Of the window.
        stride (int|list[int], optional): Steps of the window, by default its size.
        padding (int|list[int]|str): Zeros around the input.
        ceil_mode (bool): A last window may reach over the edge.
        data_format (str): NCL or NLC.

    Returns:
        Tensor: NaN where p is no whole number and an element of the window, or a sum for an odd p, is negative.

    Raises:
        ValueError: ``norm_type`` is 0 or -infinity, or an argument does not fit ``x``.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[3.0, 4.0, 6.0, 8.0]]])
        >>> paddle.nn.functional.lp_pool1d(x, 2, 2).tolist()
        [[[5.0, 10.0]]]
    """
    if x.ndim != 3:
        refuse("lp_pool1d", "x", "three axes", f"x.shape = {list(x.shape)}")
    last = data_format == "NLC"
    if not last and data_format != "NCL":
        refuse("lp_pool1d", "data_format", "NCL or NLC", data_format)
    axis = 1 if last else 2
    out = _lp_pool(
        "lp_pool1d", x.unsqueeze(axis), norm_type, _second(kernel_size, 1), _second(stride, 1),
        _second(padding, 0), ceil_mode, "NHWC" if last else "NCHW",
    )  # fmt: skip
    return out.squeeze(axis)


def lp_pool2d(
    x,
    norm_type,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    data_format="NCHW",
    name=None,
):
    """``(sum x ** p) ** (1 / p)`` of each window over two axes, without the absolute value.

    Args:
        x (Tensor): [n, c, h, w], or [n, h, w, c] where ``data_format`` is NHWC.
        norm_type (float): p; infinity: the greatest element.
        kernel_size (int|list[int]): Of the window.
        stride (int|list[int], optional): Steps of the window, by default its size.
        padding (int|list[int]|str): Zeros around the input.
        ceil_mode (bool): A last window may reach over the edge.
        data_format (str): NCHW or NHWC.

    Returns:
        Tensor: NaN where p is no whole number and an element of the window, or a sum for an odd p, is negative.

    Raises:
        ValueError: ``norm_type`` is 0 or -infinity, or an argument does not fit ``x``.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 3, 4, 4])
        >>> paddle.nn.functional.lp_pool2d(x, 2, 2)[0, 0].tolist()
        [[2.0, 2.0], [2.0, 2.0]]
    """
    if x.ndim != 4:
        refuse("lp_pool2d", "x", "four axes", f"x.shape = {list(x.shape)}")
    return _lp_pool("lp_pool2d", x, norm_type, kernel_size, stride, padding, ceil_mode, data_format)


def _second(value, fill):
    """An attribute of one axis as that of two, of which the first is of size 1."""
    if value is None or isinstance(value, str):
        return value
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    if values and isinstance(values[0], (list, tuple)):  # padding of every axis of x
        return [[0, 0], [0, 0], [0, 0], list(values[-1])]
    return [fill] * len(values) + values


def _lp_pool(op, x, norm_type, kernel, stride, padding, ceil_mode, data_format):
    p = float(norm_type)
    if p == 0 or p == -math.inf or math.isnan(p):
        refuse(op, "norm_type", "a number other than 0", norm_type)
    if p == math.inf:
        return _C.ops["max_pool2d"](
            x, kernel, stride, padding, ceil_mode=ceil_mode, data_format=data_format
        )
    powers = x if p == 1 else x**p
    total = _C.ops["avg_pool2d"](
        powers, kernel, stride, padding, ceil_mode, False, 1, data_format
    )  # divided by 1
    if p == 1:
        return total
    if p < 0:
        return total ** (1 / p)
    zero = total == 0  # where the root has no slope, and every element is at its least
    return paddle.where(
        zero,
        paddle.zeros_like(total),
        paddle.where(zero, paddle.ones_like(total), total) ** (1 / p),
    )


def fractional_max_pool2d(
    x, output_size, kernel_size=None, random_u=None, return_mask=False, name=None
):
    """The greatest elements of windows that cut two axes into parts of nearly equal sizes.

    Graham, 2014: with a = length / parts, window i begins at ceil(a (i + u) - 1).

    Args:
        x (Tensor): [n, c, h, w].
        output_size (int|list[int|None]): How many parts; None keeps a size.
        kernel_size (int|list[int], optional): The size of each window; by default they do not overlap.
        random_u (float, optional): u in (0, 1); by default drawn at random.
        return_mask (bool): Also the places of the elements, int32, in the flattened [h, w].

    Returns:
        Tensor: [n, c, *output_size], or a pair of those.

    Raises:
        ValueError: More parts than elements, or ``random_u`` outside (0, 1).

    Examples:
        >>> import paddle
        >>> x = paddle.arange(9.0).reshape([1, 1, 3, 3])
        >>> paddle.nn.functional.fractional_max_pool2d(x, 2, random_u=0.5)[0, 0].tolist()
        [[4.0, 5.0], [7.0, 8.0]]
    """
    return _fractional(
        "fractional_max_pool2d", x, output_size, kernel_size, random_u, return_mask, 2
    )


def fractional_max_pool3d(
    x, output_size, kernel_size=None, random_u=None, return_mask=False, name=None
):
    """The greatest elements of windows that cut three axes into parts of nearly equal sizes.

    Args:
        x (Tensor): [n, c, d, h, w].
        output_size (int|list[int|None]): How many parts; None keeps a size.
        kernel_size (int|list[int], optional): The size of each window; by default they do not overlap.
        random_u (float, optional): In (0, 1); by default drawn at random.
        return_mask (bool): Also the places of the elements, int32, in the flattened [d, h, w].

    Returns:
        Tensor: [n, c, *output_size], or a pair of those.

    Raises:
        ValueError: More parts than elements, or ``random_u`` outside (0, 1).

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 2, 4, 4, 4])
        >>> paddle.nn.functional.fractional_max_pool3d(x, 2, random_u=0.5).shape
        paddle.Size([1, 2, 2, 2, 2])
    """
    return _fractional(
        "fractional_max_pool3d", x, output_size, kernel_size, random_u, return_mask, 3
    )


def _fractional(op, x, output_size, kernel_size, random_u, return_mask, axes):
    if x.ndim != axes + 2:
        refuse(op, "x", f"{axes + 2} axes", f"x.shape = {list(x.shape)}")
    if random_u is None:
        random_u = float(paddle.rand([]))
        random_u = min(max(random_u, 1e-6), 1 - 1e-6)
    elif not 0 < random_u < 1:
        refuse(op, "random_u", "a number in (0, 1)", random_u)
    lengths = [int(n) for n in x.shape[2:]]
    parts = _for_each_axis(op, "output_size", output_size, axes)
    parts = [n if part is None else int(part) for n, part in zip(lengths, parts, strict=True)]
    kernels = _for_each_axis(op, "kernel_size", kernel_size, axes)
    # [parts, elements of the longest window] for each axis; shorter ones name an element again.
    places = [
        _windows(op, n, part, kernel, random_u)
        for n, part, kernel in zip(lengths, parts, kernels, strict=True)
    ]
    flat = np.zeros([1] * (2 * axes), "int64")
    for i, (place, n) in enumerate(zip(places, lengths, strict=True)):
        shape = [1] * (2 * axes)
        shape[i], shape[axes + i] = place.shape
        flat = flat * n + place.reshape(shape)
    flat = paddle.to_tensor(flat.reshape(int(np.prod(parts)), -1))
    elements = x.reshape([*x.shape[:2], -1])
    windows = elements.index_select(flat.flatten(), 2).reshape([*x.shape[:2], *flat.shape])
    greatest = windows.detach().argmax(-1)
    count = flat.shape[1]
    offsets = paddle.arange(flat.shape[0]) * count
    mask = flat.flatten()[(greatest + offsets).flatten()].reshape(greatest.shape)
    out = paddle.take_along_axis(elements, mask, 2).reshape([*x.shape[:2], *parts])
    if return_mask:
        return out, mask.reshape(out.shape).astype("int32")
    return out


def _for_each_axis(op, name, value, axes):
    values = list(value) if isinstance(value, (list, tuple)) else [value] * axes
    if len(values) != axes:
        refuse(op, name, f"a number, or {axes}", value)
    return values


def _windows(op, length, parts, kernel, u):
    """[parts, longest]: the elements of each window."""
    fits = 1 <= parts <= length and (kernel is None or 1 <= kernel <= length - parts + 1)
    if not fits:
        received = f"{parts} parts" if kernel is None else f"{parts} windows of {kernel}"
        refuse(op, "output_size", f"what fits into {length} elements", received)
    one = np.float32(1)
    if kernel is not None:
        if parts == 1:
            starts = np.zeros(1, "int64")
        else:
            a = np.float32(length - kernel) / np.float32(parts - 1)
            starts = _starts(parts, a, np.float32(u))
        ends = starts + kernel
    else:
        a, base = np.float32(length) / np.float32(parts), length // parts
        most = min((base + 2) / a - one, (length + 1 - base) / a - np.float32(parts - 1))
        edges = _starts(parts + 1, a, np.float32(u) * np.float32(most))
        starts, ends = edges[:-1], edges[1:]
    starts, ends = np.clip(starts, 0, length - 1), np.minimum(ends, length)
    longest = int((ends - starts).max())
    steps = np.arange(longest)
    return np.where(steps < (ends - starts)[:, None], starts[:, None] + steps, starts[:, None])


def _starts(count, a, u):
    # Single precision up to the product, as in Paddle: at a whole number it decides.
    first = np.ceil(np.float64(a) * u - 1)
    at = np.float64(a) * (np.arange(count, dtype="float32") + u).astype("float64")
    return (np.ceil(at - 1) - first).astype("int64")
