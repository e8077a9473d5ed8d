"""The device new tensors go to."""

from .. import _C
from .place import Place


def set_device(device):
    """Chooses where new tensors are made.

    Args:
        device (str|Place): "cpu", "gpu" or "gpu:N".

    Returns:
        Place: The chosen place.

    Raises:
        ValueError: The text names no device.
        RuntimeError: This build or this machine has no such device.

    Examples:
        >>> import paddle
        >>> paddle.set_device("cpu")
        Place(cpu)
    """
    _C.set_device(device._text if isinstance(device, Place) else device)
    return Place(_C.get_device())


def get_device():
    """The device new tensors are made on.

    Returns:
        str: Such as "cpu" or "gpu:0".

    Examples:
        >>> import paddle
        >>> paddle.get_device()
        'cpu'
    """
    return _C.get_device()


def is_compiled_with_cuda():
    """Whether the library holds GPU kernels.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> isinstance(paddle.is_compiled_with_cuda(), bool)
        True
    """
    return _C.is_compiled_with_cuda()
