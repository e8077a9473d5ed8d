"""Activations: of what is kept."""

import math

import paddle

from .... import _C
from ....framework.refusal import refuse
from ...checks import check_sparse
from ...tensor import added_up, keys_of
from ...unary import _function, is_csr

_ops = _C.ops

relu = _function("relu", "max(x, 0)")
relu6 = _function("relu6", "min(max(x, 0), 6)")
for _f in (relu, relu6):
    _f.__module__ = "paddle.sparse.nn.functional"
    _f.__doc__ = _f.__doc__.replace("paddle.sparse.relu", "paddle.sparse.nn.functional.relu")


def leaky_relu(x, negative_slope=0.01, name=None):
    """Each element that is kept; negative ones times a slope.

    Args:
        x (Tensor): a sparse tensor.
        negative_slope (float): the slope.

    Returns:
        Tensor: sparse, of the same layout.

    Raises:
        TypeError: ``x`` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [-2.0], [3])
        >>> paddle.sparse.nn.functional.leaky_relu(x, 0.5).values().tolist()
        [-1.0]
    """
    check_sparse("leaky_relu", x)
    x = x.once()
    return x._with(_ops["leaky_relu"](x._values, negative_slope))


def softmax(x, axis=-1, name=None):
    """The softmax along an axis of the elements that are kept; what is not kept counts as -inf.

    Args:
        x (Tensor): a sparse tensor, float32 or float64.
        axis (int): with indices; of a matrix in compressed rows the last one.

    Returns:
        Tensor: sparse, of the same layout.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: the axis is another one.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 2, 3], [0, 2, 1], [1.0, 1.0, 5.0], [2, 3])
        >>> paddle.sparse.nn.functional.softmax(x).values().tolist()
        [0.5, 0.5, 1.0]
    """
    check_sparse("softmax", x)
    rank, x = x.ndim, x.once()
    axes = rank if is_csr(x) else x.sparse_dim()
    at = axis + rank if axis < 0 else axis
    if not 0 <= at < axes or (is_csr(x) and at != rank - 1):
        refuse(
            "softmax", "axis", "-1" if is_csr(x) else f"an axis with indices, below {axes}", axis
        )
    values = x._values
    if x.nnz() == 0:
        return x._with(values)
    if is_csr(x):
        line, count = x.rows(), x._crows.shape[0]
    else:
        others = [a for a in range(axes) if a != at]
        sizes = [x.shape[a] for a in others]
        key = (
            keys_of(_ops["stack"]([x._indices[a] for a in others]), sizes)
            if others
            else x._indices[0] * 0
        )
        keys, line = paddle.unique(key, return_inverse=True)
        count = keys.shape[0]
    lowest = _ops["full"]([count, *values.shape[1:]], -math.inf, values.dtype)
    where = line.reshape([-1] + [1] * (values.ndim - 1)).expand(values.shape)
    greatest = lowest.put_along_axis(where, values.detach(), 0, "amax").index_select(line)
    e = _ops["exp"](values - greatest)
    return x._with(e / added_up(e, line, count).index_select(line))
