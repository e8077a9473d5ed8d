"""Medians and quantiles, made of the elements of given ranks; distinct values."""

import math

from .. import _C
from .axes import normalize
from .axes import normalize_all as axes_of

__all__ = ["median", "nanmedian", "nanquantile", "quantile", "unique", "unique_consecutive"]

_ops = _C.ops


def _lines(x, axis, op):
    """`x` with the reduced axes as one, at the end; the shape of a result with keepdim; the kept axes."""
    axes = axes_of(axis, x.ndim, op)
    kept = [a for a in range(x.ndim) if a not in axes]
    shape = [1 if a in axes else x.shape[a] for a in range(x.ndim)]
    if x.ndim > 1:
        x = x.transpose(kept + sorted(axes))
    sizes = [x.shape[i] for i in range(len(kept))]
    return x.reshape([*sizes, math.prod(x.shape[len(kept) :])]), shape, kept


def _select(line, ranks):
    """The elements of each line that sorting would bring to `ranks` (..., k), and their places."""
    rows, n, k = math.prod(line.shape[:-1]), line.shape[-1], ranks.shape[-1]
    values, places = _ops["select_ranks"](line.reshape([rows, n]), ranks.reshape([rows, k]))
    return values.reshape(ranks.shape), places.reshape(ranks.shape)


def _shared(line, value):
    """`value`, an element of each line, with a gradient that all elements equal to it share."""
    if line.stop_gradient or not line.is_floating_point():
        return value
    lowest = _ops["full"]([], -math.inf, line.dtype)
    shared = _ops["amax"](_ops["where"](line == value, line, lowest), -1, True)
    return _ops["where"](value.isnan(), value, shared)


def _finish(line, full, shape, kept, keepdim):
    return line.reshape(shape if keepdim else [shape[a] for a in kept])


def _as_float(x):
    return x if x.is_floating_point() else x.astype("float32")


def _require_elements(x, op):
    if 0 in x.shape[-1:]:
        raise ValueError(f"(InvalidArgument) {op}: there is no element to choose from.")


def _median(op, x, axis, keepdim, mode, skip_nan):
    if mode not in ("avg", "min"):
        raise ValueError(
            f"(InvalidArgument) {op}: unknown `mode`.\n  Expected: avg or min\n  Received: {mode}"
        )
    if axis is not None and not isinstance(axis, int) and len(axis) == 0:
        raise ValueError(f"(InvalidArgument) {op}: `axis` is empty.")
    line, shape, kept = _lines(x, axis, op)
    if line.size == 0 and line.shape[-1] == 0:
        empty = _ops["full"](line.shape[:-1], float("nan"), _as_float(line).dtype)
        return _finish(empty, x, shape, kept, keepdim)
    floating = line.is_floating_point()
    n = line.shape[-1]
    one = [*line.shape[:-1], 1]
    nan = line.isnan() if floating else None  # they would be sorted last
    if skip_nan and floating:
        count = n - nan.astype("int64").sum(-1, keepdim=True)
        low = ((count - 1).clip(0)) // 2
        high = (count // 2).minimum(_C.to_tensor(n - 1))
    else:
        low, high = _ops["full"](one, (n - 1) // 2, "int64"), _ops["full"](one, n // 2, "int64")
        if floating:  # one NaN is the result
            last, any_nan = _ops["full"](one, n - 1, "int64"), nan.any(-1, keepdim=True)
            low = _ops["where"](any_nan, last, low)
            high = _ops["where"](any_nan, last, high)
    if mode == "min":
        value, index = _select(line, low)
        if not isinstance(axis, int):
            value = _shared(line, value)
        value = _finish(value, x, shape, kept, keepdim)
        if not isinstance(axis, int):
            return value
        return value, _finish(index, x, shape, kept, keepdim)
    both = _as_float(_select(line, _ops["concat"]([low, high], -1))[0])
    a, b = both[..., :1], both[..., 1:]
    middle = a * 0.5 + b * 0.5
    middle = _ops["where"](a == b, _shared(line, a), middle)  # equal infinities stay
    if middle.dtype in (_C.float16, _C.bfloat16):
        middle = middle.astype("float32")
    return _finish(middle, x, shape, kept, keepdim)


def median(x, axis=None, keepdim=False, mode="avg", name=None, *, out=None):
    """The middle of the sorted elements; NaN where one of them is NaN.

    Args:
        x (Tensor): Numbers; integers give float32.
        axis (int, optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        mode (str): "avg": the mean of the two in the middle; "min": the lower one, and with an axis its index too.
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor|tuple[Tensor, Tensor]: Without the reduced axis; in mode "min" with an axis, values and int64 indices.

    Raises:
        ValueError: `mode` is unknown or `axis` is empty.
        IndexError: `axis` is out of range.

    Examples:
        >>> import paddle
        >>> paddle.median(paddle.to_tensor([5.0, 1.0, 2.0, 4.0])).item()
        3.0
    """
    return _store(_median("median", x, axis, keepdim, mode, False), out)


# Called by the second names of its arguments it means the lower of the two in the middle.
median.with_second_names = {"mode": "min"}


def nanmedian(x, axis=None, keepdim=False, mode="avg", name=None, *, out=None):
    """median() of the elements that are not NaN; NaN where all are.

    Args:
        x (Tensor): Numbers; integers give float32.
        axis (int|list[int], optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        mode (str): "avg" or "min", as in median().
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor|tuple[Tensor, Tensor]: As median().

    Examples:
        >>> import paddle
        >>> paddle.nanmedian(paddle.to_tensor([1.0, float("nan"), 3.0])).item()
        2.0
    """
    return _store(_median("nanmedian", x, axis, keepdim, mode, True), out)


def _store(result, out):
    if out is None:
        return result
    if isinstance(result, tuple):
        return tuple(_ops["assign"](r, out=o) for r, o in zip(result, out, strict=True))
    return _ops["assign"](result, out=out)


def _quantile(op, x, q, axis, keepdim, interpolation, skip_nan):
    if not x.is_floating_point():
        raise TypeError(f"(InvalidType) {op}: `x` must be floating.\n  Received: {x.dtype}")
    ways = ("linear", "lower", "higher", "midpoint", "nearest")
    if interpolation not in ways:
        raise ValueError(
            f"(InvalidArgument) {op}: unknown `interpolation`.\n  Expected: one of {', '.join(ways)}\n"
            f"  Received: {interpolation}"
        )
    single = isinstance(q, (int, float)) or (isinstance(q, _C.Tensor) and q.ndim == 0)
    points = [float(v) for v in ([q] if single else q.tolist() if isinstance(q, _C.Tensor) else q)]
    if not points or not all(0 <= v <= 1 for v in points):
        raise ValueError(f"(InvalidArgument) {op}: `q` must lie in [0, 1].\n  Received: {points}")
    line, shape, kept = _lines(x, axis, op)
    _require_elements(line, op)
    n = line.shape[-1]
    count = n - line.isnan().astype("int64").sum(-1, keepdim=True)
    where = _ops["where"]
    places = []  # of the two neighbours for each point
    for point in points:
        if skip_nan:
            at = (count - 1).clip(0).astype("float64") * point
        else:
            at = _ops["full"](count.shape, (n - 1) * point, "float64")
            at = where(count < n, _ops["full"](count.shape, float(n - 1), "float64"), at)
        low, high = at.floor(), at.ceil()
        if interpolation == "nearest":
            low = high = at.round()
        elif interpolation == "lower":
            high = low
        elif interpolation == "higher":
            low = high
        places.append((at, low, high))
    ranks = _ops["concat"]([end for _, *ends in places for end in ends], -1).astype("int64")
    values, _ = _select(line, ranks)
    results = []
    for i, (at, low, _) in enumerate(places):
        a, b = values[..., 2 * i : 2 * i + 1], values[..., 2 * i + 1 : 2 * i + 2]
        part = 0.5 if interpolation == "midpoint" else (at - low).astype(x.dtype)
        equal = (a == b).logical_and(a.isinf())  # whose difference is NaN
        value = where(equal, a, a + (b - a) * part)
        results.append(_finish(value, x, shape, kept, keepdim))
    return results[0] if single else _ops["stack"](results)


def quantile(x, q, axis=None, keepdim=False, interpolation="linear", name=None, *, out=None):
    """The values below which the shares `q` of the sorted elements lie; NaN where an element is NaN.

    Args:
        x (Tensor): Floats.
        q (float|list[float]|Tensor): Shares in [0, 1]; a list adds a first axis to the result.
        axis (int|list[int], optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        interpolation (str): Between two neighbours: linear, lower, higher, midpoint or nearest.
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor: Of the dtype of `x`.

    Raises:
        ValueError: A share is not in [0, 1], there is no element, or `interpolation` is unknown.
        TypeError: `x` is not floating.

    Examples:
        >>> import paddle
        >>> paddle.quantile(paddle.to_tensor([0.0, 10.0, 20.0]), [0.25, 0.5]).tolist()
        [5.0, 10.0]
    """
    return _store(_quantile("quantile", x, q, axis, keepdim, interpolation, False), out)


def nanquantile(x, q, axis=None, keepdim=False, interpolation="linear", name=None):
    """quantile() of the elements that are not NaN; NaN where all are.

    Args:
        x (Tensor): Floats.
        q (float|list[float]|Tensor): Shares in [0, 1]; a list adds a first axis to the result.
        axis (int|list[int], optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        interpolation (str): As in quantile().

    Returns:
        Tensor: Of the dtype of `x`.

    Examples:
        >>> import paddle
        >>> paddle.nanquantile(paddle.to_tensor([0.0, float("nan"), 10.0]), 0.5).item()
        5.0
    """
    return _quantile("nanquantile", x, q, axis, keepdim, interpolation, True)


def _unique(x, axis, consecutive, wanted, dtype):
    if axis is None:
        x = x.reshape([-1])
        axis = 0
    name = "unique_consecutive" if consecutive else "unique"
    if x.ndim == 0:
        raise ValueError(
            f"(InvalidArgument) {name}: a 0-D tensor has no axis.\n"
            f"  Expected: axis=None\n  Received: axis={axis}"
        )
    axis = normalize(axis, x.ndim, name)
    rows = x if axis == 0 else x.moveaxis(axis, 0)
    matrix = rows.reshape([rows.shape[0], math.prod(rows.shape[1:])])
    index, inverse, counts = _ops["unique_rows"](matrix, consecutive)
    out = [_ops["index_select"](x, index, axis)]
    extras = (index, inverse, counts)
    out += [e.astype(dtype) for e, want in zip(extras, wanted, strict=True) if want]
    return out[0] if len(out) == 1 else tuple(out)


def unique(
    x,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    dtype="int64",
    sorted=True,
    name=None,
):
    """The distinct elements of `x` in rising order, or its distinct slices along an axis.

    Args:
        x (Tensor): Of any dtype that has an order.
        return_index (bool): Also the first place of each.
        return_inverse (bool): Also, for each element of `x`, which of them it is.
        return_counts (bool): Also how often each comes.
        axis (int, optional): Compares slices along it; elements of the flattened tensor where None.
        dtype (dtype|str): Of the indices and counts: int32 or int64.
        sorted (bool): Accepted; the result is always sorted.

    Returns:
        Tensor|tuple[Tensor]: The elements, then what was asked for, in the order of the arguments.

    Examples:
        >>> import paddle
        >>> values, counts = paddle.unique(paddle.to_tensor([3, 1, 3]), return_counts=True)
        >>> values.tolist(), counts.tolist()
        ([1, 3], [1, 2])
    """
    return _unique(x, axis, False, (return_index, return_inverse, return_counts), dtype)


def unique_consecutive(
    x, return_inverse=False, return_counts=False, axis=None, dtype="int64", name=None
):
    """One of each run of equal elements, or of equal slices along an axis.

    Args:
        x (Tensor): Of any dtype that has an order.
        return_inverse (bool): Also, for each element of `x`, its run.
        return_counts (bool): Also the length of each run.
        axis (int, optional): Compares slices along it; elements of the flattened tensor where None.
        dtype (dtype|str): Of the indices and counts: int32 or int64.

    Returns:
        Tensor|tuple[Tensor]: The elements, then what was asked for, in the order of the arguments.

    Examples:
        >>> import paddle
        >>> paddle.unique_consecutive(paddle.to_tensor([1, 1, 2, 1])).tolist()
        [1, 2, 1]
    """
    return _unique(x, axis, True, (False, return_inverse, return_counts), dtype)


_C.extend_tensor(
    {
        "median": median,
        "nanmedian": nanmedian,
        "nanquantile": nanquantile,
        "quantile": quantile,
        "unique": unique,
        "unique_consecutive": unique_consecutive,
    }
)
