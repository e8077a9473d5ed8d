"""Questions about tensors that are answered with a Python value."""

from .. import _C

__all__ = ["is_complex", "is_floating_point", "is_integer", "is_tensor", "numel", "rank", "shape"]


def is_tensor(x):
    """True where `x` is a Tensor."""
    return isinstance(x, _C.Tensor)


def is_floating_point(x):
    """True for float16, bfloat16, float32, float64 and the float8 types."""
    return x.dtype.is_floating_point


def is_complex(x):
    """True for complex64 and complex128."""
    return x.dtype.is_complex


def is_integer(x):
    """True for the integer types; bool is none."""
    return x.is_integer()


def numel(x, name=None):
    """The number of elements, as a 0-D int64 tensor."""
    return _C.to_tensor(x.size)


def rank(input):
    """The number of axes, as a 0-D int32 tensor."""
    return _C.to_tensor(input.ndim, "int32")


def shape(input):
    """The sizes, as a 1-D int32 tensor."""
    return _C.to_tensor(list(input.shape), "int32")
