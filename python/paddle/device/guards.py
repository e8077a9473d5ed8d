"""Blocks in which new tensors are made on another device."""

from .. import _C
from .place import Place
from .select import set_device


class device_guard:
    """Within the block new tensors are made on a device.

    Args:
        device (str|Place): such as "cpu" or "gpu:0".

    Raises:
        ValueError: the text names no device.
        RuntimeError: this build or this machine has no such device.

    Examples:
        >>> import paddle
        >>> with paddle.device.device_guard("cpu"):
        ...     paddle.ones([1]).place
        Place(cpu)
    """

    def __init__(self, device):
        if not isinstance(device, (str, Place)):
            raise TypeError(
                "(InvalidType) device_guard: argument `device` has the wrong type.\n"
                f"  Expected: str or Place\n  Received: {type(device).__name__}"
            )
        self._device = device
        self._before = None

    def __enter__(self):
        self._before = _C.get_device()
        set_device(self._device)

    def __exit__(self, *exception):
        _C.set_device(self._before)
        return False


class device(device_guard):
    """Within the block new tensors are made on a device; a number means a GPU.

    Args:
        device (str|int|Place): such as "cpu" or 0.

    Examples:
        >>> import paddle
        >>> with paddle.device.device("cpu"):
        ...     paddle.ones([1]).place
        Place(cpu)
    """

    def __init__(self, device):
        whole = isinstance(device, int) and not isinstance(device, bool)
        super().__init__(f"gpu:{device}" if whole else device)


def set_default_device(device):
    """Chooses where new tensors are made, as ``set_device``.

    Args:
        device (str|Place): "cpu", "gpu" or "gpu:N".

    Raises:
        ValueError: the text names no device.
        RuntimeError: this build or this machine has no such device.

    Examples:
        >>> import paddle
        >>> paddle.set_default_device("cpu")
        >>> paddle.get_default_device()
        'cpu'
    """
    set_device(device)


def get_default_device():
    """The device new tensors are made on, as ``get_device``.

    Returns:
        str

    Examples:
        >>> import paddle
        >>> paddle.get_default_device()
        'cpu'
    """
    return _C.get_device()
