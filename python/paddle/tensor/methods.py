"""Tensor methods that are Python: printing, autograd, conversion."""

from .. import _C
from ..device.place import Place
from ..framework import static_mode
from .logic import numel as count
from .printing import to_text


def _repr(self):
    return to_text(self)


def _format(self, spec):
    if self.ndim == 0 and not (static_mode.enabled and _C.is_traced(self)):
        return format(self.item(), spec)
    return object.__format__(self, spec)


def _complex(self):
    return complex(self.item())


def _place(self):
    """The device this tensor lives on.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).place
        Place(cpu)
    """
    return Place(self._place)


def backward(self, grad_tensor=None, retain_graph=False, *, dump_backward_graph_path=None):
    """Accumulates the gradients of this tensor into `grad` of the leaves it depends on.

    Args:
        grad_tensor (Tensor, optional): The gradient of this tensor, of its shape; ones where None.
        retain_graph (bool): Keep the graph for another pass.
        dump_backward_graph_path (str, optional): A folder: the graph is written there as files of Graphviz.

    Raises:
        RuntimeError: The tensor wants no gradient, or its graph is gone.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> (x * x).sum().backward()
        >>> x.grad.tolist()
        [2.0, 4.0]
    """
    if dump_backward_graph_path is not None:
        from ..autograd.graph import dump

        dump("backward", [self], dump_backward_graph_path)
    _C.backward(self, grad_tensor, retain_graph, False)


class HookHandle:
    """Removes the hook it was returned for."""

    def __init__(self, handle):
        self._handle = handle

    def remove(self):
        """True where the hook was still there."""
        return _C.remove_hook(self._handle)


def register_hook(self, hook):
    """Calls `hook(grad)` whenever the gradient of this tensor is complete.

    Args:
        hook (callable): Takes the gradient; it may return a Tensor to use instead, or None.

    Returns:
        HookHandle: Its `remove()` ends the calls.

    Raises:
        RuntimeError: The tensor wants no gradient.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> handle = x.register_hook(lambda g: g * 10.0)
        >>> (x * 2.0).backward()
        >>> x.grad.item()
        20.0
    """
    return HookHandle(_C.register_hook(self, hook))


def _register_backward_hook(self, hook):
    _C.register_backward_hook(self, hook)


def retain_grads(self):
    """Keeps the gradient of this tensor in `grad`, though it is no leaf.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> y = x * x
        >>> y.retain_grads()
        >>> (y * 2.0).backward()
        >>> y.grad.item()
        2.0
    """
    _C.retain_grads(self)


def clear_grad(self, set_to_zero=True):
    """Sets the gradient to zeros, or to None.

    Args:
        set_to_zero (bool): False: None.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> (x * x).backward()
        >>> x.clear_grad()
        >>> x.grad.item()
        0.0
    """
    self.clear_gradient(set_to_zero)


def gradient(self):
    """The gradient as a numpy array; None where there is none.

    Returns:
        numpy.ndarray|None

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0], stop_gradient=False)
        >>> (x * x).backward()
        >>> x.gradient().tolist()
        [6.0]
    """
    return None if self.grad is None else self.grad.numpy()


def _array(self, dtype=None, copy=None):
    array = self.numpy()
    return array if dtype is None else array.astype(dtype)


def _iter(self):
    if self.ndim == 0:
        raise TypeError("(InvalidType) iteration over a 0-D tensor")
    for i in range(len(self)):
        yield self[i]


def astype(self, dtype):
    """This tensor converted to another dtype; itself where it has that dtype.

    Args:
        dtype (dtype|str): The new one.

    Returns:
        Tensor: Of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1.7, -1.7]).astype("int32").tolist()
        [1, -1]
    """
    return self if _C.dtype(dtype) is self.dtype else self.cast(dtype)


def _to(self, *args, **kwargs):
    """This tensor converted to a dtype, moved to a device, or both; itself where nothing changes.

    Args:
        *args (str|Place|dtype|Tensor|bool): A device ("cpu", "gpu:0"), a dtype, or a tensor to be like.
        **kwargs: `device`, `dtype`; `blocking` is accepted.

    Returns:
        Tensor: Of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).to("float64").dtype
        paddle.float64
    """
    dtype, device = kwargs.get("dtype"), kwargs.get("device")
    for arg in args:
        if isinstance(arg, _C.Tensor):
            dtype, device = arg.dtype, arg.place
        elif isinstance(arg, Place) or (
            isinstance(arg, str) and arg.split(":")[0] in ("cpu", "gpu", "cuda")
        ):
            device = arg
        elif isinstance(arg, bool):
            continue  # blocking
        elif arg is not None:
            dtype = arg
    moved = (
        self if device is None else _on(self, device._text if isinstance(device, Place) else device)
    )
    return moved if dtype is None else moved.astype(dtype)


def _on(tensor, device):
    """`tensor` on a device; itself where it is there."""
    device = device.replace("cuda", "gpu")
    device = "gpu:0" if device == "gpu" else device
    return tensor if device == tensor._place else _C.ops["copy_to"](tensor, device)


def cpu(self):
    """This tensor in host memory; itself where it is there.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).cpu().place
        Place(cpu)
    """
    return _on(self, "cpu")


def cuda(self, device_id=None, blocking=True):
    """This tensor in the memory of a GPU; itself where it is there.

    Args:
        device_id (int, optional): The number of the GPU, 0 where None.
        blocking (bool): Accepted.

    Returns:
        Tensor

    Raises:
        RuntimeError: There is no usable GPU, or the build has none.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).cuda().place  # doctest: +SKIP
        Place(gpu:0)
    """
    return _on(self, f"gpu:{device_id or 0}")


def dim(self):
    """The number of axes.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).dim()
        2
    """
    return self.ndim


def numel(self):
    """The number of elements.

    Returns:
        Tensor: 0-D int64.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).numel().item()
        6
    """
    return count(self)


def element_size(self):
    """The size of one element in bytes.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.ones([2], "float64").element_size()
        8
    """
    return self.itemsize


def is_floating_point(self):
    """Whether the dtype is a float.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).is_floating_point()
        True
    """
    return self.dtype.is_floating_point


def is_complex(self):
    """Whether the dtype is complex.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).is_complex()
        False
    """
    return self.dtype.is_complex


def is_integer(self):
    """Whether the dtype is an integer; bool is none.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([2], "int8").is_integer()
        True
    """
    return not (self.dtype.is_floating_point or self.dtype.is_complex or self.dtype is _C.bool)


def is_sparse(self):
    """Whether this is a sparse tensor: never.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_sparse()
        False
    """
    return False


def is_dense(self):
    """Whether this is a dense tensor: always.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_dense()
        True
    """
    return True


def is_dist(self):
    """Whether this tensor is spread over processes: never.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_dist()
        False
    """
    return False


def get_strides(self):
    """The strides in elements, as `strides`.

    Returns:
        list[int]

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).get_strides()
        [3, 1]
    """
    return self.strides


def value(self):
    """This tensor; for code written for older interfaces.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1])
        >>> x.value() is x
        True
    """
    return self


def get_tensor(self):
    """This tensor for code that was written for older interfaces: ``shape`` is a method, ``set`` writes an array.

    Returns:
        DenseTensor: over the same memory.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> x.get_tensor().shape()
        [2]
        >>> x.get_tensor().set(np.array([3.0, 4.0], "float32"), paddle.CPUPlace())
        >>> x.tolist()
        [3.0, 4.0]
    """
    from .dense_tensor import DenseTensor

    return DenseTensor(self)


def _copy(self):
    return self.clone()


def _deepcopy(self, memo):
    # A leaf, also of a result: as in Paddle, its history is not copied.
    copy = _rebuild(type(self), self.detach().clone(), self.stop_gradient, dict(self.__dict__))
    memo[id(self)] = copy
    return copy


def _rebuild(cls, data, stop_gradient, attributes):
    tensor = data if cls is _C.Tensor else cls.__new__(cls, data)
    tensor.__dict__.update(attributes)
    tensor.stop_gradient = stop_gradient
    return tensor


def to_numpy_bits(tensor):
    """The values as a numpy array; of dtypes that numpy lacks (bfloat16, float8) their bits as unsigned integers."""
    plain = tensor.detach().contiguous()
    bits = {2: "int16", 1: "int8"}.get(tensor.itemsize if _lacks(tensor.dtype) else 0)
    if bits is None:
        return plain.numpy()
    return _C.ops["view_dtype"](plain, bits).numpy().view("u" + bits)


def from_numpy_bits(array, dtype):
    """The tensor that to_numpy_bits() was given."""
    dtype = _C.dtype(dtype)
    if not _lacks(dtype):
        return _C.to_tensor(array, dtype)
    signed = array.view(array.dtype.name.lstrip("u"))
    return _C.ops["view_dtype"](_C.to_tensor(signed), dtype)


def _lacks(dtype):
    return dtype in (_C.bfloat16, _C.float8_e4m3fn, _C.float8_e5m2)


def _from_numpy(cls, array, dtype, stop_gradient, attributes):
    return _rebuild(cls, from_numpy_bits(array, dtype), stop_gradient, attributes)


def _reduce(self):
    return _from_numpy, (
        type(self),
        to_numpy_bits(self),
        self.dtype.name,
        self.stop_gradient,
        dict(self.__dict__),
    )


def _dlpack_device(self):
    return (1, 0)


_names = 0


def _get_name(self):
    """A name, unique in the process where none was set.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1])
        >>> x.name = "x"
        >>> x.name
        'x'
    """
    name = self.__dict__.get("_name")
    if name is None:
        global _names
        name = self.__dict__["_name"] = f"generated_tensor_{_names}"
        _names += 1
        if static_mode.enabled:
            static_mode.note_name(self, name)
    return name


def _set_name(self, name):
    self.__dict__["_name"] = name
    if static_mode.enabled:
        static_mode.note_name(self, name)


def _get_data(self):
    """The values without gradient history, in the same memory; assigning makes this tensor use another's memory.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0], stop_gradient=False)
        >>> x.data = paddle.to_tensor([2.0])
        >>> x.tolist(), x.stop_gradient
        ([2.0], False)
    """
    return self.detach()


def _set_data(self, other):
    self._set_data(other)


def _transposed(self):
    """All axes reversed: a view.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3, 4]).T.shape
        paddle.Size([4, 3, 2])
    """
    return self.transpose(list(range(self.ndim))[::-1])


def _matrix_transposed(self):
    """The last two axes exchanged: a view.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3, 4]).mT.shape
        paddle.Size([2, 4, 3])
    """
    if self.ndim < 2:
        raise ValueError(
            "(InvalidArgument) mT: there are not two axes.\n"
            f"  Expected: a tensor of rank 2 or more\n  Received: shape = {list(self.shape)}"
        )
    axes = list(range(self.ndim))
    axes[-2:] = axes[:-3:-1]
    return self.transpose(axes)


def install(tensor):
    """Adds the methods of this file to the Tensor type."""
    # fmt: off
    special = {
        "__repr__": _repr, "__str__": _repr, "__format__": _format, "__complex__": _complex,
        "__array__": _array, "__iter__": _iter,
        "__copy__": _copy, "__deepcopy__": _deepcopy, "__reduce__": _reduce, "__dlpack_device__": _dlpack_device,
        "place": property(_place), "name": property(_get_name, _set_name), "T": property(_transposed),
        "mT": property(_matrix_transposed), "data": property(_get_data, _set_data), "gradient": gradient,
        "is_sparse": is_sparse, "is_dense": is_dense, "is_dist": is_dist,
        "to": _to, "__array_priority__": 1000, "_register_backward_hook": _register_backward_hook,
        "_inplace_version": lambda self: self.inplace_version, "ndimension": dim,
    }
    # fmt: on
    plain = (
        backward,
        register_hook,
        retain_grads,
        clear_grad,
        astype,
        cpu,
        cuda,
        dim,
        numel,
        element_size,
        is_floating_point,
        is_complex,
        is_integer,
        get_strides,
        value,
        get_tensor,
    )  # fmt: skip
    _C.extend_tensor({**special, **{f.__name__: f for f in plain}})
