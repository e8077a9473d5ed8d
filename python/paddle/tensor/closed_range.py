"""paddle.range: an end that is reached."""

import math

from .. import _C

__all__ = ["range"]


def range(start=0, end=None, step=1, dtype=None, name=None):
    """Numbers from ``start`` to ``end``, which is among them where a step leads there.

    Args:
        start (int|float|Tensor): The first one; where it is alone, the end.
        end (int|float|Tensor, optional): Where it ends.
        step (int|float|Tensor): The difference of neighbours.
        dtype (dtype, optional): By default the default dtype.

    Returns:
        Tensor: [n].

    Raises:
        ValueError: ``step`` is 0, or leads away from ``end``.

    Examples:
        >>> import paddle
        >>> paddle.range(1, 4).tolist(), paddle.range(0, 1, 0.25, "float64").tolist()
        ([1.0, 2.0, 3.0, 4.0], [0.0, 0.25, 0.5, 0.75, 1.0])
    """
    import paddle

    first, last = (0, start) if end is None else (start, end)
    first, last, by = (v.item() if isinstance(v, _C.Tensor) else v for v in (first, last, step))
    if by == 0 or (last - first) / by < 0:
        raise ValueError(
            "(InvalidArgument) range: argument `step` does not lead from `start` to `end`.\n"
            f"  Received: start = {first}, end = {last}, step = {by}"
        )
    dtype = paddle.get_default_dtype() if dtype is None else dtype
    count = math.floor((last - first) / by) + 1
    exact = "int64" if all(isinstance(v, int) for v in (first, by)) else "float64"
    return (paddle.arange(count, dtype=exact) * by + first).astype(dtype)
