"""paddle.set_flags and paddle.get_flags."""

from .. import _C


def set_flags(flags):
    """Sets run-time flags; docs/generated/flags.md lists them. The environment sets them too: ``FLAGS_name=value``.

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
        _C.set_flag(name, value)


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
    names = [flags] if isinstance(flags, str) else list(flags)
    return {name: _C.get_flag(name) for name in names}
