"""The device new tensors go to."""

from .. import _C
from .place import Place


def set_device(device):
    """Chooses where new tensors are made: 'cpu', 'gpu' or 'gpu:N'.

    Returns:
        Place: The chosen place.

    Raises:
        ValueError: The text names no device.
        RuntimeError: This build or this machine has no such device.
    """
    _C.set_device(device._text if isinstance(device, Place) else device)
    return Place(_C.get_device())


def get_device():
    """The device new tensors are made on, such as 'cpu'."""
    return _C.get_device()


def is_compiled_with_cuda():
    """True where the library holds GPU kernels."""
    return _C.is_compiled_with_cuda()
