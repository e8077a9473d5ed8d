"""GPUs of NVIDIA: a build without them answers as Paddle's CPU wheel does."""

from ... import _C
from ...framework.docs import args_of as _args_of
from ..info import (
    device_count,
    get_device_capability,
    get_device_name,
    get_device_properties,
    refuse_without_gpu,
)
from ..streams import Event, Stream, current_stream, stream_guard

__all__ = [
    "Event",
    "Stream",
    "current_stream",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "max_memory_allocated",
    "max_memory_reserved",
    "memory_allocated",
    "memory_reserved",
    "memory_summary",
    "reset_max_memory_allocated",
    "reset_max_memory_reserved",
    "stream_guard",
    "synchronize",
    "vmm_compact",
]


def empty_cache():
    """Returns GPU memory that is kept for reuse to the driver; without a GPU there is none.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.empty_cache()
    """
    if device_count():
        refuse_without_gpu("empty_cache")


def synchronize(device=None):
    """Waits until a GPU has done what was asked of it.

    Args:
        device (str|int|Place, optional): By default the current one.

    Raises:
        RuntimeError: This build has no GPUs.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.synchronize()  # doctest: +SKIP
    """
    if not _C.is_compiled_with_cuda():
        raise RuntimeError(
            "(Unavailable) synchronize: it waits for a GPU, and this build has none.\n"
            "  Hint: paddle.device.synchronize() waits for the current device."
        )
    text = str(getattr(device, "_text", device))
    _C.synchronize("gpu:0" if device is None else text if "gpu" in text else f"gpu:{text}")


def memory_allocated(device=None):
    """Bytes of a GPU's memory in use by tensors.

    Args:
        device (str|int|Place, optional): By default the current one.

    Returns:
        int

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: their memory is the driver's, and not counted.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.memory_allocated()  # doctest: +SKIP
    """
    refuse_without_gpu("memory_allocated")


def _figure(name, what):
    """A function that asks for a figure of a GPU's memory."""

    def ask(device=None):
        refuse_without_gpu(name)

    ask.__name__ = ask.__qualname__ = name
    ask.__doc__ = f"""{what}

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: their memory is the driver's, and not counted.

    Examples:
        >>> import paddle
        >>> paddle.device.cuda.{name}()  # doctest: +SKIP
    """
    return _args_of(memory_allocated)(ask)


max_memory_allocated = _figure("max_memory_allocated", "The peak of memory_allocated().")
memory_reserved = _figure("memory_reserved", "Bytes taken from the driver.")
max_memory_reserved = _figure("max_memory_reserved", "The peak of memory_reserved().")
reset_max_memory_allocated = _figure(
    "reset_max_memory_allocated", "The peak of memory_allocated() begins anew."
)
reset_max_memory_reserved = _figure(
    "reset_max_memory_reserved", "The peak of memory_reserved() begins anew."
)
memory_summary = _figure("memory_summary", "All figures of a GPU's memory as text.")
vmm_compact = _figure("vmm_compact", "Moves what lies scattered in a GPU's memory together.")
