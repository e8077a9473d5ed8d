"""Devices and their memory."""

from .. import _C
from .place import CPUPlace, CUDAPinnedPlace, CUDAPlace, Place  # noqa: F401
from .select import get_device, is_compiled_with_cuda, set_device  # noqa: F401


def memory_allocated(device=None):
    """Bytes of CPU memory in use by tensors and recorded operators."""
    return _C.memory_stats()["allocated"]


def max_memory_allocated(device=None):
    """The peak of `memory_allocated` since the start or the last reset."""
    return _C.memory_stats()["max_allocated"]


def memory_reserved(device=None):
    """Bytes taken from the operating system, in use or kept for reuse."""
    return _C.memory_stats()["reserved"]


def max_memory_reserved(device=None):
    """The peak of `memory_reserved`."""
    return _C.memory_stats()["max_reserved"]


def reset_max_memory_allocated(device=None):
    """The peaks begin anew from what is in use now."""
    _C.reset_peak_memory()


reset_peak_memory_stats = reset_max_memory_reserved = reset_max_memory_allocated


def empty_cache():
    """Returns memory kept for reuse to the operating system."""
    _C.empty_cache()


def synchronize(device=None):
    """Waits for the device; the CPU is never behind."""


def get_all_custom_device_type():
    return []


def is_compiled_with_rocm():
    return False


def is_compiled_with_xpu():
    return False


def is_compiled_with_custom_device(device_type):
    return False
