"""Shapes and parts of tensors, where Paddle's arguments do not fit one operator."""

from .. import _C
from .axes import normalize
from .join import _listed, atleast_2d

__all__ = [
    "block_diag",
    "cartesian_prod",
    "meshgrid",
    "narrow",
    "nonzero",
    "scatter_add",
    "scatter_reduce",
    "shard_index",
    "unfold",
    "view",
    "where",
    "where_",
]

_ops = _C.ops
_view_dtype, _view_shape = _ops["view_dtype"], _ops["view_shape"]
_nonzero, _unbind = _ops["nonzero"], _ops["unbind"]


def view(x, shape_or_dtype, *sizes, name=None):
    """`x` in another shape, or its bytes read as another dtype: always a view.

    Args:
        x (Tensor): Of any dtype.
        shape_or_dtype (list[int]|dtype|str): The sizes, of which one may be -1; or the dtype, which changes the last
            size where the item sizes differ.
        *sizes (int): The other sizes, where they are not given as a list.

    Returns:
        Tensor: It shares the memory of `x`.

    Raises:
        ValueError: The strides of `x` allow no such view, or the numbers of elements differ.

    Examples:
        >>> import paddle
        >>> paddle.view(paddle.arange(4), [2, 2]).tolist()
        [[0, 1], [2, 3]]
        >>> paddle.view(paddle.to_tensor([1.0]), "int32").tolist()
        [1065353216]
    """
    if isinstance(shape_or_dtype, (list, tuple)):
        return _view_shape(x, shape_or_dtype)
    if isinstance(shape_or_dtype, (int, _C.Tensor)):
        return _view_shape(x, [shape_or_dtype, *sizes])
    if shape_or_dtype is None:
        raise TypeError("(InvalidType) view: neither a shape nor a dtype is given.")
    return _view_dtype(x, shape_or_dtype)


def unfold(x, axis=None, size=None, step=None, name=None, *, dimension=None):
    """All windows of `size` elements along an axis, `step` apart, each as a new last axis: a view.

    Args:
        x (Tensor): Of any dtype.
        axis (int): In [-rank, rank).
        size (int): Elements of a window.
        step (int): Elements between the starts of two windows.
        dimension (int, optional): Another name of `axis`.

    Returns:
        Tensor: Axis `axis` counts (n - size) // step + 1 windows; the last axis has `size` elements.

    Raises:
        ValueError: A window is longer than the axis.

    Examples:
        >>> import paddle
        >>> paddle.unfold(paddle.arange(5), 0, size=3, step=2).tolist()
        [[0, 1, 2], [2, 3, 4]]
    """
    return _ops["tensor_unfold"](x, axis if dimension is None else dimension, size, step)


def meshgrid(*args, name=None, indexing="ij"):
    """Coordinates of a grid: each 1-D tensor broadcast over the axes of all.

    Args:
        *args (Tensor): Of shapes [n1], [n2], ...; or one list of them.
        indexing (str): "ij"; "xy": the first two axes exchanged.

    Returns:
        list[Tensor]: Each of shape [n1, n2, ...].

    Raises:
        ValueError: `indexing` is unknown.

    Examples:
        >>> import paddle
        >>> x, y = paddle.meshgrid(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4]))
        >>> x.tolist(), y.tolist()
        ([[1, 1], [2, 2]], [[3, 4], [3, 4]])
    """
    if len(args) == 1 and isinstance(args[0], (list, tuple)):
        args = args[0]
    if indexing not in ("ij", "xy"):
        raise ValueError(
            "(InvalidArgument) meshgrid: argument `indexing` is wrong.\n"
            f"  Expected: ij or xy\n  Received: {indexing}"
        )
    grids = _ops["meshgrid"](list(args))
    if indexing == "xy" and len(grids) > 1:
        return [_ops["swapaxes"](grid, 0, 1) for grid in grids]
    return grids


def nonzero(x=None, as_tuple=False, *, out=None, input=None):
    """The coordinates of the elements that are not 0, in row-major order.

    Args:
        x (Tensor): Of any dtype.
        as_tuple (bool): One tensor for each axis rather than one row for each element.
        out (Tensor, optional): Becomes the result.
        input (Tensor, optional): Another name of `x`.

    Returns:
        Tensor|tuple[Tensor]: int64 of shape [count, rank]; as a tuple, `rank` tensors of shape [count].

    Examples:
        >>> import paddle
        >>> paddle.nonzero(paddle.to_tensor([[1, 0], [0, 2]])).tolist()
        [[0, 0], [1, 1]]
    """
    at = _nonzero(input if x is None else x, out=out)
    return tuple(_unbind(at, 1)) if as_tuple else at


def where(condition, x=None, y=None, name=None, *, out=None, input=None, other=None):
    """Elements of `x` where `condition` holds, of `y` elsewhere; alone, the coordinates where it holds.

    Args:
        condition (Tensor): bool.
        x (Tensor|number, optional): Broadcast against the others.
        y (Tensor|number, optional): Broadcast against the others.
        out (Tensor, optional): Becomes the result.
        input (Tensor, optional): Another name of `x`.
        other (Tensor, optional): Another name of `y`.

    Returns:
        Tensor|tuple[Tensor]: Of the broadcast shape and the promoted dtype of `x` and `y`; coordinates as nonzero()
        gives them with `as_tuple`.

    Raises:
        ValueError: The shapes do not broadcast.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.where(x > 0, x, x * 0.5).tolist()
        [1.0, -1.0]
    """
    if x is None or y is None:
        x, y = input if x is None else x, other if y is None else y
        if x is None and y is None:
            return nonzero(condition, as_tuple=True)
    return _ops["where"](condition, x, y, out=out)


def where_(condition, x, y, name=None):
    """where() in place: `x` takes those of `y` where the condition does not hold.

    Args:
        condition (Tensor): bool.
        x (Tensor): Of the shape of the result.
        y (Tensor|number): Broadcast to `x`.

    Returns:
        Tensor: `x`.

    Raises:
        TypeError: `x` has integers and the result has not.
        ValueError: The result has another shape than `x`.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, -2.0])
        >>> paddle.where_(x > 0, x, paddle.zeros([2])).tolist()
        [1.0, 0.0]
    """
    result = _ops["where"](condition, x, y)
    if x.is_integer() and not result.is_integer():
        raise TypeError(
            "(InvalidType) where_: `x` can not take the result.\n"
            f"  Expected: {x.dtype.name}\n  Received: {result.dtype.name}\n"
            "  Hint: use the form that is not in place, or convert with Tensor.astype()."
        )
    if result.shape != x.shape:
        raise ValueError(
            "(InvalidArgument) where_: the result does not fit into `x`.\n"
            f"  Expected: {list(x.shape)}\n  Received: {list(result.shape)}"
        )
    return _ops["assign"](result, out=x)


def _part_of(src, index, op):
    """The part of `src` that starts at its first element and has the shape of `index`."""
    if src.shape == index.shape:
        return src
    if src.ndim != index.ndim or any(n < m for n, m in zip(src.shape, index.shape, strict=True)):
        raise ValueError(
            f"(InvalidArgument) {op}: `src` is smaller than `index`.\n"
            f"  Received: src.shape = {list(src.shape)}, index.shape = {list(index.shape)}"
        )
    return _ops["slice"](src, list(range(src.ndim)), [0] * src.ndim, list(index.shape))


def scatter_add(input, dim, index, src):
    """A copy of `input` with `src` added along an axis at the places that `index` names.

    Args:
        input (Tensor): Of rank 1 or more.
        dim (int): The axis that `index` runs over.
        index (Tensor): int32 or int64, of the rank of `input`, in [-n, n), n = input.shape[dim].
        src (Tensor): One value for each index. An index that comes twice adds twice.

    Returns:
        Tensor: Of the shape and dtype of `input`.

    Raises:
        IndexError: An index is out of range.

    Examples:
        >>> import paddle
        >>> index = paddle.to_tensor([0, 0, 2])
        >>> paddle.scatter_add(paddle.zeros([3]), 0, index, paddle.to_tensor([1.0, 2.0, 5.0])).tolist()
        [3.0, 0.0, 5.0]
    """
    src = _part_of(src, index, "scatter_add")
    return _ops["put_along_axis"](input, index, src, dim, "add", True, False)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """A copy of `input` with `src` combined along an axis at the places that `index` names.

    Args:
        input (Tensor): Of rank 1 or more.
        dim (int): The axis that `index` runs over.
        index (Tensor): int32 or int64, of the rank of `input`, in [-n, n), n = input.shape[dim].
        src (Tensor): One value for each index.
        reduce (str): sum, prod, mean, amax or amin.
        include_self (bool): What stands in `input` counts too.

    Returns:
        Tensor: Of the shape and dtype of `input`.

    Raises:
        IndexError: An index is out of range.

    Examples:
        >>> import paddle
        >>> index = paddle.to_tensor([0, 0, 1])
        >>> src = paddle.to_tensor([2.0, 7.0, 5.0])
        >>> paddle.scatter_reduce(paddle.ones([2]), 0, index, src, "amax").tolist()
        [7.0, 5.0]
    """
    reduce = {"sum": "add", "prod": "mul"}.get(reduce, reduce)
    src = _part_of(src, index, "scatter_reduce")
    return _ops["put_along_axis"](input, index, src, dim, reduce, include_self, False)


def narrow(input, dim, start, length):
    """The part of `length` elements of an axis that begins at `start`: a view.

    Args:
        input (Tensor): Of rank 1 or more.
        dim (int): The axis.
        start (int|Tensor): The first element; negative counts from the end.
        length (int): The number of elements.

    Returns:
        Tensor: Of the shape of `input` but for `length` on that axis.

    Raises:
        ValueError: The part reaches beyond the axis.

    Examples:
        >>> import paddle
        >>> paddle.narrow(paddle.arange(5), 0, 1, 3).tolist()
        [1, 2, 3]
    """
    if input.ndim == 0:
        raise ValueError("(InvalidArgument) narrow: a 0-D tensor has no axis.")
    dim = normalize(dim, input.ndim, "narrow")
    size = input.shape[dim]
    start = int(start) + (size if start < 0 else 0)
    if not 0 <= start <= start + length <= size:
        raise ValueError(
            f"(InvalidArgument) narrow: beyond the axis.\n  Expected: at most {size} elements\n"
            f"  Received: start = {start}, length = {length}"
        )
    return _ops["slice"](input, [dim], [start], [start + length])


def block_diag(inputs, name=None):
    """A matrix with the given ones as blocks along its diagonal and 0 elsewhere.

    Args:
        inputs (list[Tensor]): Matrices; vectors count as rows, numbers as [1, 1].

    Returns:
        Tensor: Of shape [sum of the rows, sum of the columns].

    Raises:
        ValueError: A block has more than two axes.

    Examples:
        >>> import paddle
        >>> paddle.block_diag([paddle.to_tensor([[1, 2]]), paddle.to_tensor([[3]])]).tolist()
        [[1, 2, 0], [0, 0, 3]]
    """
    blocks = _listed(atleast_2d(*inputs))
    if any(b.ndim != 2 for b in blocks):
        raise ValueError("(InvalidArgument) block_diag: a block has more than two axes.")
    dtype = sum((_ops["zeros"]([0], b.dtype) for b in blocks), _ops["zeros"]([0], "bool")).dtype
    columns, left, rows = sum(b.shape[1] for b in blocks), 0, []
    for b in blocks:
        row = [_ops["zeros"]([b.shape[0], n], dtype) for n in (left, columns - left - b.shape[1])]
        rows.append(_ops["concat"]([row[0], b.astype(dtype), row[1]], 1))
        left += b.shape[1]
    return _ops["concat"](rows, 0)


def cartesian_prod(x, name=None):
    """All tuples of one element from each tensor, the last tensor changing fastest.

    Args:
        x (list[Tensor]): 1-D tensors of n1, n2, ... elements and one dtype.

    Returns:
        Tensor: Of shape [n1 * n2 * ..., number of tensors]; of one tensor its copy.

    Examples:
        >>> import paddle
        >>> paddle.cartesian_prod([paddle.to_tensor([1, 2]), paddle.to_tensor([5, 6])]).tolist()
        [[1, 5], [1, 6], [2, 5], [2, 6]]
    """
    grids = meshgrid(*x)
    flat = [g.reshape([-1]) for g in grids]
    return flat[0] if len(flat) == 1 else _ops["stack"](flat, 1)


def shard_index(input, index_num, nshards, shard_id, ignore_value=-1):
    """Indices of one shard of a range that is divided evenly: the offset within the shard.

    Args:
        input (Tensor): int32 or int64, in [0, index_num).
        index_num (int): The size of the whole range.
        nshards (int): The number of shards, of (index_num + nshards - 1) // nshards indices each.
        shard_id (int): The shard, in [0, nshards).
        ignore_value (int): Stands for indices of other shards.

    Returns:
        Tensor: Of the shape and dtype of `input`.

    Raises:
        ValueError: There is no such shard.

    Examples:
        >>> import paddle
        >>> label = paddle.to_tensor([[16], [1]])
        >>> paddle.shard_index(label, index_num=20, nshards=2, shard_id=0).tolist()
        [[-1], [1]]
    """
    if not 0 <= shard_id < nshards:
        raise ValueError(
            f"(InvalidArgument) shard_index: there is no shard {shard_id} of {nshards}."
        )
    size = (index_num + nshards - 1) // nshards
    here = input // size == shard_id
    return where(here, input % size, _ops["full_like"](input, ignore_value))


def _fill_(self, value):
    """Replaces every element by a number, in place.

    Args:
        value (number): Converted to the dtype of this tensor.

    Returns:
        Tensor: This tensor.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).fill_(7.0).tolist()
        [7.0, 7.0]
    """
    return _ops["fill_"](self, value)


def _zero_(self):
    """Replaces every element by 0, in place.

    Returns:
        Tensor: This tensor.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).zero_().tolist()
        [0.0, 0.0]
    """
    return _ops["fill_"](self, 0)


_C.extend_tensor(
    {
        "fill_": _fill_,
        "fill_diagonal_tensor_": _ops["fill_diagonal_tensor_"],
        "narrow": narrow,
        "nonzero": nonzero,
        "scatter_add": scatter_add,
        "scatter_reduce": scatter_reduce,
        "unfold": unfold,
        "view": view,
        "where": where,
        "where_": where_,
        "zero_": _zero_,
    }
)
