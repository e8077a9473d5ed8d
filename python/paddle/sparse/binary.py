"""Sums, differences, products and quotients of elements."""

import numbers

import paddle

from .. import _C
from ..framework.refusal import refuse
from .checks import check_sparse, is_sparse, is_tensor
from .tensor import SparseCooTensor, added_up, indices_of, keys_of
from .unary import is_csr, like

_ops = _C.ops
__all__ = ["add", "divide", "multiply", "subtract"]


def _check(op, x, y):
    if not is_sparse(x) and not is_sparse(y):
        check_sparse(op, x)
    for name, value in (("x", x), ("y", y)):
        if not isinstance(value, numbers.Number) and not is_tensor(value):
            refuse(op, name, "a tensor or a number", type(value).__name__, TypeError)
    numeric = isinstance(x, numbers.Number) or isinstance(y, numbers.Number)
    if not numeric and list(x.shape) != list(y.shape):
        refuse(op, "y", f"shape {list(x.shape)}", list(y.shape))


def _combined(x, y, operator):
    """operator(x, y) in the places that either has; where one has nothing its value is 0."""
    a, b = x.to_sparse_coo(), y.to_sparse_coo()
    if a.sparse_dim() != b.sparse_dim():
        axes = min(a.sparse_dim(), b.sparse_dim())
        a, b = a.to_sparse_coo(axes), b.to_sparse_coo(axes)
    sizes = x.shape[: a.sparse_dim()]
    keys = _ops["concat"]([keys_of(a._indices, sizes), keys_of(b._indices, sizes)])
    keys, places = paddle.unique(keys, return_inverse=True)
    count, split = keys.shape[0], a.nnz()
    values = operator(
        added_up(a._values, places[:split], count), added_up(b._values, places[split:], count)
    )
    made = SparseCooTensor(indices_of(keys, sizes), values, x.shape, True)
    return made.to_sparse_csr() if is_csr(x) and is_csr(y) else made


def _sum(op, x, y):
    _check(op, x, y)
    if isinstance(x, numbers.Number) or isinstance(y, numbers.Number):
        refuse(op, "y", "a tensor: a number would fill all places", "a number", TypeError)
    if is_sparse(x) and is_sparse(y):
        return _combined(x, y, _ops[op])
    return _ops[op](*(t.to_dense() if t.is_sparse() else t for t in (x, y)))


def add(x, y, name=None):
    """The sum of two tensors.

    Args:
        x (Tensor): sparse or dense.
        y (Tensor): of the shape of ``x``; one of the two is sparse.

    Returns:
        Tensor: sparse, in compressed rows where both are; dense where one is.

    Raises:
        TypeError: none is sparse, or one is a number.
        ValueError: the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [5.0, 6.0], [3])
        >>> paddle.sparse.add(x, y).to_dense().tolist()
        [1.0, 7.0, 6.0]
    """
    return _sum("add", x, y)


def subtract(x, y, name=None):
    """The difference of two tensors.

    Args:
        x (Tensor): sparse or dense.
        y (Tensor): of the shape of ``x``; one of the two is sparse.

    Returns:
        Tensor: sparse, in compressed rows where both are; dense where one is.

    Raises:
        TypeError: none is sparse, or one is a number.
        ValueError: the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [5.0, 6.0], [3])
        >>> paddle.sparse.subtract(x, y).to_dense().tolist()
        [1.0, -3.0, -6.0]
    """
    return _sum("subtract", x, y)


def multiply(x, y, name=None):
    """The product of elements.

    Args:
        x (Tensor): sparse, or dense, or a number.
        y (Tensor|float): likewise, of the shape of ``x``; one of the two is sparse.

    Returns:
        Tensor: sparse. Of two sparse tensors it keeps the places of either.

    Raises:
        TypeError: none is sparse.
        ValueError: the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [3])
        >>> y = paddle.sparse.sparse_coo_tensor([[1, 2]], [5.0, 6.0], [3])
        >>> paddle.sparse.multiply(x, y).to_dense().tolist()
        [0.0, 10.0, 0.0]
    """
    _check("multiply", x, y)
    if not is_sparse(x):
        x, y = y, x
    if isinstance(y, numbers.Number):
        return x._with(x._values * y)
    if not y.is_sparse():
        return x._with(x._values * x._part_of(y))
    return _combined(x, y, _ops["multiply"])


def divide(x, y, name=None):
    """The quotient of elements.

    Args:
        x (Tensor): sparse, or dense.
        y (Tensor|float): likewise, of the shape of ``x``, or a number; one of the two is sparse.

    Returns:
        Tensor: sparse. Where ``y`` is sparse it keeps all places, as 0 / 0 is NaN.

    Raises:
        TypeError: none is sparse.
        ValueError: the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1]], [1.0, 2.0], [2])
        >>> paddle.sparse.divide(x, x + x).values().tolist()
        [0.5, 0.5]
    """
    _check("divide", x, y)
    if isinstance(y, numbers.Number):
        return x._with(x._values / y)
    if not is_sparse(y):
        x = x.once()
        return x._with(x._values / x._part_of(y))
    if isinstance(x, numbers.Number):
        refuse("divide", "x", "a tensor: a number has all places", "a number", TypeError)
    quotient = _ops["divide"](*(t.to_dense() if t.is_sparse() else t for t in (x, y)))
    layout = x if is_sparse(x) else y
    axes = layout.to_sparse_coo().sparse_dim()
    sizes = list(quotient.shape[:axes])
    indices = indices_of(_ops["arange"](_count(sizes)), sizes)
    values = quotient.reshape([_count(sizes), *quotient.shape[axes:]])
    return like(layout, SparseCooTensor(indices, values, quotient.shape, True))


def _count(sizes):
    count = 1
    for size in sizes:
        count *= size
    return count
