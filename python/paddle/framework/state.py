"""Default dtype, random state, mode."""

from .. import _C
from ..device.generator import Generator, check_cpu
from . import static_mode


def set_default_dtype(d):
    """The dtype of Python floats and of what creation functions make.

    Args:
        d (dtype|str): float16, bfloat16, float32 or float64; at first float32.

    Raises:
        TypeError: `d` is no float type.

    Examples:
        >>> import paddle
        >>> paddle.set_default_dtype("float64")
        >>> paddle.to_tensor(1.0).dtype
        paddle.float64
        >>> paddle.set_default_dtype("float32")
    """
    _C.set_default_dtype(d)


def get_default_dtype():
    """The dtype of Python floats and of what creation functions make.

    Returns:
        str

    Examples:
        >>> import paddle
        >>> paddle.get_default_dtype()
        'float32'
    """
    return _C.get_default_dtype()


def seed(seed):
    """Seeds the random generators of all devices.

    Args:
        seed (int): Equal seeds give equal values (Philox 4x32-10: Salmon et al., 2011).

    Returns:
        Generator: That of the CPU.

    Raises:
        ValueError: `seed` is negative or 2**64 and more.

    Examples:
        >>> import paddle
        >>> _ = paddle.seed(7)
        >>> a = paddle.rand([3])
        >>> _ = paddle.seed(7)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    return Generator().manual_seed(seed)


def manual_seed(seed):
    """Seeds the random generators of all devices, as ``paddle.seed``.

    Args:
        seed (int): in [0, 2**64).

    Returns:
        Generator: That of the CPU.

    Raises:
        ValueError: `seed` is negative or 2**64 and more.

    Examples:
        >>> import paddle
        >>> paddle.manual_seed(7).initial_seed()
        7
    """
    return Generator().manual_seed(seed)


def disable_signal_handler():
    """Gives signals of the operating system back to the program: this library handles none.

    Examples:
        >>> import paddle
        >>> paddle.disable_signal_handler()
    """


def get_rng_state(device=None):
    """The state of the CPU generator, for set_rng_state().

    Args:
        device (str|Place, optional): "cpu", which is the default.

    Returns:
        list: One state.

    Raises:
        ValueError: The device has no generator.

    Examples:
        >>> import paddle
        >>> len(paddle.get_rng_state())
        1
    """
    check_cpu("get_rng_state", device)
    return [_C.get_rng_state()]


def set_rng_state(state_list, device=None):
    """Brings the CPU generator back to a state that get_rng_state() gave.

    Args:
        state_list (list): What get_rng_state() returned.
        device (str|Place, optional): "cpu", which is the default.

    Raises:
        ValueError: The device has no generator.

    Examples:
        >>> import paddle
        >>> state = paddle.get_rng_state()
        >>> a = paddle.rand([3])
        >>> paddle.set_rng_state(state)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    check_cpu("set_rng_state", device)
    state = state_list[0] if isinstance(state_list, (list, tuple)) else state_list
    _C.set_rng_state(state)


def get_cuda_rng_state():
    """The states of the GPU generators: none yet.

    Returns:
        list

    Examples:
        >>> import paddle
        >>> paddle.get_cuda_rng_state()
        []
    """
    return []


def set_cuda_rng_state(state_list):
    """Brings the GPU generators back to the states that get_cuda_rng_state() gave: there are none yet.

    Args:
        state_list (list): What get_cuda_rng_state() returned.

    Raises:
        ValueError: It holds a state.

    Examples:
        >>> import paddle
        >>> paddle.set_cuda_rng_state(paddle.get_cuda_rng_state())
    """
    if state_list:
        raise ValueError(
            "(InvalidArgument) set_cuda_rng_state: argument `state_list` is of other generators.\n"
            f"  Expected: no states\n  Received: {len(state_list)}"
        )


def in_dynamic_mode():
    """Whether operators run at once; after ``enable_static()`` they build a program.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.in_dynamic_mode()
        True
    """
    return not static_mode.enabled


def enable_static():
    """From now on operators build a program, which `paddle.static.Executor` runs.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> paddle.in_dynamic_mode()
        False
        >>> paddle.disable_static()
    """
    static_mode.switch(True)


def disable_static(place=None):
    """From now on operators run at once, as they do at first.

    Args:
        place (Place, optional): Accepted.

    Examples:
        >>> import paddle
        >>> paddle.disable_static()
    """
    static_mode.switch(False)
