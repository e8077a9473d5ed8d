"""Shapes and parts of tensors, where Paddle's arguments do not fit one operator."""

from .. import _C

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "cartesian_prod",
    "column_stack",
    "combinations",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "meshgrid",
    "narrow",
    "nonzero",
    "row_stack",
    "scatter_add",
    "scatter_reduce",
    "shard_index",
    "split",
    "tensor_split",
    "unfold",
    "view",
    "vsplit",
    "vstack",
    "where",
]

_ops = _C.ops
_split, _split_with_num = _ops["split"], _ops["split_with_num"]
_view_dtype, _view_shape = _ops["view_dtype"], _ops["view_shape"]
_nonzero, _unbind = _ops["nonzero"], _ops["unbind"]


def split(x, num_or_sections, axis=0, name=None):
    """Cuts `x` along an axis into equal parts (an int), or parts of the given sizes (a list; one may be -1)."""
    if isinstance(num_or_sections, (list, tuple)):
        return _split(x, num_or_sections, axis)
    return _split_with_num(x, num_or_sections, axis)


def tensor_split(x, num_or_indices, axis=0, name=None):
    """Cuts `x` along an axis into a number of parts, or at the given places. Parts may differ in size."""
    if isinstance(num_or_indices, int):
        return _ops["tensor_split_with_num"](x, num_or_indices, axis)
    return _ops["tensor_split_at"](x, num_or_indices, axis)


def hsplit(x, num_or_indices, name=None):
    """tensor_split() along the second axis; the first of a 1-D tensor."""
    if x.ndim < 1:
        raise ValueError("(InvalidArgument) hsplit: needs at least one axis.")
    return tensor_split(x, num_or_indices, 1 if x.ndim > 1 else 0)


def vsplit(x, num_or_indices, name=None):
    """tensor_split() along the first axis."""
    if x.ndim < 2:
        raise ValueError("(InvalidArgument) vsplit: needs at least two axes.")
    return tensor_split(x, num_or_indices, 0)


def dsplit(x, num_or_indices, name=None):
    """tensor_split() along the third axis."""
    if x.ndim < 3:
        raise ValueError("(InvalidArgument) dsplit: needs at least three axes.")
    return tensor_split(x, num_or_indices, 2)


def _at_least(inputs, change):
    if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
        inputs = inputs[0]
    out = [change(x if isinstance(x, _C.Tensor) else _C.to_tensor(x)) for x in inputs]
    return out[0] if len(out) == 1 else out


def atleast_1d(*inputs, name=None):
    """Each tensor with at least one axis."""
    return _at_least(inputs, lambda x: x if x.ndim else x.reshape([1]))


def atleast_2d(*inputs, name=None):
    """Each tensor with at least two axes; new ones come first."""
    return _at_least(inputs, lambda x: x if x.ndim > 1 else x.reshape([1, x.size]))


def atleast_3d(*inputs, name=None):
    """Each tensor with at least three axes; a matrix gets its new one last."""

    def change(x):
        if x.ndim < 2:
            return x.reshape([1, x.size, 1])
        return x.unsqueeze(2) if x.ndim == 2 else x

    return _at_least(inputs, change)


def _listed(x):
    return x if isinstance(x, list) else [x]


def hstack(x, name=None):
    """Concatenates along the second axis; 1-D tensors along their only one."""
    parts = _listed(atleast_1d(*x))
    return _ops["concat"](parts, 0 if parts[0].ndim == 1 else 1)


def vstack(x, name=None):
    """Concatenates along the first axis; 1-D tensors become rows."""
    return _ops["concat"](_listed(atleast_2d(*x)), 0)


row_stack = vstack


def dstack(x, name=None):
    """Concatenates along the third axis."""
    return _ops["concat"](_listed(atleast_3d(*x)), 2)


def column_stack(x, name=None):
    """Concatenates along the second axis; 1-D tensors become columns."""
    return _ops["concat"]([t if t.ndim > 1 else t.reshape([t.size, 1]) for t in x], 1)


def view(x, shape_or_dtype, name=None):
    """`x` in another shape, or its bytes as another dtype; never a copy."""
    if isinstance(shape_or_dtype, (list, tuple)):
        return _view_shape(x, shape_or_dtype)
    return _view_dtype(x, shape_or_dtype)


def unfold(x, axis, size, step, name=None):
    """All windows of `size` elements over an axis, `step` apart, each as a new last axis. A view."""
    return _ops["tensor_unfold"](x, axis, size, step)


def meshgrid(*args, name=None):
    """Each 1-D tensor broadcast over the grid that they span together."""
    if len(args) == 1 and isinstance(args[0], (list, tuple)):
        args = args[0]
    return _ops["meshgrid"](list(args))


def nonzero(x, as_tuple=False, *, out=None):
    """The coordinates of the elements that are not 0: one row each, or one tensor for each axis."""
    at = _nonzero(x)
    if as_tuple:
        return tuple(_unbind(at, 1))
    if out is None:
        return at
    return out.set_value(at) or out


def where(condition, x=None, y=None, name=None, *, out=None):
    """Elements of `x` where `condition` is True, of `y` where it is not; alone, its coordinates where it is True."""
    if x is None and y is None:
        return nonzero(condition, as_tuple=True)
    return _ops["where"](condition, x, y, out=out)


def scatter_add(input, dim, index, src):
    """`input` with `src` added along an axis where `index` says."""
    return _ops["put_along_axis"](input, index, src, dim, "add", True, False)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """`input` with `src` combined along an axis where `index` says."""
    reduce = {"sum": "add", "prod": "mul"}.get(reduce, reduce)
    return _ops["put_along_axis"](input, index, src, dim, reduce, include_self, False)


def narrow(input, dim, start, length):
    """The part of `length` elements of an axis that begins at `start`. A view."""
    size = input.shape[dim]
    start = int(start) + (size if start < 0 else 0)
    if not 0 <= start <= start + length <= size:
        raise ValueError(
            f"(InvalidArgument) narrow: beyond the axis.\n  Expected: at most {size} elements\n"
            f"  Received: start = {start}, length = {length}"
        )
    return _ops["slice"](input, [dim], [start], [start + length])


def block_diag(inputs, name=None):
    """A matrix with the given ones as blocks along its diagonal."""
    blocks = _listed(atleast_2d(*inputs))
    rows, columns = sum(b.shape[0] for b in blocks), sum(b.shape[1] for b in blocks)
    out, row, column = _ops["zeros"]([rows, columns], blocks[0].dtype), 0, 0
    for b in blocks:
        if b.ndim != 2:
            raise ValueError("(InvalidArgument) block_diag: a block has more than two axes.")
        out[row : row + b.shape[0], column : column + b.shape[1]] = b
        row, column = row + b.shape[0], column + b.shape[1]
    return out


def cartesian_prod(x, name=None):
    """All tuples of elements of the given 1-D tensors, one row each."""
    grids = meshgrid(*x)
    flat = [g.reshape([-1]) for g in grids]
    return flat[0] if len(flat) == 1 else _ops["stack"](flat, 1)


def combinations(x, r=2, with_replacement=False, name=None):
    """All combinations of `r` elements of a 1-D tensor, one row each."""
    import itertools

    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(x.shape[0]), r))
    if not rows or r == 0:
        return _ops["empty"]([len(rows) if r else 0, r], x.dtype)
    return _ops["index_select"](x, _C.to_tensor(rows, "int64").reshape([-1])).reshape(
        [len(rows), r]
    )


def shard_index(input, index_num, nshards, shard_id, ignore_value=-1):
    """Indices as they count within one shard; `ignore_value` for those of other shards."""
    if not 0 <= shard_id < nshards:
        raise ValueError(
            f"(InvalidArgument) shard_index: there is no shard {shard_id} of {nshards}."
        )
    size = (index_num + nshards - 1) // nshards
    here = input // size == shard_id
    return where(here, input % size, _ops["full_like"](input, ignore_value))


def _fill_(self, value):
    """Replaces every element by a number."""
    return _ops["fill_"](self, value)


def _zero_(self):
    """Replaces every element by 0."""
    return _ops["fill_"](self, 0)


_C.extend_tensor(
    {
        "dsplit": dsplit,
        "fill_": _fill_,
        "fill_diagonal_tensor_": _ops["fill_diagonal_tensor_"],
        "hsplit": hsplit,
        "narrow": narrow,
        "nonzero": nonzero,
        "scatter_add": scatter_add,
        "scatter_reduce": scatter_reduce,
        "split": split,
        "tensor_split": tensor_split,
        "unfold": unfold,
        "view": view,
        "vsplit": vsplit,
        "where": where,
        "zero_": _zero_,
    }
)
