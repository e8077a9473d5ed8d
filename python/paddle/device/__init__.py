"""Devices and their memory."""

from .. import _C
from ..framework.docs import args_of as _args_of
from . import guards as _guards
from .generator import Generator as _Generator
from .generator import check_cpu as _check_cpu
from .guards import device_guard  # noqa: F401
from .info import (  # noqa: F401
    IPUPlace,
    XPUPlace,
    device_count,
    get_all_device_type,
    get_available_custom_device,
    get_available_device,
    get_cudnn_version,
    get_device_capability,
    get_device_name,
    get_device_properties,
    ipc_collect,
    is_available,
    is_bf16_supported,
    is_compiled_with_cinn,
    is_compiled_with_distribute,
    is_compiled_with_ipu,
    is_current_stream_capturing,
)
from .place import CPUPlace, CUDAPinnedPlace, CUDAPlace, Place  # noqa: F401
from .select import get_device, is_compiled_with_cuda, set_device  # noqa: F401
from .streams import (  # noqa: F401
    Event,
    Stream,
    current_stream,
    get_stream_from_external,
    set_stream,
    stream_guard,
)

StreamContext = stream_guard


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
    """Bytes of CPU memory in use by tensors and recorded operators.

    Args:
        device (str|Place, optional): By default the current one; only the CPU's figures are kept.

    Returns:
        int

    Raises:
        NotImplementedError: The device is a GPU.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1000])
        >>> paddle.device.memory_allocated() >= 4000
        True
    """
    return _stats(device)["allocated"]


@_args_of(memory_allocated)
def max_memory_allocated(device=None):
    """The peak of memory_allocated() since the start or the last reset, in bytes.

    Returns:
        int

    Raises:
        NotImplementedError: The device is a GPU.

    Examples:
        >>> import paddle
        >>> paddle.device.max_memory_allocated() >= paddle.device.memory_allocated()
        True
    """
    return _stats(device)["max_allocated"]


@_args_of(memory_allocated)
def memory_reserved(device=None):
    """Bytes taken from the operating system, in use or kept for reuse.

    Returns:
        int

    Raises:
        NotImplementedError: The device is a GPU.

    Examples:
        >>> import paddle
        >>> paddle.device.memory_reserved() >= 0
        True
    """
    return _stats(device)["reserved"]


@_args_of(memory_allocated)
def max_memory_reserved(device=None):
    """The peak of memory_reserved() since the start or the last reset, in bytes.

    Returns:
        int

    Raises:
        NotImplementedError: The device is a GPU.

    Examples:
        >>> import paddle
        >>> paddle.device.max_memory_reserved() >= paddle.device.memory_reserved()
        True
    """
    return _stats(device)["max_reserved"]


@_args_of(memory_allocated)
def reset_max_memory_allocated(device=None):
    """The peaks begin anew from what is in use now.

    Examples:
        >>> import paddle
        >>> paddle.device.reset_max_memory_allocated()
    """
    _stats(device)
    _C.reset_peak_memory()


reset_peak_memory_stats = reset_max_memory_reserved = reset_max_memory_allocated


def empty_cache():
    """Returns the memory that is kept for reuse to the operating system.

    Examples:
        >>> import paddle
        >>> paddle.device.empty_cache()
    """
    _C.empty_cache()


def synchronize(device=None):
    """Waits until the device has done what was asked of it; the CPU is never behind.

    Args:
        device (str, optional): By default the current one.

    Examples:
        >>> import paddle
        >>> paddle.device.synchronize()
    """
    text = device._text if isinstance(device, Place) else device or get_device()
    _C.synchronize(text)


def get_all_custom_device_type():
    """The kinds of plug-in devices: none.

    Returns:
        list[str]

    Examples:
        >>> import paddle
        >>> paddle.device.get_all_custom_device_type()
        []
    """
    return []


def is_compiled_with_rocm():
    """Whether the library holds kernels for AMD GPUs: no.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_rocm()
        False
    """
    return False


def is_compiled_with_xpu():
    """Whether the library holds kernels for Kunlun XPUs: no.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_xpu()
        False
    """
    return False


def is_compiled_with_custom_device(device_type):
    """Whether the library holds kernels for a kind of plug-in device: no.

    Args:
        device_type (str): The kind.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_custom_device("npu")
        False
    """
    return False


def manual_seed(seed):
    """Seeds the random generators of all devices.

    Args:
        seed (int): in [0, 2**64).

    Raises:
        ValueError: `seed` is negative or 2**64 and more.

    Examples:
        >>> import paddle
        >>> paddle.device.manual_seed(7)
        >>> a = paddle.rand([3])
        >>> paddle.device.manual_seed(7)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    _Generator().manual_seed(seed)


def get_rng_state(device=None):
    """The state of a generator, for set_rng_state().

    Args:
        device (str|Place, optional): "cpu", which is the default.

    Returns:
        tuple

    Raises:
        ValueError: The device has no generator.

    Examples:
        >>> import paddle
        >>> state = paddle.device.get_rng_state()
        >>> a = paddle.rand([3])
        >>> paddle.device.set_rng_state(state)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    _check_cpu("get_rng_state", device)
    return _C.get_rng_state()


@_args_of(get_rng_state)
def set_rng_state(new_state, device=None):
    """Brings a generator back to a state that get_rng_state() gave.

    Args:
        new_state (tuple): What get_rng_state() returned.

    Raises:
        ValueError: The device has no generator.

    Examples:
        >>> import paddle
        >>> paddle.device.set_rng_state(paddle.device.get_rng_state())
    """
    _check_cpu("set_rng_state", device)
    _C.set_rng_state(new_state)


from . import cuda  # noqa: E402, F401

device = _guards.device
