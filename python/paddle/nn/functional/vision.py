"""Sampling of images at given places, and shifts along time."""

import itertools
import math

import paddle

from ... import _C


def affine_grid(theta, out_shape, align_corners=True, name=None):
    """The places in [-1, 1] that an affine map sends the pixels of an image to.

    Jaderberg et al., 2015.

    Args:
        theta (Tensor): [n, 2, 3], or [n, 3, 4] for volumes.
        out_shape (list[int]|Tensor): [n, c, h, w] or [n, c, d, h, w].
        align_corners (bool): -1 and 1 are the centres of the corner pixels, or
            else their outer edges.

    Returns:
        Tensor: [n, h, w, 2] of (x, y), or [n, d, h, w, 3] of (x, y, z).

    Examples:
        >>> import paddle
        >>> theta = paddle.to_tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
        >>> paddle.nn.functional.affine_grid(theta, [1, 1, 1, 3]).tolist()
        [[[[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]]]
    """
    if isinstance(out_shape, _C.Tensor):
        out_shape = out_shape.tolist()
    sizes = [size if isinstance(size, int) else int(size) for size in out_shape[2:]]
    axes = len(sizes)
    if theta.ndim != 3 or list(theta.shape[1:]) != [axes, axes + 1] or axes not in (2, 3):
        raise ValueError(
            "(InvalidArgument) affine_grid: theta and out_shape do not go together.\n"
            f"  Received: theta {list(theta.shape)}, out_shape {list(out_shape)}"
        )
    lines = []
    for axis in reversed(range(axes)):  # x first
        size = sizes[axis]
        if size == 1 and align_corners:
            line = paddle.zeros([1], theta.dtype)
        else:
            edge = 1.0 if align_corners else 1.0 - 1.0 / size
            line = paddle.linspace(-edge, edge, size, dtype=theta.dtype)
            if align_corners and size == -1:  # of a static program: one pixel lies in the middle
                line = (line - line.flip(0)) * 0.5
        shape = [size if a == axis else 1 for a in range(axes)]
        lines.append(line.reshape(shape).expand(sizes))
    points = paddle.stack([*lines, paddle.ones(sizes, theta.dtype)], -1)
    flat = points.reshape([1, -1, axes + 1])
    placed = paddle.matmul(flat, theta, transpose_y=True)  # [n, pixels, axes]
    return placed.reshape([theta.shape[0], *sizes, axes])


def grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=True, name=None):
    """The values of images at places in [-1, 1].

    Args:
        x (Tensor): [n, c, h, w] or [n, c, d, h, w].
        grid (Tensor): [n, ho, wo, 2] of (x, y), or [n, do, ho, wo, 3] of (x, y, z).
        mode (str): bilinear or nearest.
        padding_mode (str): beyond the edge: zeros, border or reflection.
        align_corners (bool): -1 and 1 are the centres of the corner pixels, or
            else their outer edges.

    Returns:
        Tensor: [n, c, ho, wo] or [n, c, do, ho, wo].

    Raises:
        ValueError: an argument is wrong.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[[[1.0, 3.0]]]])
        >>> paddle.nn.functional.grid_sample(x, paddle.zeros([1, 1, 1, 2])).tolist()
        [[[[2.0]]]]
    """
    axes = x.ndim - 2
    if axes not in (2, 3) or grid.ndim != x.ndim or grid.shape[-1] != axes:
        raise ValueError(
            "(InvalidArgument) grid_sample: x and grid do not go together.\n"
            f"  Received: x {list(x.shape)}, grid {list(grid.shape)}"
        )
    if mode not in ("bilinear", "nearest"):
        raise ValueError(
            f"(InvalidArgument) grid_sample: mode must be bilinear or nearest, received {mode}"
        )
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(
            "(InvalidArgument) grid_sample: padding_mode must be zeros, border or reflection, "
            f"received {padding_mode}"
        )
    sizes = list(x.shape[2:])
    n, c = x.shape[:2]
    out = list(grid.shape[1:-1])
    points = []  # of each axis in pixels, [n, out]
    for axis, size in enumerate(sizes):
        place = grid[..., axes - 1 - axis].reshape([n, -1])
        if align_corners:
            place = (place + 1) * 0.5 * (size - 1)
        else:
            place = ((place + 1) * size - 1) / 2
        points.append(_held(place, size, padding_mode, align_corners))
    flat = x.reshape([n, c, -1])
    total = None
    if mode == "nearest":
        corners = [[p.round() for p in points]]
        weights = [None]
    else:
        low = [p.floor() for p in points]
        part = [p - q for p, q in zip(points, low, strict=True)]
        corners, weights = [], []
        for steps in itertools.product((0, 1), repeat=axes):
            corners.append([q + step for q, step in zip(low, steps, strict=True)])
            factors = [t if step else 1 - t for t, step in zip(part, steps, strict=True)]
            weights.append(math.prod(factors[1:], start=factors[0]))
    for corner, weight in zip(corners, weights, strict=True):
        term = _values_at(flat, corner, sizes, c)
        term = term if weight is None else term * weight.unsqueeze(1)
        total = term if total is None else total + term
    return total.reshape([n, c, *out])


def _held(place, size, padding_mode, align_corners):
    """Places beyond the edge brought back, as the padding says."""
    if padding_mode == "reflection":
        low, span = (0.0, size - 1.0) if align_corners else (-0.5, size * 1.0)
        if span <= 0:
            return place * 0.0
        away = (place - low).abs()
        turns = (away / span).floor()
        rest = away - turns * span
        odd = (turns - (turns / 2).floor() * 2) == 1
        place = paddle.where(odd, span - rest, rest) + low
    return place if padding_mode == "zeros" else place.clip(0, size - 1)


def _values_at(flat, corner, sizes, c):
    """[n, c, out]: elements at whole places, 0 outside."""
    index, inside = None, None
    for place, size in zip(corner, sizes, strict=True):
        here = (place >= 0).logical_and(place <= size - 1)
        inside = here if inside is None else inside.logical_and(here)
        whole = place.detach().clip(0, size - 1).astype("int64")
        index = whole if index is None else index * size + whole
    index = index.unsqueeze(1).expand([index.shape[0], c, index.shape[1]])
    values = paddle.take_along_axis(flat, index, 2)
    return values * inside.unsqueeze(1).astype(flat.dtype)


def temporal_shift(x, seg_num, shift_ratio=0.25, name=None, data_format="NCHW"):
    """Moves some channels one step back in time and some one step on.

    Lin et al., 2019.

    Args:
        x (Tensor): [n * seg_num, c, h, w].
        seg_num (int): steps in time.
        shift_ratio (float): the part of the channels that moves each way.
        data_format (str): NCHW or NHWC.

    Returns:
        Tensor: of the same shape.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(4.0).reshape([2, 2, 1, 1])
        >>> paddle.nn.functional.temporal_shift(x, 2, 0.5).flatten().tolist()
        [0.0, 3.0, 0.0, 0.0]
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError(
            f"(InvalidArgument) temporal_shift: data_format must be NCHW or NHWC, received {data_format}"
        )
    if x.ndim != 4 or seg_num < 1 or x.shape[0] % seg_num:
        raise ValueError(
            "(InvalidArgument) temporal_shift: expected [n * seg_num, c, h, w].\n"
            f"  Received: x.shape = {list(x.shape)}, seg_num = {seg_num}"
        )
    if data_format == "NHWC":
        x = x.transpose([0, 3, 1, 2])
    total, c, h, w = x.shape
    first, second = int(c * shift_ratio), int(c * 2 * shift_ratio)
    steps = x.reshape([-1, seg_num, c, h, w])
    empty = paddle.zeros([steps.shape[0], 1, c, h, w], x.dtype)
    around = paddle.concat([empty, steps, empty], 1)
    moved = paddle.concat(
        [
            around[:, :seg_num, :first],
            around[:, 2:, first:second],
            steps[:, :, second:],
        ],
        2,
    ).reshape([total, c, h, w])
    return moved.transpose([0, 2, 3, 1]) if data_format == "NHWC" else moved
