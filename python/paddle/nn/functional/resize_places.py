"""Where the elements of a resized axis come from, and their weights. Depends on numbers alone."""

import numpy as np

from ... import _C


def places(m, before, after, scale, mode, align_corners, align_mode):
    """(indices, weights) of the neighbours; no weights where each element is a copy.

    Args:
        m (module): numpy, or paddle where the places are to be variables of a program.
        before (int), after (int): the sizes.
        scale (float): what was given, or 0.
    """
    if align_corners:
        ratio = (before - 1) / (after - 1) if after > 1 else 0.0
    else:
        ratio = 1.0 / scale if scale > 0 else before / after
    last = np.float32(before - 1) if m is np else m.arange(before, dtype="float32").max()
    ratio = float(np.float32(ratio))
    at = m.arange(after, dtype="float32")
    if mode == "nearest":
        return _tensors([m.minimum(m.floor(at * ratio), last).astype("int64")], [])
    if mode == "bicubic":
        points = at * ratio if align_corners else (at + 0.5) * ratio - 0.5
        low = m.floor(points)
        weights = _cubic(points - low)
        taps = [m.clip(m.minimum(low + k, last), 0, None).astype("int64") for k in (-1, 0, 1, 2)]
    else:
        if align_corners or align_mode == 1:
            points = at * ratio
        else:
            points = m.clip((at + 0.5) * ratio - 0.5, 0, None)
        low = m.minimum(m.floor(points), last)
        part = points - low
        weights = [1 - part, part]
        taps = [low.astype("int64"), m.minimum(low + 1, last).astype("int64")]
    return _tensors(taps, weights)


def _tensors(*lists):
    return [
        [x if isinstance(x, _C.Tensor) else _C.to_tensor(np.ascontiguousarray(x)) for x in parts]
        for parts in lists
    ]


def _cubic(t, a=-0.75):
    """Keys' weights of the four neighbours of a point, 1981."""

    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]
