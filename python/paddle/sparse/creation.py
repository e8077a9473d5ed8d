"""Sparse tensors of indices and values."""

import paddle

from .. import _C
from ..framework.refusal import refuse
from .tensor import SparseCooTensor, SparseCsrTensor


def _indices(op, argument, data, rank):
    made = data if isinstance(data, _C.Tensor) else paddle.to_tensor(data)
    if made.size == 0:
        made = made.reshape(made.shape if made.ndim == rank else [0] * rank)
    elif made.dtype.is_floating_point or made.dtype.is_complex or made.dtype is _C.bool:
        refuse(op, argument, "integers", made.dtype.name, TypeError)
    if made.ndim != rank:
        refuse(op, argument, f"{rank}-D", f"{made.ndim}-D")
    return made.detach().astype("int64")


def _values(data, dtype, stop_gradient):
    values = data if isinstance(data, _C.Tensor) else paddle.to_tensor(data)
    values = values if dtype is None else values.astype(dtype)
    if values.stop_gradient and not stop_gradient:
        values = values.detach()
        values.stop_gradient = False
    return values


def _check_sizes(op, shape):
    sizes = [int(size) for size in shape]
    if any(size < 0 for size in sizes):
        refuse(op, "shape", "sizes that are not negative", sizes)
    return sizes


def sparse_coo_tensor(indices, values, shape=None, dtype=None, place=None, stop_gradient=True):
    """A sparse tensor of elements with their coordinates.

    Args:
        indices (list|numpy.ndarray|Tensor): [sparse axes, n], integers.
        values (list|numpy.ndarray|Tensor): [n], or [n, ...] with the axes that have no indices.
        shape (list[int], optional): sizes of all axes; by default what the indices need.
        dtype (dtype|str, optional): of the values.
        place (str|Place, optional): where the values go.
        stop_gradient (bool): False: the values want a gradient.

    Returns:
        Tensor: places may come twice: what stands there is the sum.

    Raises:
        ValueError: the shapes do not go together, or an index is out of range.
        TypeError: the indices are no integers.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [1, 2]], [1.0, 2.0], [2, 3])
        >>> x.to_dense().tolist()
        [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]
    """
    op = "sparse_coo_tensor"
    indices = _indices(op, "indices", indices, 2)
    values = _values(values, dtype, stop_gradient)
    values = values if place is None else values.to(place)
    if values.ndim == 0 or values.shape[0] != indices.shape[1]:
        received = list(values.shape)
        refuse(op, "values", f"{indices.shape[1]} values, one for each index", received)
    axes, count = indices.shape
    needed = (indices.max(1) + 1).tolist() if count else [0] * axes
    shape = _check_sizes(op, [*needed, *values.shape[1:]] if shape is None else shape)
    if count and int(indices.min()) < 0:
        refuse(op, "indices", "numbers from 0", int(indices.min()))
    if any(n > size for n, size in zip(needed, shape, strict=False)):
        refuse(op, "shape", f"at least {needed}", shape)
    if len(shape) != axes + values.ndim - 1 or shape[axes:] != list(values.shape[1:]):
        refuse(op, "shape", f"{axes} axes with indices, then {list(values.shape[1:])}", shape)
    return SparseCooTensor(indices, values, shape)


def sparse_csr_tensor(crows, cols, values, shape=None, dtype=None, place=None, stop_gradient=True):
    """A sparse matrix in compressed rows, or a batch of them.

    Args:
        crows (list|numpy.ndarray|Tensor): where rows begin, and the end, [rows + 1]; of a batch one after another.
        cols (list|numpy.ndarray|Tensor): the columns of the elements, [n].
        values (list|numpy.ndarray|Tensor): [n].
        shape (list[int], optional): [rows, columns] or [batch, rows, columns]; by default what the indices need.
        dtype (dtype|str, optional): of the values.
        place (str|Place, optional): where the values go.
        stop_gradient (bool): False: the values want a gradient.

    Returns:
        Tensor

    Raises:
        ValueError: the shapes do not go together, or an index is out of range.
        TypeError: the indices are no integers.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 3], [1, 0, 2], [1.0, 2.0, 3.0], [2, 3])
        >>> x.to_dense().tolist()
        [[0.0, 1.0, 0.0], [2.0, 0.0, 3.0]]
    """
    op = "sparse_csr_tensor"
    crows, cols = _indices(op, "crows", crows, 1), _indices(op, "cols", cols, 1)
    values = _values(values, dtype, stop_gradient)
    values = values if place is None else values.to(place)
    count = cols.shape[0]
    if values.ndim != 1 or values.shape[0] != count:
        refuse(op, "values", f"[{count}], one for each column", list(values.shape))
    columns = int(cols.max()) + 1 if count else 0
    shape = _check_sizes(op, [crows.shape[0] - 1, columns] if shape is None else shape)
    if len(shape) not in (2, 3):
        refuse(op, "shape", "2 or 3 axes", shape)
    batch, rows = (shape[0] if len(shape) == 3 else 1), shape[-2]
    if crows.shape[0] != batch * (rows + 1):
        refuse(op, "crows", f"[{batch * (rows + 1)}]", list(crows.shape))
    if count and (columns > shape[-1] or int(cols.min()) < 0):
        refuse(op, "cols", f"[0, {shape[-1]})", f"from {int(cols.min())} to {columns - 1}")
    offsets = crows.reshape([batch, rows + 1])
    rising = bool((offsets[:, 1:] >= offsets[:, :-1]).all()) and not bool(offsets[:, 0].any())
    if not rising or int(offsets[:, -1].sum()) != count:
        refuse(op, "crows", f"offsets that rise from 0 to the number of elements, {count}", crows.tolist())  # fmt: skip
    return SparseCsrTensor(crows, cols, values, shape)
