"""GPUs of NVIDIA, in the names of other frameworks: what paddle.device and paddle.device.cuda say."""

from .. import _C
from ..device import (
    Event,
    Stream,
    StreamContext,
    current_stream,
    device,
    get_rng_state,
    get_stream_from_external,
    ipc_collect,
    is_available,
    is_bf16_supported,
    manual_seed,
    set_rng_state,
    set_stream,
)
from ..device import set_device as _set_device
from ..device.cuda import (
    device_count,
    empty_cache,
    get_device_capability,
    get_device_name,
    get_device_properties,
    max_memory_allocated,
    max_memory_reserved,
    memory_allocated,
    memory_reserved,
    memory_summary,
    synchronize,
)
from ..device.cuda import reset_max_memory_allocated as reset_peak_memory_stats
from ..device.info import refuse_without_gpu
from ..tensor.typed import (
    BFloat16Tensor,
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    HalfTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
)

stream = StreamContext
manual_seed_all = manual_seed

__all__ = [
    "BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "Event", "FloatTensor", "HalfTensor",
    "IntTensor", "LongTensor", "ShortTensor", "Stream", "StreamContext", "current_device", "current_stream", "device",
    "device_count", "empty_cache", "get_device_capability", "get_device_name", "get_device_properties",
    "get_rng_state", "get_stream_from_external", "ipc_collect", "is_available", "is_bf16_supported", "is_initialized",
    "manual_seed", "manual_seed_all", "max_memory_allocated", "max_memory_reserved", "mem_get_info",
    "memory_allocated", "memory_reserved", "memory_summary", "reset_peak_memory_stats", "set_device", "set_rng_state",
    "set_stream", "stream", "synchronize",
]  # fmt: skip


def current_device():
    """The number of the current GPU; 0 without one, as in Paddle.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.cuda.current_device()
        0
    """
    kind, _, number = _C.get_device().partition(":")
    return int(number or 0) if kind == "gpu" else 0


def is_initialized():
    """Whether there is a GPU that can be used.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.cuda.is_initialized() == paddle.cuda.is_available()
        True
    """
    return is_available()


def mem_get_info(device=None):
    """Free and total bytes of a GPU's memory.

    Args:
        device (str|int|Place, optional): By default the current one.

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: their memory is the driver's, and not counted.

    Examples:
        >>> import paddle
        >>> paddle.cuda.mem_get_info()  # doctest: +SKIP
    """
    refuse_without_gpu("mem_get_info")


def set_device(device):
    """Chooses the GPU where new tensors are made.

    Args:
        device (str|int|Place): such as "gpu:0" or 0.

    Raises:
        RuntimeError: this build or this machine has no such device.

    Examples:
        >>> import paddle
        >>> paddle.cuda.set_device("cpu")
    """
    _set_device(f"gpu:{device}" if isinstance(device, int) else device)
