"""Constructors of tensors of one dtype, in the names of other frameworks, and tensors on other memory."""

from .. import _C

_ops = _C.ops
_TYPES = {
    "BFloat16Tensor": "bfloat16", "BoolTensor": "bool", "ByteTensor": "uint8", "CharTensor": "int8",
    "DoubleTensor": "float64", "FloatTensor": "float32", "HalfTensor": "float16", "IntTensor": "int32",
    "LongTensor": "int64", "ShortTensor": "int16",
}  # fmt: skip
__all__ = list(_TYPES)


def _new(name, dtype):
    def new(cls, *args, device=None):
        data = args[0] if args else []
        sizes = bool(args) and all(isinstance(a, int) and not isinstance(a, bool) for a in args)
        if sizes:
            made = _ops["empty"](list(args), dtype)
        elif len(args) > 1:
            raise TypeError(
                f"(InvalidType) {name}: argument `args` has the wrong type.\n"
                f"  Expected: sizes, or one list, array or Tensor\n"
                f"  Received: {', '.join(type(a).__name__ for a in args)}"
            )
        elif isinstance(data, _C.Tensor):
            made = data.astype(dtype)
        else:
            made = _C.to_tensor(data, dtype)
        return made if device is None else made.to(device)

    doc = f"""A tensor of {dtype}: of the values of a list, array or Tensor, or with any values of a shape.

    Args:
        args (list|numpy.ndarray|Tensor|int): The values, or the sizes of the axes.
        device (str|Place, optional): Where it is made.

    Raises:
        TypeError: There are neither values nor sizes.

    Examples:
        >>> import paddle
        >>> paddle.{name}([1, 0]).dtype, paddle.{name}(2, 3).shape
        (paddle.{dtype}, paddle.Size([2, 3]))
    """
    return type(name, (), {"__new__": new, "__doc__": doc, "__module__": "paddle"})


globals().update({name: _new(name, dtype) for name, dtype in _TYPES.items()})

_MANTISSAS = {"float64": 53, "float32": 24, "float16": 11}


def random_(self, from_=0, to=None, *, generator=None):
    """Fills the tensor with whole numbers, each as likely as any other.

    Args:
        from_ (int): The least; alone and not 0 it is the end, as `to`.
        to (int, optional): What all are below; by default what the dtype holds exactly.
        generator (None): Accepted; there is one generator.

    Returns:
        Tensor: Itself.

    Raises:
        ValueError: `from_` is not below `to`.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([100]).random_(5, 8)
        >>> set(x.tolist()) <= {5.0, 6.0, 7.0}
        True
    """
    dtype = self.dtype
    if to is None and from_:
        from_, to = 0, from_
    elif to is None and dtype is _C.bool:
        to = 2
    elif to is None:
        whole = not dtype.is_floating_point
        bits = 8 * self.itemsize - (dtype.name != "uint8")
        to = 2**bits - 1 if whole else 2 ** _MANTISSAS.get(dtype.name, 8)
    if from_ >= to:
        raise ValueError(
            "(InvalidArgument) random_: argument `from_` is wrong.\n"
            f"  Expected: from_ < to\n  Received: from_ = {from_}, to = {to}"
        )
    if self.is_leaf and not self.stop_gradient:
        _refuse_leaf("random_")
    drawn = _ops["randint"](from_, to, self.shape, "int64")
    return self.copy_(drawn.astype(dtype))


def set_(self, source=None, shape=None, stride=None, offset=0, name=None):
    """Makes the tensor a view of the memory of another one.

    Args:
        source (Tensor, optional): Whose memory it is; None: the tensor becomes empty.
        shape (list[int], optional): The sizes; by default those of `source`.
        stride (list[int], optional): Elements from one to the next along each axis; by default rows lie side by side.
        offset (int): Where it begins, in bytes.

    Returns:
        Tensor: Itself.

    Raises:
        ValueError: It is a leaf that wants a gradient.
        IndexError: The view leaves the memory of `source`.
        TypeError: `source` has another dtype.

    Examples:
        >>> import paddle
        >>> x, y = paddle.zeros([1]), paddle.arange(6.0)
        >>> x.set_(y, [2, 2], [3, 1]).tolist()
        [[0.0, 1.0], [3.0, 4.0]]
    """
    if self.is_leaf and not self.stop_gradient:
        _refuse_leaf("set_")
    if source is None:
        self._set_data(_ops["empty"]([0], self.dtype))
        return self
    if source.dtype is not self.dtype:
        raise TypeError(
            "(InvalidType) set_: argument `source` has another dtype.\n"
            f"  Expected: {self.dtype.name}\n  Received: {source.dtype.name}"
        )
    view = source.detach()
    if shape is not None or stride is not None or offset:
        given = shape is not None
        shape = list(shape) if given else list(source.shape)
        if stride is None and given:
            stride = [1] * len(shape)
            for i in range(len(shape) - 2, -1, -1):
                stride[i] = stride[i + 1] * shape[i + 1]
        view = _ops["as_strided"](view, shape, stride or source.strides, offset)
    self._set_data(view)
    return self


def _refuse_leaf(name):
    raise ValueError(
        f"(InvalidArgument) {name}: the tensor is a leaf that wants a gradient.\n"
        "  Hint: write into x.detach(), or inside paddle.no_grad()."
    )


def _div(self, other):
    return self / other


def _rdiv(self, other):
    return other / self


_C.extend_tensor({
    "random_": random_, "set_": set_, "__div__": _div, "__rdiv__": _rdiv, "__nonzero__": _C.Tensor.__bool__,
    "__long__": _C.Tensor.__int__, "__complex__": lambda self: complex(self.item()),
})  # fmt: skip
