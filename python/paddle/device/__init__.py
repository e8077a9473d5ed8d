"""Devices and their memory."""

from .. import _C
from .place import CPUPlace, CUDAPinnedPlace, CUDAPlace, Place  # noqa: F401
from .select import get_device, is_compiled_with_cuda, set_device  # noqa: F401


def _stats(device):
    """The allocator's statistics; those of a GPU are not kept yet."""
    text = str(device) if device is not None else get_device()
    if "gpu" in text:
        raise NotImplementedError(
            f"(Unimplemented) device: statistics of {text}.\n"
            "  Hint: pass 'cpu'; memory of a GPU comes from the driver's pool."
        )
    return _C.memory_stats()


def memory_allocated(device=None):
    """Bytes of CPU memory in use by tensors and recorded operators."""
    return _stats(device)["allocated"]


def max_memory_allocated(device=None):
    """The peak of `memory_allocated` since the start or the last reset."""
    return _stats(device)["max_allocated"]


def memory_reserved(device=None):
    """Bytes taken from the operating system, in use or kept for reuse."""
    return _stats(device)["reserved"]


def max_memory_reserved(device=None):
    """The peak of `memory_reserved`."""
    return _stats(device)["max_reserved"]


def reset_max_memory_allocated(device=None):
    """The peaks begin anew from what is in use now."""
    _stats(device)
    _C.reset_peak_memory()


reset_peak_memory_stats = reset_max_memory_reserved = reset_max_memory_allocated


def empty_cache():
    """Returns memory kept for reuse to the operating system."""
    _C.empty_cache()


def synchronize(device=None):
    """Waits until what was given to the device is done; the CPU is never behind."""
    text = device._text if isinstance(device, Place) else device or get_device()
    _C.synchronize(text)


def get_all_custom_device_type():
    return []


def is_compiled_with_rocm():
    return False


def is_compiled_with_xpu():
    return False


def is_compiled_with_custom_device(device_type):
    return False
