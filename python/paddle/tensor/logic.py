"""Questions about tensors that are answered with a Python value."""

from .. import _C
from ..framework import static_mode

__all__ = ["is_complex", "is_floating_point", "is_integer", "is_tensor", "numel", "rank", "shape"]


def is_tensor(x):
    """Whether `x` is a Tensor, dense or sparse.

    Args:
        x (object): Anything.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.is_tensor(paddle.ones([1])), paddle.is_tensor([1.0])
        (True, False)
    """
    return isinstance(x, _C.Tensor) or getattr(type(x), "_is_sparse_tensor", False)


def is_floating_point(x):
    """Whether the dtype is a float: float16, bfloat16, float32, float64 or a float8.

    Args:
        x (Tensor): Of any dtype.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.is_floating_point(paddle.ones([1])), paddle.is_floating_point(paddle.arange(1))
        (True, False)
    """
    return x.dtype.is_floating_point


def is_complex(x):
    """Whether the dtype is complex64 or complex128.

    Args:
        x (Tensor): Of any dtype.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.is_complex(paddle.to_tensor([1j]))
        True
    """
    return x.dtype.is_complex


def is_integer(x):
    """Whether the dtype is an integer; bool is none.

    Args:
        x (Tensor): Of any dtype.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.is_integer(paddle.arange(1)), paddle.is_integer(paddle.to_tensor([True]))
        (True, False)
    """
    return x.is_integer()


def numel(x, name=None):
    """The number of elements.

    Args:
        x (Tensor): Of any shape and dtype.

    Returns:
        Tensor: 0-D int64.

    Examples:
        >>> import paddle
        >>> paddle.numel(paddle.ones([2, 3])).item()
        6
    """
    sizes = _open_sizes(x)
    return _C.to_tensor(x.size, "int64") if sizes is None else sizes.prod()


def rank(input):
    """The number of axes.

    Args:
        input (Tensor): Of any shape and dtype.

    Returns:
        Tensor: 0-D int32.

    Examples:
        >>> import paddle
        >>> paddle.rank(paddle.ones([2, 3])).item()
        2
    """
    return _C.to_tensor(input.ndim, "int32")


def shape(input):
    """The sizes of all axes as a tensor; `x.shape` gives them as a list.

    Args:
        input (Tensor): Of any shape and dtype.

    Returns:
        Tensor: int64 of shape [rank].

    Examples:
        >>> import paddle
        >>> paddle.shape(paddle.ones([2, 3])).tolist()
        [2, 3]
    """
    sizes = _open_sizes(input)
    if sizes is not None:
        return sizes
    if _C.is_tracing() and input.ndim:  # part of the program, which may be for many sizes
        full = _C.ops["full"]
        return _C.ops["stack"]([full([], n, "int64") for n in input.shape])
    return _C.to_tensor(list(input.shape), "int64")


def _open_sizes(x):
    """The sizes of a variable, some of which are not known while the program is built; else None."""
    program = static_mode.current()
    if program is None or not _C.open_axes(x):
        return None
    return program._tracer.sizes_of(x)
