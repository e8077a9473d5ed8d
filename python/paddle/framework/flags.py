"""paddle.set_flags and paddle.get_flags."""

from .. import _C
from . import other_flags as _other


def set_flags(flags):
    """Sets run-time flags; docs/generated/flags.md lists them. The environment sets them too: ``FLAGS_name=value``.

    Other flags of Paddle keep their value and decide nothing: framework/other_flags.py lists them.

    Args:
        flags (dict): Names, with the prefix FLAGS_, to values.

    Raises:
        KeyError: A flag does not exist.
        ValueError: A value does not suit its flag.
        TypeError: `flags` is no dict.

    Examples:
        >>> import paddle
        >>> paddle.set_flags({"FLAGS_check_nan_inf": True})
        >>> paddle.get_flags("FLAGS_check_nan_inf")
        {'FLAGS_check_nan_inf': True}
        >>> paddle.set_flags({"FLAGS_check_nan_inf": False})
    """
    if not isinstance(flags, dict):
        raise TypeError(
            f"(InvalidType) set_flags: `flags` must be a dict, not {type(flags).__name__}"
        )
    for name, value in flags.items():
        _check_name("set_flags", name)
        if _other.is_known(name):
            _other.put(name, value)
            continue
        if isinstance(_C.get_flag(name), bool):
            value = _as_bool(name, value)
        _C.set_flag(name, value)


def _check_name(op, name):
    if not isinstance(name, str):
        raise TypeError(
            f"(InvalidType) {op}: the name of a flag has the wrong type.\n"
            f"  Expected: str\n  Received: {type(name).__name__}"
        )


def _as_bool(name, value):
    known = {"true": True, "1": True, "false": False, "0": False}
    text = str(value).lower()
    if text not in known or value is None:
        raise ValueError(
            f"(InvalidArgument) set_flags: the value does not suit {name}.\n"
            f"  Expected: True or False\n  Received: {value!r}"
        )
    return known[text]


def get_flags(flags):
    """The values of run-time flags.

    Args:
        flags (str|list[str]): Names, with the prefix FLAGS_.

    Returns:
        dict: Name to value.

    Raises:
        KeyError: A flag does not exist.

    Examples:
        >>> import paddle
        >>> paddle.get_flags(["FLAGS_check_nan_inf"])
        {'FLAGS_check_nan_inf': False}
    """
    if not isinstance(flags, (str, list, tuple)):
        raise TypeError(
            "(InvalidType) get_flags: argument `flags` has the wrong type.\n"
            f"  Expected: str or a list of str\n  Received: {type(flags).__name__}"
        )
    names = [flags] if isinstance(flags, str) else list(flags)
    for name in names:
        _check_name("get_flags", name)
    return {n: _other.get(n) if _other.is_known(n) else _C.get_flag(n) for n in names}
