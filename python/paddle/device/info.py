"""What devices there are, and what the library was built for."""

from .. import _C
from ..framework.docs import args_of as _args_of
from .place import Place


def refuse_without_gpu(op):
    """Raises: of this build a GPU answers nothing that `op` asks.

    A build without GPUs answers as Paddle's CPU wheel does, with a ValueError.
    """
    if _C.is_compiled_with_cuda():
        raise NotImplementedError(
            f"(Unimplemented) {op}: nothing is asked of a GPU yet.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
    raise ValueError(
        f"(InvalidArgument) {op}: it asks a GPU, and this build has none.\n"
        "  Expected: a build with CUDA\n  Received: one for the CPU"
    )


def device_count():
    """How many GPUs can be used.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.device.device_count() >= 0
        True
    """
    return _C.device_count("gpu") if _C.is_compiled_with_cuda() else 0


def is_available():
    """Whether there is a GPU that can be used.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_available() == (paddle.device.device_count() > 0)
        True
    """
    return device_count() > 0


def is_bf16_supported(including_emulation=True):
    """Whether tensors may be bfloat16: always, as the CPU computes with them in float32.

    Args:
        including_emulation (bool): False: whether there is hardware for it on a GPU; not known, so False.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_bf16_supported()
        True
    """
    return bool(including_emulation)


def get_all_device_type():
    """The kinds of devices beside the CPU.

    Returns:
        list[str]

    Examples:
        >>> import paddle
        >>> set(paddle.device.get_all_device_type()) <= {"gpu"}
        True
    """
    return ["gpu"] if device_count() else []


def get_available_device():
    """All devices beside the CPU.

    Returns:
        list[str]

    Examples:
        >>> import paddle
        >>> len(paddle.device.get_available_device()) == paddle.device.device_count()
        True
    """
    return [f"gpu:{i}" for i in range(device_count())]


def get_available_custom_device():
    """All plug-in devices: none.

    Returns:
        list[str]

    Examples:
        >>> import paddle
        >>> paddle.device.get_available_custom_device()
        []
    """
    return []


def get_cudnn_version():
    """The version of cuDNN: None, as no kernel uses it.

    Returns:
        int|None

    Examples:
        >>> import paddle
        >>> paddle.device.get_cudnn_version() is None
        True
    """
    return None


def is_compiled_with_cinn():
    """Whether the library holds Paddle's compiler CINN: no.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_cinn()
        False
    """
    return False


def is_compiled_with_ipu():
    """Whether the library holds kernels for Graphcore's IPUs: no.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_ipu()
        False
    """
    return False


def is_compiled_with_distribute():
    """Whether the library trains in several processes: not yet.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_compiled_with_distribute()
        False
    """
    return False


def get_device_properties(device=None):
    """Name, memory and the like of a GPU.

    Args:
        device (str|int|Place, optional): By default the current one.

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: nothing is asked of them yet.

    Examples:
        >>> import paddle
        >>> paddle.device.get_device_properties()  # doctest: +SKIP
    """
    refuse_without_gpu("get_device_properties")


@_args_of(get_device_properties)
def get_device_name(device=None):
    """The name of a GPU.

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: nothing is asked of them yet.

    Examples:
        >>> import paddle
        >>> paddle.device.get_device_name()  # doctest: +SKIP
    """
    refuse_without_gpu("get_device_name")


@_args_of(get_device_properties)
def get_device_capability(device=None):
    """The compute capability of a GPU.

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: nothing is asked of them yet.

    Examples:
        >>> import paddle
        >>> paddle.device.get_device_capability()  # doctest: +SKIP
    """
    refuse_without_gpu("get_device_capability")


def ipc_collect():
    """Gives back GPU memory that other processes shared.

    Raises:
        ValueError: This build has no GPUs.
        NotImplementedError: It has: no memory of theirs is shared.

    Examples:
        >>> import paddle
        >>> paddle.device.ipc_collect()  # doctest: +SKIP
    """
    refuse_without_gpu("ipc_collect")


def is_current_stream_capturing():
    """Whether the work of a GPU is being captured as a graph: never.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.device.is_current_stream_capturing()
        False
    """
    return False


class IPUPlace(Place):
    """The memory of a Graphcore IPU; making one raises, as this build has none.

    Raises:
        ValueError: Always.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.CPUPlace(), paddle.device.IPUPlace)
        False
    """

    __slots__ = ()

    def __init__(self):
        raise ValueError("(InvalidArgument) IPUPlace: this build has no IPUs.")


class XPUPlace(Place):
    """The memory of a Kunlun XPU; making one raises, as this build has none.

    Args:
        dev_id (int): The number of the XPU.

    Raises:
        ValueError: Always.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.CPUPlace(), paddle.device.XPUPlace)
        False
    """

    __slots__ = ()

    def __init__(self, dev_id=0):
        raise ValueError("(InvalidArgument) XPUPlace: this build has no XPUs.")


class XPUPinnedPlace(Place):
    """Page-locked host memory for a Kunlun XPU; making one raises, as this build has none.

    Raises:
        RuntimeError: Always.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.CPUPlace(), paddle.XPUPinnedPlace)
        False
    """

    __slots__ = ()

    def __init__(self):
        raise RuntimeError("(Unavailable) XPUPinnedPlace: this build has no XPUs.")
