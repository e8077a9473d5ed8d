"""Cutting tensors into parts, and putting parts together."""

from .. import _C

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "column_stack",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "row_stack",
    "split",
    "tensor_split",
    "vsplit",
    "vstack",
]

_ops = _C.ops
_split, _split_with_num = _ops["split"], _ops["split_with_num"]


def split(x, num_or_sections, axis=0, name=None):
    """Parts of `x` along an axis, each a view.

    Args:
        x (Tensor): Of rank 1 or more.
        num_or_sections (int|list[int]): The number of equal parts, or their sizes; one size may be -1.
        axis (int): In [-rank, rank).

    Returns:
        list[Tensor]: Of the dtype and rank of `x`.

    Raises:
        ValueError: The parts do not add up to the size of the axis.

    Examples:
        >>> import paddle
        >>> [p.tolist() for p in paddle.split(paddle.arange(6), 3)]
        [[0, 1], [2, 3], [4, 5]]
        >>> [p.tolist() for p in paddle.split(paddle.arange(6), [1, -1])]
        [[0], [1, 2, 3, 4, 5]]
    """
    if isinstance(num_or_sections, (list, tuple)):
        return _split(x, num_or_sections, axis)
    return _split_with_num(x, num_or_sections, axis)


def tensor_split(x, num_or_indices, axis=0, name=None):
    """Parts of `x` along an axis that may differ in size, each a view.

    Args:
        x (Tensor): Of rank 1 or more.
        num_or_indices (int|list[int]): The number of parts, the first ones longer by one where the size is no multiple;
            or the indices to cut at.
        axis (int): In [-rank, rank).

    Returns:
        list[Tensor]: Of the dtype and rank of `x`.

    Examples:
        >>> import paddle
        >>> [p.tolist() for p in paddle.tensor_split(paddle.arange(5), 2)]
        [[0, 1, 2], [3, 4]]
        >>> [p.tolist() for p in paddle.tensor_split(paddle.arange(5), [1, 4])]
        [[0], [1, 2, 3], [4]]
    """
    if isinstance(num_or_indices, int):
        return _ops["tensor_split_with_num"](x, num_or_indices, axis)
    return _ops["tensor_split_at"](x, num_or_indices, axis)


def hsplit(x, num_or_indices, name=None):
    """tensor_split() along axis 1, or along axis 0 of a 1-D tensor.

    Args:
        x (Tensor): Of rank 1 or more.
        num_or_indices (int|list[int]): As in tensor_split().

    Returns:
        list[Tensor]

    Raises:
        ValueError: `x` is 0-D.

    Examples:
        >>> import paddle
        >>> [p.shape for p in paddle.hsplit(paddle.zeros([2, 4]), 2)]
        [paddle.Size([2, 2]), paddle.Size([2, 2])]
    """
    if x.ndim < 1:
        raise ValueError("(InvalidArgument) hsplit: needs at least one axis.")
    return tensor_split(x, num_or_indices, 1 if x.ndim > 1 else 0)


def vsplit(x, num_or_indices, name=None):
    """tensor_split() along axis 0.

    Args:
        x (Tensor): Of rank 2 or more.
        num_or_indices (int|list[int]): As in tensor_split().

    Returns:
        list[Tensor]

    Raises:
        ValueError: The rank of `x` is below 2.

    Examples:
        >>> import paddle
        >>> [p.shape for p in paddle.vsplit(paddle.zeros([4, 2]), [1])]
        [paddle.Size([1, 2]), paddle.Size([3, 2])]
    """
    if x.ndim < 2:
        raise ValueError("(InvalidArgument) vsplit: needs at least two axes.")
    return tensor_split(x, num_or_indices, 0)


def dsplit(x, num_or_indices, name=None):
    """tensor_split() along axis 2.

    Args:
        x (Tensor): Of rank 3 or more.
        num_or_indices (int|list[int]): As in tensor_split().

    Returns:
        list[Tensor]

    Raises:
        ValueError: The rank of `x` is below 3.

    Examples:
        >>> import paddle
        >>> [p.shape for p in paddle.dsplit(paddle.zeros([1, 2, 4]), 2)]
        [paddle.Size([1, 2, 2]), paddle.Size([1, 2, 2])]
    """
    if x.ndim < 3:
        raise ValueError("(InvalidArgument) dsplit: needs at least three axes.")
    return tensor_split(x, num_or_indices, 2)


def _at_least(inputs, change):
    if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
        inputs = inputs[0]
    out = [change(x if isinstance(x, _C.Tensor) else _C.to_tensor(x)) for x in inputs]
    return out[0] if len(out) == 1 else out


def atleast_1d(*inputs, name=None):
    """Tensors with at least one axis: a 0-D tensor becomes [1].

    Args:
        *inputs (Tensor|number): Tensors, or one list of them.

    Returns:
        Tensor|list[Tensor]: One for one input.

    Examples:
        >>> import paddle
        >>> paddle.atleast_1d(paddle.to_tensor(3)).tolist()
        [3]
    """
    return _at_least(inputs, lambda x: x if x.ndim else x.reshape([1]))


def atleast_2d(*inputs, name=None):
    """Tensors with at least two axes: [n] becomes [1, n].

    Args:
        *inputs (Tensor|number): Tensors, or one list of them.

    Returns:
        Tensor|list[Tensor]: One for one input.

    Examples:
        >>> import paddle
        >>> paddle.atleast_2d(paddle.to_tensor([1, 2])).tolist()
        [[1, 2]]
    """
    return _at_least(inputs, lambda x: x if x.ndim > 1 else x.reshape([1, x.size]))


def atleast_3d(*inputs, name=None):
    """Tensors with at least three axes: [n] becomes [1, n, 1], [m, n] becomes [m, n, 1].

    Args:
        *inputs (Tensor|number): Tensors, or one list of them.

    Returns:
        Tensor|list[Tensor]: One for one input.

    Examples:
        >>> import paddle
        >>> paddle.atleast_3d(paddle.zeros([2, 4])).shape
        paddle.Size([2, 4, 1])
    """

    def change(x):
        if x.ndim < 2:
            return x.reshape([1, x.size, 1])
        return x.unsqueeze(2) if x.ndim == 2 else x

    return _at_least(inputs, change)


def _listed(x):
    return x if isinstance(x, list) else [x]


def hstack(x, name=None):
    """The tensors concatenated along axis 1; 1-D tensors along axis 0.

    Args:
        x (list[Tensor]): Of one shape but for that axis; 0-D tensors become [1].

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.hstack([paddle.to_tensor([1, 2]), paddle.to_tensor([3])]).tolist()
        [1, 2, 3]
    """
    parts = _listed(atleast_1d(*x))
    return _ops["concat"](parts, 0 if not parts or parts[0].ndim == 1 else 1)


def vstack(x, name=None):
    """The tensors concatenated along axis 0; 1-D tensors become rows [1, n] first.

    Args:
        x (list[Tensor]): Of one shape but for axis 0.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.vstack([paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])]).tolist()
        [[1, 2], [3, 4]]
    """
    return _ops["concat"](_listed(atleast_2d(*x)), 0)


row_stack = vstack


def dstack(x, name=None):
    """The tensors concatenated along axis 2; fewer axes are added as in atleast_3d().

    Args:
        x (list[Tensor]): Of one shape but for axis 2.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.dstack([paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])]).tolist()
        [[[1, 3], [2, 4]]]
    """
    return _ops["concat"](_listed(atleast_3d(*x)), 2)


def column_stack(x, name=None):
    """The tensors concatenated along axis 1; 1-D tensors become columns [n, 1] first.

    Args:
        x (list[Tensor]): Of one shape but for axis 1.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.column_stack([paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4])]).tolist()
        [[1, 3], [2, 4]]
    """
    return _ops["concat"]([t if t.ndim > 1 else t.reshape([t.size, 1]) for t in x], 1)


_C.extend_tensor(
    {
        "dsplit": dsplit,
        "hsplit": hsplit,
        "split": split,
        "tensor_split": tensor_split,
        "vsplit": vsplit,
    }
)
