"""Sums, means and extrema of groups of rows."""

from .. import _C

_ops = _C.ops
REDUCTIONS = ("sum", "mean", "max", "min")


def check_option(op, name, value, options):
    """Raises where a text is none of those known.

    Args:
        op (str): The function, for the error.
        name (str): Of the argument.
        value (str): As given.
        options (tuple[str]): Those known.
    """
    if value not in options:
        raise ValueError(
            f"(InvalidArgument) {op}: unknown `{name}`.\n"
            f"  Expected: one of {', '.join(options)}\n  Received: {value!r}"
        )


def reduce_rows(rows, index, count, how):
    """Rows of one index made into one; rows that none meets are 0.

    Args:
        rows (Tensor): [n, ...].
        index (Tensor): [n], in [0, count).
        count (int): Rows of the result.
        how (str): "sum", "mean", "max" or "min".

    Returns:
        Tensor: [count, ...].
    """
    index = index.astype("int64")
    base = _ops["zeros"]([count, *rows.shape[1:]], rows.dtype)
    if index.size == 0 or base.size == 0:
        return base + rows.sum() * 0 if rows.size else base
    if how in ("sum", "mean"):
        total = _ops["index_add"](base, index, 0, rows)
        if how == "sum":
            return total
        ones = _ops["ones"](index.shape, rows.dtype)
        met = _ops["index_add"](_ops["zeros"]([count], rows.dtype), index, 0, ones)
        met = _ops["maximum"](met, _ops["ones_like"](met)).reshape([count] + [1] * (rows.ndim - 1))
        return total / met if "float" in rows.dtype.name else total // met
    at = index.reshape([-1] + [1] * (rows.ndim - 1)).expand(rows.shape)
    return _ops["put_along_axis"](base, at, rows, 0, "a" + how, False)


def _segment(op, data, segment_ids, how):
    if segment_ids.ndim != 1 or data.ndim < 1 or segment_ids.shape[0] != data.shape[0]:
        raise ValueError(
            f"(InvalidArgument) {op}: `segment_ids` does not fit `data`.\n"
            f"  Expected: one number for each row of a shape of {list(data.shape)}\n"
            f"  Received: a shape of {list(segment_ids.shape)}"
        )
    if segment_ids.shape[0] == 0:
        return data
    if not (segment_ids[1:] >= segment_ids[:-1]).all().item() or segment_ids[0].item() < 0:
        raise ValueError(
            f"(InvalidArgument) {op}: `segment_ids` is not sorted, or below 0.\n"
            f"  Expected: 0 <= segment_ids[i] <= segment_ids[i + 1]\n  Received: {segment_ids.tolist()}"
        )
    return reduce_rows(data, segment_ids, int(segment_ids[-1].item()) + 1, how)


def segment_sum(data, segment_ids, name=None):
    """The sums of rows with one number.

    Args:
        data (Tensor): [n, ...].
        segment_ids (Tensor): [n], int32 or int64, sorted.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [largest number + 1, ...]; 0 for numbers that do not occur.

    Raises:
        ValueError: The numbers are not sorted.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0], [3.0]])
        >>> paddle.geometric.segment_sum(x, paddle.to_tensor([0, 0, 1])).tolist()
        [[3.0], [3.0]]
    """
    return _segment("segment_sum", data, segment_ids, "sum")


def segment_mean(data, segment_ids, name=None):
    """The means of rows with one number.

    Args:
        data (Tensor): [n, ...].
        segment_ids (Tensor): [n], int32 or int64, sorted.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [largest number + 1, ...]; 0 for numbers that do not occur.

    Raises:
        ValueError: The numbers are not sorted.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0], [3.0]])
        >>> paddle.geometric.segment_mean(x, paddle.to_tensor([0, 0, 1])).tolist()
        [[1.5], [3.0]]
    """
    return _segment("segment_mean", data, segment_ids, "mean")


def segment_min(data, segment_ids, name=None):
    """The smallest elements of rows with one number.

    Args:
        data (Tensor): [n, ...].
        segment_ids (Tensor): [n], int32 or int64, sorted.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [largest number + 1, ...]; 0 for numbers that do not occur.

    Raises:
        ValueError: The numbers are not sorted.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0], [3.0]])
        >>> paddle.geometric.segment_min(x, paddle.to_tensor([0, 0, 1])).tolist()
        [[1.0], [3.0]]
    """
    return _segment("segment_min", data, segment_ids, "min")


def segment_max(data, segment_ids, name=None):
    """The largest elements of rows with one number.

    Args:
        data (Tensor): [n, ...].
        segment_ids (Tensor): [n], int32 or int64, sorted.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [largest number + 1, ...]; 0 for numbers that do not occur.

    Raises:
        ValueError: The numbers are not sorted.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0], [3.0]])
        >>> paddle.geometric.segment_max(x, paddle.to_tensor([0, 0, 1])).tolist()
        [[2.0], [3.0]]
    """
    return _segment("segment_max", data, segment_ids, "max")
