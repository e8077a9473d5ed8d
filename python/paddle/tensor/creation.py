"""paddle.to_tensor and what is close to it."""

from .. import _C

__all__ = ["clone", "tensor", "to_tensor"]

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


_C.extend_tensor({"clone": clone})
