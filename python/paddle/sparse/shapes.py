"""Sums over axes, and other places for the same elements."""

import math

from .. import _C
from ..framework.refusal import refuse
from .checks import check_sparse
from .tensor import SparseCooTensor, indices_of, keys_of
from .unary import like

_ops = _C.ops
__all__ = ["reshape", "slice", "sum", "transpose"]


def _axes(op, axis, rank):
    given = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    for a in given:
        if not isinstance(a, int) or not -rank <= a < rank:
            refuse(op, "axis", f"[{-rank}, {rank})", a, IndexError)
    axes = sorted({a % rank for a in given})
    if len(axes) != len(given):
        refuse(op, "axis", "axes that differ", given)
    return axes


def sum(x, axis=None, dtype=None, keepdim=False, name=None):
    """The sum over axes.

    Args:
        x (Tensor): a sparse tensor.
        axis (int|list[int], optional): the axes; all where None.
        dtype (dtype|str, optional): of the result; int64 for bools and integers that are smaller.
        keepdim (bool): the axes stay, with size 1.

    Returns:
        Tensor: sparse, in the layout of ``x``. Where no axis with indices would be left, one of size 1 is.

    Raises:
        TypeError: ``x`` is not sparse.
        IndexError: an axis is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 2]], [1.0, 2.0], [2, 3])
        >>> paddle.sparse.sum(x, 0).to_dense().tolist()
        [0.0, 0.0, 3.0]
    """
    check_sparse("sum", x)
    rank, made = x.ndim, x.to_sparse_coo()
    axes = list(range(rank)) if axis is None else _axes("sum", axis, rank)
    sparse_axes = made.sparse_dim()
    inner = [a - sparse_axes + 1 for a in axes if a >= sparse_axes]
    values = made._values
    if dtype is not None:
        values = values.astype(dtype)
    elif values.dtype in (_C.bool, _C.int8, _C.uint8, _C.int16, _C.int32):
        values = values.astype("int64")
    if inner:
        values = _ops["sum"](values, inner, keepdim=keepdim)
    zeros = _ops["zeros"]([made.nnz()], "int64")
    indices, shape = [], []
    # As in Paddle a sum over all of a matrix in compressed rows, or over its columns, stays a matrix.
    keep = keepdim or type(x).__name__ == "SparseCsrTensor"
    for a in range(sparse_axes):
        if a not in axes:
            indices.append(made._indices[a])
            shape.append(x.shape[a])
        elif keep:
            indices.append(zeros)
            shape.append(1)
    if not indices:
        indices, shape = [zeros], [1]
    shape += list(values.shape[1:])
    out = SparseCooTensor(_ops["stack"](indices), values, shape).coalesce()
    return like(x, out)


def transpose(x, perm, name=None):
    """The axes in another order.

    Args:
        x (Tensor): a sparse tensor.
        perm (list[int]): which axis of ``x`` comes first, second, ...

    Returns:
        Tensor: sparse, in the layout of ``x``.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: ``perm`` is no order of the axes.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 2]], [1.0, 2.0], [2, 3])
        >>> paddle.sparse.transpose(x, [1, 0]).to_dense().tolist()
        [[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]]
    """
    check_sparse("transpose", x)
    rank = x.ndim
    perm = [a + rank if isinstance(a, int) and a < 0 else a for a in perm]
    if sorted(perm) != list(range(rank)):
        refuse("transpose", "perm", f"an order of {rank} axes", list(perm))
    made = x.to_sparse_coo()
    axes = made.sparse_dim()
    if sorted(perm[:axes]) != list(range(axes)):
        # An axis without indices comes among those with them: all get indices.
        made = made.to_dense().to_sparse_coo(rank)
        axes = rank
    indices = _ops["stack"]([made._indices[a] for a in perm[:axes]])
    values = made._values.transpose([0, *(a - axes + 1 for a in perm[axes:])])
    return like(x, SparseCooTensor(indices, values, [x.shape[a] for a in perm]))


def reshape(x, shape, name=None):
    """The same elements in row-major order in another shape.

    Args:
        x (Tensor): a sparse tensor.
        shape (list[int]): sizes; one may be -1, and 0 stands for that of ``x``.

    Returns:
        Tensor: sparse, in the layout of ``x``.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: the shape has another number of elements.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 2]], [1.0, 2.0], [2, 3])
        >>> paddle.sparse.reshape(x, [6]).indices().tolist()
        [[2, 5]]
    """
    check_sparse("reshape", x)
    sizes = [x.shape[i] if n == 0 and i < x.ndim else int(n) for i, n in enumerate(shape)]
    if -1 in sizes:
        rest = -math.prod(sizes)
        at = sizes.index(-1)
        if rest > 0 and x.size % rest == 0:
            sizes[at] = x.size // rest
    if any(n < 0 for n in sizes) or math.prod(sizes) != x.size:
        refuse("reshape", "shape", f"{x.size} elements", list(shape))
    made = x.to_sparse_coo()
    inner = list(made._values.shape[1:])
    if inner and sizes[len(sizes) - len(inner) :] != inner:
        made, inner = made.to_dense().to_sparse_coo(x.ndim), []
    outer = sizes[: len(sizes) - len(inner)]
    keys = keys_of(made._indices, x.shape[: made.sparse_dim()])
    out = SparseCooTensor(indices_of(keys, outer), made._values, sizes, made._coalesced)
    return like(x, out)


def slice(x, axes, starts, ends, name=None):
    """A part of some axes.

    Args:
        x (Tensor): a sparse tensor.
        axes (list[int]): the axes.
        starts (list[int]): where the part of each begins; negative numbers count from its end.
        ends (list[int]): where it ends.

    Returns:
        Tensor: sparse, in the layout of ``x``.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: the lists have different lengths.
        IndexError: an axis is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [2, 2]], [1.0, 2.0], [2, 3])
        >>> paddle.sparse.slice(x, [0], [1], [2]).to_dense().tolist()
        [[0.0, 0.0, 2.0]]
    """
    check_sparse("slice", x)
    lists = [_numbers(v) for v in (axes, starts, ends)]
    if len({len(one) for one in lists}) != 1:
        refuse("slice", "starts", f"{len(lists[0])} numbers, one for each axis", len(lists[1]))
    axes = [a % x.ndim for a in lists[0] if _axes("slice", a, x.ndim)]
    made, shape = x.to_sparse_coo(), list(x.shape)
    indices, values = made._indices, made._values
    rows, kept = indices.unbind(0), _ops["ones"]([made.nnz()], "bool")
    rows, inner = list(rows), []
    for axis, start, end in zip(axes, *lists[1:], strict=True):
        size = shape[axis]
        start, end = (min(max(n + size if n < 0 else n, 0), size) for n in (start, end))
        shape[axis] = max(end - start, 0)
        if axis < made.sparse_dim():
            kept = kept & (rows[axis] >= start) & (rows[axis] < end)
            rows[axis] = rows[axis] - start
        else:
            inner.append((axis - made.sparse_dim() + 1, start, max(start, end)))
    at = kept.nonzero().flatten()
    values = values.index_select(at)
    for axis, start, end in inner:
        values = _ops["slice"](values, [axis], [start], [end])
    indices = _ops["stack"](rows).index_select(at, 1)
    return like(x, SparseCooTensor(indices, values, shape, made._coalesced))


def _numbers(values):
    if isinstance(values, _C.Tensor):
        return values.flatten().tolist()
    return [int(v) for v in values]
