"""In-place scans of a tensor as a whole, which flatten it first."""

from .. import _C

_ops = _C.ops


def _own_dtype(x, dtype):
    """Where none is named integers keep theirs, unlike in the form that is not in place."""
    return x.dtype if dtype is None and x.is_integer() else dtype


def _flattened(x, axis):
    if axis is not None:
        return axis
    if x.ndim != 1:
        _ops["reshape_"](x, [-1])
    return 0


def cumsum_(x, axis=None, dtype=None, name=None):
    """Running sums along an axis, in place; without `axis` the tensor becomes 1-D.

    Args:
        x (Tensor): Numbers.
        axis (int, optional): All elements in row-major order where None.
        dtype (dtype|str, optional): Of the result.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 2]).cumsum_().tolist()
        [1.0, 2.0, 3.0, 4.0]
    """
    return _ops["cumsum_"](x, _flattened(x, axis), _own_dtype(x, dtype))


def cumprod_(x, dim=None, dtype=None, name=None):
    """Running products along an axis, in place; without `dim` the tensor becomes 1-D.

    Args:
        x (Tensor): Numbers.
        dim (int, optional): All elements in row-major order where None.
        dtype (dtype|str, optional): Of the result.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.full([2, 2], 2.0).cumprod_().tolist()
        [2.0, 4.0, 8.0, 16.0]
    """
    return _ops["cumprod_"](x, _flattened(x, dim), _own_dtype(x, dtype))


__all__ = ["cumprod_", "cumsum_"]

_C.extend_tensor({"cumprod_": cumprod_, "cumsum_": cumsum_})
