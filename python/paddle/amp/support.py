"""Which devices compute in narrow types."""

from ..device.select import get_device


def _runs_here(device):
    name = str(get_device() if device is None else device).lower()
    return any(kind in name for kind in ("cpu", "gpu"))


def is_float16_supported(device=None):
    """Whether mixed precision in float16 works on a device.

    Args:
        device (str, optional): such as ``"cpu"`` or ``"gpu:0"``; default the current one.

    Examples:
        >>> import paddle
        >>> paddle.amp.is_float16_supported("cpu")
        True
    """
    return _runs_here(device)


def is_bfloat16_supported(device=None):
    """Whether mixed precision in bfloat16 works on a device.

    Args:
        device (str, optional): such as ``"cpu"`` or ``"gpu:0"``; default the current one.

    Examples:
        >>> import paddle
        >>> paddle.amp.is_bfloat16_supported("cpu")
        True
    """
    return _runs_here(device)
