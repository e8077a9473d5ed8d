"""Contexts in which operators choose their precision."""

import functools

from .. import _C


class _Last:
    """What the contexts of the process leave behind."""

    dtype = "float32"  # of the context that was entered last: GradScaler goes by it


def _policy(level, dtype, use_promote, white, black):
    white = sorted(white) if white else []
    black = sorted(black) if black else []
    for name in white:
        if name in black:
            raise ValueError(
                "(InvalidArgument) auto_cast: the custom white list and the custom black list share a name.\n"
                f"  Received: {name}"
            )
    return _C.amp_policy(level, dtype, use_promote, white, black)


class _Context:
    """Sets the policy of this thread between enter and exit; a decorator too."""

    def __init__(self, policy, dtype):
        self._policy, self._dtype = policy, dtype
        self._previous = []

    def __enter__(self):
        self._previous.append(_C.set_amp(self._policy))
        if _Last.dtype != self._dtype:  # a write is more to a capture than a look
            _Last.dtype = self._dtype

    def __exit__(self, *exc):
        _C.set_amp(self._previous.pop())
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            with _Context(self._policy, self._dtype):
                return func(*args, **kwargs)

        return wrapped


def auto_cast(
    enable=True,
    custom_white_list=None,
    custom_black_list=None,
    level="O1",
    dtype="float16",
    use_promote=True,
):
    """A context, or a decorator, in which operators choose the dtype that they compute in.

    Level ``O1``: operators that gain from the narrow type cast their floating operands to it, those for which it
    is not safe cast theirs to float32, the others take the widest type of their operands. ``O2``: for models
    whose parameters `decorate` has made narrow; only few operators insist on float32. ``OD``: what is not on the
    white list is computed in float32. ``O0``: nothing is cast. Gradients have the dtypes of their tensors; a
    parameter is cast once for each context.

    Args:
        enable (bool): False turns it off, also within another context.
        custom_white_list (list[str]|tuple[str]|set[str], optional): operators that are to use the narrow type.
        custom_black_list (list[str]|tuple[str]|set[str], optional): operators that are to use float32.
        level (str): ``"O0"``, ``"OD"``, ``"O1"`` or ``"O2"``.
        dtype (str): ``"float16"`` or ``"bfloat16"``.
        use_promote (bool): for O2: False lets operators with some narrow operands be narrow.

    Raises:
        ValueError: the level or the dtype is another, or the lists share a name.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 2])
        >>> with paddle.amp.auto_cast(dtype="bfloat16"):
        ...     y = x @ x
        ...     z = paddle.exp(y)
        >>> y.dtype, z.dtype
        (paddle.bfloat16, paddle.float32)
    """
    if not isinstance(level, str) or level.upper() not in ("O0", "OD", "O1", "O2"):
        raise ValueError(
            "(InvalidArgument) auto_cast: argument `level` has the wrong value.\n"
            f"  Expected: O0, OD, O1 or O2\n  Received: {level}"
        )
    level = level.upper()
    dtype = str(dtype).lower().removeprefix("paddle.")
    if not enable:
        return _Context(None, dtype)
    if dtype not in ("float16", "bfloat16"):
        raise ValueError(
            "(InvalidArgument) auto_cast: argument `dtype` has the wrong value.\n"
            f"  Expected: float16 or bfloat16\n  Received: {dtype}"
        )
    if level == "O0":
        return _Context(None, dtype)
    return _Context(_policy(level, dtype, use_promote, custom_white_list, custom_black_list), dtype)


def amp_guard(
    enable=True,
    custom_white_list=None,
    custom_black_list=None,
    level="O1",
    dtype="float16",
    use_promote=True,
):
    """`auto_cast` by its older name; takes the same arguments.

    Examples:
        >>> import paddle
        >>> with paddle.amp.amp_guard(dtype="bfloat16"):
        ...     y = paddle.ones([2, 2]) @ paddle.ones([2, 2])
        >>> y.dtype
        paddle.bfloat16
    """
    return auto_cast(enable, custom_white_list, custom_black_list, level, dtype, use_promote)


def autocast(device_type=None, dtype="float16", enabled=True, cache_enabled=True):
    """`auto_cast` of level O1, with the arguments of ``torch.autocast``.

    Args:
        device_type (str, optional): accepted; all devices share the policy.
        dtype (str): ``"float16"`` or ``"bfloat16"``.
        enabled (bool): False turns it off.
        cache_enabled (bool): accepted.

    Examples:
        >>> import paddle
        >>> with paddle.amp.autocast("cpu", dtype="bfloat16"):
        ...     y = paddle.ones([2, 2]) @ paddle.ones([2, 2])
        >>> y.dtype
        paddle.bfloat16
    """
    return auto_cast(enable=enabled, dtype=dtype)


def is_autocast_enabled(device_type=None):
    """Whether operators choose their precision here.

    Args:
        device_type (str, optional): accepted; all devices share the policy.

    Examples:
        >>> import paddle
        >>> paddle.amp.is_autocast_enabled()
        False
    """
    return _C.current_amp() is not None


is_auto_cast_enabled = is_autocast_enabled


def get_autocast_dtype(device_type=None):
    """The narrow dtype of the context; ``"float16"`` outside of one.

    Args:
        device_type (str, optional): accepted; all devices share the policy.

    Examples:
        >>> import paddle
        >>> with paddle.amp.auto_cast(dtype="bfloat16"):
        ...     print(paddle.amp.get_autocast_dtype())
        bfloat16
    """
    policy = _C.current_amp()
    return "float16" if policy is None else policy.dtype


def amp_state():
    """None outside of a context, else a dict with its ``enable`` and ``dtype``; programs of Paddle import it."""
    policy = _C.current_amp()
    return None if policy is None else {"enable": True, "dtype": policy.dtype}
