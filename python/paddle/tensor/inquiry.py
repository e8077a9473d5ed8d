"""Limits of dtypes, shapes of results, and conversions from and to Python."""

import numpy as _np

from .. import _C
from .logic import numel

__all__ = [
    "argwhere",
    "as_tensor",
    "asarray",
    "broadcast_shape",
    "broadcast_shapes",
    "finfo",
    "from_numpy",
    "iinfo",
    "is_empty",
    "tolist",
]

_NARROW = {  # (bits, largest, smallest normal, epsilon, decimal resolution)
    "float16": (16, 65504.0, 2.0**-14, 2.0**-10, 1e-3),
    "bfloat16": (16, float.fromhex("0x1.fep127"), 2.0**-126, 2.0**-7, 1e-2),
    "float8_e4m3fn": (8, 448.0, 2.0**-6, 2.0**-3, 1.0),
    "float8_e5m2": (8, 57344.0, 2.0**-14, 2.0**-2, 1.0),
}


class finfo:
    """The limits of a float or complex dtype.

    Args:
        dtype (dtype|str): The dtype; a complex one stands for its parts.

    Examples:
        >>> import paddle
        >>> paddle.finfo("float32").eps
        1.1920928955078125e-07
    """

    def __init__(self, dtype):
        name = _C.dtype(dtype).name
        name = {"complex64": "float32", "complex128": "float64"}.get(name, name)
        if name in _NARROW:
            self.bits, self.max, self.tiny, self.eps, self.resolution = _NARROW[name]
        elif name in ("float32", "float64"):
            limits = _np.finfo(name)
            self.bits, self.max, self.eps = limits.bits, float(limits.max), float(limits.eps)
            self.tiny, self.resolution = float(limits.tiny), float(limits.resolution)
        else:
            raise ValueError(f"(InvalidArgument) finfo: {name} is no floating dtype.")
        self.min, self.smallest_normal, self.dtype = -self.max, self.tiny, name

    def __repr__(self):
        return (
            f"paddle.finfo(min={self.min:g}, max={self.max:g}, eps={self.eps:g}, resolution={self.resolution:g}, "
            f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, bits={self.bits}, dtype={self.dtype})"
        )


class iinfo:
    """The limits of an integer dtype.

    Args:
        dtype (dtype|str): The dtype.

    Examples:
        >>> import paddle
        >>> paddle.iinfo("int8").max
        127
    """

    def __init__(self, dtype):
        name = _C.dtype(dtype).name
        if "int" not in name:
            raise ValueError(f"(InvalidArgument) iinfo: {name} is no integer dtype.")
        limits = _np.iinfo(name)
        self.min, self.max, self.bits, self.dtype = (
            int(limits.min),
            int(limits.max),
            limits.bits,
            name,
        )

    def __repr__(self):
        return f"paddle.iinfo(min={self.min}, max={self.max}, bits={self.bits}, dtype={self.dtype})"


def broadcast_shapes(*shapes):
    """The shape that tensors of the given shapes broadcast to.

    Args:
        shapes (list[int]): One or more.

    Returns:
        list[int]

    Raises:
        ValueError: They do not broadcast.

    Examples:
        >>> import paddle
        >>> paddle.broadcast_shapes([2, 1], [3], [1, 1, 1])
        [1, 2, 3]
    """
    rank = max((len(s) for s in shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for axis, n in enumerate(shape, rank - len(shape)):
            if n != 1 and result[axis] not in (1, n):
                raise ValueError(
                    "(InvalidArgument) broadcast_shapes: the shapes do not broadcast.\n"
                    f"  Received: {[list(s) for s in shapes]}"
                )
            result[axis] = n if n != 1 else result[axis]
    return result


def broadcast_shape(x_shape, y_shape):
    """The shape that tensors of two shapes broadcast to.

    Args:
        x_shape (list[int]): The one.
        y_shape (list[int]): The other.

    Returns:
        list[int]

    Examples:
        >>> import paddle
        >>> paddle.broadcast_shape([2, 1], [3])
        [2, 3]
    """
    return broadcast_shapes(x_shape, y_shape)


def is_empty(x, name=None):
    """Whether a tensor has no element, as a 0-D bool tensor.

    Args:
        x (Tensor): Of any dtype.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.is_empty(paddle.ones([0, 2])).item()
        True
    """
    return numel(x) == 0


def tolist(x):
    """The elements as nested lists of Python numbers.

    Args:
        x (Tensor): Of any dtype.

    Returns:
        list|int|float|bool|complex

    Examples:
        >>> import paddle
        >>> paddle.tolist(paddle.ones([2]))
        [1.0, 1.0]
    """
    return x.tolist()


def argwhere(input):
    """The coordinates of the elements that are not 0, one row each.

    Args:
        input (Tensor): Of any dtype.

    Returns:
        Tensor: int64 [count, rank].

    Examples:
        >>> import paddle
        >>> paddle.argwhere(paddle.to_tensor([0, 3])).tolist()
        [[1]]
    """
    return _C.ops["nonzero"](input)


def from_numpy(ndarray):
    """A tensor with a copy of a numpy array.

    Args:
        ndarray (numpy.ndarray): The values.

    Returns:
        Tensor

    Raises:
        TypeError: It is no numpy array.

    Examples:
        >>> import numpy, paddle
        >>> paddle.from_numpy(numpy.ones(2)).dtype
        paddle.float64
    """
    if not isinstance(ndarray, _np.ndarray):
        raise TypeError(
            f"(InvalidType) from_numpy: expected a numpy array.\n  Received: {type(ndarray).__name__}"
        )
    return _C.to_tensor(ndarray)


def as_tensor(data, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """`data` as a tensor; a Tensor that fits is returned as it is.

    Args:
        data (Tensor|list|numpy.ndarray|float): The values.
        dtype (dtype|str, optional): Another dtype.
        device (str, optional): Where to.
        requires_grad (bool): Sets stop_gradient to its opposite.
        pin_memory (bool): Accepted.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.as_tensor([1, 2], "float32").tolist()
        [1.0, 2.0]
    """
    if isinstance(data, _C.Tensor):
        out = data if dtype is None else data.astype(dtype)
        out = out if device is None else out.to(device)
    else:
        out = _C.to_tensor(data, dtype, device)
    if requires_grad:
        out.stop_gradient = False
    return out


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """`obj` as a tensor; `copy` decides whether a Tensor is copied.

    Args:
        obj (Tensor|list|numpy.ndarray|float): The values.
        dtype (dtype|str, optional): Another dtype.
        device (str, optional): Where to.
        copy (bool, optional): True copies; None and False do where it can not be avoided.
        requires_grad (bool): Sets stop_gradient to its opposite.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> paddle.asarray(x) is x, paddle.asarray(x, copy=True) is x
        (True, False)
    """
    out = as_tensor(obj, dtype, device)
    if copy and out is obj:
        out = out.clone()
    if requires_grad:
        out.stop_gradient = False
    return out


_C.extend_tensor({"argwhere": argwhere, "is_empty": is_empty})
