"""Arithmetic and counting that is Python."""

from .. import _C

__all__ = ["histogram_bin_edges", "histogramdd", "increment", "msort", "positive", "softmax"]

_ops = _C.ops


def increment(x, value=1.0, name=None):
    """Adds a number to a tensor of one element, in place.

    Args:
        x (Tensor): Of one element.
        value (float): What is added.

    Returns:
        Tensor: `x` itself.

    Raises:
        ValueError: `x` has not exactly one element.

    Examples:
        >>> import paddle
        >>> paddle.increment(paddle.to_tensor([1])).tolist()
        [2]
    """
    if x.size != 1:
        raise ValueError(
            "(InvalidArgument) increment: `x` has not exactly one element.\n"
            f"  Received: x.shape = {list(x.shape)}"
        )
    return x.scale_(1, value)


def positive(x, name=None):
    """`x` itself, where it is a number.

    Args:
        x (Tensor): Of any dtype but bool.

    Returns:
        Tensor

    Raises:
        TypeError: `x` is bool.

    Examples:
        >>> import paddle
        >>> paddle.positive(paddle.to_tensor([-1])).tolist()
        [-1]
    """
    if x.dtype is _C.bool:
        raise TypeError("(InvalidType) positive: `x` is bool.\n  Expected: numbers")
    return x


def msort(input, *, out=None):
    """`input` sorted along its first axis.

    Args:
        input (Tensor): Of any dtype that has an order.
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.msort(paddle.to_tensor([[3, 1], [2, 4]])).tolist()
        [[2, 1], [3, 4]]
    """
    return _ops["sort"](input, 0, out=out)


def histogram_bin_edges(input, bins=100, min=0.0, max=0.0, name=None):
    """The edges of the bins that histogram() counts in.

    Args:
        input (Tensor): Numbers, whose range counts where `min` equals `max`.
        bins (int): How many bins.
        min (float): The first edge.
        max (float): The last edge.

    Returns:
        Tensor: Of `bins` + 1 elements, float32.

    Raises:
        ValueError: `bins` is not positive, `max` is below `min`, or the range is not finite.

    Examples:
        >>> import paddle
        >>> paddle.histogram_bin_edges(paddle.to_tensor([0.0, 4.0]), bins=2).tolist()
        [0.0, 2.0, 4.0]
    """
    _ops["histogram"](input[:0].flatten() if input.ndim else input, bins, min, max)  # its checks
    if min == max and input.size:
        min, max = input.min().item(), input.max().item()
        if not abs(min) < float("inf") or not abs(max) < float("inf"):
            raise ValueError(
                "(InvalidArgument) histogram_bin_edges: the range of `input` is not finite.\n"
                f"  Received: [{min}, {max}]\n  Hint: pass min and max."
            )
    if min == max:
        min, max = min - 0.5, max + 0.5
    return _ops["linspace"](min, max, bins + 1, "float32")


def _edges_of(column, bins, low, high):
    if low == high:
        low, high = low - 0.5, high + 0.5
    return _ops["linspace"](low, high, bins + 1, column.dtype)


def histogramdd(x, bins=10, ranges=None, density=False, weights=None, name=None):
    """How many points lie in each cell of a grid.

    Args:
        x (Tensor): Floats [..., D]: points of D coordinates.
        bins (int|list[int]|list[Tensor]): Cells along each axis: how many, or their edges.
        ranges (list[float], optional): The first and last edge of each axis; where None, of the points.
        density (bool): Divides by the volume of the cells and by the sum of all.
        weights (Tensor, optional): How much each point counts.

    Returns:
        tuple[Tensor, list[Tensor]]: The counts, of the dtype of `x`, and the edges of each axis.

    Raises:
        ValueError: The lengths of `bins` or `ranges` do not fit.

    Examples:
        >>> import paddle
        >>> points = paddle.to_tensor([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
        >>> paddle.histogramdd(points, bins=2)[0].tolist()
        [[1.0, 0.0], [1.0, 1.0]]
    """
    if x.ndim == 0:
        raise ValueError(
            "(InvalidArgument) histogramdd: `x` has no axes.\n"
            "  Expected: points, [..., d]\n  Received: a number"
        )
    d = x.shape[-1]
    points = x.reshape([x.size // d if d else 0, d])
    bins = [bins] * d if isinstance(bins, int) else list(bins)
    if len(bins) != d or (ranges is not None and len(ranges) != 2 * d):
        raise ValueError(
            "(InvalidArgument) histogramdd: `bins` or `ranges` does not fit the points.\n"
            f"  Expected: {d} bins and {2 * d} ends\n  Received: {bins}, {ranges}"
        )
    edges, inside, cell = [], None, None
    for axis in range(d):
        column = points[:, axis].contiguous()
        if isinstance(bins[axis], _C.Tensor):
            edge = bins[axis]
        else:
            ends = (
                ranges[2 * axis : 2 * axis + 2]
                if ranges is not None
                else (column.min().item(), column.max().item())
                if column.size
                else (0.0, 0.0)
            )
            edge = _edges_of(column, bins[axis], *ends)
        edges.append(edge)
        count = edge.shape[0] - 1
        last = (column == edge[-1]).astype("int64")  # it belongs to the last cell
        at = _ops["searchsorted"](edge, column, right=True) - 1 - last
        here = (column >= edge[0]).logical_and(column <= edge[-1])
        inside = here if inside is None else inside.logical_and(here)
        cell = at if cell is None else cell * count + at
    shape = [edge.shape[0] - 1 for edge in edges]
    amount = _ops["ones"]([points.shape[0]], x.dtype) if weights is None else weights.flatten()
    amount = _ops["where"](inside, amount.astype(x.dtype), _ops["zeros"]([], x.dtype))
    cell = _ops["where"](inside, cell, _ops["zeros"]([], "int64"))
    total = 1
    for n in shape:
        total *= n
    counts = _ops["put_along_axis"](_ops["zeros"]([total], x.dtype), cell, amount, 0, "add")
    counts = counts.reshape(shape)
    if density:
        counts = counts / counts.sum()
        for axis, edge in enumerate(edges):
            width = edge[1:] - edge[:-1]
            counts = counts / width.reshape([-1 if a == axis else 1 for a in range(d)])
    return counts, edges


def softmax(input, dim=None, dtype=None, *, out=None):
    """exp(input) / sum(exp(input)) along an axis, as torch has it; `paddle.nn.functional.softmax` takes `axis`.

    Args:
        input (Tensor): Of any shape.
        dim (int, optional): The axis. Where None it is 0 for tensors of rank 0, 1 and 3, and 1 for others.
        dtype (dtype|str, optional): What `input` is converted to first.
        out (Tensor, optional): Becomes the result.

    Returns:
        Tensor: Of the shape of `input`.

    Raises:
        IndexError: `dim` is out of range.

    Examples:
        >>> import paddle
        >>> paddle.softmax(paddle.to_tensor([0.0, 0.0])).tolist()
        [0.5, 0.5]
    """
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    return _ops["softmax"](input, dim, dtype, out=out)


_C.extend_tensor(
    {
        "histogram_bin_edges": histogram_bin_edges,
        "histogramdd": histogramdd,
        "increment": increment,
        "msort": msort,
        "positive": positive,
        "softmax": softmax,
    }
)
