"""paddle.to_tensor and what is close to it."""

from .. import _C

__all__ = ["clone", "from_dlpack", "tensor", "to_dlpack", "to_tensor"]

to_tensor = _C.to_tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor with a copy of `data`: to_tensor() with the flag that other frameworks have.

    Args:
        data (number|list|numpy.ndarray|Tensor): The values, of one shape.
        dtype (dtype|str, optional): By default that of `data`; Python floats take the default dtype.
        device (str|Place, optional): By default the current device.
        requires_grad (bool): The opposite of stop_gradient.
        pin_memory (bool): Accepted; host memory is not page-locked.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.tensor([1.0, 2.0], requires_grad=True).stop_gradient
        False
    """
    return _C.to_tensor(data, dtype, device, not requires_grad)


def clone(x, name=None):
    """A copy of `x` through which gradients flow.

    Args:
        x (Tensor): Of any shape and dtype.

    Returns:
        Tensor: Of the shape and dtype of `x`, in memory of its own.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([2.0], stop_gradient=False)
        >>> paddle.clone(x).backward()
        >>> x.grad.tolist()
        [1.0]
    """
    return _C.ops["assign"](x)


def from_dlpack(dlpack, *, device=None, copy=None):
    """A tensor over the memory of another library's array: nothing is copied, unless that array is read-only.

    Args:
        dlpack (object): Has `__dlpack__` (numpy, torch, jax arrays), or is a DLPack capsule.
        device (str|Place, optional): Where the tensor is to be; by default where the array is.
        copy (bool, optional): True: copied in any case.

    Returns:
        Tensor

    Raises:
        TypeError: `dlpack` is neither, or its dtype is unknown.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> array = np.array([1.0, 2.0])
        >>> x = paddle.from_dlpack(array)
        >>> array[0] = 5.0
        >>> x.tolist()
        [5.0, 2.0]
    """
    try:
        x = _C.from_dlpack(dlpack)
    except BufferError as error:  # how numpy refuses a dtype
        raise TypeError(f"(InvalidType) from_dlpack: {error}") from error
    if copy:
        x = x.clone()
    return x if device is None else x.to(device)


def to_dlpack(x):
    """A DLPack capsule that shares the memory of a tensor.

    Args:
        x (Tensor): On CPU, without a gradient to record.

    Returns:
        PyCapsule: It can be taken once.

    Raises:
        TypeError: `x` is no Tensor, or DLPack has no such dtype.

    Examples:
        >>> import paddle
        >>> capsule = paddle.to_dlpack(paddle.ones([2]))
        >>> paddle.from_dlpack(capsule).tolist()
        [1.0, 1.0]
    """
    if not isinstance(x, _C.Tensor):
        raise TypeError(
            "(InvalidType) to_dlpack: argument `x` has the wrong type.\n"
            f"  Expected: a Tensor\n  Received: {type(x).__name__}"
        )
    return x.__dlpack__()


_C.extend_tensor({"clone": clone})
