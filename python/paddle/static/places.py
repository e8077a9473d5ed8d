"""Places by number."""

import os

from ..device.place import CPUPlace


def cpu_places(device_count=None):
    """CPU places.

    Args:
        device_count (int, optional): how many; default the environment's ``CPU_NUM``, or 1.

    Returns:
        list[CPUPlace]

    Examples:
        >>> import paddle
        >>> paddle.static.cpu_places(2)
        [Place(cpu), Place(cpu)]
    """
    if device_count is None:
        device_count = int(os.environ.get("CPU_NUM", 1))
    return [CPUPlace()] * device_count


def cuda_places(device_ids=None):
    """GPU places: programs run on the CPU only.

    Args:
        device_ids (list[int], optional): which.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.cuda_places()
        ... except NotImplementedError:
        ...     print("not in this version")
        not in this version
    """
    raise NotImplementedError("(Unimplemented) cuda_places: programs run on the CPU only.")


def xpu_places(device_ids=None):
    """XPU places: there are none.

    Args:
        device_ids (list[int], optional): which.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.xpu_places()
        ... except NotImplementedError:
        ...     print("not in this version")
        not in this version
    """
    raise NotImplementedError("(Unimplemented) xpu_places: programs run on the CPU only.")
