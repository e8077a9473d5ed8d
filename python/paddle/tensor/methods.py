"""Tensor methods that are Python: printing, autograd, conversion."""

from .. import _C
from ..device.place import Place
from .printing import to_text


def _repr(self):
    return to_text(self)


def _format(self, spec):
    return format(self.item(), spec) if spec and self.ndim == 0 else str(self)


def _place(self):
    return Place(self._place)


def backward(self, grad_tensor=None, retain_graph=False):
    """Accumulates gradients into the leaves this tensor depends on.

    Args:
        grad_tensor (Tensor, optional): The gradient of this tensor; ones where None.
        retain_graph (bool): Keep the graph for another pass.

    Raises:
        RuntimeError: The tensor wants no gradient, or its graph is gone.
    """
    _C.backward(self, grad_tensor, retain_graph, False)


class HookHandle:
    """Removes the hook it was returned for."""

    def __init__(self, tensor, hook_id):
        self._tensor, self._id = tensor, hook_id

    def remove(self):
        """True where the hook was still there."""
        return _C.remove_hook(self._tensor, self._id)


def register_hook(self, hook):
    """Calls `hook(grad)` when this tensor's gradient is complete.

    The hook may return a Tensor to use instead. Returns a handle with `remove()`.
    """
    return HookHandle(self, _C.register_hook(self, hook))


def _register_backward_hook(self, hook):
    _C.register_backward_hook(self, hook)


def retain_grads(self):
    """Keeps the gradient of this tensor, though it is no leaf."""
    _C.retain_grads(self)


def clear_grad(self, set_to_zero=True):
    """Forgets the gathered gradient, or sets it to zero."""
    self.clear_gradient(set_to_zero)


def gradient(self):
    """The gradient as a numpy array, or None."""
    return None if self.grad is None else self.grad.numpy()


def _array(self, dtype=None, copy=None):
    array = self.numpy()
    return array if dtype is None else array.astype(dtype)


def _iter(self):
    if self.ndim == 0:
        raise TypeError("iteration over a 0-D tensor")
    for i in range(len(self)):
        yield self[i]


def astype(self, dtype):
    """This tensor converted to another dtype (itself where it has it)."""
    return self if _C.dtype(dtype) is self.dtype else self.cast(dtype)


def _to(self, *args, **kwargs):
    """Converted to a dtype, moved to a device, or both.

    Args:
        *args: A device ('cpu', Place), a dtype, or a Tensor to be like.
        **kwargs: device=, dtype=, blocking=.
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
    """This tensor in host memory; itself where it is there."""
    return _on(self, "cpu")


def cuda(self, device_id=None, blocking=True):
    """This tensor on a GPU.

    Raises:
        RuntimeError: There is no usable GPU, or the build has none.
    """
    return _on(self, f"gpu:{device_id or 0}")


def dim(self):
    """The number of axes."""
    return self.ndim


def numel(self):
    """The number of elements, as a 0-D int64 tensor."""
    return _C.to_tensor(self.size)


def element_size(self):
    """Bytes per element."""
    return self.itemsize


def is_floating_point(self):
    return self.dtype.is_floating_point


def is_complex(self):
    return self.dtype.is_complex


def is_integer(self):
    return not (self.dtype.is_floating_point or self.dtype.is_complex or self.dtype is _C.bool)


def get_strides(self):
    return self.strides


def value(self):
    return self


def get_tensor(self):
    return self


def _copy(self):
    return self.clone()


def _deepcopy(self, memo):
    if not self.is_leaf:
        raise RuntimeError(
            "(PreconditionNotMet) only leaf tensors can be deep copied.\n  Hint: use x.detach().clone()."
        )
    copy = _rebuild(type(self), self.detach().clone(), self.stop_gradient, dict(self.__dict__))
    memo[id(self)] = copy
    return copy


def _rebuild(cls, data, stop_gradient, attributes):
    tensor = data if cls is _C.Tensor else cls.__new__(cls, data)
    tensor.__dict__.update(attributes)
    tensor.stop_gradient = stop_gradient
    return tensor


def _from_numpy(cls, array, dtype, stop_gradient, attributes):
    return _rebuild(cls, _C.to_tensor(array).astype(dtype), stop_gradient, attributes)


def _reduce(self):
    array = self.detach().astype("float32").numpy() if self.dtype is _C.bfloat16 else self.numpy()
    return _from_numpy, (
        type(self),
        array,
        self.dtype.name,
        self.stop_gradient,
        dict(self.__dict__),
    )


def _dlpack_device(self):
    return (1, 0)


_names = 0


def _get_name(self):
    name = self.__dict__.get("_name")
    if name is None:
        global _names
        name = self.__dict__["_name"] = f"generated_tensor_{_names}"
        _names += 1
    return name


def _set_name(self, name):
    self.__dict__["_name"] = name


def _get_data(self):
    return self.detach()


def _set_data(self, other):
    self._set_data(other)


def _transposed(self):
    return self.transpose(list(range(self.ndim))[::-1])


def _matrix_transposed(self):
    axes = list(range(self.ndim))
    axes[-2:] = axes[:-3:-1]
    return self.transpose(axes)


def install(tensor):
    """Adds the methods of this file to the Tensor type."""
    # fmt: off
    special = {
        "__repr__": _repr, "__str__": _repr, "__format__": _format, "__array__": _array, "__iter__": _iter,
        "__copy__": _copy, "__deepcopy__": _deepcopy, "__reduce__": _reduce, "__dlpack_device__": _dlpack_device,
        "place": property(_place), "name": property(_get_name, _set_name), "T": property(_transposed),
        "mT": property(_matrix_transposed), "data": property(_get_data, _set_data), "gradient": gradient,
        "is_sparse": lambda self: False, "is_dense": lambda self: True, "is_dist": lambda self: False,
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
