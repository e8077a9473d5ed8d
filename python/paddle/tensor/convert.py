"""Tensors of another dtype, or like another tensor: methods that are Python."""

from .. import _C

_ops = _C.ops


def constructed(*args, data=None, **kwargs):
    """What `paddle.Tensor(...)` makes: of numbers in a list, of an array, or of sizes without values.

    Args:
        *args: A list or tuple of numbers (float32), a numpy array (its dtype), or sizes.
        data (list|numpy.ndarray, optional): The first argument by name.

    Returns:
        Tensor

    Raises:
        TypeError: It is none of these.

    Examples:
        >>> import paddle
        >>> paddle.Tensor([1, 2]).dtype
        paddle.float32
        >>> paddle.Tensor(2, 3).shape
        paddle.Size([2, 3])
    """
    data = args[0] if len(args) == 1 else data
    if isinstance(data, (list, tuple)):
        return _C.to_tensor(data, "float32")
    if hasattr(data, "__array__"):
        return _C.to_tensor(data)
    if args and all(isinstance(size, int) and not isinstance(size, bool) for size in args):
        return _ops["empty"](list(args), "float32")
    raise TypeError(
        "(InvalidType) Tensor: the argument has the wrong type.\n"
        "  Expected: a list, a numpy array or sizes\n"
        f"  Received: {', '.join(type(v).__name__ for v in (args or (data,)))}\n"
        "  Hint: paddle.to_tensor takes numbers too."
    )


# Tensor method: the dtype it converts to.
_DTYPES = {
    "bfloat16": "bfloat16", "bool": "bool", "byte": "uint8", "cdouble": "complex128", "cfloat": "complex64",
    "char": "int8", "complex128": "complex128", "complex64": "complex64", "double": "float64", "float": "float32",
    "float16": "float16", "float32": "float32", "float64": "float64", "half": "float16", "int": "int32",
    "int16": "int16", "int32": "int32", "int64": "int64", "int8": "int8", "long": "int64", "short": "int16",
    "uint8": "uint8",
}  # fmt: skip


def _converter(name, dtype):
    def convert(self):
        return self.astype(dtype)

    convert.__name__ = name
    convert.__doc__ = f"""This tensor as {dtype}; itself where it is one.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).{name}().dtype
        paddle.{dtype}
    """
    return convert


def type_as(self, other):
    """This tensor with the dtype of another.

    Args:
        other (Tensor): Gives the dtype.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).type_as(paddle.arange(3)).dtype
        paddle.int64
    """
    return self.astype(other.dtype)


def requires_grad_(self, requires_grad=True):
    """Sets whether gradients are wanted; returns this tensor.

    Args:
        requires_grad (bool): The opposite of `stop_gradient`.

    Returns:
        Tensor: Itself.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).requires_grad_().stop_gradient
        False
    """
    self.stop_gradient = not requires_grad
    return self


def _get_requires_grad(self):
    """Whether gradients are wanted: the opposite of `stop_gradient`.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).requires_grad
        False
    """
    return not self.stop_gradient


def copy_(self, other, blocking=True):
    """Takes the values of another tensor, converted and broadcast.

    Args:
        other (Tensor): The values.
        blocking (bool): Accepted.

    Returns:
        Tensor: Itself.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).copy_(paddle.to_tensor([1, 2])).tolist()
        [1.0, 2.0]
    """
    self[...] = other.astype(self.dtype)
    return self


def apply(self, func):
    """The result of a function of this tensor, which must not want a gradient.

    Args:
        func (Callable): Takes and gives a Tensor.

    Returns:
        Tensor

    Raises:
        RuntimeError: The tensor wants a gradient.
        TypeError: The function gives no Tensor.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).apply(lambda x: x * 3).tolist()
        [3.0, 3.0]
    """
    if not self.stop_gradient:
        raise RuntimeError(
            "(PreconditionNotMet) apply: the tensor wants a gradient.\n  Hint: call the function."
        )
    result = func(self)
    if not isinstance(result, _C.Tensor):
        raise TypeError(
            "(InvalidType) apply: the function gives no Tensor.\n"
            f"  Expected: a Tensor\n  Received: {type(result).__name__}"
        )
    return result


def apply_(self, func):
    """Takes the result of a function of this tensor, which must not want a gradient.

    Args:
        func (Callable): Takes and gives a Tensor.

    Returns:
        Tensor: Itself.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).apply_(lambda x: x * 3).tolist()
        [3.0, 3.0]
    """
    return copy_(self, apply(self, func))


def _maker(name, fill, of):
    def make(self, size, *sizes, dtype=None, device=None, requires_grad=False, pin_memory=False):
        if sizes and not isinstance(size, int):  # the dtype by position
            (dtype,), sizes = sizes, ()
        return fill(
            [size, *sizes] if sizes else size,
            self.dtype if dtype is None else dtype,
            device=device,
            requires_grad=requires_grad,
            pin_memory=pin_memory,
        )

    make.__name__ = name
    make.__doc__ = f"""A tensor {of}, of the dtype of this one.

    Args:
        size (int|list[int]): Its shape.
        *sizes (int): The other sizes, where they are not given as a list.
        dtype (dtype|str, optional): Another dtype.
        device (str|Place, optional): Where it is made; by default the current device.
        requires_grad (bool): The opposite of stop_gradient.
        pin_memory (bool): Accepted; memory is not page-locked.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2], "int64").{name}([3]).dtype
        paddle.int64
    """
    return make


def new_full(
    self, size, fill_value, dtype=None, *, device=None, requires_grad=False, pin_memory=False
):
    """A tensor with every element equal to a number, of the dtype of this one.

    Args:
        size (list[int]): Its shape.
        fill_value (float|Tensor): The number.
        dtype (dtype|str, optional): Another dtype.
        device (str|Place, optional): Where it is made; by default the current device.
        requires_grad (bool): The opposite of stop_gradient.
        pin_memory (bool): Accepted; memory is not page-locked.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).new_full([2], 5).tolist()
        [5.0, 5.0]
    """
    return _ops["full"](
        size,
        fill_value,
        self.dtype if dtype is None else dtype,
        device=device,
        requires_grad=requires_grad,
        pin_memory=pin_memory,
    )


def repeat(self, *args, repeats=None):
    """This tensor repeated along each axis, as tile().

    Args:
        *args (int|list[int]): How often, for each axis.
        repeats (list[int], optional): The same by name.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1, 2]).repeat(2).tolist()
        [1, 2, 1, 2]
    """
    if repeats is None:
        listed = len(args) == 1 and isinstance(args[0], (list, tuple, _C.Tensor))
        repeats = args[0] if listed else args
    return _ops["tile"](self, repeats)


def stride(self, dim=None):
    """How many elements lie between neighbours of each axis, or of one.

    Args:
        dim (int, optional): The axis.

    Returns:
        list[int]|int

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).stride(0)
        3
    """
    if dim is None:
        return self.strides
    if not -self.ndim <= dim < self.ndim:
        raise IndexError(
            "(OutOfRange) stride: `dim` is out of range.\n"
            f"  Expected: {-self.ndim} to {self.ndim - 1}\n  Received: {dim}"
        )
    return self.strides[dim]


def is_same_shape(self, y):
    """Whether another tensor has the same shape.

    Args:
        y (Tensor): The other one.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).is_same_shape(paddle.zeros([2]))
        True
    """
    return self.shape == y.shape


def pin_memory(self, blocking=True):
    """This tensor: host memory is not pinned in a build without GPU.

    Args:
        blocking (bool): Accepted.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).pin_memory().shape
        paddle.Size([2])
    """
    return self


def _device(self):
    """Where the tensor is, as text.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).device
        'cpu'
    """
    return self._place


def _type(self):
    """What kind of variable it is: ``VarType.DENSE_TENSOR``.

    Examples:
        >>> import paddle
        >>> str(paddle.ones([2]).type)
        'VarType.DENSE_TENSOR'
    """
    from ..base.core import VarDesc

    return VarDesc.VarType.DENSE_TENSOR


_PLAIN = (
    type_as, requires_grad_, copy_, apply, apply_, new_full, repeat, stride, is_same_shape, pin_memory,
    _maker("new_zeros", _ops["zeros"], "of zeros"), _maker("new_ones", _ops["ones"], "of ones"),
    _maker("new_empty", _ops["empty"], "of any values"),
)  # fmt: skip
_C.extend_tensor(
    {
        **{f.__name__: f for f in _PLAIN},
        **{name: _converter(name, dtype) for name, dtype in _DTYPES.items()},
        "requires_grad": property(
            _get_requires_grad, lambda self, value: requires_grad_(self, value)
        ),
        "device": property(_device),
        "type": property(_type),
    }
)
