"""Sampling of arrays [h, w] or [h, w, c] between their pixels, where OpenCV is not installed."""

import numpy as np

from . import kinds


def fill_value(fill, img):
    """`fill` as what one pixel takes; what it lacks is 0, as in OpenCV."""
    if not isinstance(fill, (list, tuple)):
        fill = (fill,)
    channels = img.shape[2] if img.ndim == 3 else 1
    values = [*fill, *[0] * channels][:channels]
    return np.array(values if img.ndim == 3 else values[0], img.dtype)


def _rounded(values, dtype):
    if np.issubdtype(dtype, np.integer):
        most = np.iinfo(dtype)
        values = np.rint(values).clip(most.min, most.max)
    return values.astype(dtype)


def _cubic(t):
    """Weights of four neighbours, of which the second is at -t; a = -0.75."""
    a = -0.75
    far, near = 1 + t, 1 - t
    first = ((a * far - 5 * a) * far + 8 * a) * far - 4 * a
    second = ((a + 2) * t - (a + 3)) * t * t + 1
    third = ((a + 2) * near - (a + 3)) * near * near + 1
    return np.stack([first, second, third, 1 - first - second - third])


def _taps(where, interpolation):
    """Places [k, n] and weights [k, n] that stand for the places `where` [n]."""
    if interpolation == "nearest":
        return np.rint(where).astype(np.int64)[None], np.ones((1, *where.shape))
    low = np.floor(where)
    part = where - low
    low = low.astype(np.int64)
    if interpolation == "bilinear":
        return np.stack([low, low + 1]), np.stack([1 - part, part])
    if interpolation == "bicubic":
        return low + np.arange(-1, 3).reshape(-1, *[1] * low.ndim), _cubic(part)
    raise kinds.wrong(
        "resize", "interpolation", "nearest, bilinear or bicubic without OpenCV", interpolation
    )


def resize(img, height, width, interpolation):
    out = img.astype(np.float64)
    for axis, size in ((0, height), (1, width)):
        ratio = img.shape[axis] / size
        if interpolation == "nearest":
            places = np.minimum((np.arange(size) * ratio).astype(np.int64), img.shape[axis] - 1)
            out = out.take(places, axis)
            continue
        if interpolation == "area":
            out = _area(out, axis, size)
            continue
        places, weights = _taps((np.arange(size) + 0.5) * ratio - 0.5, interpolation)
        places = places.clip(0, img.shape[axis] - 1)
        shape = [1] * img.ndim
        shape[axis] = size
        out = sum(
            out.take(p, axis) * w.reshape(shape) for p, w in zip(places, weights, strict=True)
        )
    return _rounded(out, img.dtype)


def _area(values, axis, size):
    """Means of pieces of equal length along an axis."""
    values = np.moveaxis(values, axis, 0)
    sums = np.concatenate([np.zeros_like(values[:1]), values.cumsum(0)])
    ends = np.linspace(0, len(values), size + 1)
    low = np.minimum(ends.astype(np.int64), len(values) - 1)
    part = (ends - low).reshape(-1, *[1] * (values.ndim - 1))
    at = sums[low] + part * values[low]
    return np.moveaxis(np.diff(at, axis=0) / (ends[1] - ends[0]), 0, axis)


def warp(img, matrix, size, interpolation, fill):
    """The image under `matrix`, in (width, height); outside it is `fill`."""
    width, height = size
    full = np.eye(3)
    full[: len(matrix)] = matrix
    y, x = np.mgrid[0:height, 0:width]
    from_x, from_y, scale = np.tensordot(
        np.linalg.inv(full), np.stack([x, y, np.ones_like(x)]).astype(np.float64), 1
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        from_x, from_y = from_x / scale, from_y / scale
    most = 4.0 * max(img.shape[:2]) + 4  # far outside
    from_x, from_y = (np.nan_to_num(v, nan=-most).clip(-most, most) for v in (from_x, from_y))
    out = np.zeros((height, width, *img.shape[2:]))
    outside = fill_value(fill, img).astype(np.float64)
    columns, rows = (_taps(v, interpolation) for v in (from_x, from_y))
    for row, row_weight in zip(*rows, strict=True):
        for column, weight in zip(*columns, strict=True):
            inside = (row >= 0) & (row < img.shape[0]) & (column >= 0) & (column < img.shape[1])
            values = img[row.clip(0, img.shape[0] - 1), column.clip(0, img.shape[1] - 1)]
            both = row_weight * weight
            if img.ndim == 3:
                inside, both = inside[..., None], both[..., None]
            out += np.where(inside, values, outside) * both
    return _rounded(out, img.dtype)


def perspective_matrix(startpoints, endpoints):
    """[3, 3], which takes four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(startpoints, endpoints, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        right += [u, v]
    found = np.linalg.solve(np.array(rows, np.float64), np.array(right, np.float64))
    return np.append(found, 1.0).reshape(3, 3)
