"""Streams and events of GPUs: all work is on the default stream yet, and a CPU has none."""

from .. import _C


def _refuse(op):
    if _C.is_compiled_with_cuda():
        raise NotImplementedError(
            f"(Unimplemented) {op}: all work is on the default stream of a GPU.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
    raise RuntimeError(
        f"(Unavailable) {op}: streams are of a GPU, and this build has none.\n"
        "  Hint: what runs on the CPU is done when a call returns."
    )


class Stream:
    """A queue of work of a GPU; making one raises on a build without GPUs, as in Paddle.

    Args:
        device (str|int|Place, optional): the GPU.
        priority (int): 1 is high, 2 normal.
        stream_base (object, optional): a stream of the vendor's library.

    Raises:
        RuntimeError: this build has no GPUs.
        NotImplementedError: it has: all work is on the default stream.

    Examples:
        >>> import paddle
        >>> isinstance(None, paddle.device.Stream)
        False
    """

    def __init__(self, device=None, priority=2, stream_base=None):
        _refuse("Stream")


class Event:
    """A mark in a stream; making one raises on a build without GPUs, as in Paddle.

    Args:
        enable_timing (bool): for ``elapsed_time``.
        blocking (bool): waiting threads sleep.
        interprocess (bool): other processes may wait for it.

    Raises:
        RuntimeError: this build has no GPUs.
        NotImplementedError: it has: all work is on the default stream.

    Examples:
        >>> import paddle
        >>> isinstance(None, paddle.device.Event)
        False
    """

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        _refuse("Event")


def current_stream(device=None):
    """The stream that new work goes to.

    Args:
        device (str|int|Place, optional): the GPU.

    Raises:
        RuntimeError: this build has no GPUs.
        NotImplementedError: it has: there are no other streams than the default one.

    Examples:
        >>> import paddle
        >>> paddle.device.current_stream()  # doctest: +SKIP
    """
    _refuse("current_stream")


def set_stream(stream):
    """Chooses the stream that new work goes to.

    Args:
        stream (Stream): of a GPU.

    Raises:
        RuntimeError: this build has no GPUs.
        NotImplementedError: it has: there are no other streams than the default one.

    Examples:
        >>> import paddle
        >>> paddle.device.set_stream(None)  # doctest: +SKIP
    """
    _refuse("set_stream")


def get_stream_from_external(data_ptr, device=None):
    """A stream that another library made.

    Args:
        data_ptr (int): its address.
        device (str|int|Place, optional): the GPU.

    Raises:
        RuntimeError: this build has no GPUs.
        NotImplementedError: it has: there are no other streams than the default one.

    Examples:
        >>> import paddle
        >>> paddle.device.get_stream_from_external(0)  # doctest: +SKIP
    """
    _refuse("get_stream_from_external")


class stream_guard:
    """Within the block new work goes to a stream; None changes nothing.

    Args:
        stream (Stream, optional): of a GPU.

    Examples:
        >>> import paddle
        >>> with paddle.device.stream_guard(None):
        ...     paddle.ones([1]).item()
        1.0
    """

    def __init__(self, stream=None):
        if stream is not None:
            raise TypeError(
                "(InvalidType) stream_guard: argument `stream` has the wrong type.\n"
                f"  Expected: a Stream or None\n  Received: {type(stream).__name__}"
            )

    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return False
